import { withinTime } from '../../concurrency/async.ts';
import { createUpkeep, type Upkeep } from '../../concurrency/upkeep.ts';
import type { VoiceEvent } from '../../voice/voice-api.ts';
import type { AutoCaptions } from '../auto-captions-ports.ts';
import type { CaptionsEnded, CaptionsEnding } from '../captions-api.ts';
import { type Clock, SYSTEM_CLOCK, toMonotonic } from '../clock.ts';
import { type AutoCaptionTimings, DEFAULT_AUTO_CAPTION_TIMINGS } from './auto-caption-timings.ts';
import {
  type AutomaticCaptionsHost,
  type AutomaticCaptionsOptions,
  budgetKey,
  MAX_AUTO_CAPTIONS,
  WIDER_AUDIENCE,
} from './automatic-api.ts';
import { GuildAutomation } from './guild-automation.ts';

/** `setTimeout` fires at once for more than about 24.8 days. */
const MAX_TIMER_MS = 24 * 60 * 60_000;
/** How long the bot's close waits for a start under way. */
const CLOSE_PATIENCE_MS = 1_000;

interface Guild {
  readonly guildId: string;
  readonly automation: GuildAutomation;
  /** By voice channel id, in the order in which they were set up. */
  readonly entries: Map<string, AutoCaptions>;
  /** What was said about each channel since its captions last started: by voice channel id. */
  readonly told: Map<string, string>;
  timer: NodeJS.Timeout | undefined;
  /** The check under way. */
  checking: Promise<void> | undefined;
  /** Something changed during the check under way. */
  isStale: boolean;
  /** The bot leaves on its own, which holds nothing. */
  isLeaving: boolean;
}

/** Creates the automatic captions of all guilds. The caller must close them. */
export function createAutomaticCaptions(options: AutomaticCaptionsOptions): AutomaticCaptionsHost {
  return new GuildsAutomaticCaptions(options);
}

class GuildsAutomaticCaptions implements AutomaticCaptionsHost {
  readonly #options: AutomaticCaptionsOptions;
  readonly #timings: AutoCaptionTimings;
  readonly #clock: Clock;
  readonly #upkeep: Upkeep;
  /** Those with entries, by guild id. */
  readonly #guilds = new Map<string, Guild>();
  readonly #removeListeners: readonly (() => void)[];
  /** Voice channels that are held, as the database has it or is about to. */
  readonly #held = new Set<string>();
  /** Counts changes of the database, so that what was read before one is not taken for the truth. */
  #changes = 0;
  #isLoaded = false;
  /** Started and not closed. */
  #isOn = false;

  constructor(options: AutomaticCaptionsOptions) {
    this.#options = options;
    this.#timings = { ...DEFAULT_AUTO_CAPTION_TIMINGS, ...options.timings };
    this.#clock = options.clock ?? SYSTEM_CLOCK;
    this.#upkeep = createUpkeep(options.log);
    this.#removeListeners = [
      options.captions.onEnding((ending) => this.#onEnding(ending)),
      options.captions.onEnded((ended) => this.#onEnded(ended)),
    ];
  }

  load(): Promise<void> {
    return this.#upkeep.start({ name: 'automatic-captions', everyMs: undefined, run: () => this.#load() }).firstRun;
  }

  start(): void {
    this.#isOn = true;
    this.#checkAll();
  }

  list(guildId: string): readonly AutoCaptions[] {
    return [...(this.#guilds.get(guildId)?.entries.values() ?? [])];
  }

  isSetUp(guildId: string, voiceChannelId: string): boolean {
    return this.#guilds.get(guildId)?.entries.has(voiceChannelId) === true;
  }

  async set(entry: AutoCaptions): Promise<'set' | 'too-many'> {
    const { guildId, voiceChannelId } = entry;
    const known = this.#guilds.get(guildId)?.entries;
    if (known !== undefined && known.size >= MAX_AUTO_CAPTIONS && !known.has(voiceChannelId)) return 'too-many';
    await this.#options.store.set(entry);
    this.#changes += 1;
    this.#add(entry);
    this.#check(guildId);
    return 'set';
  }

  async remove(guildId: string, voiceChannelId: string): Promise<boolean> {
    await this.#options.store.remove(guildId, voiceChannelId);
    this.#changes += 1;
    return this.#drop(guildId, voiceChannelId);
  }

  countOf(userId: string): Promise<number> {
    return this.#options.store.countOf(userId);
  }

  async erasePerson(userId: string): Promise<number> {
    const count = await this.#options.store.erasePerson(userId);
    this.#changes += 1;
    for (const { entries } of this.#guilds.values()) {
      for (const [voiceChannelId, entry] of entries) {
        const erased = { ...entry, setUpBy: undefined, widerReaders: false };
        if (entry.setUpBy === userId) entries.set(voiceChannelId, erased);
      }
    }
    return count;
  }

  onPeopleChanged(guildId: string): void {
    const guild = this.#guilds.get(guildId);
    if (guild === undefined) return;
    this.#see(guild);
    this.#check(guildId);
  }

  onPermissionsChanged(guildId: string): void {
    this.#guilds.get(guildId)?.automation.unblock();
    this.#check(guildId);
  }

  onLimitsChanged(guildId: string): void {
    this.#guilds.get(guildId)?.automation.unblock(0);
    this.#check(guildId);
  }

  onChannelDeleted(guildId: string, channelId: string): void {
    const isNamed = this.#dropChannel(guildId, channelId);
    // Before they are read, the database may name it.
    if (this.#isLoaded && !isNamed) return;
    this.#upkeep.start({
      ...{ name: 'automatic-captions-of-deleted-channel', everyMs: undefined },
      run: async () => {
        await this.#options.store.removeChannel(guildId, channelId);
        this.#changes += 1;
        // They may have been read in the meantime.
        this.#dropChannel(guildId, channelId);
      },
    });
  }

  onVoiceEvent(event: VoiceEvent): void {
    if (event.type !== 'session-ended' && event.type !== 'session-moved') return;
    const guild = this.#guilds.get(event.guildId);
    // When the bot closes, nobody sent it away.
    if (guild === undefined || !this.#isOn) return;
    if (event.type === 'session-ended' && !guild.isLeaving) {
      const isSentAway = event.reason === 'left' || event.reason === 'disconnected';
      if (isSentAway) this.#hold(guild, event.channelId);
      if (event.reason === 'failed') guild.automation.fail(event.channelId, this.#clock.monotonicMs());
    }
    this.#check(event.guildId);
  }

  async close(): Promise<void> {
    this.#isOn = false;
    this.#upkeep[Symbol.dispose]();
    for (const remove of this.#removeListeners) remove();
    for (const { timer } of this.#guilds.values()) clearTimeout(timer);
    const checks = [...this.#guilds.values()].flatMap(({ checking }) => checking ?? []);
    await withinTime(Promise.allSettled(checks), CLOSE_PATIENCE_MS, undefined);
  }

  async #load(): Promise<void> {
    for (let before = -1; before !== this.#changes; ) {
      before = this.#changes;
      const [entries, held] = await Promise.all([this.#options.store.all(), this.#options.store.held()]);
      if (before !== this.#changes) continue;
      for (const entry of entries) {
        const { guildId, voiceChannelId } = entry;
        if (!this.#options.serves(guildId) || this.isSetUp(guildId, voiceChannelId)) continue;
        const guild = this.#add(entry);
        if (!held.includes(voiceChannelId)) continue;
        this.#held.add(voiceChannelId);
        guild.automation.hold(voiceChannelId);
      }
    }
    this.#isLoaded = true;
    this.#checkAll();
  }

  #checkAll(): void {
    for (const guildId of this.#guilds.keys()) this.#check(guildId);
  }

  #see(guild: Guild): void {
    const { guildId, automation } = guild;
    automation.see(this.#clock.monotonicMs(), (channelId) => this.#options.countPeople(guildId, channelId));
    this.#storeHeld(guild);
  }

  /** Where nobody is, nothing is held: the next people start afresh. */
  #hold(guild: Guild, voiceChannelId: string): void {
    guild.automation.hold(voiceChannelId);
    this.#see(guild);
  }

  /** Stores what has changed, so that a restart starts nothing that someone ended. */
  #storeHeld({ guildId, automation, entries }: Guild): void {
    for (const voiceChannelId of entries.keys()) {
      const isHeld = automation.isHeld(voiceChannelId);
      if (isHeld === this.#held.has(voiceChannelId)) continue;
      this.#held[isHeld ? 'add' : 'delete'](voiceChannelId);
      const run = (): Promise<void> =>
        this.#options.store.setHeld(guildId, voiceChannelId, this.#held.has(voiceChannelId));
      this.#upkeep.start({ name: 'automatic-captions-held', everyMs: undefined, run });
    }
  }

  #add(entry: AutoCaptions): Guild {
    const { guildId, voiceChannelId } = entry;
    const guild = this.#guilds.get(guildId) ?? newGuild(guildId, this.#timings);
    this.#guilds.set(guildId, guild);
    guild.entries.set(voiceChannelId, entry);
    guild.told.delete(voiceChannelId);
    guild.automation.add(voiceChannelId);
    this.#held.delete(voiceChannelId);
    return guild;
  }

  /** Whether any entry named the channel. */
  #dropChannel(guildId: string, channelId: string): boolean {
    const named = this.list(guildId).filter(
      ({ voiceChannelId, textChannelId }) => voiceChannelId === channelId || textChannelId === channelId,
    );
    for (const { voiceChannelId } of named) this.#drop(guildId, voiceChannelId);
    return named.length > 0;
  }

  #drop(guildId: string, voiceChannelId: string): boolean {
    const guild = this.#guilds.get(guildId);
    if (guild?.entries.delete(voiceChannelId) !== true) return false;
    guild.told.delete(voiceChannelId);
    guild.automation.remove(voiceChannelId);
    this.#held.delete(voiceChannelId);
    if (guild.entries.size > 0) return true;
    clearTimeout(guild.timer);
    this.#guilds.delete(guildId);
    return true;
  }

  #onEnding({ session: { guildId, voiceChannelId }, reason, usedUp }: CaptionsEnding): void {
    const guild = this.#guilds.get(guildId);
    if (guild?.entries.has(voiceChannelId) !== true) return;
    const { automation, told } = guild;
    switch (reason) {
      case 'stopped':
      case 'moved':
        this.#hold(guild, voiceChannelId);
        break;
      // The end itself says why.
      case 'audience-widened':
        automation.block(voiceChannelId);
        told.set(voiceChannelId, WIDER_AUDIENCE);
        break;
      case 'cannot-post':
        automation.block(voiceChannelId);
        break;
      case 'budget':
        automation.block(voiceChannelId, usedUp && toMonotonic(this.#clock, usedUp.resetsAtMs));
        told.set(voiceChannelId, budgetKey(usedUp?.resetsAtMs));
        break;
      // Why the bot left is known by the engine's event.
      case 'voice-ended':
      case 'emptied':
      case 'closed':
      case 'interrupted':
        break;
    }
  }

  #onEnded({ session, reason }: CaptionsEnded): void {
    const { guildId } = session;
    const guild = this.#guilds.get(guildId);
    if (guild === undefined) return;
    const hasBroughtBot = reason === 'emptied' && session.startedBy === undefined;
    const leaving = hasBroughtBot ? this.#leave(guild, session.voiceChannelId) : Promise.resolve();
    void leaving.finally(() => this.#check(guildId));
  }

  /** Captions brought the bot to the channel, and it goes with them. Never rejects. */
  async #leave(guild: Guild, voiceChannelId: string): Promise<void> {
    const { guildId } = guild;
    const { engine, countPeople, log } = this.#options;
    const isEmpty = (): boolean => countPeople(guildId, voiceChannelId) === 0;
    guild.isLeaving = true;
    try {
      const voice = await engine.session(guildId);
      if (voice?.channelId === voiceChannelId && isEmpty() && this.#isOn) await engine.leave(guildId);
    } catch (error) {
      log.warn({ err: error, guildId }, 'could not leave a voice channel after captions');
    } finally {
      guild.isLeaving = false;
    }
  }

  /** Does what is due in the guild, now or after the check under way. */
  #check(guildId: string): void {
    const guild = this.#guilds.get(guildId);
    if (guild === undefined || !this.#isOn) return;
    if (guild.checking !== undefined) {
      guild.isStale = true;
      return;
    }
    clearTimeout(guild.timer);
    guild.timer = undefined;
    guild.isStale = false;
    guild.checking = this.#checkNow(guild)
      .catch((error: unknown) => {
        this.#options.log.warn({ err: error, guildId }, 'could not look after automatic captions');
        this.#schedule(guild, this.#clock.monotonicMs() + this.#timings.retry.baseMs);
      })
      .finally(() => {
        guild.checking = undefined;
        if (guild.isStale) this.#check(guildId);
      });
  }

  async #checkNow(guild: Guild): Promise<void> {
    const { guildId, automation } = guild;
    const { engine, captions, countPeople, serves } = this.#options;
    if (!serves(guildId)) return;
    const [voice, status] = await Promise.all([engine.session(guildId), captions.status(guildId)]);
    if (!this.#isOn || guild.isLeaving) return;
    const step = automation.next({
      nowMs: this.#clock.monotonicMs(),
      countPeople: (channelId) => countPeople(guildId, channelId),
      botChannelId: voice?.channelId,
      running: status && { ...status.session, startedAtMs: toMonotonic(this.#clock, status.session.startedAtMs) },
    });
    this.#storeHeld(guild);
    switch (step.kind) {
      case 'start':
        await this.#begin(guild, step.voiceChannelId);
        guild.isStale = true;
        return;
      case 'end':
        captions.end(step.sessionId, 'emptied');
        return;
      case 'wait':
        this.#schedule(guild, step.untilMs);
        return;
    }
  }

  async #begin(guild: Guild, voiceChannelId: string): Promise<void> {
    const { guildId, automation, told } = guild;
    const { store, begin, log } = this.#options;
    try {
      // Another process may have erased who set it up.
      const entry = await store.of(guildId, voiceChannelId);
      const outcome = entry === undefined ? { kind: 'gone' as const } : await begin(entry);
      switch (outcome.kind) {
        case 'started':
          automation.started(voiceChannelId);
          told.delete(voiceChannelId);
          return;
        case 'gone':
          await this.remove(guildId, voiceChannelId);
          return;
        case 'failed':
          automation.fail(voiceChannelId, this.#clock.monotonicMs());
          return;
        case 'refused':
          automation.block(voiceChannelId, outcome.retryAtMs && toMonotonic(this.#clock, outcome.retryAtMs));
          if (told.get(voiceChannelId) === outcome.key) return;
          told.set(voiceChannelId, outcome.key);
          await outcome
            .tell()
            .catch((error: unknown) => log.info({ err: error }, 'could not say why captions do not start'));
      }
    } catch (error) {
      log.warn({ err: error, guildId }, 'captions did not start by themselves');
      automation.fail(voiceChannelId, this.#clock.monotonicMs());
    }
  }

  #schedule(guild: Guild, atMs: number | undefined): void {
    if (atMs === undefined || !this.#isOn) return;
    const waitMs = Math.min(MAX_TIMER_MS, Math.max(0, atMs - this.#clock.monotonicMs()));
    clearTimeout(guild.timer);
    guild.timer = setTimeout(() => this.#check(guild.guildId), waitMs).unref();
  }
}

function newGuild(guildId: string, timings: AutoCaptionTimings): Guild {
  const automation = new GuildAutomation(timings);
  const idle = { timer: undefined, checking: undefined, isStale: false, isLeaving: false };
  return { guildId, automation, entries: new Map(), told: new Map(), ...idle };
}

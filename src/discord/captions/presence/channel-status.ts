import { DiscordAPIError, type REST, Routes } from 'discord.js';
import { rememberWithin } from '../../../bounded-map.ts';
import type { CaptionSession } from '../../../captions/captions-ports.ts';
import { createOrder } from '../../../concurrency/async.ts';
import type { Logger } from '../../../log/log.ts';
import { CATALOGUES } from '../../../messages/catalogues.ts';
import type { Messages } from '../../../messages/messages.ts';
import { createRateBudget, type RateBudget } from '../../client/rate-budget.ts';
import { truncate } from '../../client/replies.ts';
import type { VoiceStatusReader } from './voice-status-reader.ts';

/** The end of captions waits no longer than this for the status to be restored. */
const REQUEST_TIMEOUT_MS = 1_000;
/** Discord's bound on a status (API reference, "Set Voice Channel Status"). */
const MAX_STATUS_LENGTH = 500;
/** How often in one session the status is set again although a person had just set another one. */
const MAX_ANSWERS_TO_PEOPLE = 3;
/** How often it is set again after it was dropped: a person who removes it time and again wins for a minute. */
const AFTER_DROPS = { kind: 'bucket', capacity: 5, refillMs: 60_000 } as const;
/** Statuses of ours whose echo is awaited. */
const MAX_SENT = 8;

/** Our status in every language: the server's may have changed since it was set. A longer one never begins with a shorter. */
const OURS = Object.values(CATALOGUES)
  .map(({ captions }) => captions.channelStatus)
  .toSorted((one, other) => other.length - one.length);

/** The line under a voice channel's name that says that captions are on. What people had set there comes back. */
export interface ChannelStatus {
  /** Remembers what people have set and sets the status if the bot may, else does nothing. Never rejects. */
  set(session: CaptionSession): Promise<void>;
  /**
   * Restores what people had set, if the bot may. With `sessionId` only if the status is that session's. Discord itself
   * removes the status when the channel empties.
   */
  clear(guildId: string, sessionId?: string): Promise<void>;
  /**
   * Removes what a crash left behind of captions that are over, if the bot may: call it when the bot has entered a
   * channel, because outside of it it needs Manage Channels. Never rejects.
   */
  removeLeftOver(guildId: string, channelId: string): Promise<void>;
  /** Call it for every VOICE_CHANNEL_STATUS_UPDATE; an empty status is none. */
  onChanged(guildId: string, channelId: string, status: string): void;
  /** Call it when a voice state changed in this guild: a status that was dropped is set again once people are there. */
  onPeopleChanged(guildId: string): void;
  /** Resolves when no request is under way. */
  settle(): Promise<void>;
}

interface ChannelStatusOptions {
  readonly rest: Pick<REST, 'put'>;
  /** Whether Discord currently accepts a status for this channel. */
  readonly maySet: (guildId: string, channelId: string) => boolean;
  readonly read: VoiceStatusReader['read'];
  /** Whether a person is in the voice channel. */
  readonly hasPeople: (guildId: string, channelId: string) => boolean;
  /** The catalogue of what everyone in the guild reads. */
  readonly publicMessages: (guildId: string) => Promise<Messages>;
  readonly log: Logger;
}

/** The status of one session. */
interface Shown {
  readonly guildId: string;
  readonly sessionId: string;
  readonly channelId: string;
  /** What people set, to be restored; `undefined` until it is read. */
  theirs: string | undefined;
  /** What the channel shows, as far as known. */
  visible: string | undefined;
  /** Whether people set `theirs` during the session: it is shown behind ours then. */
  isCombined: boolean;
  /** It was dropped and must be set again. */
  isDropped: boolean;
  answersLeft: number;
  readonly afterDrops: RateBudget;
  /** What we sent, for telling its echo from what people set; with what people had set behind it. */
  readonly sent: Map<string, string | undefined>;
}

/** Creates the status of all guilds. */
export function createChannelStatus(options: ChannelStatusOptions): ChannelStatus {
  const { rest, maySet, read, hasPeople, publicMessages, log } = options;
  /** By guild id, like the order. */
  const shown = new Map<string, Shown>();
  const inOrder = createOrder();

  const put = async (one: Shown, status: string): Promise<void> => {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    try {
      await rest.put(Routes.channelVoiceStatus(one.channelId), { body: { status }, signal });
      one.visible = status;
    } catch (error) {
      // A request without an answer may have arrived.
      if (!(error instanceof DiscordAPIError)) one.visible = status;
      log.info({ err: error }, 'could not set the status of a voice channel');
    }
  };

  const show = async (one: Shown): Promise<void> => {
    if (shown.get(one.guildId) !== one || !maySet(one.guildId, one.channelId)) return;
    const { captions } = await publicMessages(one.guildId);
    const { theirs = '', isCombined } = one;
    const isWithTheirs = isCombined && theirs !== '';
    const text = isWithTheirs
      ? truncate(captions.channelStatusWith({ status: theirs }), MAX_STATUS_LENGTH)
      : captions.channelStatus;
    rememberWithin(MAX_SENT, one.sent, text, isWithTheirs ? theirs : undefined);
    one.isDropped = false;
    await put(one, text);
  };

  const restore = async (guildId: string, sessionId?: string): Promise<void> => {
    const one = shown.get(guildId);
    if (one === undefined || (sessionId !== undefined && one.sessionId !== sessionId)) return;
    shown.delete(guildId);
    const theirs = one.theirs ?? '';
    if (one.visible !== undefined && one.visible !== theirs && maySet(guildId, one.channelId)) await put(one, theirs);
  };

  const setAgain = (one: Shown): void => {
    if (one.isDropped && (!hasPeople(one.guildId, one.channelId) || one.afterDrops.waitMs(performance.now()) > 0))
      return;
    if (one.isDropped) one.afterDrops.take(performance.now());
    else if (one.answersLeft === 0) return;
    else one.answersLeft -= 1;
    one.isDropped = false;
    void inOrder(one.guildId, () => show(one));
  };

  return {
    set: ({ guildId, sessionId, voiceChannelId: channelId }) =>
      inOrder(guildId, async () => {
        await restore(guildId);
        if (!maySet(guildId, channelId)) return;
        const one = newStatus(guildId, sessionId, channelId);
        shown.set(guildId, one);
        const before = await read(guildId, channelId);
        one.visible ??= before;
        // Left over from a crash, our own status is nothing to restore.
        one.theirs ??= withoutOurs(before ?? '');
        await show(one);
      }),
    clear: (guildId, sessionId) => inOrder(guildId, () => restore(guildId, sessionId)),
    removeLeftOver: (guildId, channelId) =>
      inOrder(guildId, async () => {
        if (shown.has(guildId) || !maySet(guildId, channelId)) return;
        const before = await read(guildId, channelId);
        if (before === undefined || !isOurs(before)) return;
        await put(newStatus(guildId, '', channelId), withoutOurs(before));
      }),
    onChanged: (guildId, channelId, status) => {
      const one = shown.get(guildId);
      if (one === undefined || one.channelId !== channelId) return;
      one.visible = status;
      if (one.sent.has(status)) {
        one.theirs = one.sent.get(status) ?? one.theirs;
        return;
      }
      // Nothing is shown yet: what people set now is what they had set before.
      const isBeforeOurs = one.sent.size === 0;
      one.isDropped = status === '' && !isBeforeOurs;
      // What is removed together with ours is not restored.
      if (status !== '' || one.isCombined || isBeforeOurs) one.theirs = withoutOurs(status);
      one.isCombined = status !== '' && !isBeforeOurs;
      if (!isBeforeOurs && !isOurs(status)) setAgain(one);
    },
    onPeopleChanged: (guildId) => {
      const one = shown.get(guildId);
      if (one?.isDropped) setAgain(one);
    },
    settle: () => inOrder.settled(),
  };
}

function newStatus(guildId: string, sessionId: string, channelId: string): Shown {
  return {
    ...{ guildId, sessionId, channelId, theirs: undefined, visible: undefined, isCombined: false, isDropped: false },
    answersLeft: MAX_ANSWERS_TO_PEOPLE,
    afterDrops: createRateBudget([AFTER_DROPS]),
    sent: new Map(),
  };
}

/** What people set, of a status that may begin with ours. */
function withoutOurs(status: string): string {
  const ours = OURS.find((each) => status.startsWith(each));
  return ours === undefined ? status : status.slice(ours.length).replace(/^[\s·]+/, '');
}

function isOurs(status: string): boolean {
  return OURS.some((ours) => status.startsWith(ours));
}

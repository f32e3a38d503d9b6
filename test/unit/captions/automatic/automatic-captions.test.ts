import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AutoCaptionStore, AutoCaptions } from '../../../../src/captions/auto-captions-ports.ts';
import { DEFAULT_AUTO_CAPTION_TIMINGS } from '../../../../src/captions/automatic/auto-caption-timings.ts';
import {
  type AutomaticCaptionsHost,
  type AutoStartOutcome,
  MAX_AUTO_CAPTIONS,
} from '../../../../src/captions/automatic/automatic-api.ts';
import { createAutomaticCaptions } from '../../../../src/captions/automatic/automatic-captions.ts';
import type { CaptionStatus, CaptionsEnded, CaptionsEndReason } from '../../../../src/captions/captions-api.ts';
import type { CaptionSession } from '../../../../src/captions/captions-ports.ts';
import { createLogger } from '../../../../src/log/log.ts';
import type { SessionSnapshot, VoiceEvent } from '../../../../src/voice/voice-api.ts';

const { settleMs, emptyMs, retry } = DEFAULT_AUTO_CAPTION_TIMINGS;

const entryOf = (voiceChannelId: string, more: Partial<AutoCaptions> = {}): AutoCaptions => ({
  ...{ guildId: 'g', voiceChannelId, textChannelId: 'text', isThreaded: false, language: undefined },
  ...{ setUpBy: 'ada', widerReaders: false, setUpAtMs: 1 },
  ...more,
});

function memoryStore(initial: readonly AutoCaptions[]) {
  const held = new Set<string>();
  const entries = new Map(initial.map((entry) => [`${entry.guildId} ${entry.voiceChannelId}`, entry]));
  const removeWhere = (matches: (entry: AutoCaptions) => boolean): void => {
    for (const [key, entry] of entries) if (matches(entry)) entries.delete(key);
  };
  const store: AutoCaptionStore = {
    held: async () => [...held],
    setHeld: async (_guildId, voiceChannelId, isHeld) =>
      void (isHeld ? held.add(voiceChannelId) : held.delete(voiceChannelId)),
    all: async () => [...entries.values()],
    of: async (guildId, voiceChannelId) => entries.get(`${guildId} ${voiceChannelId}`),
    set: async (entry) => void entries.set(`${entry.guildId} ${entry.voiceChannelId}`, entry),
    remove: async (guildId, voiceChannelId) => void entries.delete(`${guildId} ${voiceChannelId}`),
    removeChannel: async (guildId, id) =>
      removeWhere((entry) => entry.guildId === guildId && [entry.voiceChannelId, entry.textChannelId].includes(id)),
    countOf: async (userId) => [...entries.values()].filter(({ setUpBy }) => setUpBy === userId).length,
    erasePerson: async (userId) => {
      const theirs = [...entries].filter(([, { setUpBy }]) => setUpBy === userId);
      for (const [key, entry] of theirs) entries.set(key, { ...entry, setUpBy: undefined, widerReaders: false });
      return theirs.length;
    },
  };
  return { store, entries, held };
}

/** Automatic captions over people, a bot and captions in memory; what is done is added to `acts`. */
function createScene(initial: readonly AutoCaptions[] = [entryOf('lounge')]) {
  const acts: string[] = [];
  const people = new Map<string, number>();
  const sessions = new Map<string, SessionSnapshot>();
  const running = new Map<string, CaptionSession>();
  const ending = new Set<(ended: CaptionsEnded) => void>();
  const ended = new Set<(ended: CaptionsEnded) => void>();
  const outcomes: AutoStartOutcome[] = [];
  const { store, entries, held } = memoryStore(initial);
  let count = 0;

  const at = (guildId: string, channelId: string): SessionSnapshot => ({
    ...{ guildId, channelId, joining: false, paused: false, items: [] },
  });
  const startCaptions = (guildId: string, voiceChannelId: string, startedBy: string | undefined): void => {
    sessions.set(guildId, at(guildId, voiceChannelId));
    count += 1;
    running.set(guildId, {
      ...{ sessionId: `s${count}`, guildId, voiceChannelId, textChannelId: 'text', startedBy, language: undefined },
      ...{ consent: 'opt-out', widerReaders: false, startedAtMs: Date.now(), endedAtMs: undefined },
    });
  };
  /** Captions end, and their text is complete a moment later. */
  const endCaptions = (guildId: string, reason: CaptionsEndReason, usedUp?: CaptionsEnded['usedUp']): void => {
    const session = running.get(guildId);
    if (session === undefined) return;
    running.delete(guildId);
    const news = { session, reason, movedTo: undefined, usedUp, lines: 0, waitingClips: 0 };
    for (const listener of ending) listener(news);
    setTimeout(() => {
      for (const listener of ended) listener(news);
    }, 100);
  };
  const captions = createAutomaticCaptions({
    store,
    captions: {
      status: async (guildId) => {
        const session = running.get(guildId);
        return session && ({ session } as CaptionStatus);
      },
      end: (sessionId, reason) => {
        acts.push(`end ${sessionId}: ${reason}`);
        for (const [guildId, session] of running) if (session.sessionId === sessionId) endCaptions(guildId, reason);
      },
      onEnding: (listener) => {
        ending.add(listener);
        return () => ending.delete(listener);
      },
      onEnded: (listener) => {
        ended.add(listener);
        return () => ended.delete(listener);
      },
    },
    engine: {
      session: async (guildId) => sessions.get(guildId),
      leave: async (guildId) => {
        acts.push('leave');
        sendAway(guildId, 'left');
        return true;
      },
    },
    countPeople: (guildId, channelId) => people.get(`${guildId} ${channelId}`) ?? 0,
    serves: (guildId) => guildId !== 'far',
    begin: async ({ guildId, voiceChannelId }) => {
      const outcome = outcomes.shift() ?? { kind: 'started' };
      acts.push(`${outcome.kind} ${voiceChannelId}`);
      if (outcome.kind === 'started') startCaptions(guildId, voiceChannelId, undefined);
      return outcome;
    },
    log: createLogger('silent'),
  });
  const onVoiceEvent = (event: VoiceEvent): void => captions.onVoiceEvent(event);
  const sendAway = (guildId: string, reason: 'left' | 'disconnected' | 'failed'): void => {
    const session = sessions.get(guildId);
    if (session === undefined) return;
    sessions.delete(guildId);
    endCaptions(guildId, 'voice-ended');
    onVoiceEvent({ type: 'session-ended', guildId, channelId: session.channelId, reason });
  };
  const set = (channelId: string, number: number, guildId = 'g'): void => {
    people.set(`${guildId} ${channelId}`, number);
    captions.onPeopleChanged(guildId);
  };
  /** What was done since the last look, elapse `ms`. */
  const elapse = async (ms: number): Promise<string[]> => {
    await vi.advanceTimersByTimeAsync(ms);
    return acts.splice(0);
  };
  return {
    captions,
    entries,
    held,
    store,
    outcomes,
    running,
    sessions,
    set,
    elapse,
    sendAway,
    endCaptions,
    startCaptions,
  };
}

/** As the bot does, once it is ready. */
const begin = (captions: AutomaticCaptionsHost): void => void captions.load().then(() => captions.start());

const STAYS = settleMs + 1;
const GONE = emptyMs + 1_000;

/** A scene in which captions of the lounge are on. */
async function createRunning(initial?: readonly AutoCaptions[]) {
  const scene = createScene(initial);
  begin(scene.captions);
  scene.set('lounge', 2);
  expect(await scene.elapse(STAYS)).toEqual(['started lounge']);
  return scene;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('captions that start by themselves', () => {
  it('begin when the channel fills, end when it empties, and the bot leaves with them', async () => {
    const { set, elapse, captions } = await createRunning();
    set('lounge', 1);
    expect(await elapse(60_000)).toEqual([]);
    set('lounge', 0);
    expect(await elapse(emptyMs - 1)).toEqual([]);
    expect(await elapse(1_000)).toEqual(['end s1: emptied', 'leave']);
    set('lounge', 1);
    expect(await elapse(STAYS)).toEqual(['started lounge']);
    await captions.close();
  });

  it.each([-5, 5])('begin and end in time when the clock is set by %d hours', async (hours) => {
    const shift = () => void vi.setSystemTime(Date.now() + hours * 3_600_000);
    const { captions, set, elapse } = createScene();
    begin(captions);
    set('lounge', 2);
    expect(await elapse(settleMs - 100)).toEqual([]);
    shift();
    set('lounge', 1);
    expect(await elapse(50)).toEqual([]);
    expect(await elapse(STAYS)).toEqual(['started lounge']);
    shift();
    set('lounge', 0);
    shift();
    expect(await elapse(emptyMs - 1_000)).toEqual([]);
    expect(await elapse(2_000)).toEqual(['end s1: emptied', 'leave']);
    await captions.close();
  });

  it('do not begin for someone passing through', async () => {
    const { captions, set, elapse } = createScene();
    begin(captions);
    set('lounge', 1);
    expect(await elapse(settleMs - 100)).toEqual([]);
    set('lounge', 0);
    expect(await elapse(60_000)).toEqual([]);
  });

  it('begin again at once when people return while the text of the last ones is completed', async () => {
    const { set, elapse } = await createRunning();
    set('lounge', 0);
    expect(await elapse(emptyMs)).toEqual(['end s1: emptied']);
    set('lounge', 1);
    expect(await elapse(STAYS)).toEqual(['started lounge']);
  });

  it.each([
    ['/captions stop', (scene: Awaited<ReturnType<typeof createRunning>>) => scene.endCaptions('g', 'stopped')],
    ['a move of the bot', (scene: Awaited<ReturnType<typeof createRunning>>) => scene.endCaptions('g', 'moved')],
    ['/leave', (scene: Awaited<ReturnType<typeof createRunning>>) => scene.sendAway('g', 'left')],
    ['a kick of the bot', (scene: Awaited<ReturnType<typeof createRunning>>) => scene.sendAway('g', 'disconnected')],
  ])('respect %s until everyone has left once', async (_what, act) => {
    const scene = await createRunning();
    act(scene);
    scene.sessions.delete('g');
    scene.set('lounge', 1);
    scene.captions.onPermissionsChanged('g');
    expect(await scene.elapse(60 * 60_000)).toEqual([]);
    scene.set('lounge', 0);
    scene.set('lounge', 1);
    expect(await scene.elapse(STAYS)).toEqual(['started lounge']);
  });

  it('respect after a restart what someone ended before, until everyone has left once', async () => {
    const before = await createRunning();
    before.endCaptions('g', 'stopped');
    await before.elapse(0);
    expect([...before.held]).toEqual(['lounge']);
    const { captions, held, set, elapse } = createScene();
    held.add('lounge');
    set('lounge', 1);
    begin(captions);
    expect(await elapse(60 * 60_000)).toEqual([]);
    set('lounge', 0);
    expect(await elapse(0)).toEqual([]);
    expect([...held]).toEqual([]);
    set('lounge', 1);
    expect(await elapse(STAYS)).toEqual(['started lounge']);
  });

  it('begin for whoever comes while the bot leaves an empty channel', async () => {
    const { set, sendAway, elapse } = await createRunning();
    set('lounge', 0);
    sendAway('g', 'left');
    set('lounge', 1);
    expect(await elapse(STAYS)).toEqual(['started lounge']);
  });

  it('begin again after a connection that broke', async () => {
    const { sendAway, elapse } = await createRunning();
    sendAway('g', 'failed');
    expect(await elapse(retry.baseMs - 1)).toEqual([]);
    expect(await elapse(1)).toEqual(['started lounge']);
  });

  it('count captions that were started by hand as theirs, and leave the bot where it is', async () => {
    const { captions, set, elapse, startCaptions } = createScene();
    begin(captions);
    set('lounge', 1);
    startCaptions('g', 'lounge', 'ada');
    expect(await elapse(60_000)).toEqual([]);
    set('lounge', 0);
    expect(await elapse(GONE)).toEqual(['end s1: emptied']);
  });

  it('go to the next channel when the first one empties', async () => {
    const { set, elapse } = await createRunning([entryOf('lounge'), entryOf('studio')]);
    set('studio', 3);
    expect(await elapse(60_000)).toEqual([]);
    set('lounge', 0);
    expect(await elapse(GONE)).toEqual(['end s1: emptied', 'leave', 'started studio']);
  });

  it('of two servers at once do not touch each other', async () => {
    const scene = createScene([entryOf('lounge'), entryOf('lounge', { guildId: 'h' })]);
    begin(scene.captions);
    scene.set('lounge', 1);
    scene.set('lounge', 1, 'h');
    expect(await scene.elapse(STAYS)).toEqual(['started lounge', 'started lounge']);
    scene.endCaptions('g', 'stopped');
    scene.set('lounge', 0, 'h');
    expect(await scene.elapse(GONE)).toEqual(['end s2: emptied', 'leave']);
    scene.set('lounge', 1, 'h');
    expect(await scene.elapse(STAYS)).toEqual(['started lounge']);
    expect([...scene.running.keys()]).toEqual(['h']);
  });

  it('say once why they do not start, and try again when permissions change', async () => {
    const { captions, set, elapse, outcomes } = createScene();
    const told: string[] = [];
    const refusal = (key: string): AutoStartOutcome => ({
      ...{ kind: 'refused', key, retryAtMs: undefined, tell: async () => void told.push(key) },
    });
    outcomes.push(refusal('one'), refusal('one'), refusal('two'));
    begin(captions);
    set('lounge', 1);
    expect(await elapse(60 * 60_000)).toEqual(['refused lounge']);
    captions.onPermissionsChanged('g');
    expect(await elapse(60 * 60_000)).toEqual(['refused lounge']);
    set('lounge', 0);
    set('lounge', 1);
    expect(await elapse(STAYS)).toEqual(['refused lounge']);
    expect(told).toEqual(['one', 'two']);
    captions.onPermissionsChanged('g');
    expect(await elapse(1)).toEqual(['started lounge']);
  });

  it('are tried again at once when the minutes of the server change', async () => {
    const { captions, endCaptions, elapse } = await createRunning();
    endCaptions('g', 'budget', { whose: 'guild', limit: 1, resetsAtMs: Date.now() + 3_600_000 });
    captions.onPermissionsChanged('g');
    expect(await elapse(60_000)).toEqual([]);
    captions.onLimitsChanged('g');
    expect(await elapse(1)).toEqual(['started lounge']);
  });

  it('wait for the reset of a budget that ended them, and do not repeat why', async () => {
    const { endCaptions, elapse, outcomes } = await createRunning();
    const resetsAtMs = Date.now() + 3_600_000;
    const tell = vi.fn(async () => undefined);
    outcomes.push({ kind: 'refused', key: `budget:${resetsAtMs}`, retryAtMs: undefined, tell });
    endCaptions('g', 'budget', { whose: 'guild', limit: 1, resetsAtMs });
    expect(await elapse(3_599_000)).toEqual([]);
    expect(await elapse(1_001)).toEqual(['refused lounge']);
    expect(tell).not.toHaveBeenCalled();
  });

  it('do not start again for readers who cannot see the voice channel, until permissions change', async () => {
    const { endCaptions, captions, elapse } = await createRunning();
    endCaptions('g', 'audience-widened');
    expect(await elapse(60_000)).toEqual([]);
    captions.onPermissionsChanged('g');
    expect(await elapse(1)).toEqual(['started lounge']);
  });

  it('are tried again after a failure, also of the database', async () => {
    const { captions, set, elapse, outcomes, store } = createScene();
    begin(captions);
    outcomes.push({ kind: 'failed' });
    set('lounge', 1);
    expect(await elapse(STAYS)).toEqual(['failed lounge']);
    const broken = vi.spyOn(store, 'of').mockRejectedValueOnce(new Error('down'));
    expect(await elapse(retry.baseMs)).toEqual([]);
    expect(broken).toHaveBeenCalled();
    expect(await elapse(retry.baseMs * 2)).toEqual(['started lounge']);
  });

  it('are read from the database at the start, again and again until that works, for the guilds of this process', async () => {
    const { captions, set, elapse, store } = createScene([entryOf('lounge'), entryOf('lounge', { guildId: 'far' })]);
    vi.spyOn(store, 'all').mockRejectedValueOnce(new Error('down'));
    begin(captions);
    set('lounge', 1);
    expect(await elapse(0)).toEqual([]);
    expect(captions.list('g')).toEqual([]);
    expect(await elapse(60_000)).toEqual(['started lounge']);
    expect(captions.list('g')).toEqual([entryOf('lounge')]);
    expect(captions.list('far')).toEqual([]);
  });

  it('start soon where people are when they are set up, and not any more when they are removed', async () => {
    const { captions, set, elapse, entries } = createScene([]);
    begin(captions);
    set('lounge', 1);
    expect(await elapse(60_000)).toEqual([]);
    expect(await captions.set(entryOf('lounge'))).toBe('set');
    expect(await captions.set(entryOf('studio'))).toBe('set');
    expect(await captions.remove('g', 'studio')).toBe(true);
    expect(await captions.remove('g', 'studio')).toBe(false);
    expect(await elapse(STAYS)).toEqual(['started lounge']);
    expect(captions.isSetUp('g', 'lounge')).toBe(true);
    expect(await captions.remove('g', 'lounge')).toBe(true);
    expect([...entries]).toEqual([]);
    set('lounge', 0);
    expect(await elapse(60_000)).toEqual([]);
  });

  it('start after all when they are set up again after someone ended them', async () => {
    const { captions, endCaptions, elapse } = await createRunning();
    endCaptions('g', 'stopped');
    expect(await elapse(60_000)).toEqual([]);
    await captions.set(entryOf('lounge'));
    expect(await elapse(STAYS)).toEqual(['started lounge']);
  });

  it.each(['lounge', 'text'])('are removed with their channel (%s)', async (channelId) => {
    const { captions, set, elapse, entries } = createScene();
    begin(captions);
    await elapse(0);
    captions.onChannelDeleted('h', channelId);
    captions.onChannelDeleted('g', 'other');
    expect(captions.list('g')).toHaveLength(1);
    captions.onChannelDeleted('g', channelId);
    set('lounge', 1);
    expect(await elapse(60_000)).toEqual([]);
    expect([...entries]).toEqual([]);
  });

  it('are removed when a start finds their text channel gone', async () => {
    const { captions, set, elapse, outcomes, entries } = createScene();
    outcomes.push({ kind: 'gone' });
    begin(captions);
    set('lounge', 1);
    expect(await elapse(60_000)).toEqual(['gone lounge']);
    expect([...entries]).toEqual([]);
  });

  it('are bounded in number', async () => {
    const { captions, elapse } = createScene([]);
    begin(captions);
    await elapse(0);
    for (let index = 0; index < MAX_AUTO_CAPTIONS; index += 1) await captions.set(entryOf(`voice ${index}`));
    expect(await captions.set(entryOf('one more'))).toBe('too-many');
    expect(await captions.set(entryOf('voice 0', { textChannelId: 'other' }))).toBe('set');
    expect(captions.list('g')).toHaveLength(MAX_AUTO_CAPTIONS);
  });

  it('forget who set them up, and what that person confirmed', async () => {
    const { captions, elapse } = createScene([
      entryOf('lounge', { widerReaders: true }),
      entryOf('studio', { setUpBy: 'b' }),
    ]);
    begin(captions);
    await elapse(0);
    expect(await captions.countOf('ada')).toBe(1);
    expect(await captions.erasePerson('ada')).toBe(1);
    expect(captions.list('g')).toEqual([
      entryOf('lounge', { setUpBy: undefined }),
      entryOf('studio', { setUpBy: 'b' }),
    ]);
    expect(await captions.countOf('ada')).toBe(0);
  });

  it('start nothing any more once they are closed', async () => {
    const { captions, endCaptions, elapse } = await createRunning();
    const closing = captions.close();
    endCaptions('g', 'closed');
    expect(await elapse(60_000)).toEqual([]);
    await closing;
  });
});

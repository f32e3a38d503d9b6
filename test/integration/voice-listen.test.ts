import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_VOICE } from '@mynah/local-speech/synthesis/flite-voices';
import { createSynthesizer, type Synthesizer } from '@mynah/local-speech/synthesis/synthesizer';
import { createOggOpusReader } from '@mynah/opus/ogg-opus-reader';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Clip, ClipUnderWay, InterimOutcome, SpeakerPolicy } from '../../src/voice/voice-api.ts';
import { BOT, GUILD, LOUNGE, STAGE, STUDIO, trustVoiceServer, VoiceScene } from './voice-fixture.ts';
import {
  ANNA,
  BEN,
  babble,
  begin,
  CLEO,
  EVERYBODY,
  hex,
  SILENCE,
  say,
  sound,
  soundOf,
  startListening,
  timeOf,
  untilEnded,
} from './voice-listen-fixture.ts';

let scene: VoiceScene;
let synthesizer: Synthesizer;

trustVoiceServer();
beforeAll(() => {
  synthesizer = createSynthesizer();
});
afterAll(() => synthesizer.close());
beforeEach(async () => {
  scene = await VoiceScene.open();
});
afterEach(async () => {
  await scene[Symbol.asyncDispose]();
});

/** Speech from flite as Opus packets. */
async function spoken(text: string): Promise<Uint8Array[]> {
  const spec = {
    voice: DEFAULT_VOICE,
    format: 'opus',
    sampleRateHz: 48_000,
    mp3BitrateKbps: 128,
    volumeDb: 0,
  } as const;
  const stream = synthesizer.open(spec);
  const bytes = [(await stream.speak(text)).bytes, await stream.end()];
  const reader = createOggOpusReader();
  return bytes.flatMap((chunk) => reader.push(chunk));
}

const listening = (channelId?: string, policy?: SpeakerPolicy): Promise<void> =>
  startListening(scene, channelId, policy);
const ended = (utterances: number): Promise<void> => untilEnded(scene, utterances);

/** What was reported, without what goes to the gateway and what clips under way grow by. */
function heardTypes(): string[] {
  return scene.events.map(({ type }) => type).filter((type) => type !== 'gateway-send' && type !== 'clip-grown');
}

/** Transcribes the captured part of an utterance. */
function interim(utteranceId: string, channelId = LOUNGE): Promise<InterimOutcome> {
  const context = { tenant: GUILD, priority: 'interim-captions', signal: new AbortController().signal } as const;
  return scene.engine.transcribeInterim({ utteranceId, channelId, language: undefined, soundCues: false }, context);
}

async function started(): Promise<void> {
  await vi.waitFor(() => expect(scene.events.some(({ type }) => type === 'speech-started')).toBe(true), {
    timeout: 5_000,
  });
}

/** The report of opusinfo about a clip. It only reads files, and exits with 1 on faults. */
function opusinfo(clip: Clip): string {
  const folder = mkdtempSync(join(tmpdir(), 'mynah-clip-'));
  const file = join(folder, 'clip.ogg');
  writeFileSync(file, clip.audio);
  try {
    return execFileSync('opusinfo', [file], { encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('it deafens itself while it does not listen, without leaving the channel', async () => {
  const anna = await scene.person(ANNA, LOUNGE);
  await listening();
  await scene.engine.listen(GUILD, undefined);
  expect(scene.requests.map(({ self_deaf }) => self_deaf)).toEqual([true, false, true]);
  expect(scene.requests.every(({ channel_id }) => channel_id === LOUNGE)).toBe(true);
  expect(await scene.engine.hearing(GUILD)).toBeUndefined();
  await say(anna, babble(15, 1));
  expect(scene.events.filter(({ type }) => type !== 'gateway-send')).toEqual([]);
});

test('without a session it does not listen', async () => {
  expect(await scene.engine.listen(GUILD, { channelId: LOUNGE, ...EVERYBODY })).toEqual({ kind: 'no-session' });
  expect(await interim('none')).toEqual({ kind: 'nothing-new' });
});

test('opusinfo finds no fault in a clip', { tags: ['opusinfo'] }, async () => {
  const anna = await scene.person(ANNA, LOUNGE);
  await listening();
  await say(anna, await spoken('Good morning everybody.'));
  await ended(1);
  const verdict = opusinfo((scene.clips as [Clip])[0]);
  expect(verdict).toMatch(/Opus stream/);
  expect(verdict).not.toMatch(/warning|error|fault/i);
});

test('a sentence is one clip of its exact packets, at the right time', async () => {
  const anna = await scene.person(ANNA, LOUNGE);
  await listening();
  const packets = await spoken('Good morning everybody.');
  const sentAtMs = await say(anna, packets);
  await ended(1);
  const [clip] = scene.clips as [Clip];
  expect(soundOf(clip)).toEqual(sound(packets));
  expect(clip).toMatchObject({ guildId: GUILD, channelId: LOUNGE, userId: ANNA, part: 0, lostPackets: 0 });
  for (const index of [0, packets.length - 1].filter((at) => hex(packets[at] as Uint8Array) !== SILENCE)) {
    expect(Math.abs(timeOf(clip, packets[index] as Uint8Array) - (sentAtMs[index] ?? 0))).toBeLessThan(100);
  }
  expect(heardTypes()).toEqual(['speech-started', 'clip', 'speech-ended']);
  expect(await scene.engine.hearing(GUILD)).toMatchObject({ lost: 0 });
  expect((await scene.engine.diagnose(GUILD))?.traffic.total).toMatchObject({ packetsLost: 0, decryptFailures: 0 });
});

test('it also hears a channel without end-to-end encryption', async () => {
  const anna = await scene.person(ANNA, STAGE);
  await listening(STAGE);
  const packets = babble(60, 3);
  await say(anna, packets);
  await ended(1);
  expect(soundOf(...scene.clips)).toEqual(sound(packets));
});

test('three people who speak simultaneously are each heard completely', async () => {
  const people = await Promise.all([ANNA, BEN, CLEO].map((userId) => scene.person(userId, LOUNGE)));
  await listening();
  const texts = ['One two three four.', 'Five six seven eight.', 'Nine ten eleven twelve.'];
  const packets = await Promise.all(texts.map(spoken));
  await Promise.all(people.map((person, index) => say(person, packets[index] ?? [])));
  await ended(3);
  for (const [index, userId] of [ANNA, BEN, CLEO].entries()) {
    expect(soundOf(...scene.clipsOf(userId))).toEqual(sound(packets[index] ?? []));
  }
});

test('somebody who leaves in mid-sentence is heard until then', async () => {
  const anna = await scene.person(ANNA, LOUNGE);
  await scene.person(BEN, LOUNGE);
  await listening();
  const packets = babble(200, 4);
  const speech = begin(anna, packets);
  // Packets in flight when somebody leaves may be lost.
  const heardSome = async (): Promise<void> =>
    expect((await scene.engine.hearing(GUILD))?.packets).toBeGreaterThanOrEqual(50);
  const left = vi.waitFor(heardSome, { timeout: 10_000 }).then(() => anna.leave());
  await expect(speech.done).rejects.toThrow();
  await left;
  await ended(1);
  const heard = soundOf(...scene.clips);
  expect(heard.length).toBeGreaterThanOrEqual(50);
  expect(heard).toEqual(sound(packets).slice(0, heard.length));
});

test('somebody already speaking when it joins is identified by their key and heard from the first packet', async () => {
  const anna = await scene.person(ANNA, LOUNGE);
  await scene.person(BEN, LOUNGE);
  await scene.engine.join({ guildId: GUILD, channelId: LOUNGE });
  const packets = babble(150, 5);
  const speech = begin(anna, packets);
  await speech.sent(50);
  await scene.engine.leave(GUILD);
  await listening();
  await speech.done;
  await ended(1);
  const heard = soundOf(...scene.clipsOf(ANNA));
  expect(heard.length).toBeGreaterThan(20);
  expect(heard).toEqual(sound(packets).slice(-heard.length));
});

test('ignoring somebody while they speak discards their clip, and nobody else’s', async () => {
  const [anna, ben] = await Promise.all([scene.person(ANNA, LOUNGE), scene.person(BEN, LOUNGE)]);
  await listening();
  const packets = babble(80, 8);
  const speeches = [begin(anna, babble(80, 7)), begin(ben, packets)];
  await Promise.all(speeches.map(({ sent }) => sent(30)));
  await vi.waitFor(() => expect(scene.events.filter(({ type }) => type === 'speech-started')).toHaveLength(2), {
    timeout: 5_000,
  });
  await scene.engine.listen(GUILD, { channelId: LOUNGE, ...EVERYBODY, ignore: [ANNA] });
  expect(scene.events.at(-1)).toMatchObject({ type: 'speech-ended', userId: ANNA, clips: 0 });
  await Promise.all(speeches.map(({ done }) => done));
  await ended(2);
  expect(scene.clipsOf(ANNA)).toEqual([]);
  expect(soundOf(...scene.clipsOf(BEN))).toEqual(sound(packets));
});

test('only the named people are heard when others are ignored', async () => {
  const [anna, ben] = await Promise.all([scene.person(ANNA, LOUNGE), scene.person(BEN, LOUNGE)]);
  await listening(LOUNGE, { others: 'ignore', hear: [BEN], ignore: [] });
  await Promise.all([say(anna, babble(30, 7)), say(ben, babble(30, 8))]);
  await ended(1);
  expect(new Set(scene.clips.map(({ userId }) => userId))).toEqual(new Set([BEN]));
});

test('interim transcriptions cover more and more of an utterance, up to its clip', async () => {
  const anna = await scene.person(ANNA, LOUNGE);
  await listening();
  const packets = babble(100, 9);
  const speech = begin(anna, packets);
  const looks: { readonly clip: ClipUnderWay; readonly audio: Uint8Array }[] = [];
  await started();
  const first = scene.events.find((event) => event.type === 'speech-started');
  const utteranceId = first?.type === 'speech-started' ? first.utteranceId : '';
  for (const count of [30, 60, 90]) {
    await speech.sent(count);
    const outcome = await interim(utteranceId);
    const audio = scene.speech.recordings.at(-1);
    if (outcome.kind === 'transcribed' && audio !== undefined) looks.push({ clip: outcome.clip, audio });
  }
  const wasRepeated = await interim(utteranceId);
  await speech.sent(99);
  const wasElsewhere = await interim(utteranceId, STUDIO);
  await speech.done;
  await ended(1);
  const lengths = looks.map((look) => soundOf(look).length);
  expect(lengths).toHaveLength(3);
  expect(lengths).toEqual([...lengths].sort((one, other) => one - other));
  expect(scene.speech.recordings).toHaveLength(3);
  expect(wasRepeated).toEqual({ kind: 'nothing-new' });
  expect(wasElsewhere).toEqual({ kind: 'nothing-new' });
  for (const look of looks) {
    expect(look.clip).toMatchObject({
      clipId: scene.clips[0]?.clipId,
      startedAtMs: scene.clips[0]?.startedAtMs,
      part: 0,
    });
    expect(soundOf(look)).toEqual(sound(packets).slice(0, soundOf(look).length));
  }
  expect(await interim(utteranceId)).toEqual({ kind: 'nothing-new' });
});

test('when moved to another channel, it completes its clips, and listens there only when asked to', async () => {
  const anna = await scene.person(ANNA, LOUNGE);
  const ben = await scene.person(BEN, STUDIO);
  await listening();
  const said = babble(200, 11);
  const speech = begin(anna, said);
  await speech.sent(30);
  await started();
  scene.place(STUDIO);
  expect(heardTypes()).toEqual(['speech-started', 'clip', 'speech-ended', 'session-moved']);
  expect(scene.clips[0]).toMatchObject({ channelId: LOUNGE, userId: ANNA });
  expect(soundOf(...scene.clips)).toEqual(sound(said).slice(0, soundOf(...scene.clips).length));
  await vi.waitFor(
    () => expect(scene.server.figures().users.filter(({ channelId }) => channelId === STUDIO)).toHaveLength(2),
    { timeout: 5_000 },
  );
  await ben.groupOf([BEN, BOT]);
  expect(await scene.engine.hearing(GUILD)).toBeUndefined();
  await say(ben, babble(50, 15));
  expect(scene.clipsOf(BEN)).toEqual([]);
  await listening(STUDIO);
  const packets = babble(50, 12);
  await say(ben, packets);
  await ended(2);
  expect(soundOf(...scene.clipsOf(BEN))).toEqual(sound(packets));
  expect(scene.clipsOf(BEN)[0]).toMatchObject({ channelId: STUDIO });
  await speech.done;
});

test('a connection that resumes during speech loses nothing and passes on nothing still encrypted', async () => {
  const anna = await scene.person(ANNA, LOUNGE);
  await listening();
  const packets = babble(150, 13);
  const speech = begin(anna, packets);
  await speech.sent(30);
  await started();
  scene.breakBot(4015);
  await speech.done;
  await ended(1);
  expect(soundOf(...scene.clips)).toEqual(sound(packets));
  expect(scene.requests).toHaveLength(2);
});

test('a replaced connection completes its clips and continues with the rest', async () => {
  const anna = await scene.person(ANNA, LOUNGE);
  await listening();
  const packets = babble(200, 14);
  const speech = begin(anna, packets);
  await speech.sent(30);
  await started();
  scene.breakBot(4006);
  await speech.done;
  await vi.waitFor(() => expect(scene.clips.length).toBe(2), { timeout: 5_000 });
  const [before, after] = scene.clips.map((clip) => soundOf(clip));
  expect(before).toEqual(sound(packets).slice(0, before?.length));
  expect(after).toEqual(sound(packets).slice(-(after?.length ?? 0)));
});

test('no speech is lost when somebody joins during it', async () => {
  const anna = await scene.person(ANNA, LOUNGE);
  await listening();
  const packets = babble(150, 15);
  const speech = begin(anna, packets);
  await speech.sent(30);
  await started();
  await scene.person(BEN, LOUNGE);
  await speech.done;
  await ended(1);
  expect(soundOf(...scene.clips)).toEqual(sound(packets));
});

test('somebody who joins and speaks immediately is heard completely', async () => {
  await scene.person(ANNA, LOUNGE);
  await listening();
  const ben = await scene.person(BEN, LOUNGE);
  const packets = babble(60, 18);
  await say(ben, packets);
  await ended(1);
  expect(soundOf(...scene.clips)).toEqual(sound(packets));
});

test('it hears while it speaks, and does not hear itself', async () => {
  const anna = await scene.person(ANNA, LOUNGE);
  await listening();
  await scene.engine.speak({ guildId: GUILD, textId: '1', text: 'Hello.', voiceId: undefined, userId: ANNA });
  scene.speech.calls.at(-1)?.send(0, 100).end();
  const packets = babble(100, 16);
  await say(anna, packets);
  await ended(1);
  await vi.waitFor(() => expect(scene.events.some(({ type }) => type === 'item-finished')).toBe(true), {
    timeout: 5_000,
  });
  expect(soundOf(...scene.clips)).toEqual(sound(packets));
  expect(new Set(scene.clips.map(({ userId }) => userId))).toEqual(new Set([ANNA]));
});

test('what was heard is reported before the end of the session', async () => {
  const anna = await scene.person(ANNA, LOUNGE);
  await listening();
  const speech = begin(anna, babble(100, 17));
  await speech.sent(30);
  await started();
  await scene.engine.leave(GUILD);
  expect(heardTypes()).toEqual(['speech-started', 'clip', 'speech-ended', 'session-ended']);
  await speech.done;
  expect(scene.events.at(-1)?.type).toBe('gateway-send');
});

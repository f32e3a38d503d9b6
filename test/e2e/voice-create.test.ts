import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PersonFile } from '@mynah/local-discord/people/option-values';
import type { Person } from '@mynah/local-discord/people/person';
import type { OptionValues } from '@mynah/local-discord/people/typed-command';
import type { Fault } from '@mynah/local-speech/local-speech-api';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EMPTY_RECORDING, makeRecording, SOUND_RATE_HZ, truncated } from '../support/recordings.ts';
import { openTestSession, patience, type TestSession } from '../support/test-session.ts';
import {
  labelsOf,
  makeVoice,
  modelRequests,
  PICTURE,
  pressLabel,
  recordingOf,
  typeVoice,
} from '../support/voice-commands.ts';

const sound = Int16Array.from({ length: 2 * SOUND_RATE_HZ }, (_, index) => 9_000 * Math.sin(index / 12));
/** The bot polls after 5 s and 10 s: the first finds the voice in training, the second trained, also on a busy machine. */
const TRAINING_MS = 7_500;

let session: TestSession;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mynah-voices-'));
  session = await openTestSession({ environment: { DATABASE_URL: `sqlite:${join(folder, 'voices.sqlite')}` } });
});
afterEach(() => {
  session.speech.faults.clear();
});
afterAll(async () => {
  await session[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** A person without voices. */
function newcomer(name: string): Person {
  return session.environment.discord.addPerson({ name });
}

function posted(): number {
  return modelRequests(session.speech, 'POST').length;
}

function stored(query: string): unknown[] {
  const database = new Database(join(folder, 'voices.sqlite'), { readonly: true });
  try {
    return database.prepare(query).all();
  } finally {
    database.close();
  }
}

describe('/voice create', () => {
  it('asks to confirm the right to the voice, and sends nothing before that', async () => {
    const before = session.speech.requests.length;
    const invocation = await newcomer('Asked').type('/voice create', { title: 'Asked', audio: recordingOf(2) });
    const offer = await invocation.reply(patience());
    expect(invocation.acknowledgedAfterMs).toBeLessThan(3_000);
    expect(offer.ephemeral).toBe(true);
    expect(offer.content).toContain('“me.wav” (2 s)');
    expect(offer.content).toContain('you have the right to use this voice');
    expect(labelsOf(offer)).toEqual(['Confirm', 'Cancel']);
    expect(session.speech.requests).toHaveLength(before);
  });

  it('creates a private voice, follows its training to the end, and offers to play and use it', async () => {
    session.speech.faults.add({ endpoint: 'model', times: 1, trainingMs: TRAINING_MS });
    const ada = newcomer('Maker');
    const seen: string[] = [];
    using _watch = ada.watch(({ content }) => seen.push(content));
    const audio = recordingOf(3);
    const offer = await typeVoice(ada, 'create', {
      ...{ title: 'My own', audio, audio2: recordingOf(1, 'two.wav'), transcript: 'one | two' },
      ...{ description: 'warm', tags: 'slow, low', enhance: false, sample: true },
    });
    const confirmed = await pressLabel(ada, offer, 'Confirm');
    const ready = await confirmed.until(({ content }) => content.includes('is ready'), patience());
    const shown = seen.join('\n');
    expect(shown).toContain('Created **My own**. Waiting for its training to start…');
    expect(shown).toContain("Created **My own**. It's in training…");
    expect(ready.id).toBe(offer.id);
    expect(modelRequests(session.speech, 'POST').at(-1)?.body).toMatchObject({
      ...{ title: 'My own', visibility: 'private', description: 'warm', train_mode: 'fast', type: 'tts' },
      ...{ enhance_audio_quality: 'false', generate_sample: 'true', tags: ['slow', 'low'], texts: ['one', 'two'] },
    });

    const sample = await (await pressLabel(ada, ready, 'Sample')).until(
      ({ attachments }) => attachments.length > 0,
      patience(),
    );
    expect(sample.attachments[0]?.size).toBeGreaterThan(1_000);
    expect(session.speech.requests.at(-1)).toMatchObject({ endpoint: 'tts', body: { text: 'one' } });
    const used = await (await pressLabel(ada, ready, 'Use')).reply(patience());
    expect(used.content).toContain('Your voice in this server is now **My own**.');
  });

  it('stores who confirmed what and when', async () => {
    const person = newcomer('Confirmer');
    const audio = recordingOf(2.5);
    const sinceMs = Date.now();
    await makeVoice(session.speech, person, 'Confirmed', { audio });
    const hash = createHash('sha256').update(audio.file).digest('hex');
    const rows = stored(`select * from rights_confirmations where user_id = '${person.id}'`);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).toContain(hash);
    expect(Object.values(rows[0] ?? {}).some((value) => Number(value) >= sinceMs && Number(value) <= Date.now())).toBe(
      true,
    );
  });

  it('gives the reason of a failed training', async () => {
    session.speech.faults.add({
      ...{ endpoint: 'model', times: 1, trainingFails: true, trainingReason: 'two people speak' },
    });
    const person = newcomer('Unlucky');
    const offer = await typeVoice(person, 'create', { title: 'Poor', audio: recordingOf(2) });
    const failed = await (await pressLabel(person, offer, 'Confirm')).until(
      ({ content }) => content.includes('failed'),
      patience(),
    );
    expect(failed.content).toMatch(/The training of \*\*Poor\*\* failed.*two people speak/s);
  });

  it('creates a public voice with its cover, and says that the service keeps it private, and where it is published', async () => {
    const person = newcomer('Publisher');
    const options = { visibility: 'public', cover: PICTURE };
    const offer = await typeVoice(person, 'create', { title: 'Famous', audio: recordingOf(2), ...options });
    const confirmed = await pressLabel(person, offer, 'Confirm');
    const ready = await confirmed.until(({ content }) => content.includes('is ready'), patience());
    expect(ready.content).toContain('You asked for **public**, but the speech service made it **private**.');
    expect(ready.content).toContain("Only the bot's operator can change that, on the service's own page");
    expect(JSON.stringify(stored(`select document from voices where maker_id = '${person.id}'`))).toContain(
      '\\"visibility\\":\\"private\\"',
    );
    expect(modelRequests(session.speech, 'POST').at(-1)?.body).toMatchObject({
      visibility: 'public',
      cover_image: { filename: 'cover.png', contentType: 'image/png' },
    });
  });

  it('creates one voice when it is confirmed twice', async () => {
    const person = newcomer('Hasty');
    const before = posted();
    session.speech.faults.add({ endpoint: 'model', times: 1, delayMs: 300 });
    const offer = await typeVoice(person, 'create', { title: 'Once', audio: recordingOf(2) });
    const [first, second] = await Promise.all([
      pressLabel(person, offer, 'Confirm'),
      pressLabel(person, offer, 'Confirm'),
    ]);
    const again = await second.until(({ content }) => content.includes('already answered this'), patience());
    expect(again.ephemeral).toBe(true);
    await first.until(({ content }) => content.includes('is ready'), patience());
    expect(posted()).toBe(before + 1);
  });

  it('sends nothing when it is cancelled', async () => {
    const person = newcomer('Doubter');
    const before = session.speech.requests.length;
    const offer = await typeVoice(person, 'create', { title: 'Never', audio: recordingOf(2) });
    const cancelled = await (await pressLabel(person, offer, 'Cancel')).reply(patience());
    expect(cancelled.content).toBe('Canceled. Nothing was sent.');
    expect(cancelled.components).toEqual([]);
    expect(session.speech.requests).toHaveLength(before);
  });

  it('lets a person create as many voices as the server allows', async () => {
    const person = newcomer('Collector');
    for (const number of [1, 2, 3, 4, 5]) await makeVoice(session.speech, person, `Number ${number}`);
    const refused = await typeVoice(person, 'create', { title: 'Number 6', audio: recordingOf(2) });
    expect(refused.content).toContain("You've reached this server's limit of 5 voices per person.");
  });

  it('works in direct messages, for the person alone', async () => {
    const person = newcomer('Loner');
    const where = { channelId: person.dmChannelId };
    const offer = await (await person.type('/voice create', { title: 'Alone', audio: recordingOf(2) }, where)).reply(
      patience(),
    );
    expect(offer.content).toContain('Who can find it:** only you.');
    const confirmed = await pressLabel(person, offer, 'Confirm');
    await confirmed.until(({ content }) => content.includes('is ready'), patience());
  });
});

describe('/voice create where the service reads every container', { tags: ['ffmpeg'] }, () => {
  let reading: TestSession;
  beforeAll(async () => {
    reading = await openTestSession();
  });
  afterAll(() => reading[Symbol.asyncDispose]());

  const make = (title: string, audio: PersonFile) => makeVoice(reading.speech, reading.ada, title, { audio });

  it('accepts an m4a', async () => {
    await make('By phone', await makeRecording('m4a', sound));
  });

  it('sends only the sound of a video, whatever its name', async () => {
    const audio = { ...(await makeRecording('mp4', sound)), name: 'me.m4a', contentType: 'audio/mp4' };
    await make('On film', audio);
    const { body } = modelRequests(reading.speech, 'POST').at(-1) ?? expect.fail('nothing was sent');
    const { bytes } = (body as { voices: { bytes: Uint8Array } }).voices;
    const sent = Buffer.from(bytes).toString('latin1');
    expect(sent.length).toBeGreaterThan(1_000);
    expect(Buffer.from(audio.file).toString('latin1')).toContain('avc1');
    expect(sent).not.toContain('avc1');
  });
});

describe('/voice create refuses', () => {
  it.each<[string, OptionValues, string]>([
    [
      'what is not audio',
      { audio: { ...PICTURE, name: 'me.wav' } },
      '“me.wav” has no sound. Attach a recording, or a video with sound.',
    ],
    [
      'what only has a recording’s name',
      { audio: { file: Buffer.from('These are words. '.repeat(200)), name: 'words.mp3', contentType: 'audio/mpeg' } },
      "“words.mp3” doesn't contain audio that I can read. I can read ",
    ],
    ['an empty file', { audio: EMPTY_RECORDING }, '“empty.mp3” is empty'],
    [
      'a recording that is too short',
      { audio: recordingOf(0.5) },
      '“me.wav” is too short. It must be at least 1 second long.',
    ],
    ['a second recording that is too short', { audio2: recordingOf(0.5, 'b.wav') }, '“b.wav” is too short'],
    ['a public voice without a cover', { visibility: 'public' }, 'A public voice needs a cover image'],
    [
      'a cover that is not an image',
      { cover: recordingOf(1, 'cover.png') },
      "The `cover` isn't an image that I can use",
    ],
    ['too many transcripts', { transcript: 'a | b', audio2: recordingOf(1), audio3: recordingOf(1) }, '2 transcripts'],
    ['a tag that is too long', { tags: 'x'.repeat(41) }, 'is longer than 40 characters. Put commas between tags.'],
  ])('%s, before it asks to confirm', async (_what, options, message) => {
    const before = session.speech.requests.length;
    const refused = await typeVoice(session.ada, 'create', { title: 'No', audio: recordingOf(2), ...options });
    expect(refused.content).toContain(message);
    expect(refused.ephemeral).toBe(true);
    expect(labelsOf(refused)).toEqual([]);
    expect(session.speech.requests).toHaveLength(before);
  });

  it('a truncated recording', { tags: ['ffmpeg'] }, async () => {
    const audio = truncated(await makeRecording('m4a', sound), 0.3);
    const refused = await typeVoice(session.ada, 'create', { title: 'No', audio });
    expect(refused.content).toMatch(/“truncated-recording\.m4a” (is damaged|is cut off before its end|has no sound)/);
  });

  it('a protected recording', { tags: ['ffmpeg'] }, async () => {
    const audio = await makeRecording('mp4 that is encrypted', sound);
    const refused = await typeVoice(session.ada, 'create', { title: 'No', audio });
    expect(refused.content).toContain('“recording.m4a” is copy-protected');
  });

  it('a recording whose link has expired, before and after it was confirmed', async () => {
    const { discord } = session.environment;
    discord.troubleAttachments({ status: 404 });
    const options = { title: 'Late', audio: recordingOf(2) };
    expect((await typeVoice(session.ada, 'create', options)).content).toMatch(/expired|no longer/);
    const offer = await typeVoice(session.ada, 'create', options);
    const before = posted();
    discord.troubleAttachments({ status: 404 });
    const refused = await pressLabel(session.ada, offer, 'Confirm');
    await refused.until(({ content }) => /expired|no longer/.test(content), patience());
    expect(posted()).toBe(before);
  });
});

describe('/voice create, when the speech service', () => {
  it.each<[number, RegExp]>([
    [401, /rejected my API key/],
    [402, /out of credits/],
    [422, /found a mistake in this request/],
    [400, /rejected this request/],
    [403, /account isn't allowed to do this.*Ask the bot's operator to check the account\./],
  ])('responds with %i, says so, creates nothing, and can be confirmed again', async (status, message) => {
    const person = newcomer(`Refused ${status}`);
    session.speech.faults.add({ endpoint: 'model', status });
    const offer = await typeVoice(person, 'create', { title: `Again ${status}`, audio: recordingOf(2) });
    const refused = await pressLabel(person, offer, 'Confirm');
    await refused.until(({ content }) => message.test(content), patience());
    session.speech.faults.clear();
    const confirmed = await pressLabel(person, offer, 'Confirm');
    await confirmed.until(({ content }) => content.includes('is ready'), patience());
    const made = stored(`select voice_id from voices where maker_id = '${person.id}'`);
    expect(made).toHaveLength(1);
    expect(stored(`select * from voice_attempts where maker_id = '${person.id}'`)).toEqual([]);
  });

  it.each<[string, Fault]>([
    ['responds with 500', { endpoint: 'model', times: 1, status: 500 }],
    ['drops the connection', { endpoint: 'model', times: 1, dropAfterBytes: 0 }],
  ])('%s, says that the outcome is unknown, and does not retry', async (_what, fault) => {
    const person = newcomer('Unsure');
    const before = posted();
    session.speech.faults.add(fault);
    const offer = await typeVoice(person, 'create', { title: 'Lost', audio: recordingOf(2) });
    const confirmed = await pressLabel(person, offer, 'Confirm');
    await confirmed.until(({ content }) => content.includes("I don't know whether **Lost** was created"), patience());
    expect(posted()).toBe(before + 1);
  });

  it('creates the voice but garbles the response, finds the voice', async () => {
    session.speech.faults.add({ endpoint: 'model', times: 1, dropAfterBytes: 10 });
    const person = newcomer('Finder');
    const offer = await typeVoice(person, 'create', { title: 'Found', audio: recordingOf(2) });
    const confirmed = await pressLabel(person, offer, 'Confirm');
    const last = await confirmed.until(({ content }) => /is ready|I don't know/.test(content), patience());
    expect(last.content).toContain('**Found** is ready');
  });

  it('answers with a document that it has changed, has the voice all the same', async () => {
    const person = newcomer('Early');
    const before = posted();
    const document = { state: 'queued', title: null, tags: null, created_at: null, quality: { audios: 'later' } };
    session.speech.faults.add({ endpoint: 'model', times: 1, document });
    const offer = await typeVoice(person, 'create', { title: 'Odd', audio: recordingOf(2) });
    const confirmed = await pressLabel(person, offer, 'Confirm');
    const last = await confirmed.until(({ content }) => /is ready|I don't know|can't/.test(content), patience());
    expect(last.content).toContain('**Odd** is ready');
    expect(posted()).toBe(before + 1);
  });

  it('is unavailable for a while, keeps following the training', async () => {
    const person = newcomer('Patient');
    session.speech.faults.add({ endpoint: 'model', times: 1, trainingMs: 1_000 });
    session.speech.faults.add({ endpoint: 'model', times: 4, status: 503 });
    const offer = await typeVoice(person, 'create', { title: 'Slow', audio: recordingOf(2) });
    const confirmed = await pressLabel(person, offer, 'Confirm');
    const last = await confirmed.until(({ content }) => /ready|was deleted|can't/.test(content), patience());
    expect(last.content).toContain('**Slow** is ready');
    expect(
      modelRequests(session.speech, 'GET')
        .slice(-5)
        .map(({ status }) => status),
    ).toEqual([503, 503, 503, 503, 200]);
  });
});

describe('after a restart of the bot', () => {
  it('a voice in training is reported as created, and exists', async () => {
    const person = newcomer('Interrupted');
    session.speech.faults.add({ endpoint: 'model', times: 1, trainingMs: 60_000 });
    const offer = await typeVoice(person, 'create', { title: 'Half way', audio: recordingOf(2) });
    const confirmed = await pressLabel(person, offer, 'Confirm');
    await confirmed.until(({ content }) => content.includes('Waiting for its training to start'), patience());
    await session.environment.restartBot('stop', patience());
    await confirmed.until(
      ({ content }) => content.includes("Created **Half way**, but I can't follow its training"),
      patience(),
    );
    const info = await typeVoice(person, 'info', { voice: 'Half way' });
    expect(info.embeds[0]?.title).toBe('Half way');
  });

  it('an open question can no longer be confirmed, and says so', async () => {
    const offer = await typeVoice(session.ada, 'create', { title: 'Old', audio: recordingOf(2) });
    const before = posted();
    await session.environment.restartBot('stop', patience());
    const late = await (await pressLabel(session.ada, offer, 'Confirm')).reply(patience());
    expect(late.content).toBe('This question has expired. Use `/voice create` again.');
    expect(posted()).toBe(before);
  });

  it.each(['Confirm', 'Cancel'])(
    'a question about recordings that were sent claims nothing about them on %s',
    async (label) => {
      session.speech.faults.add({ endpoint: 'model', times: 1, status: 422 });
      const offer = await typeVoice(session.ada, 'create', { title: 'Sent', audio: recordingOf(2) });
      const refused = await pressLabel(session.ada, offer, 'Confirm');
      const again = await refused.until(({ content }) => content.includes('No voice has been created yet'), patience());
      await session.environment.restartBot('stop', patience());
      const late = await (await pressLabel(session.ada, again, label)).reply(patience());
      expect(late.content).toBe('This question has expired. Use `/voice create` again.');
      expect(late.components).toEqual([]);
    },
  );
});

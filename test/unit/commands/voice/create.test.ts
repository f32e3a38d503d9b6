import { setImmediate } from 'node:timers/promises';
import { writeWav } from '@mynah/pcm/wav';
import { ButtonStyle } from 'discord.js';
import { describe, expect, it, vi } from 'vitest';
import { createVoiceCreate } from '../../../../commands/voice/create.ts';
import type { Attachment, Place } from '../../../../src/discord/interactions/command.ts';
import { MynahError } from '../../../../src/errors.ts';
import { SpeechError, type SpeechErrorCode } from '../../../../src/speech/speech-error.ts';
import { sha256Of } from '../../../../src/voice-models/sha256.ts';
import type {
  KnownVoice,
  RightsConfirmation,
  VoiceModels,
  VoiceRequest,
} from '../../../../src/voice-models/voice-models-api.ts';
import { attachmentOf, downloadOf } from '../../../support/fake-attachments.ts';
import { fakeVoices, knownVoice } from '../../../support/fake-voices.ts';
import { choiceBy, inLounge, interactionBy, type Options } from '../command-scene.ts';

const PNG = Buffer.from('\x89PNG\r\n\x1A\n and the rest', 'latin1');
const WORDS = Buffer.from('These are words, and no sound at all. '.repeat(50));

const inDirectMessage: Place = { kind: 'elsewhere', channelId: 'dm' };

function wavOf(durationS: number, pitch = 1): Uint8Array {
  const samples = Int16Array.from({ length: durationS * 8_000 }, (_, index) => 8_000 * Math.sin(index * pitch * 0.1));
  return writeWav(samples, 8_000, 1);
}

/** The command over files that can change, and voice models that record what they are asked to create. */
function createScene(more: Partial<VoiceModels> = {}) {
  const made: { request: VoiceRequest; confirmation: RightsConfirmation }[] = [];
  const files: Record<string, Uint8Array> = {
    'one.wav': wavOf(2),
    'two.wav': wavOf(1, 2),
    'cover.png': PNG,
    'words.wav': WORDS,
  };
  const voices = fakeVoices([], {
    create: async (_requester, request, confirmation) => {
      made.push({ request, confirmation });
      return { kind: 'created', voice: knownVoice('new', request.title) };
    },
    ...more,
  });
  const command = createVoiceCreate({ voices, attachments: downloadOf(files) });
  const attach = (name: string, more: Partial<Attachment> = {}) => attachmentOf(name, files[name] ?? PNG, more);
  const ask = async (options: Options = {}, place: Place = inLounge) => {
    const context = interactionBy(place, { title: 'My voice', audio: attach('one.wav'), ...options }, 'create');
    await command.run(context);
    return { offer: context.answers.at(-1), confirmId: idOf(context.answers.at(-1)) };
  };
  /** Gives what the message says, one after the other; `seen` has it also when the press fails. */
  const press = async (argument: string, seen: string[] = []) => {
    const context = choiceBy(inLounge, [], argument);
    await command.component?.({ ...context, update: async ({ content }) => void seen.push(content) });
    return seen;
  };
  return { made, files, attach, ask, press };
}

/** The argument of the button Confirm. */
function idOf(reply: { readonly components?: unknown } | undefined): string {
  const [, argument] = /voice:create:(yes:[\w-]+)/.exec(JSON.stringify(reply?.components)) ?? [];
  return argument ?? expect.fail('no button to confirm');
}

describe('/voice create', () => {
  it('asks before it sends: the name, what is sent, who can find it, and the right to the voice', async () => {
    const scene = createScene();
    const { offer } = await scene.ask({ description: 'warm', tags: 'a, b', transcript: 'hello' });
    expect(offer?.visibility).toBe('ephemeral');
    expect(offer?.content).toContain('**My voice**');
    expect(offer?.content).toContain(
      'the recording “one.wav” (2 s), the transcript, the title, the description, and the tags “a” and “b”.',
    );
    expect(offer?.content).toContain('only people in this server');
    expect(offer?.content).toContain('By confirming, you say that you have the right to use this voice');
    expect(offer?.content).toContain('Nothing has been sent yet.');
    expect(scene.made).toEqual([]);
  });

  it('offers Confirm as the main button and Cancel in grey', async () => {
    const { offer } = await createScene().ask();
    expect(offer?.components?.[0]?.components).toMatchObject([
      { label: 'Confirm', style: ButtonStyle.Primary },
      { label: 'Cancel', style: ButtonStyle.Secondary },
    ]);
  });

  it('creates the voice from what was entered, with the confirmation, once it is confirmed', async () => {
    const scene = createScene();
    const { confirmId } = await scene.ask({
      audio2: scene.attach('two.wav'),
      transcript: 'first | second',
      visibility: 'public',
      cover: scene.attach('cover.png'),
      tags: 'warm',
      enhance: false,
      sample: true,
    });
    const updates = await scene.press(confirmId);
    expect(updates.at(-1)).toContain('**My voice** is ready.');
    const [{ request, confirmation } = expect.fail('nothing was made')] = scene.made;
    expect(request).toMatchObject({
      title: 'My voice',
      texts: ['first', 'second'],
      visibility: 'public',
      description: undefined,
      tags: ['warm'],
      enhance: false,
      sample: true,
      cover: { filename: 'cover.png', contentType: 'image/png' },
    });
    expect(request.recordings.map(({ filename }) => filename)).toEqual(['one.wav', 'two.wav']);
    expect(confirmation.userId).toBe('1');
    expect(confirmation.audioSha256).toEqual([wavOf(2), wavOf(1, 2)].map(sha256Of));
  });

  it('is private, enhanced and without a sample by default', async () => {
    const scene = createScene();
    await scene.press((await scene.ask()).confirmId);
    expect(scene.made[0]?.request).toMatchObject({ visibility: 'private', enhance: true, sample: false, texts: [] });
  });

  it('creates one voice, however often it is confirmed', async () => {
    const scene = createScene();
    const { confirmId } = await scene.ask();
    const presses = await Promise.allSettled([scene.press(confirmId), scene.press(confirmId)]);
    expect(presses.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(scene.press(confirmId)).rejects.toThrow("You've already answered this.");
    expect(scene.made).toHaveLength(1);
  });

  it('creates nothing when it is cancelled, and cannot be confirmed then', async () => {
    const scene = createScene();
    const { confirmId } = await scene.ask();
    expect(await scene.press(confirmId.replace('yes:', 'no:'))).toEqual(['Canceled. Nothing was sent.']);
    await expect(scene.press(confirmId)).rejects.toThrow("You've already answered this.");
    expect(scene.made).toEqual([]);
  });

  it('names the transcripts of several recordings as what is sent', async () => {
    const scene = createScene();
    const { offer } = await scene.ask({ audio2: scene.attach('two.wav'), transcript: 'hello | there' });
    expect(offer?.content).toContain('the recording “two.wav” (1 s), the transcripts, and the title.');
  });

  it.each(['yes', 'no'])(
    'says so when the question is no longer known, and claims nothing about what was sent (%s)',
    async (act) => {
      expect(await createScene().press(`${act}:00000000-0000-0000-0000-000000000000`)).toEqual([
        'This question has expired. Use `/voice create` again.',
      ]);
    },
  );

  it('rejects another recording than the one that was checked, and can be confirmed again', async () => {
    const scene = createScene();
    const { confirmId } = await scene.ask();
    scene.files['one.wav'] = wavOf(3);
    await expect(scene.press(confirmId)).rejects.toThrow('“one.wav” has changed since I checked it.');
    scene.files['one.wav'] = wavOf(2);
    await scene.press(confirmId);
    expect(scene.made).toHaveLength(1);
  });
});

describe('/voice create refuses', () => {
  it.each<[string, (scene: ReturnType<typeof createScene>) => Options, string]>([
    [
      'what is too large, unseen',
      (s) => ({ audio: s.attach('one.wav', { sizeBytes: 20_000_001 }) }),
      'The limit is 19 MB.',
    ],
    ['what Discord knows to be too short', (s) => ({ audio: s.attach('x', { durationS: 0.9 }) }), 'at least 1 second'],
    [
      'what Discord knows to be too long',
      (s) => ({ audio: s.attach('x', { durationS: 3_601 }) }),
      'The limit is 60 minutes.',
    ],
    ['an empty file', (s) => ({ audio: s.attach('x', { sizeBytes: 0 }) }), 'is empty'],
    [
      'a picture',
      (s) => ({ audio: s.attach('cover.png') }),
      '“cover.png” has no sound. Attach a recording, or a video with sound.',
    ],
    [
      'what is no sound',
      (s) => ({ audio: s.attach('words.wav') }),
      "“words.wav” doesn't contain audio that I can read. I can read wav, mp3,",
    ],
    ['a public voice without a cover', () => ({ visibility: 'public' }), 'A public voice needs a cover image'],
    ['a cover that is none', (s) => ({ cover: s.attach('two.wav') }), "isn't an image that I can use"],
    ['fewer transcripts than recordings', (s) => ({ audio2: s.attach('two.wav'), transcript: 'a' }), '1 transcript'],
    ['a title of spaces', () => ({ title: '  ' }), 'A voice needs a title.'],
  ])('%s', async (_what, optionsFor, words) => {
    const scene = createScene();
    await expect(scene.ask(optionsFor(scene))).rejects.toThrow(words);
  });

  it('a recording under a second', async () => {
    const scene = createScene();
    scene.files['one.wav'] = wavOf(0.9);
    await expect(scene.ask()).rejects.toThrow('“one.wav” is too short. It must be at least 1 second long.');
  });

  it('more voices than are allowed, before anything is fetched', async () => {
    const scene = createScene({ mayCreate: async () => ({ kind: 'limit', whose: 'person', max: 5 }) });
    await expect(scene.ask({ audio: scene.attach('cover.png') })).rejects.toThrow(
      "You've reached this server's limit of 5 voices per person. Delete one with `/voice delete`, or ask a server manager to raise the limit in `/settings`.",
    );
  });

  it('more voices than are allowed outside of servers, without mentioning a server', async () => {
    const scene = createScene({ mayCreate: async () => ({ kind: 'limit', whose: 'person', max: 1 }) });
    await expect(scene.ask({}, inDirectMessage)).rejects.toThrow(
      /^You've reached the limit of 1 voice per person\. Delete one with `\/voice delete`\.$/,
    );
  });

  it('any voice where none is allowed', async () => {
    const scene = createScene({ mayCreate: async () => ({ kind: 'limit', whose: 'person', max: 0 }) });
    await expect(scene.ask()).rejects.toThrow('Nobody can create voices in this server.');
  });

  it('more voices than are allowed, also when the limit was reached meanwhile', async () => {
    const scene = createScene({ create: async () => ({ kind: 'limit', whose: 'guild', max: 1 }) });
    await expect(scene.press((await scene.ask()).confirmId)).rejects.toThrow(
      'This server has reached its limit of 1 voice. Delete one with `/voice delete`, or ask a server manager to raise the limit in `/settings`.',
    );
  });
});

describe('/voice create, when the service fails', () => {
  const failing = (code: SpeechErrorCode, unsent = false) => {
    const answers = [new SpeechError(code, 'no', { unsent, serviceMessage: 'bad file' })];
    const made: string[] = [];
    const create: VoiceModels['create'] = async (_requester, { title }) => {
      const error = answers.shift();
      if (error !== undefined) throw error;
      made.push(title);
      return { kind: 'created', voice: knownVoice('new', title) };
    };
    return { made, scene: createScene({ create }) };
  };

  it.each<[SpeechErrorCode, boolean]>([
    ['SPEECH_OUT_OF_CREDITS', false],
    ['SPEECH_UNAUTHORIZED', false],
    ['SPEECH_RATE_LIMITED', false],
    ['SPEECH_INVALID', false],
    ['SPEECH_CONNECTION', true],
  ])('with %s, lets it be confirmed again', async (code, unsent) => {
    const { scene, made } = failing(code, unsent);
    const { confirmId } = await scene.ask();
    await expect(scene.press(confirmId)).rejects.toMatchObject({ code });
    expect(made).toEqual([]);
    await scene.press(confirmId);
    expect(made).toEqual(['My voice']);
  });

  it.each([
    [false, 'Canceled. No voice was created.'],
    [true, 'Canceled. Nothing was sent.'],
  ])('says that nothing was sent only while that is true (unsent: %s)', async (unsent, words) => {
    const { scene } = failing('SPEECH_RATE_LIMITED', unsent);
    const { confirmId } = await scene.ask();
    await expect(scene.press(confirmId)).rejects.toThrow();
    expect(await scene.press(confirmId.replace('yes:', 'no:'))).toEqual([words]);
  });

  it('does not say that nothing was sent when the recordings were sent before it was asked too late', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    try {
      const { scene } = failing('SPEECH_INVALID');
      const { confirmId } = await scene.ask();
      await expect(scene.press(confirmId)).rejects.toThrow();
      vi.advanceTimersByTime(15 * 60_000);
      for (const argument of [confirmId, confirmId.replace('yes:', 'no:')]) {
        expect(await scene.press(argument)).toEqual(['This question has expired. Use `/voice create` again.']);
      }
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([
    [false, 'This question has expired, and no voice was created. Use `/voice create` again.'],
    [true, 'This question has expired, and nothing was sent. Use `/voice create` again.'],
  ])('says what was sent when the question expires meanwhile (unsent: %s)', async (unsent, words) => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    try {
      const updates: string[] = [];
      const create: VoiceModels['create'] = async () => {
        vi.advanceTimersByTime(15 * 60_000);
        throw new SpeechError('SPEECH_INVALID', 'no', { unsent });
      };
      const scene = createScene({ create });
      const { confirmId } = await scene.ask();
      await expect(scene.press(confirmId, updates)).rejects.toThrow();
      expect(updates.at(-1)).toBe(words);
    } finally {
      vi.useRealTimers();
    }
  });

  it('does not say that nothing was sent when the database fails, which it may do afterwards', async () => {
    const create: VoiceModels['create'] = async () => {
      throw new MynahError('STORE_FAILED', 'the new voice could not be stored');
    };
    const scene = createScene({ create });
    const { confirmId } = await scene.ask();
    const updates: string[] = [];
    await expect(scene.press(confirmId, updates)).rejects.toMatchObject({ code: 'STORE_FAILED' });
    expect(updates.at(-1)).toContain('No voice has been created yet.');
    expect(await scene.press(confirmId.replace('yes:', 'no:'))).toEqual(['Canceled. No voice was created.']);
  });

  it('says that the voice may have been created when that is not known, and does not create it again', async () => {
    let asked = 0;
    const create: VoiceModels['create'] = async () => {
      asked += 1;
      return { kind: 'unsure' };
    };
    const scene = createScene({ create });
    const { confirmId } = await scene.ask();
    expect((await scene.press(confirmId)).at(-1)).toContain("I don't know whether **My voice** was created");
    await expect(scene.press(confirmId)).rejects.toThrow("You've already answered this.");
    expect(asked).toBe(1);
  });
});

describe('the training of a new voice', () => {
  const following = (follow: VoiceModels['follow']) => createScene({ follow });
  const failedVoice: KnownVoice = knownVoice('new', 'My voice', {
    status: 'failed',
    model: {
      quality: {
        audios: [
          {
            filename: 'one.wav',
            duration_ms: 2_000,
            language: 'en',
            quality_passed: false,
            quality_reason: 'too noisy',
          },
        ],
      },
    },
  });

  it('is shown step by step, with buttons at its end', async () => {
    const scene = following(async function* (_requester, voice) {
      yield { kind: 'waiting', state: 'created' };
      yield { kind: 'waiting', state: 'training' };
      yield { kind: 'trained', voice };
    });
    const updates = await scene.press((await scene.ask()).confirmId);
    expect(updates).toHaveLength(4);
    expect(updates[0]).toContain('Sending');
    expect(updates[1]).toContain('Created **My voice**. Waiting for its training to start…');
    expect(updates[2]).toContain("It's in training");
    expect(updates[3]).toContain('is ready. Press **Sample** to hear it');
  });

  it('ends with what came of a visibility that the service did not give', async () => {
    const came = (status: KnownVoice['status']) =>
      knownVoice('new', 'My voice', { status, model: { visibility: 'private' } });
    const public_ = (scene: ReturnType<typeof createScene>) =>
      scene.ask({ visibility: 'public', cover: scene.attach('cover.png') });
    const words =
      "You asked for **public**, but the speech service made it **private**. Only the bot's operator can change that, on the service's own page: ask them to make it **public** there. Its ID is `new`.";
    const trained = following(async function* () {
      yield { kind: 'trained', voice: came('ready') };
    });
    expect((await trained.press((await public_(trained)).confirmId)).at(-1)).toContain(words);
    const create: VoiceModels['create'] = async () => ({ kind: 'created', voice: came('training') });
    const slow = createScene({
      create,
      follow: async function* () {
        yield { kind: 'gave-up', afterMs: 300_000 };
      },
    });
    expect((await slow.press((await public_(slow)).confirmId)).at(-1)).toContain(words);
    const lost = createScene({
      create,
      follow: () => {
        throw new Error('broken');
      },
    });
    const updates: string[] = [];
    await expect(lost.press((await public_(lost)).confirmId, updates)).rejects.toThrow('broken');
    expect(updates.at(-1)).toContain(words);
    const asAsked = following(async function* () {
      yield { kind: 'trained', voice: came('ready') };
    });
    expect((await asAsked.press((await asAsked.ask()).confirmId)).at(-1)).not.toContain('You asked for');
  });

  it('says why it failed', async () => {
    const scene = following(async function* () {
      yield { kind: 'failed', voice: failedVoice };
    });
    const [words = ''] = (await scene.press((await scene.ask()).confirmId)).slice(-1);
    expect(words).toContain('The training of **My voice** failed');
    expect(words).toContain('one.wav · 2 s · English · ⚠️ too noisy');
  });

  it('ends after five minutes with how to check again', async () => {
    const scene = following(async function* () {
      yield { kind: 'gave-up', afterMs: 300_000 };
    });
    const [words = ''] = (await scene.press((await scene.ask()).confirmId)).slice(-1);
    expect(words).toContain('after 5 min');
    expect(words).toContain('`/voice info`. Its ID is `new`.');
  });

  it('is said to continue when it cannot be followed', async () => {
    const scene = following(() => {
      throw new Error('broken');
    });
    await expect(scene.press((await scene.ask()).confirmId)).rejects.toThrow('broken');
  });
});

describe('many who create voices at the same time', () => {
  /** People who ask, by server and name; each recording is read until the test fails it. */
  function createCrowd() {
    const begun: string[] = [];
    const reads: PromiseWithResolvers<never>[] = [];
    const replies: string[] = [];
    const read = ({ url }: Attachment): Promise<never> => {
      begun.push(url);
      const reading = Promise.withResolvers<never>();
      reads.push(reading);
      return reading.promise;
    };
    const command = createVoiceCreate({ voices: fakeVoices([]), attachments: { ...downloadOf({}), read } });
    const ask = (name: string): void => {
      const [tenant = '', userId = ''] = name.split(' ');
      const audio = attachmentOf('one.wav', wavOf(1), { url: name });
      const context = { ...interactionBy(inLounge, { title: 'My voice', audio }, 'create'), tenant, userId };
      command.run(context).catch((error: Error) => replies.push(error.message));
    };
    return { begun, reads, replies, ask };
  }

  it('takes servers in turn, and the people of each', {
    meta: { promises: ['voice-create-server-then'] },
  }, async () => {
    const { begun, reads, ask } = createCrowd();
    for (const name of ['x ann', 'x bob', 'x cleo', 'x dan', 'y eve', 'y fay', 'z gus']) ask(name);
    for (let ended = 0; ended < 7; ended += 1) {
      await setImmediate();
      reads[ended]?.reject(new Error('cancelled'));
    }
    expect(begun).toEqual(['x ann', 'x bob', 'y eve', 'x cleo', 'y fay', 'z gus', 'x dan']);
  });

  it('lets a person check one at a time, and says when too many wait', {
    meta: { promises: ['voice-create-has-bound'] },
  }, async () => {
    const { begun, replies, ask } = createCrowd();
    for (let times = 0; times < 4; times += 1) ask('x ann');
    await setImmediate();
    expect(begun).toEqual(['x ann']);
    expect(replies).toEqual(["I'm busy with other people's voices. Try again in a minute."]);
  });
});

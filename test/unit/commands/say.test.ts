import { describe, expect, it } from 'vitest';
import { createSay } from '../../../commands/say.ts';
import type { Place } from '../../../src/discord/interactions/command.ts';
import { createQueueItemReplies } from '../../../src/discord/playback/queue-item-replies.ts';
import type { Services } from '../../../src/discord/services.ts';
import { createLogger } from '../../../src/log/log.ts';
import { CATALOGUES } from '../../../src/messages/catalogues.ts';
import { english } from '../../../src/messages/english.ts';
import type { Messages } from '../../../src/messages/messages.ts';
import { SpeechError } from '../../../src/speech/speech-error.ts';
import { createSpeaking } from '../../../src/voice/speaking.ts';
import type { SpeakOutcome } from '../../../src/voice/voice-api.ts';
import type { VoiceChoice } from '../../../src/voice-models/voice-models-api.ts';
import { fakeVoices, knownVoice } from '../../support/fake-voices.ts';
import { MemoryBudgetStore, memoryBudgets } from '../../support/memory-budgets.ts';
import { choiceBy, createScene, inLounge, interactionBy, type Options, typingBy } from './command-scene.ts';

const german = CATALOGUES.de.spoken;

const inGerman: Messages = { ...english, spoken: german };
const notInVoice = { ...inLounge, voiceChannelId: undefined };

describe('/say in a voice channel', () => {
  it('joins the caller where the bot is nowhere, and speaks', async () => {
    const scene = createScene({});
    await createSay(scene).run(interactionBy(inLounge, { text: 'Hello there.' }));
    expect(scene.acts).toEqual(['join lounge']);
    expect(scene.spoken).toEqual([
      {
        ...{
          guildId: 'g',
          textId: expect.any(String),
          text: 'Hello there.',
          voiceId: undefined,
          speed: 1,
          volumeDb: 0,
        },
        userId: '1',
      },
    ]);
  });

  it('does not join again where the bot is already', async () => {
    const scene = createScene({ at: 'lounge' });
    await createSay(scene).run(interactionBy(inLounge, { text: 'Hello.' }));
    expect(scene.acts).toEqual([]);
    expect(scene.spoken).toHaveLength(1);
  });

  it('does not take the bot away from listeners elsewhere', async () => {
    const scene = createScene({ at: 'studio', listeners: 2 });
    const run = createSay(scene).run(interactionBy(inLounge, { text: 'Hello.' }));
    await expect(run).rejects.toThrow(
      "I'm in use in <#studio>. Join that channel to speak, or use `file` to get the audio.",
    );
    expect(scene.acts).toEqual([]);
  });

  it('names `/join` to people who may take the bot away from there', async () => {
    const scene = createScene({ at: 'studio', listeners: 2 });
    const run = createSay(scene).run(interactionBy({ ...inLounge, managesVoice: true }, { text: 'Hello.' }));
    await expect(run).rejects.toThrow(
      "I'm in use in <#studio>. Join that channel to speak, or use `/join` to bring me to yours.",
    );
    expect(scene.acts).toEqual([]);
  });

  it('moves the bot from a channel where nobody listens', async () => {
    const scene = createScene({ at: 'studio', listeners: 0 });
    await createSay(scene).run(interactionBy(inLounge, { text: 'Hello.' }));
    expect(scene.acts).toEqual(['join lounge']);
    expect(scene.spoken).toHaveLength(1);
  });

  it('says why when the bot cannot join', async () => {
    const join = async () => ({ kind: 'full', channelId: 'lounge', userLimit: 2 }) as const;
    const scene = createScene({ services: { host: { join, startJoin: join } } });
    const run = createSay(scene).run(interactionBy(inLounge, { text: 'Hello.' }));
    await expect(run).rejects.toThrow('<#lounge> is full');
    expect(scene.spoken).toEqual([]);
  });

  it.each([
    ['is nowhere', {}, 'lounge'],
    ['is on its way there', { at: 'lounge', joining: true }, 'lounge'],
    ['moves there', { at: 'studio', listeners: 0 }, undefined],
  ])('passes on the join, for a text to wait for it, where the bot %s', async (_where, setting, firstChannelId) => {
    const arrivals: unknown[] = [];
    const speak: Services['itemReplies']['speak'] = async (_request, _context, about) => {
      arrivals.push(about?.arrival?.firstChannelId);
      await about?.arrival?.arrived;
      return { kind: 'queued', position: 0 };
    };
    const scene = createScene({ ...setting, services: { itemReplies: { speak } } });
    await createSay(scene).run(interactionBy(inLounge, { text: 'Hello.' }));
    expect(scene.acts).toEqual(['join lounge']);
    expect(arrivals).toEqual([firstChannelId]);
  });

  it('does not take the bot away from listeners whom it is about to join', async () => {
    const scene = createScene({ at: 'studio', joining: true, listeners: 2 });
    await expect(createSay(scene).run(interactionBy(inLounge, { text: 'Hello.' }))).rejects.toThrow(
      "I'm in use in <#studio>.",
    );
    expect(scene.acts).toEqual([]);
  });

  it('speaks with the voice asked for, else with the default', async () => {
    const scene = createScene({ at: 'lounge', services: { defaultVoiceId: 'default' } });
    await createSay(scene).run(interactionBy(inLounge, { text: 'Hello.', voice: 'Slt' }));
    await createSay(scene).run(interactionBy(inLounge, { text: 'Hello.' }));
    expect(scene.spoken.map((request) => request.voiceId)).toEqual(['id', 'default']);
  });

  it('says the names of those who are mentioned', async () => {
    const scene = createScene({ at: 'lounge' });
    await createSay(scene).run(interactionBy(inLounge, { text: 'Hello <@100000000000000001>!' }));
    expect(scene.spoken[0]?.text).toBe('Hello name of 100000000000000001!');
  });

  it('reads a text as a person would: without marks, addresses and what spoilers hide', async () => {
    const scene = createScene({ at: 'lounge' });
    const text = '[excited] **Look** https://www.youtube.com/watch?v=abc 🔥🔥\nit was ||the butler|| <t:0:D>';
    await createSay(scene).run(interactionBy(inLounge, { text }));
    expect(scene.spoken[0]?.text).toBe(
      '[excited] Look, a link to youtube.com, fire 2 times. it was, spoiler, January 1, 1970',
    );
  });

  it('reads in the language of the server, and in a direct message in that of the person', async () => {
    const scene = createScene({ at: 'lounge', services: { publicMessages: async () => inGerman } });
    await createSay(scene).run(interactionBy(inLounge, { text: 'https://example.com' }));
    expect(scene.spoken[0]?.text).toBe('ein Link zu example.com');
    const pieces: string[] = [];
    const tts = async function* ({ text }: { readonly text: string }): AsyncGenerator<Uint8Array> {
      pieces.push(text);
      yield new TextEncoder().encode('OggS and more');
    };
    const direct = createScene({
      services: { speech: { pcmSampleRateHz: 44_100, tts }, publicMessages: async () => inGerman },
    });
    await createSay(direct).run(
      interactionBy({ kind: 'elsewhere', channelId: 'direct' }, { text: 'https://example.com' }),
    );
    expect(pieces).toEqual(['a link to example.com']);
  });

  it('hands on 6,000 characters whole', async () => {
    const scene = createScene({ at: 'lounge' });
    const text = Array.from({ length: 470 }, (_, index) => `Part ${index} of it.`)
      .join(' ')
      .slice(0, 6_000)
      .trim();
    await createSay(scene).run(interactionBy(inLounge, { text }));
    expect(scene.spoken[0]?.text).toBe(text);
  });

  it('refuses a text with nothing to say in it', async () => {
    const scene = createScene({ at: 'lounge' });
    await expect(createSay(scene).run(interactionBy(inLounge, { text: '   ' }))).rejects.toThrow(
      'There is nothing to speak in this text.',
    );
  });

  it.each<[SpeakOutcome, string]>([
    [{ kind: 'full', limit: 'items', max: 50 }, 'The queue is full (50 texts)'],
    [{ kind: 'full', limit: 'characters', max: 30_000 }, 'The queue is full (30,000 characters)'],
    [{ kind: 'no-session' }, "I'm not in a voice channel here"],
  ])('says so when the queue does not take it', async (outcome, message) => {
    const scene = createScene({ at: 'lounge', services: { itemReplies: { speak: async () => outcome } } });
    await expect(createSay(scene).run(interactionBy(inLounge, { text: 'Hello.' }))).rejects.toThrow(message);
  });
});

describe('/say with a file', () => {
  it.each<[string, Place, boolean, string]>([
    ['in voice, when asked for one', inLounge, true, ''],
    [
      'when the caller is in no voice channel',
      notInVoice,
      false,
      "You aren't in a voice channel, so here's the audio.",
    ],
    ['when the caller is in no voice channel, but asked for one', notInVoice, true, ''],
    ['in a direct message', { kind: 'elsewhere', channelId: 'dm' }, false, ''],
  ])('answers for all to hear: %s', async (_when, place, file, content) => {
    const scene = createScene({});
    const context = interactionBy(place, { text: 'Hello.', file });
    await createSay(scene).run(context);
    expect(context.deferred).toEqual(['public']);
    expect(context.answers).toMatchObject([{ content, visibility: 'public', files: [{ name: 'mynah.ogg' }] }]);
    expect(scene.acts).toEqual([]);
    expect(scene.spoken).toEqual([]);
  });

  it("says why in the server's language, which everyone in the channel reads", async () => {
    const scene = createScene({ services: { publicMessages: async () => CATALOGUES.de } });
    const context = interactionBy(notInVoice, { text: 'Hello.' });
    await createSay(scene).run(context);
    expect(context.answers).toMatchObject([{ content: CATALOGUES.de.playback.say.fileInstead, visibility: 'public' }]);
  });

  it('refuses a file that is larger than Discord allows', async () => {
    const tts = async function* () {
      yield new Uint8Array(999);
      yield new Uint8Array(2);
    };
    const scene = createScene({ services: { speech: { pcmSampleRateHz: 44_100, tts } } });
    const run = createSay(scene).run(interactionBy(notInVoice, { text: 'Hello.' }));
    await expect(run).rejects.toMatchObject({ code: 'SPEECH_FILE_TOO_LARGE' });
  });

  it.each(['wav', 'pcm'] as const)('makes a WAV with right sizes of its own for %s', async (fileFormat) => {
    const asked: unknown[] = [];
    const tts = async function* (request: { format?: string }) {
      asked.push(request.format);
      yield new Uint8Array([1, 0, 2]);
      yield new Uint8Array([0]);
    };
    const scene = createScene({ services: { fileFormat, speech: { pcmSampleRateHz: 44_100, tts } } });
    const context = interactionBy(notInVoice, { text: 'Hello.' });
    await createSay(scene).run(context);
    const file = context.answers[0]?.files?.[0];
    const bytes = Buffer.from(file?.bytes ?? []);
    expect(asked).toEqual(['pcm']);
    expect(file?.name).toBe('mynah.wav');
    expect([bytes.length, bytes.readUInt32LE(4), bytes.readUInt32LE(40)]).toEqual([48, 40, 4]);
  });
});

describe("/say's voice option", () => {
  it('suggests voices by title with their owner', async () => {
    const choices = await createSay(createScene({})).autocomplete?.(typingBy(inLounge, 'voice', 'Sl'));
    expect(choices).toEqual([{ name: 'Slt · Ann', value: 'id' }]);
  });
});

describe("/say's style and speed", () => {
  it('go to the engine as a mark and a factor', async () => {
    const scene = createScene({ at: 'lounge' });
    const run = (options: Options) => createSay(scene).run(interactionBy(inLounge, { text: 'Hello.', ...options }));
    await run({ style: '[Whispering]', speed: 1.5 });
    await run({ style: 'like a tired pirate' });
    await run({ style: 'in a hurry' });
    expect(scene.spoken).toMatchObject([
      { text: 'Hello.', mark: '[whispering]', speed: 1.5 },
      { text: 'Hello.', mark: '[like a tired pirate]', speed: 1 },
      { text: 'Hello.', mark: '[in a hurry tone]' },
    ]);
  });

  it.each(['sad] <|speaker:1|>', '<|phoneme_start|>', 'a|b', ''])(
    'refuses the style “%s”',
    { meta: { promises: ['style-say-made-words'] } },
    async (style) => {
      const scene = createScene({ at: 'lounge' });
      await expect(createSay(scene).run(interactionBy(inLounge, { text: 'Hi.', style }))).rejects.toThrow(
        'Describe the style in a few words, with letters only and at most 40 characters',
      );
      expect(scene.spoken).toEqual([]);
    },
  );

  it('go into a file, in every sentence', async () => {
    const asked: unknown[] = [];
    const tts = async function* (request: object) {
      asked.push(request);
      yield new TextEncoder().encode('OggS and more');
    };
    const scene = createScene({ services: { speech: { pcmSampleRateHz: 44_100, tts } } });
    const options = { text: 'One. Two.', style: 'sad', speed: 0.5, file: true };
    await createSay(scene).run(interactionBy(inLounge, options));
    expect(asked).toMatchObject([{ text: '[sad] One. [sad] Two.', speed: 0.5, volumeDb: 0 }]);
  });

  it('are suggested by name, and any of them can be typed', async () => {
    const choices = async (typed: string) =>
      createSay(createScene({})).autocomplete?.(typingBy(inLounge, 'style', typed));
    expect((await choices(''))?.length).toBeGreaterThan(10);
    expect(await choices('[whi')).toEqual([{ name: 'whispering', value: 'whispering' }]);
    expect(await choices('hurry')).toEqual([{ name: 'in a hurry', value: 'in a hurry tone' }]);
  });
});

describe('/say without a text', () => {
  it('opens a form that keeps the options, and speaks what is written in it', async () => {
    const scene = createScene({ at: 'lounge' });
    const context = interactionBy(inLounge, { voice: 'Slt', style: 'sad', speed: 1.25 });
    await createSay(scene).run(context);
    expect([context.deferred, context.answers, scene.spoken]).toEqual([[], [], []]);
    const [modal] = context.modals;
    expect(modal).toMatchObject({ title: 'Speak a text', fields: [{ style: 'paragraph', required: true }] });
    const [, argument = ''] = /^say:(.*)$/.exec(modal?.customId ?? '') ?? [];
    const field = (id: string) => (id === modal?.fields[0]?.id ? 'From the form.' : '');
    await createSay(scene).submit?.({ ...choiceBy(inLounge, [], argument), field });
    expect(scene.spoken).toMatchObject([{ text: 'From the form.', voiceId: 'id', mark: '[sad]', speed: 1.25 }]);
  });

  it('keeps that a file is wanted, and no option that was left out', async () => {
    const scene = createScene({ at: 'lounge' });
    const context = interactionBy(inLounge, { file: true });
    await createSay(scene).run(context);
    const argument = context.modals[0]?.customId.slice('say:'.length) ?? '';
    const submitted = choiceBy(inLounge, [], argument);
    await createSay(scene).submit?.({ ...submitted, field: () => 'Hello.' });
    expect(submitted.answers).toMatchObject([{ visibility: 'public', files: [{ name: 'mynah.ogg' }] }]);
    expect(scene.spoken).toEqual([]);
  });

  it('takes voices whose names fit, and refuses others before anything is typed', async () => {
    const scene = createScene({});
    const fitting = interactionBy(inLounge, { voice: 'v'.repeat(40), style: 's'.repeat(40), speed: 1.23 });
    await createSay(scene).run(fitting);
    expect(fitting.modals[0]?.customId.length).toBeLessThanOrEqual(100);
    const long = interactionBy(inLounge, { voice: 'v'.repeat(100) });
    await expect(createSay(scene).run(long)).rejects.toThrow("That voice's name is too long for the form.");
    expect(long.modals).toEqual([]);
  });
});

describe('the voice that was last named in /say', () => {
  const lastSaid = { id: '9', title: 'Lady' };
  const standing = { here: undefined, everywhere: undefined, lastSaid };

  it('is suggested first, with the way back, and only once', async () => {
    const known = [knownVoice('id', 'Slt'), knownVoice('9', 'Lady')];
    const voices = fakeVoices(known, { choicesOf: async () => standing });
    const say = createSay(createScene({ services: { voices } }));
    const values = async (typed: string) =>
      (await say.autocomplete?.(typingBy(inLounge, 'voice', typed)))?.map(({ name, value }) => `${name}: ${value}`);
    expect(await values('')).toEqual(['Lady · used last: 9', 'My usual voice: usual', 'Slt · Ann: id']);
    expect(await values('lad')).toEqual(['Lady · used last: 9']);
    expect(await values('my')).toEqual(['My usual voice: usual']);
  });

  it('speaks the next text, and naming the usual one goes back', async () => {
    const said: unknown[] = [];
    const voices = fakeVoices([], {
      voiceFor: async (_requester, options) => ({
        ...{ voiceId: options?.purpose === 'say' && said.length === 0 ? '9' : undefined, from: 'said' },
        fellBack: undefined,
      }),
      rememberSaid: async (_requester, voice) => void said.push(voice),
    });
    const scene = createScene({ at: 'lounge', services: { voices, defaultVoiceId: 'default' } });
    await createSay(scene).run(interactionBy(inLounge, { text: 'Hello.' }));
    await createSay(scene).run(interactionBy(inLounge, { text: 'Hello.', voice: 'usual' }));
    expect(scene.spoken.map(({ voiceId }) => voiceId)).toEqual(['9', 'default']);
    expect(said).toEqual([undefined]);
  });

  it('is not remembered for a text that the bot does not come for', async () => {
    const said: unknown[] = [];
    const voices = fakeVoices([knownVoice('9', 'Lady')], { rememberSaid: async () => void said.push(1) });
    const scene = createScene({ at: 'studio', listeners: 2, services: { voices } });
    await expect(createSay(scene).run(interactionBy(inLounge, { text: 'Hi.', voice: 'Lady' }))).rejects.toThrow();
    expect(said).toEqual([]);
  });
});

describe("/say with one's own voice", () => {
  const refusal = new SpeechError('SPEECH_BAD_REQUEST', 'refused', { serviceMessage: 'Reference not found' });
  const own = { voiceId: 'own', from: 'here', fellBack: undefined } as const;
  const lost = { voiceId: undefined, from: 'default', fellBack: { title: 'Lady', reason: 'deleted' } } as const;

  function choosing(choice: VoiceChoice, services: Partial<Services> = {}) {
    const voices = fakeVoices([knownVoice('id', 'Slt')], { voiceFor: async () => choice });
    return createScene({ at: 'lounge', services: { voices, defaultVoiceId: 'default', ...services } });
  }

  /** Speech into files that the service refuses for one voice; `asked` keeps the voices. */
  function speechRefusing(refused: string) {
    const asked: (string | undefined)[] = [];
    const tts = async function* ({ voiceId }: { voiceId: string | undefined }) {
      asked.push(voiceId);
      if (voiceId === refused) throw refusal;
      yield new TextEncoder().encode('OggS and more');
    };
    return { asked, speech: { pcmSampleRateHz: 44_100, tts } };
  }

  it('speaks with the choice, unless another voice is named', async () => {
    const scene = choosing(own);
    await createSay(scene).run(interactionBy(inLounge, { text: 'Hello.' }));
    await createSay(scene).run(interactionBy(inLounge, { text: 'Hello.', voice: 'slt' }));
    expect(scene.spoken.map(({ voiceId }) => voiceId)).toEqual(['own', 'id']);
  });

  it('does not join for a voice that cannot be used', async () => {
    const voices = fakeVoices([knownVoice('id', 'Slt', { status: 'failed' })]);
    const scene = createScene({ services: { voices } });
    await expect(createSay(scene).run(interactionBy(inLounge, { text: 'Hi.', voice: 'slt' }))).rejects.toThrow(
      'failed',
    );
    expect(scene.acts).toEqual([]);
  });

  it('mentions a lost choice even when the queue is full', async () => {
    const itemReplies = { speak: async () => ({ kind: 'full', limit: 'items', max: 50 }) as const };
    const run = createSay(choosing(lost, { itemReplies })).run(interactionBy(inLounge, { text: 'Hello.' }));
    await expect(run).rejects.toThrow(/\*\*Lady\*\* was deleted.*\n.*queue is full/);
  });

  it('mentions a lost choice even when the bot does not come', async () => {
    const outcome = Promise.resolve({ kind: 'no-answer' } as const);
    const startJoin = async () => ({ kind: 'joining', isFirst: false, outcome }) as const;
    const scene = choosing(lost, { itemReplies: createFullQueue() });
    const run = createSay({ ...scene, host: { ...scene.host, startJoin }, engine: createScene({}).engine }).run(
      interactionBy(inLounge, { text: 'Hello.' }),
    );
    await expect(run).rejects.toThrow(/\*\*Lady\*\* was deleted.*\nDiscord didn't let me join/);
  });

  it('answers with a file in the default voice when the choice is refused, and says so to the caller alone', async () => {
    const { asked, speech } = speechRefusing('own');
    const context = interactionBy(notInVoice, { text: 'Hello.' });
    await createSay(choosing(own, { speech })).run(context);
    expect(asked).toEqual(['own', 'default']);
    expect(context.answers).toMatchObject([
      { visibility: 'public', files: [{ name: 'mynah.ogg' }] },
      { visibility: 'ephemeral', content: expect.stringContaining('was deleted from the speech service') },
    ]);
  });

  it('says why no file can be had with the default voice either', async () => {
    const { speech } = speechRefusing('default');
    const context = interactionBy(notInVoice, { text: 'Hello.' });
    const run = createSay(choosing(lost, { speech })).run(context);
    await expect(run).rejects.toBe(refusal);
  });
});

describe('the characters of /say', () => {
  const HELLO = { text: 'Hello.' };
  const NO_LIMIT = Number.POSITIVE_INFINITY;

  /** A scene with 6 characters for each person, and how many person 1 has used when all is written. */
  function limited(services: Partial<Services> = {}, person = 6) {
    const store = new MemoryBudgetStore();
    const budgets = memoryBudgets({ limits: { characters: { person, guild: NO_LIMIT, account: NO_LIMIT } }, store });
    const scene = createScene({ services: { budgets, ...services } });
    const used = async (): Promise<number | undefined> => {
      const { budgets: all } = await budgets.usage({ userId: '1', guildId: undefined }, { withGuild: false });
      return all.find(({ kind }) => kind === 'characters')?.used;
    };
    return { scene, used };
  }

  it('are refused before the bot joins, when too few are left', async () => {
    const { scene, used } = limited({}, 5);
    await expect(createSay(scene).run(interactionBy(inLounge, HELLO))).rejects.toMatchObject({
      code: 'BUDGET_USED_UP',
      usedUp: { whose: 'person', limit: 5, left: 5 },
    });
    expect([scene.acts, scene.spoken, await used()]).toEqual([[], [], 0]);
  });

  it.each<[string, Partial<Services>, Record<string, string>]>([
    ['the bot cannot join', { host: { join: refuseToJoin, startJoin: refuseToJoin } }, {}],
    ['the voice is unknown', {}, { voice: 'nobody' }],
    ['the queue is full', { itemReplies: createFullQueue() }, {}],
  ])('are given back when %s', async (_when, services, options) => {
    const { scene, used } = limited(services);
    await expect(createSay(scene).run(interactionBy(inLounge, { ...HELLO, ...options }))).rejects.toThrow();
    expect(await used()).toBe(0);
  });

  it.each<[string, SpeechError, number]>([
    ['are given back when the service refuses the file', new SpeechError('SPEECH_REJECTED', 'no', { status: 418 }), 0],
    ['count when the service broke off while it spoke a file', new SpeechError('SPEECH_CONNECTION', 'gone'), 6],
  ])('%s', async (_what, failure, left) => {
    const tts = async function* (): AsyncGenerator<Uint8Array> {
      yield* [];
      throw failure;
    };
    const { scene, used } = limited({ speech: { pcmSampleRateHz: 44_100, tts } });
    await expect(createSay(scene).run(interactionBy(notInVoice, HELLO))).rejects.toBe(failure);
    expect(await used()).toBe(left);
  });

  it('count for the pieces of a file that were spoken before the service refused one', async () => {
    const text = 'This is a sentence of forty characters. '.repeat(20).trim();
    const pieces: string[] = [];
    const failure = new SpeechError('SPEECH_REJECTED', 'no', { status: 418 });
    const tts = async function* (request: { readonly text: string }): AsyncGenerator<Uint8Array> {
      pieces.push(request.text);
      if (pieces.length === 2) throw failure;
      yield new TextEncoder().encode('OggS and more');
    };
    const { scene, used } = limited({ speech: { pcmSampleRateHz: 44_100, tts } }, 1_000);
    await expect(createSay(scene).run(interactionBy(notInVoice, { text }))).rejects.toBe(failure);
    expect(await used()).toBe(pieces[0]?.length);
  });

  it('are counted with the marks of a style, which the service is sent too', async () => {
    const { scene, used } = limited({}, 100);
    await createSay(scene).run(interactionBy(inLounge, { text: 'One. Two.', style: 'sad' }));
    expect(await used()).toBe('[sad] One. [sad] Two.'.length);
  });
});

const refuseToJoin = async () => ({ kind: 'full', channelId: 'lounge', userLimit: 2 }) as const;

/** The real replies over an engine whose queue is full. */
function createFullQueue(): Services['itemReplies'] {
  return createQueueItemReplies({
    engine: { session: async () => undefined },
    speaking: createSpeaking({
      engine: {
        speak: async () => ({ kind: 'full', limit: 'items', max: 50 }),
        remove: async () => ({ kind: 'not-found' }),
      },
      note: () => {},
      log: createLogger('silent'),
    }),
    keep: async () => {},
    explain: () => () => '',
    log: createLogger('silent'),
  });
}

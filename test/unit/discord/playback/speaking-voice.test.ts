import { describe, expect, it } from 'vitest';
import {
  chosenVoice,
  namedVoice,
  rememberNamed,
  voiceInstead,
  voiceOf,
} from '../../../../src/discord/playback/speaking-voice.ts';
import { MynahError } from '../../../../src/errors.ts';
import { SpeechError } from '../../../../src/speech/speech-error.ts';
import type { FellBack, VoiceModels, VoiceStatus } from '../../../../src/voice-models/voice-models-api.ts';
import { fakeVoices, knownVoice } from '../../../support/fake-voices.ts';
import { memorySettings } from '../../../support/memory-settings.ts';
import { inLounge, interactionBy } from '../../commands/command-scene.ts';

const context = interactionBy(inLounge);
const lady = knownVoice('1', 'Lady');

function sources(more: Partial<VoiceModels> = {}, known = [lady]) {
  return { voices: fakeVoices(known, more), settings: memorySettings(), defaultVoiceId: 'default' };
}

describe('a voice that is named', () => {
  it('is found by title and id', async () => {
    expect(await namedVoice(sources(), context, 'lady')).toMatchObject({ id: '1', title: 'Lady' });
    expect(await namedVoice(sources(), context, '1')).toMatchObject({ id: '1' });
  });

  it('is refused when it cannot be spoken with, or may not be known', async () => {
    const gone = sources({}, [knownVoice('1', 'Lady', { status: 'gone' })]);
    await expect(namedVoice(gone, context, 'lady')).rejects.toThrow('**Lady** was deleted from the speech service.');
    await expect(namedVoice(sources(), context, 'secret')).rejects.toThrow("I can't find the voice “secret” here.");
  });

  it('is tried when it is an id that is not found, or that cannot be looked up', async () => {
    const tried = { tried: 'secret' };
    const mayTry = async () => true;
    expect(await namedVoice(sources({ mayTry }), context, ' secret ')).toEqual(tried);
    const find = async () => Promise.reject(new SpeechError('SPEECH_UNAVAILABLE', 'down'));
    expect(await namedVoice(sources({ mayTry, find }), context, 'secret')).toEqual(tried);
    await expect(namedVoice(sources({ find }), context, 'secret')).rejects.toThrow('down');
  });
});

describe('a voice that was chosen', () => {
  it('is the choice, else the default', async () => {
    const voiceFor = async () => ({ voiceId: '1', from: 'here', fellBack: undefined }) as const;
    expect(await chosenVoice(sources({ voiceFor }), context)).toMatchObject({ voiceId: '1', notice: undefined });
    expect(await chosenVoice(sources(), context)).toMatchObject({ voiceId: 'default', notice: undefined });
  });

  it.each<[FellBack['reason'], string]>([
    ['deleted', 'was deleted'],
    ['withdrawn', 'is private now'],
    ['gone', 'was deleted from the speech service.'],
    ['failed', 'training failed'],
    ['taken-down', 'was taken down'],
  ])('that is lost comes with why: %s', async (reason, message) => {
    const voiceFor = async () =>
      ({ voiceId: undefined, from: 'default', fellBack: { title: '@everyone', reason } }) as const;
    const { voiceId, notice } = await chosenVoice(sources({ voiceFor }), context);
    expect(voiceId).toBe('default');
    expect(notice).toContain(message);
    expect(notice).toContain('From now on you speak with the default voice.');
    expect(notice).not.toContain('@everyone');
  });

  it('that is lost gives way to what was chosen for everywhere', async () => {
    const fellBack = { title: 'Old', reason: 'deleted' } as const;
    const voiceFor = async () => ({ voiceId: '1', from: 'everywhere', fellBack }) as const;
    const { voiceId, notice } = await chosenVoice(sources({ voiceFor }), context);
    expect(voiceId).toBe('1');
    expect(notice).toContain('the voice you chose for everywhere');
  });

  it('is the default, and said so, while the database cannot be reached', async () => {
    const unreachable = { voiceFor: async () => Promise.reject(new MynahError('STORE_UNAVAILABLE', 'no database')) };
    const { voiceId, notice } = await chosenVoice(sources(unreachable), context);
    expect(voiceId).toBe('default');
    expect(notice).toContain("can't look up the voice you chose");
    const broken = { voiceFor: async () => Promise.reject(new Error('a fault')) };
    await expect(chosenVoice(sources(broken), context)).rejects.toThrow('a fault');
  });
});

describe('the voice in place of one that the service refuses', () => {
  const problem = { code: 'SPEECH_BAD_REQUEST', message: 'Reference not found' };
  const withStatus = (status: VoiceStatus, wasChosen = false) => ({
    afterRefusal: async () => ({ status, wasChosen }),
  });

  it.each<[VoiceStatus, boolean, RegExp]>([
    ['gone', true, /was deleted from the speech service\..*From now on/],
    ['gone', false, /was deleted from the speech service\..*This is the default voice instead\./],
    ['taken-down', true, /taken down.*From now on/],
    ['failed', true, /training .*failed.*From now on/],
    ['training', true, /still in training.*This is the default voice instead\./],
    ['ready', true, /right now.*This is the default voice instead\./],
  ])('is the default voice, with why: %s', async (status, wasChosen, message) => {
    const instead = await voiceInstead(sources(withStatus(status, wasChosen)), context, { voiceId: '1', problem });
    expect(instead?.voiceId).toBe('default');
    expect(instead?.notice).toMatch(message);
  });

  it("is the default voice even when the voice's status is unknown", async () => {
    const unknown = sources({ afterRefusal: async () => Promise.reject(new Error('nobody there')) });
    expect(await voiceInstead(unknown, context, { voiceId: '1', problem })).toMatchObject({ voiceId: 'default' });
  });

  it('is none when it was the default voice, or the voice was not the cause', async () => {
    const all = sources(withStatus('gone'));
    expect(await voiceInstead(all, context, { voiceId: 'default', problem })).toBeUndefined();
    expect(await voiceInstead(all, context, { voiceId: undefined, problem })).toBeUndefined();
    const credits = { code: 'SPEECH_OUT_OF_CREDITS', message: 'Insufficient API credit' };
    expect(await voiceInstead(all, context, { voiceId: '1', problem: credits })).toBeUndefined();
  });
});

describe('how a writer sounds', () => {
  const own = { voiceId: 'own', speed: 2, volumeDb: undefined, from: 'here', fellBack: undefined } as const;
  const none = { voiceId: undefined, from: 'default', fellBack: undefined } as const;
  const writer = { guildId: 'g', userId: '1' };

  /** Sources in a server that speaks with `theirs` at 1.5 times the speed and 3 dB more. */
  async function inServer(more: Partial<VoiceModels>) {
    const all = sources(more);
    const voice = { voiceId: 'theirs', title: 'Theirs', speed: 1.5, volumeDb: 3 };
    await all.settings.change('g', '9', (present) => ({ ...present, voice }));
    return all;
  }

  it("is their choice, with the server's where they chose nothing", async () => {
    const all = await inServer({ voiceFor: async () => own });
    expect(await voiceOf(all, writer)).toEqual({ voiceId: 'own', speed: 2, volumeDb: 3 });
  });

  it("is the server's own without a choice, and the operator's in other servers and outside of them", async () => {
    const all = await inServer({ voiceFor: async () => none });
    expect(await voiceOf(all, writer)).toEqual({ voiceId: 'theirs', speed: 1.5, volumeDb: 3 });
    expect(await voiceOf(all, { ...writer, guildId: 'h' })).toEqual({ voiceId: 'default', speed: 1, volumeDb: 0 });
    expect(await voiceOf(all, { ...writer, guildId: undefined })).toEqual({
      ...{ voiceId: 'default', speed: undefined, volumeDb: undefined },
    });
  });

  it('leaves lost choices to be reported when they use a command', async () => {
    const asked: unknown[] = [];
    const voiceFor: VoiceModels['voiceFor'] = async (_requester, options) => {
      asked.push(options);
      return none;
    };
    await voiceOf(sources({ voiceFor }), writer);
    expect(asked).toEqual([{ isQuiet: true }]);
  });

  it("is the operator's default while the database cannot be reached", async () => {
    const voiceFor = async () => Promise.reject(new MynahError('STORE_UNAVAILABLE', 'no database'));
    expect(await voiceOf(sources({ voiceFor }), writer)).toEqual({ voiceId: 'default' });
    const broken = async () => Promise.reject(new Error('a fault'));
    await expect(voiceOf(sources({ voiceFor: broken }), writer)).rejects.toThrow('a fault');
  });

  it("gives way to the server's voice when their own is refused, and that one to the operator's", async () => {
    const problem = { code: 'SPEECH_BAD_REQUEST', message: 'Reference not found' };
    const all = await inServer({ afterRefusal: async () => ({ status: 'gone', wasChosen: false }) });
    expect(await voiceInstead(all, context, { voiceId: 'own', problem })).toMatchObject({ voiceId: 'theirs' });
    expect(await voiceInstead(all, context, { voiceId: 'theirs', problem })).toEqual({
      voiceId: 'default',
      notice:
        "This server's voice can't be used right now, so this is the default voice. Managers can choose another in `/settings`.",
    });
  });
});

describe("a server's voice that its maker withdrew", () => {
  it('is not used: the default voice is', async () => {
    const asked: unknown[] = [];
    const isKnownIn: VoiceModels['isKnownIn'] = async (guildId, voiceId) => {
      asked.push([guildId, voiceId]);
      return false;
    };
    const all = sources({ isKnownIn });
    const voice = { voiceId: 'theirs', title: 'Theirs', speed: 1.5, volumeDb: 3 };
    await all.settings.change('g', '9', (present) => ({ ...present, voice }));
    expect(await voiceOf(all, { guildId: 'g', userId: '1' })).toEqual({
      ...{ voiceId: 'default', speed: 1.5, volumeDb: 3 },
    });
    expect(asked).toEqual([['g', 'theirs']]);
  });
});

describe('a voice that is named in /say', () => {
  /** Remembers what is remembered. */
  function remembering(lastSaid?: { readonly id: string; readonly title: string }) {
    const said: unknown[] = [];
    const all = sources({
      choicesOf: async () => ({ here: undefined, everywhere: undefined, lastSaid }),
      rememberSaid: async (_requester, voice) => void said.push(voice),
    });
    return { all, said };
  }

  it('is kept for those that follow, and they read so the first time', async () => {
    const { all, said } = remembering();
    expect(await rememberNamed(all, context, lady)).toMatchObject({
      voiceId: '1',
      notice: "I'll keep using **Lady** for your `/say` here. To go back, set `voice` to “My usual voice”.",
      mayFallBack: true,
    });
    expect(said).toEqual([{ id: '1', title: 'Lady' }]);
  });

  it('takes the place of another, and they read so, but not again for the same', async () => {
    const { all, said } = remembering({ id: '2', title: 'Robert' });
    expect((await rememberNamed(all, context, lady)).notice).toContain('keep using **Lady**');
    expect(said).toHaveLength(1);
    const same = remembering(lady);
    expect(await rememberNamed(same.all, context, lady)).toMatchObject({ voiceId: '1', notice: undefined });
    expect(same.said).toEqual([]);
  });

  it('is not kept when it is the usual voice, in training, or an id that is only tried', async () => {
    const first = remembering();
    await rememberNamed(first.all, context, knownVoice('default', 'Usual'));
    await rememberNamed(first.all, context, { tried: 'secret' });
    await rememberNamed(first.all, context, knownVoice('3', 'New', { status: 'training' }));
    expect(first.said).toEqual([]);
    const { all, said } = remembering(lady);
    const usual = await rememberNamed(all, context, knownVoice('default', 'Usual'));
    expect(usual.notice).toBeUndefined();
    expect(said).toEqual([undefined]);
  });

  it('is forgotten by naming the usual voice', async () => {
    const { all, said } = remembering(lady);
    const named = await namedVoice(all, context, ' Usual ');
    expect(await rememberNamed(all, context, named)).toMatchObject({ voiceId: 'default', notice: undefined });
    expect(said).toEqual([undefined]);
  });

  it('is gone back from while the database cannot be reached: the text is spoken', async () => {
    const away = async () => Promise.reject(new MynahError('STORE_UNAVAILABLE', 'no database'));
    const all = sources({ rememberSaid: away, voiceFor: away });
    expect(await rememberNamed(all, context, 'usual')).toMatchObject({ voiceId: 'default' });
  });

  it('is spoken with while the database cannot be reached', async () => {
    const rememberSaid = async () => Promise.reject(new MynahError('STORE_UNAVAILABLE', 'no database'));
    expect(await rememberNamed(sources({ rememberSaid }), context, lady)).toMatchObject({
      ...{ voiceId: '1', notice: undefined },
    });
  });
});

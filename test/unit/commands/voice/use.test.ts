import { describe, expect, it } from 'vitest';
import { createVoiceUse } from '../../../../commands/voice/use.ts';
import type { Place } from '../../../../src/discord/interactions/command.ts';
import type {
  ChosenSound,
  KnownVoice,
  StandingChoices,
  VoiceStatus,
} from '../../../../src/voice-models/voice-models-api.ts';
import { fakeVoices, knownVoice } from '../../../support/fake-voices.ts';
import { choiceBy, inLounge, interactionBy, type Options } from '../command-scene.ts';

const inDm: Place = { kind: 'elsewhere', channelId: 'dm' };

/** `/voice use` among these voices; `chosen` has what applies in guild `g` and everywhere. */
function createScene(...known: KnownVoice[]) {
  const chosen: { -readonly [Scope in keyof Omit<StandingChoices, 'lastSaid'>]: ChosenSound | undefined } = {
    ...{ here: undefined, everywhere: undefined },
  };
  /** Whose choices were changed, and who was asked about. */
  const users: string[] = [];
  const asked: unknown[] = [];
  let isKnownToMember = true;
  const voices = fakeVoices(known, {
    isKnownTo: async (requester) => {
      asked.push(requester);
      return isKnownToMember;
    },
    use: async (userId, scope, { voice, speed, volumeDb }) => {
      users.push(userId);
      const sound = { voice: voice && { id: voice.id, title: voice.title }, speed, volumeDb };
      if (scope === 'everywhere') Object.assign(chosen, { here: undefined, everywhere: sound });
      else chosen.here = sound;
    },
    takeBack: async (userId, scope) => {
      users.push(userId);
      chosen[scope === 'everywhere' ? 'everywhere' : 'here'] = undefined;
    },
    choicesOf: async ({ guildId }) => ({
      here: guildId === undefined ? undefined : chosen.here,
      everywhere: chosen.everywhere,
      lastSaid: undefined,
    }),
  });
  const use = createVoiceUse({ voices, access: { isManager: async (place) => place.managesGuild } });
  return {
    chosen,
    users,
    asked,
    hide: () => (isKnownToMember = false),
    run: async (place: Place, voice: string, options: Options = {}) => {
      const context = interactionBy(place, { voice, ...options });
      await use.run(context);
      const [reply] = context.answers;
      return { ...reply, buttons: JSON.stringify(reply?.components ?? []).match(/voice:use:[a-z:]+/g) ?? [] };
    },
    press: async (argument: string, place: Place = inLounge) => {
      const context = choiceBy(place, [], argument);
      await use.component?.(context);
      const [update] = context.updates;
      const buttons = JSON.stringify(update?.components ?? []).match(/voice:use:[a-z:]+/g) ?? [];
      return { ...context, content: update?.content, buttons };
    },
  };
}

const LADY = { id: '1', title: 'Lady' };
const lady = knownVoice('1', 'Lady');
const ROBERT = { id: '2', title: 'Robert' };
const robert = knownVoice('2', 'Robert');

describe('/voice use', () => {
  it('chooses for the server that it is used in, and offers everywhere', async () => {
    const scene = createScene(lady);
    const reply = await scene.run(inLounge, 'lady', { speed: 1.25, volume: -3 });
    expect(scene.chosen.here).toEqual({ voice: LADY, speed: 1.25, volumeDb: -3 });
    expect(reply.content).toBe(
      'Your voice in this server is now **Lady** (1.25× speed, -3 dB).\n**In this server:** **Lady** (1.25× speed, -3 dB) · **Elsewhere:** the default voice',
    );
    expect(reply.visibility).toBe('ephemeral');
    expect(reply.buttons).toEqual(['voice:use:move:everywhere', 'voice:use:reset:here']);
  });

  describe('for another member', () => {
    const boss: Place = { ...inLounge, managesGuild: true };

    it('lets managers choose in this server, and reset it', async () => {
      const scene = createScene(lady);
      const reply = await scene.run(boss, 'lady', { member: '2', speed: 1.25 });
      expect(scene.chosen).toEqual({
        here: { voice: LADY, speed: 1.25, volumeDb: undefined },
        everywhere: undefined,
      });
      expect(reply.content).toMatch(/^<@2> speaks with \*\*Lady\*\* \(1\.25× speed\) in this server now\./);
      expect(reply.visibility).toBe('ephemeral');
      await scene.run(boss, 'default', { member: '2' });
      expect(scene.chosen.here).toBeUndefined();
      expect(scene.users).toEqual(['2', '2']);
    });

    it('refuses others, voices that the member may not use, and direct messages', async () => {
      const scene = createScene(lady);
      await expect(scene.run(inLounge, 'lady', { member: '2' })).rejects.toThrow('choose a voice for someone else');
      await expect(scene.run(inDm, 'lady', { member: '2' })).rejects.toThrow('in a server');
      scene.hide();
      await expect(scene.run(boss, 'lady', { member: '2' })).rejects.toThrow('may not use this voice');
      expect(scene.asked).toEqual([{ userId: '2', guildId: 'g', managesGuild: false }]);
      expect(scene.users).toEqual([]);
    });

    it('is as usual when one names oneself', async () => {
      const scene = createScene(lady);
      expect((await scene.run(inLounge, 'lady', { member: '1' })).content).toContain('Your voice in this server');
    });
  });

  it('moves a choice to everywhere, only here again, and takes it back, with one click each', async () => {
    const scene = createScene(lady);
    await scene.run(inLounge, 'lady', { speed: 2 });
    const everywhere = await scene.press('move:everywhere');
    expect(scene.chosen).toEqual({ here: undefined, everywhere: { voice: LADY, speed: 2, volumeDb: undefined } });
    expect(everywhere.content).toBe(
      'Your voice everywhere is now **Lady** (2× speed). It replaces your choices for individual servers.\n**In this server:** **Lady** (2× speed) · **Elsewhere:** **Lady** (2× speed)',
    );
    expect(everywhere.buttons).toEqual(['voice:use:move:here', 'voice:use:reset:everywhere']);
    const here = await scene.press('move:here');
    expect(scene.chosen).toEqual({ here: { voice: LADY, speed: 2, volumeDb: undefined }, everywhere: undefined });
    expect(here.content).toContain('**In this server:** **Lady** (2× speed) · **Elsewhere:** the default voice');
    await scene.press('move:everywhere');
    const none = await scene.press('reset:everywhere');
    expect(scene.chosen).toEqual({ here: undefined, everywhere: undefined });
    expect(none.content).toBe(
      'Your choice for all servers is reset.\n**In this server:** the default voice · **Elsewhere:** the default voice',
    );
    expect(none.buttons).toEqual([]);
  });

  it('takes back the choice for a server, and shows that the one for everywhere applies again', async () => {
    const scene = createScene(lady, robert);
    scene.chosen.everywhere = { voice: ROBERT };
    expect((await scene.run(inLounge, 'lady')).buttons).toEqual([
      'voice:use:move:everywhere',
      'voice:use:reset:here',
      'voice:use:reset:everywhere',
    ]);
    const { content, buttons } = await scene.press('reset:here');
    expect(content).toBe(
      'Your choice for this server is reset.\n**In this server:** **Robert** · **Elsewhere:** **Robert**',
    );
    expect(buttons).toEqual(['voice:use:move:here', 'voice:use:reset:everywhere']);
  });

  it.each(['default', ' Default Voice ', 'Standardstimme', 'VOIX PAR DÉFAUT', '默认声音'])(
    'takes “%s” for the default voice',
    async (name) => {
      const scene = createScene(lady);
      await scene.run(inLounge, 'lady');
      expect((await scene.run(inLounge, name)).content).toContain('**In this server:** the default voice');
    },
  );

  it('keeps the speed and volume that are left out, and clears them with the default voice', async () => {
    const scene = createScene(lady, robert);
    scene.chosen.everywhere = { voice: ROBERT, speed: 1.5, volumeDb: 4 };
    await scene.run(inLounge, 'lady', { speed: 2 });
    expect(scene.chosen.here).toEqual({ voice: LADY, speed: 2, volumeDb: 4 });
    await scene.run(inLounge, 'robert');
    expect(scene.chosen.here).toEqual({ voice: ROBERT, speed: 2, volumeDb: 4 });
    await scene.run(inLounge, 'default', { volume: 6 });
    expect(scene.chosen.here).toEqual({ voice: undefined, speed: 2, volumeDb: 6 });
    await scene.run(inLounge, ' Default ');
    expect(scene.chosen.here).toEqual({ voice: undefined, speed: undefined, volumeDb: undefined });
  });

  it('chooses for everywhere outside of servers', async () => {
    const scene = createScene(lady);
    const reply = await scene.run(inDm, '1');
    expect(scene.chosen.everywhere?.voice).toEqual(LADY);
    expect(reply.content).toMatch(/\n\*\*Everywhere:\*\* \*\*Lady\*\*$/);
    expect(reply.buttons).toEqual(['voice:use:reset:everywhere']);
  });

  it('says that a private voice does not follow everywhere', async () => {
    const scene = createScene(knownVoice('1', 'Lady', { isPrivateToGuild: true }));
    await scene.run(inLounge, '1');
    expect((await scene.press('move:everywhere')).content).toContain(
      "Your voice is now **Lady**. It's private to one server, so in other servers and in direct messages I use the default voice.",
    );
  });

  it('says that a creator’s private voice follows them into direct messages', async () => {
    const scene = createScene(knownVoice('1', 'Lady', { isPrivateToGuild: true, ownership: 'mine' }));
    await scene.run(inLounge, '1');
    expect((await scene.press('move:everywhere')).content).toContain(
      "Your voice is now **Lady**, also in direct messages. It's private to one server, so in other servers I use the default voice.",
    );
  });

  it('does the same by the button of a list', async () => {
    const scene = createScene(lady);
    const { answers, updates } = await scene.press('1');
    expect(scene.chosen.here?.voice).toEqual(LADY);
    expect([answers.length, updates.length]).toEqual([1, 0]);
  });

  it.each<[VoiceStatus, string]>([
    ['training', 'still in training'],
    ['failed', 'failed'],
    ['taken-down', 'taken down'],
    ['not-for-speech', "isn't made for speech"],
    ['gone', 'was deleted from the speech service'],
  ])('refuses one that is %s', async (status, words) => {
    const scene = createScene(knownVoice('1', 'Lady', { status }));
    await expect(scene.run(inLounge, 'Lady')).rejects.toThrow(words);
    expect(scene.chosen.here).toBeUndefined();
  });

  it('finds none that may not be known, and moves nothing that is not chosen any more', async () => {
    const scene = createScene();
    await expect(scene.run(inLounge, 'secret')).rejects.toThrow("I can't find the voice “secret” here.");
    await expect(scene.press('move:everywhere')).rejects.toThrow('out of date');
    scene.chosen.here = { voice: LADY };
    await expect(scene.press('move:everywhere')).rejects.toThrow("I can't find the voice “1” here.");
    expect(scene.chosen.everywhere).toBeUndefined();
  });
});

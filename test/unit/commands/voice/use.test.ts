import { describe, expect, it } from 'vitest';
import { createVoiceUse } from '../../../../commands/voice/use.ts';
import type { Place } from '../../../../src/discord/interactions/command.ts';
import type { KnownVoice, VoiceStatus } from '../../../../src/voice-models/voice-models-api.ts';
import { fakeVoices, knownVoice } from '../../../support/fake-voices.ts';
import { choiceBy, inLounge, interactionBy } from '../command-scene.ts';

const inDm: Place = { kind: 'elsewhere', channelId: 'dm' };
const HERE = { guildId: 'g' };

/** `/voice use` among these voices; `used` keeps what was chosen, and where. */
function createScene(...known: KnownVoice[]) {
  const used: unknown[] = [];
  const voices = fakeVoices(known, { use: async (_userId, scope, voice) => void used.push([scope, voice?.id]) });
  const use = createVoiceUse({ voices });
  return {
    used,
    run: async (place: Place, voice: string) => {
      const context = interactionBy(place, { voice });
      await use.run(context);
      return context.answers[0];
    },
    press: async (argument: string, place: Place = inLounge) => {
      const context = choiceBy(place, [], argument);
      await use.component?.(context);
      return context;
    },
  };
}

describe('/voice use', () => {
  it('chooses for the server that it is used in, and offers everywhere', async () => {
    const scene = createScene(knownVoice('1', 'Lady'));
    const reply = await scene.run(inLounge, 'lady');
    expect(scene.used).toEqual([[HERE, '1']]);
    expect(reply?.content).toBe('**Lady** is now your voice in this server. Nothing changes elsewhere.');
    expect(reply?.visibility).toBe('ephemeral');
    expect(JSON.stringify(reply?.components)).toContain('"custom_id":"voice:use:everywhere:1"');
    const { updates } = await scene.press('everywhere:1');
    expect(scene.used[1]).toEqual(['everywhere', '1']);
    expect(updates[0]?.content).toContain('**Lady** is now your voice everywhere.');
    expect(updates[0]?.components).toBeUndefined();
  });

  it('chooses for everywhere outside of servers', async () => {
    const scene = createScene(knownVoice('1', 'Lady'));
    const reply = await scene.run(inDm, '1');
    expect(scene.used).toEqual([['everywhere', '1']]);
    expect(reply?.components).toBeUndefined();
  });

  it('goes back to the default, here and everywhere', async () => {
    const scene = createScene();
    const reply = await scene.run(inLounge, ' Default ');
    const { updates } = await scene.press('everywhere:default');
    expect(scene.used).toEqual([
      [HERE, undefined],
      ['everywhere', undefined],
    ]);
    expect(reply?.content).toBe('The default voice is now your voice in this server. Nothing changes elsewhere.');
    expect(updates[0]?.content).toContain('The default voice is now your voice everywhere.');
  });

  it('says that a private voice does not follow everywhere', async () => {
    const scene = createScene(knownVoice('1', 'Lady', { isPrivateToGuild: true }));
    expect((await scene.press('everywhere:1')).updates[0]?.content).toBe(
      "**Lady** is now your voice. It's private to one server, so in other servers and in direct messages I use the default voice.",
    );
  });

  it('says that a creator’s private voice follows them into direct messages', async () => {
    const scene = createScene(knownVoice('1', 'Lady', { isPrivateToGuild: true, ownership: 'mine' }));
    expect((await scene.press('everywhere:1')).updates[0]?.content).toBe(
      "**Lady** is now your voice, also in direct messages. It's private to one server, so in other servers I use the default voice.",
    );
  });

  it('does the same by the button of a list', async () => {
    const scene = createScene(knownVoice('1', 'Lady'));
    const { answers, updates } = await scene.press('1');
    expect(scene.used).toEqual([[HERE, '1']]);
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
    expect(scene.used).toEqual([]);
  });

  it('finds none that may not be known', async () => {
    const scene = createScene();
    await expect(scene.run(inLounge, 'secret')).rejects.toThrow("I can't find the voice “secret” here.");
    await expect(scene.press('everywhere:1')).rejects.toThrow("I can't find the voice “1” here.");
    expect(scene.used).toEqual([]);
  });
});

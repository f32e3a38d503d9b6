import { describe, expect, it } from 'vitest';
import { createSay } from '../../../commands/say.ts';
import { createSpeakMenu } from '../../../commands/speak-menu.ts';
import type { Place } from '../../../src/discord/interactions/command.ts';
import type { SpokenMessage } from '../../../src/text/spoken/spoken-message.ts';
import { fakeVoices } from '../../support/fake-voices.ts';
import { createScene, inLounge, interactionBy } from './command-scene.ts';

/** Person 1 uses the menu on a message of person 2. */
async function speak(spoken: SpokenMessage | undefined, place: Place = inLounge) {
  const own = { voiceId: 'own', speed: 2, from: 'here', fellBack: undefined } as const;
  const scene = createScene({ at: 'lounge', services: { voices: fakeVoices([], { voiceFor: async () => own }) } });
  const message = { id: 'm', channelId: 'general', authorId: '2', attachments: [], forwarded: [] };
  const context = interactionBy(place);
  const run = createSpeakMenu(scene).run({ ...context, message: { ...message, spoken: async () => spoken } });
  return { ...scene, context, run };
}

describe('the menu Speak', () => {
  it("says the text alone, in the caller's channel and with the caller's voice", async () => {
    const { run, spoken } = await speak({ content: 'Hello there.', replyTo: 'Grace' });
    await run;
    expect(spoken).toMatchObject([{ text: 'Hello there.', voiceId: 'own', speed: 2, userId: '1', guildId: 'g' }]);
  });

  it('reads it as chat: what another person wrote gives no stage directions', async () => {
    const { run, spoken } = await speak({ content: 'Look [shouting] **here**' });
    await run;
    expect(spoken[0]?.text).not.toMatch(/[[*]/);
  });

  it('says what goes with the text', async () => {
    const { run, spoken } = await speak({ content: '', attachments: [{ kind: 'picture' }, { kind: 'picture' }] });
    await run;
    expect(spoken[0]?.text).toContain('pictures');
  });

  it('gives a file outside of voice channels', async () => {
    const { run, context, spoken } = await speak({ content: 'Hello.' }, { ...inLounge, voiceChannelId: undefined });
    await run;
    expect(context.answers).toMatchObject([{ files: [{ name: 'mynah.ogg' }] }]);
    expect(spoken).toEqual([]);
  });

  it.each([[undefined], [{ content: '' }], [{ content: '…' }]])(
    'refuses a message without words: %j',
    async (spoken) => {
      const { run } = await speak(spoken);
      await expect(run).rejects.toThrow("There's nothing in this message that I can say. Choose one with text.");
    },
  );

  it('has the limit of /say', () => {
    const scene = createScene({});
    expect(createSpeakMenu(scene).limit).toEqual(createSay(scene).runLimit?.(interactionBy(inLounge).options));
  });
});

import type { LocalDiscord } from '@mynah/local-discord/local-discord';
import type { Person } from '@mynah/local-discord/people/person';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestBot, soon, startTestDiscord } from './discord-fixture.ts';

describe('/pronounce at a local Discord', () => {
  let discord: LocalDiscord;
  let ada: Person;
  let bob: Person;
  const closing: { close(): Promise<void> }[] = [];

  const startBot = async () => {
    const made = await createTestBot(discord);
    closing.push(made);
    await made.bot.start(soon());
    return made;
  };
  const type = async (person: Person, command: string, options = {}): Promise<string> =>
    (await (await person.type(command, options)).reply(soon())).content;

  beforeEach(async () => {
    discord = await startTestDiscord({ voice: false });
    closing.push(discord);
    ada = discord.addPerson({ name: 'Ada' });
    bob = discord.addPerson({ name: 'Bob' });
  });
  afterEach(async () => {
    for (const part of closing.splice(0).reverse()) await part.close();
  });

  it('changes what is said: the built-in word, then the server’s, then one’s own, which counts for oneself alone', async () => {
    const { ttsRequests } = await startBot();
    await type(ada, '/say', { text: 'brb' });
    expect(await type(ada, '/pronounce add', { word: 'brb', as: 'back soon', scope: 'server' })).toContain(
      'in this server',
    );
    await type(ada, '/say', { text: 'BRB!' });
    await type(ada, '/pronounce add', { word: 'brb', as: 'gone' });
    await type(ada, '/say', { text: 'brb' });
    await type(bob, '/say', { text: 'brb' });
    await type(ada, '/pronounce remove', { word: 'brb' });
    await type(ada, '/say', { text: 'brb' });
    expect(ttsRequests.map(({ text }) => text)).toEqual([
      'be right back',
      'back soon!',
      'gone',
      'back soon',
      'back soon',
    ]);
  });
});

import { startLocalDiscord } from '@mynah/local-discord';
import { expect, test } from 'vitest';
import { startPingBot } from './ping-bot.ts';

test('answers /ping', async () => {
  await using discord = await startLocalDiscord();
  await using bot = await startPingBot(discord.token, discord.apiUrl);
  await discord.botReady();

  const ada = discord.addPerson({ name: 'Ada' });
  const reply = await (await ada.type('/ping')).reply();

  expect(reply.content).toBe('Pong!');
  expect(bot.isReady()).toBe(true);
  // Whatever Discord refuses is refused here, too: a bot that keeps the rules leaves no errors.
  expect(discord.errors).toEqual([]);
});

test('answers /ping after its connection broke', async () => {
  await using discord = await startLocalDiscord();
  await using _bot = await startPingBot(discord.token, discord.apiUrl);
  await discord.botReady();

  discord.faults.closeGateway(discord.guild);
  await discord.botGone();
  await discord.botReady();

  const ada = discord.addPerson({ name: 'Ada' });
  const reply = await (await ada.type('/ping')).reply();
  expect(reply.content).toBe('Pong!');
  expect(discord.figures.resumed).toBe(1);
});

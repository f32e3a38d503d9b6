import { DiscordAPIError } from 'discord.js';
import { expect, it } from 'vitest';
import { translatingErrors } from '../../../../src/discord/interactions/answer-port.ts';

function refusal(code: number): DiscordAPIError {
  return new DiscordAPIError({ code, message: 'no' }, code, 400, 'POST', 'https://discord.example', {});
}

it.each([
  [10_062, 'DISCORD_INTERACTION_GONE', 'an answer came too late for Discord'],
  [50_027, 'DISCORD_INTERACTION_GONE', 'an answer came too late for Discord'],
  [40_060, 'DISCORD_INTERACTION_GONE', 'another program answered first: end the other Mynah with this token'],
  [40_005, 'DISCORD_ANSWER_TOO_LARGE', /too large/],
  [50_013, 'DISCORD_REFUSED', 'Discord refused an answer'],
])('Discord’s refusal %i becomes %s, with what happened', async (discordCode, code, message) => {
  const refused = translatingErrors(() => Promise.reject(refusal(discordCode)));
  await expect(refused).rejects.toMatchObject({ code });
  await expect(refused).rejects.toThrow(message);
});

import type { Person } from '@mynah/local-discord/people/person';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { expect, it } from 'vitest';
import { sayAndHear } from '../support/say-and-hear.ts';
import { shareEnvironment } from '../support/shared-environment.ts';
import { joinEnvironment, openTestSession, patience, type TestSession } from '../support/test-session.ts';

let session: TestSession;
shareEnvironment({
  join: joinEnvironment,
  use: (joined) => {
    session = joined;
  },
});

/** Everything that `/doctor` tells somebody, a line for each text. */
async function examine(person: Person = session.ada): Promise<string> {
  const reply = await (await person.type('/doctor')).reply(patience());
  const found: string[] = [];
  JSON.stringify(reply.components, (key, value: unknown) => {
    if (key === 'content' && typeof value === 'string') found.push(value);
    return value;
  });
  return found.join('\n');
}

/** Asks until its first line matches: askers of the same seconds share what the speech service answered. */
async function expectVerdict(verdict: RegExp): Promise<void> {
  await expect
    .poll(async () => (await examine()).split('\n')[0], { timeout: 20_000, interval: 1_000 })
    .toMatch(verdict);
}

it('/doctor finds all in order in a channel where the bot speaks, with the code and the packets that Ada’s client has', async () => {
  const before = await examine();
  expect(before).toMatch(/^### ✅ No problems found\.\n/);
  expect(before).toContain("I'm not in a voice channel.");
  await sayAndHear(session, 'The weather is nice today.');
  const report = await examine();
  expect(report).toMatch(/^### ✅ Everything works here\.\n/);
  const [, code = ''] = /Voice privacy code: `([\d ]+)`/.exec(report) ?? [];
  expect(code.replaceAll(' ', '')).toBe(session.voice.privacyCode());
  expect(code).toMatch(/^(\d{5} ){5}\d{5}$/);
  const [, sent = ''] = /: ([\d,]+) sent, 0 received\./.exec(report) ?? [];
  // A client's counts and the bot's differ by what is on its way.
  expect(Math.abs(Number(sent) - session.voice.heard.packets.length)).toBeLessThan(20);
  expect(report).toMatch(/DAVE 1, epoch \d+/);
  expect(session.environment.discord.errors).toEqual([]);
});

it('/doctor says that the service rejects the key or has no credit left, and that it is well again', async () => {
  session.speech.faults.add({ endpoint: 'model', status: 401 });
  await expectVerdict(/^\*\*❌ The speech service rejects my key/);
  session.speech.faults.clear();
  session.speech.faults.add({ endpoint: 'credit', status: 402 });
  await expectVerdict(/^\*\*❌ The account at the speech service is out of credits/);
  session.speech.faults.clear();
  await expectVerdict(/No problems found/);
});

it('/doctor says when the bot is where the asker isn’t, and what it lacks in their channel', async () => {
  const { guild, ada } = session;
  const { botId } = session.environment.discord;
  await (await ada.type('/join', { channel: guild.channel('Studio').id })).reply(patience());
  expect(await examine()).toContain(`I'm in <#${guild.channel('Studio').id}>, not in your voice channel.`);
  guild.setPermissions('Lounge', { targetId: botId, deny: PermissionFlagsBits.Speak });
  expect(await examine()).toMatch(/^\*\*❌ I can't join and speak in <#\d+>\. Give me Speak there\.\*\*/);
});

it('/doctor says what needs credit where the free model speaks without, and does not lead with it', async () => {
  await using poor = await openTestSession({
    localSpeech: { credit: '0E-10' },
    environment: { SPEECH_MODEL: 's2.1-pro-free' },
  });
  const said = await poor.ada.type('/say', { text: 'The weather is nice today.' });
  await said.until(({ content }) => content.includes('Spoken.'), patience());
  const report = await examine(poor.ada);
  expect(report).toMatch(/^### ✅ No problems found\.\n/);
  expect(report).toContain('Speaking with `s2.1-pro-free` is free, but captions and `/transcribe` need API credit');
});

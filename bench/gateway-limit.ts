import { setTimeout as delay } from 'node:timers/promises';
import type { LocalGuild } from '@mynah/local-discord/guild';
import type { LocalDiscord } from '@mynah/local-discord/local-discord';
import type { Person } from '@mynah/local-discord/people/person';
import { startEnvironment } from '../playground/environment.ts';
import { machineLine } from './machine.ts';
import { alignTable } from './table.ts';

const SERVERS = 400;
const AT_ONCE = 140;
const LOOK_EVERY_MS = 250;
const DEADLINE_MS = 600_000;
/** So many interactions at once would measure the machine. */
const JOIN_EVERY_MS = 100;
const HEADINGS = ['', 'done', 'seconds', 'most in 60 s', 'closed by the limit'];
/** Close code: the voice session is no longer valid. */
const SESSION_NO_LONGER_VALID = 4_006;

interface Member {
  readonly guild: LocalGuild;
  readonly person: Person;
  readonly channelId: string;
}

/**
 * Measures how long one shard needs, at Discord's real limit of gateway messages, for 140 joins at once, for those of 400
 * servers, and to mend 400 voice connections that all drop at once. Takes about eight minutes.
 */
export async function runGatewayLimit(print: (line: string) => void): Promise<void> {
  print(machineLine());
  const environment = await startEnvironment();
  try {
    const { discord } = environment;
    const members = Array.from({ length: SERVERS }, (_, index) => addMember(discord, index));
    // A bot that has just joined a server knows it a moment later.
    await delay(5_000);
    const steps = [
      [`${AT_ONCE} joins at once`, AT_ONCE, () => joinAll(members.slice(0, AT_ONCE), 0, print)],
      [`${SERVERS - AT_ONCE} more in a row`, SERVERS, () => joinAll(members.slice(AT_ONCE), JOIN_EVERY_MS, print)],
      [`${SERVERS} drop with 4006`, SERVERS, () => dropAll(discord, members)],
    ] as const;
    const rows: string[][] = [];
    for (const [name, wanted, act] of steps) {
      rows.push(await measured(discord, name, wanted, act));
      print(rows.at(-1)?.join(', ') ?? '');
    }
    for (const line of alignTable([HEADINGS, ...rows])) print(line);
    const told = members.flatMap(({ guild }) => guild.channel('general').messages).filter(isNotice);
    print(`failures told in channels: ${told.length}`);
  } finally {
    await environment.close();
  }
}

function addMember(discord: LocalDiscord, index: number): Member {
  const guild = discord.addGuild({ name: `Server ${index}` });
  const person = discord.addPerson({ name: `Person ${index}`, guild });
  const channelId = guild.channel('Lounge').id;
  person.enterVoice(channelId);
  return { guild, person, channelId };
}

/** Everyone uses /join, one after each `everyMs`; prints each different answer with its number. */
async function joinAll(members: readonly Member[], everyMs: number, print: (line: string) => void): Promise<void> {
  const replies = await Promise.all(
    members.map(async ({ guild, person }, index) => {
      await delay(index * everyMs);
      const asked = await person.type('/join', {}, { channelId: guild.channel('general').id });
      return (await asked.reply(AbortSignal.timeout(DEADLINE_MS))).content.replaceAll(/\d{17,20}|<t:\d+/g, '…');
    }),
  );
  for (const reply of new Set(replies)) print(`${replies.filter((other) => other === reply).length} × ${reply}`);
}

async function dropAll({ voiceServer, botId }: LocalDiscord, members: readonly Member[]): Promise<void> {
  for (const { guild } of members) voiceServer?.disconnect(guild.id, botId, SESSION_NO_LONGER_VALID);
}

/** Waits after `act` until so many voice connections of the bot are up. */
async function measured(
  discord: LocalDiscord,
  name: string,
  wanted: number,
  act: () => Promise<void>,
): Promise<string[]> {
  const startMs = performance.now();
  await act();
  const isOver = (): boolean => performance.now() - startMs > DEADLINE_MS;
  while (connected(discord) < wanted && !isOver()) await delay(LOOK_EVERY_MS);
  const seconds = ((performance.now() - startMs) / 1_000).toFixed(1);
  const { mostSentInWindow, rateLimited } = discord.figures;
  return [name, `${connected(discord)} of ${wanted}`, seconds, String(mostSentInWindow), String(rateLimited)];
}

function connected({ voiceServer, botId }: LocalDiscord): number {
  return voiceServer?.figures().users.filter(({ userId }) => userId === botId).length ?? 0;
}

function isNotice({ content }: { readonly content: string }): boolean {
  return content.includes('connection');
}

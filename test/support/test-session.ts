import { setTimeout as sleep } from 'node:timers/promises';
import type { LocalGuild } from '@mynah/local-discord/guild';
import type { Person } from '@mynah/local-discord/people/person';
import type { PersonVoice } from '@mynah/local-discord/voice/person-voice-api';
import type { LocalSpeech } from '@mynah/local-speech/local-speech-api';
import { type Environment, type EnvironmentOptions, startEnvironment } from '../../playground/environment.ts';
import { COMPILE_CACHE } from './compile-cache.ts';
import { ExchangeWatch } from './discord-document/exchange-watch.ts';
import { recognizerOfTests } from './recognition.ts';

/** Longest wait for anything that a test expects to happen. */
const PATIENCE_MS = 60_000;

/** Pauses too short for a hole, for tests of what else the service can do in mid-text. */
export const BRISK_PACING = { firstAudioMs: 50, pauseMs: 50 } as const;

/** A signal that ends a test's wait for something that does not happen. */
export function patience(): AbortSignal {
  return AbortSignal.timeout(PATIENCE_MS);
}

/** The bot as a process, and Ada, who listens in the voice channel Lounge of one of its servers. */
export interface TestSession extends AsyncDisposable {
  readonly environment: Environment;
  readonly guild: LocalGuild;
  readonly speech: LocalSpeech;
  readonly ada: Person;
  readonly voice: PersonVoice;
  readonly loungeId: string;
}

/**
 * Starts an environment whose bot finds its compiled code in a cache, and whose REST exchanges fit Discord's document: a test
 * fails otherwise, or `close` rejects. The caller must close it.
 */
export async function startTestEnvironment(options: EnvironmentOptions = {}): Promise<Environment> {
  const exchanges = new ExchangeWatch();
  const environment = await startEnvironment({
    ...{ signal: patience(), recognizer: recognizerOfTests(), ...options },
    discord: { onExchange: exchanges.onExchange, ...options.discord },
    environment: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...options.environment },
  });
  return {
    ...environment,
    get bot() {
      return environment.bot;
    },
    close: async () => {
      const code = await environment.close();
      exchanges.verify();
      return code;
    },
  };
}

/** Starts an environment and opens a test session in its first server. Disposing of the session closes both. */
export async function openTestSession(options: EnvironmentOptions = {}): Promise<TestSession> {
  const environment = await startTestEnvironment(options);
  const session = await enter(environment, environment.discord.guild);
  return {
    ...session,
    [Symbol.asyncDispose]: async () => {
      await environment.close();
    },
  };
}

/**
 * Opens a test session in a new server of an environment that several tests share: with people, channels and voice of
 * its own, and with an id that `isRight`. Disposing of it empties the server's voice channels and removes all faults from
 * the speech service.
 */
export async function joinEnvironment(
  environment: Environment,
  isRight: (guildId: string) => boolean = () => true,
): Promise<TestSession> {
  let guild = environment.discord.addGuild({ name: 'Test Server' });
  while (!isRight(guild.id)) {
    // Ids of another millisecond belong to another shard.
    await sleep(1);
    guild = environment.discord.addGuild({ name: 'Test Server' });
  }
  guild.addChannel('captions');
  guild.addChannel('Studio', 'voice');
  const session = await enter(environment, guild);
  return {
    ...session,
    [Symbol.asyncDispose]: async () => {
      session.speech.faults.clear();
      guild.disconnectMember(environment.discord.botId);
      await session.ada.leaveVoice();
    },
  };
}

async function enter(environment: Environment, guild: LocalGuild): Promise<Omit<TestSession, keyof AsyncDisposable>> {
  if (environment.speech.kind !== 'local') throw new Error('a test session needs the local speech service');
  const ada = environment.discord.addPerson({ name: 'Ada', guild });
  const loungeId = guild.channel('Lounge').id;
  const voice = await ada.joinVoice(loungeId, patience());
  return { environment, guild, speech: environment.speech.service, ada, voice, loungeId };
}

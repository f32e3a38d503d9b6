import { setTimeout as delay } from 'node:timers/promises';
import type { LocalDiscord } from '@mynah/local-discord/local-discord';
import type { Invocation } from '@mynah/local-discord/people/invocation';
import type { Person } from '@mynah/local-discord/people/person';
import type { SeenMessage } from '@mynah/local-discord/people/seen-message';
import type { LocalSpeech } from '@mynah/local-speech/local-speech-api';
import { FLITE_VOICES } from '@mynah/local-speech/synthesis/flite-voices';
import type { Tally } from './tally.ts';

/** Longest wait for any action of the bot: faults and a thread restart delay texts. */
const PATIENCE_MS = 45_000;
const SPEAKERS = 2;
const TEXTS_PER_ROUND = 4;
/** Time into the speech at which it is skipped or stopped. */
const LISTEN_MS = 1_200;
/** Pause between rounds, in which the bot is in no channel. */
const REST_MS = 1_000;
const TEXTS = [
  'How are you doing this morning?',
  'We are going to the park after lunch, and my brother is coming from the big city. The weather is nice today.',
  'I would like a cup of tea and a piece of cake, if there is any left. She has forgotten where she put her keys, and now the door does not open. Nobody knows what the old house looked like before the fire.',
] as const;
const FINAL_REPLY = /^(?:Spoken|Skipped|Stopped|Removed from the queue)\.|^I left the voice channel/;
const PASSING_REPLY = /^(?:Speaking…|Queued|Still waiting)/;

/** A server with people in it. */
export interface ServerLife {
  /** Runs rounds until the signal; the current round is completed. */
  live(signal: AbortSignal): Promise<void>;
  /** Packets that its listener received, silence frames included. */
  readonly packetsHeard: number;
}

/** What a simulated server needs. */
export interface ServerLifeOptions {
  readonly discord: LocalDiscord;
  readonly speech: LocalSpeech;
  readonly tally: Tally;
  /** What its people say, one speech per entry. */
  readonly speeches: readonly (readonly Uint8Array[])[];
  readonly name: string;
}

/**
 * Adds a server whose people bring the bot in, make it speak, skip and stop it, speak under captions, come and go, and
 * make it leave.
 */
export function createServerLife({ discord, speech, tally, speeches, name }: ServerLifeOptions): ServerLife {
  const guild = discord.addGuild({ name });
  const loungeId = guild.channel('Lounge').id;
  const caller = discord.addPerson({ name: `${name} caller`, guild });
  const speakers = Array.from({ length: SPEAKERS }, (_, index) =>
    discord.addPerson({ name: `${name} speaker ${index}`, guild }),
  );
  let round = 0;
  let packetsHeard = 0;

  const command = (what: string, options = {}): Promise<SeenMessage | undefined> =>
    tally.attempt(what, async () => (await caller.type(what, options)).reply(patience()));

  const sayOne = async (index: number): Promise<void> => {
    const voice = speech.voices[FLITE_VOICES[index % FLITE_VOICES.length] ?? 'slt'];
    const text = TEXTS[index % TEXTS.length] ?? '';
    const said = await tally.attempt('/say', async () => {
      const invocation = await caller.type('/say', { text, voice });
      await invocation.reply(patience());
      return invocation;
    });
    if (said === undefined) return;
    if (index % 4 === 1) await interrupt('/skip', said);
    else if (index % 4 === 3) await interrupt('/stop', said);
    else await awaitEnd(said);
  };

  const awaitEnd = async (said: Invocation): Promise<void> => {
    const end = await tally.attempt('/say ended', () =>
      said.until(({ content }) => content !== '' && !PASSING_REPLY.test(content), patience()),
    );
    if (end === undefined) return;
    // The reply shows how the text ended.
    tally.count(`… ${FINAL_REPLY.exec(end.content)?.[0] ?? end.content}`);
  };

  const interrupt = async (what: '/skip' | '/stop', said: Invocation): Promise<void> => {
    // A stop clears the queue too.
    const waiting =
      what === '/stop' ? await tally.attempt('/say', () => caller.type('/say', { text: TEXTS[0] })) : undefined;
    await delay(LISTEN_MS);
    await command(what);
    for (const one of waiting === undefined ? [said] : [said, waiting]) await awaitEnd(one);
  };

  const speakUp = async (speaker: Person, index: number): Promise<void> => {
    for (let stay = 0; stay < 2; stay += 1) {
      await tally.attempt('joined voice', () => speaker.joinVoice(loungeId, patience(), { selfDeaf: true }));
      const packets = speeches[(round + index + stay) % speeches.length] ?? [];
      await tally.attempt('spoke under captions', async () => speaker.voice?.speak(packets));
      await tally.attempt('left voice', () => speaker.leaveVoice());
    }
  };

  const liveRound = async (): Promise<void> => {
    const voice = await tally.attempt('joined voice', () => caller.joinVoice(loungeId, patience()));
    await command('/join');
    await command('/captions start', { interim: round % 2 === 0 });
    await Promise.all([
      ...speakers.map(speakUp),
      (async () => {
        for (let text = 0; text < TEXTS_PER_ROUND; text += 1) await sayOne(round * TEXTS_PER_ROUND + text);
      })(),
    ]);
    await command('/captions status');
    await command('/captions stop');
    await command('/captions export', { format: (['txt', 'srt', 'vtt', 'json'] as const)[round % 4] });
    await command('/leave');
    packetsHeard += voice?.heard.packets.length ?? 0;
    await tally.attempt('left voice', () => caller.leaveVoice());
    await delay(REST_MS);
  };

  return {
    live: async (signal) => {
      for (; !signal.aborted; round += 1) {
        await liveRound();
        tally.count('rounds');
      }
    },
    get packetsHeard() {
      return packetsHeard;
    },
  };
}

function patience(): AbortSignal {
  return AbortSignal.timeout(PATIENCE_MS);
}

import { setTimeout as delay } from 'node:timers/promises';
import { type EnvironmentOptions, startEnvironment } from '../playground/environment.ts';
import { holesOf, isVoiced } from '../test/support/holes.ts';

/** Longest wait for any action of a bot. */
const DEADLINE_MS = 30_000;
/** Sound heard before `/stop`, unless a benchmark needs more. */
const LISTEN_MS = 500;
/** Pause after `/stop`: longer than the closing silence and the gap after it, so that rounds do not overlap. */
const REST_MS = 450;

/** Times of one `/say`, measured in the playground's process, in ms. */
export interface SayTimes {
  /** From the typed command to the request's arrival at the speech service. */
  readonly typedToRequestMs: number;
  /** The speech service's own time: from the request until its first audio bytes leave. */
  readonly requestToAudioMs: number;
  /** From there until the first voiced RTP packet arrives at a person in the channel. */
  readonly audioToPacketMs: number;
  /** Sum of the three. */
  readonly typedToPacketMs: number;
  /** The holes that were heard, in ms each. */
  readonly holesMs: readonly number[];
}

/** A bot in its own test environment, with a listener in the voice channel. */
export interface Contender extends AsyncDisposable {
  readonly name: string;
  /** Makes it say the text, lets it play for `listenMs` (default half a second), stops it and pauses. */
  say(text: string, listenMs?: number): Promise<SayTimes>;
  /** Starts the bot's process anew and brings it back into the channel. */
  restart(): Promise<void>;
}

/** Starts an environment and brings its bot and a person into a voice channel. The caller must dispose of it. */
export async function openContender(name: string, options: EnvironmentOptions = {}): Promise<Contender> {
  const environment = await startEnvironment({ signal: deadline(), ...options });
  const { discord, speech } = environment;
  const ada = discord.addPerson({ name: 'Ada' });
  const voice = await ada.joinVoice(discord.guild.channel('Lounge').id, deadline());
  await (await ada.type('/join')).reply(deadline());
  return {
    name,
    say: async (text, listenMs = LISTEN_MS) => {
      const from = voice.heard.mark();
      const first = voice.heard.next(({ userId, opus }) => userId === discord.botId && isVoiced(opus), deadline());
      const typedAtMs = performance.now();
      const [{ receivedAtMs }] = await Promise.all([first, ada.type('/say', { text })]);
      const requests = speech.kind === 'local' ? speech.service.requests : [];
      const request = requests.findLast(({ startedAtMs }) => startedAtMs >= typedAtMs);
      if (request?.firstSentAtMs === undefined) throw new Error(`${name} was heard without the speech service`);
      await delay(listenMs);
      const heard = voice.heard.packets.slice(from).filter(({ userId }) => userId === discord.botId);
      await (await ada.type('/stop')).reply(deadline());
      await delay(REST_MS);
      return {
        typedToRequestMs: request.startedAtMs - typedAtMs,
        requestToAudioMs: request.firstSentAtMs - request.startedAtMs,
        audioToPacketMs: receivedAtMs - request.firstSentAtMs,
        typedToPacketMs: receivedAtMs - typedAtMs,
        holesMs: holesOf(heard),
      };
    },
    restart: async () => {
      await environment.restartBot('stop', deadline());
      await (await ada.type('/join')).reply(deadline());
    },
    [Symbol.asyncDispose]: async () => {
      await environment.close();
    },
  };
}

function deadline(): AbortSignal {
  return AbortSignal.timeout(DEADLINE_MS);
}

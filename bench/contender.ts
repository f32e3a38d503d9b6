import { setTimeout as delay } from 'node:timers/promises';
import { type EnvironmentOptions, startEnvironment } from '../playground/environment.ts';
import { SILENCE_FRAME } from '../src/audio/opus/opus-packet.ts';

/** Longest wait for anything that a bot is to do. */
const DEADLINE_MS = 30_000;
/** Sound that is let through before `/stop`: by then the service has sent all that these texts need. */
const LISTEN_MS = 500;
/** After `/stop`: longer than the closing silence and the breath after it, so that rounds do not touch. */
const REST_MS = 450;

/** One `/say` as timed in the playground's process, in ms. */
export interface SayTimes {
  /** From the typed command to the speech service's receipt of the request. */
  readonly typedToRequestMs: number;
  /** The speech service's own time: from the request to just before its first audio bytes leave. */
  readonly requestToAudioMs: number;
  /** From there to the arrival of the first voiced RTP packet at a person in the channel. */
  readonly audioToPacketMs: number;
  /** All three together. */
  readonly typedToPacketMs: number;
}

/** A bot in a house of its own, with a listener beside it in the voice channel. */
export interface Contender extends AsyncDisposable {
  readonly name: string;
  /** Has it say the text, lets it be heard for half a second, stops it and leaves a pause. */
  say(text: string): Promise<SayTimes>;
}

/** Starts a house and brings its bot and a person into a voice channel. Dispose of it at the end. */
export async function openContender(name: string, options: EnvironmentOptions = {}): Promise<Contender> {
  const house = await startEnvironment({ signal: deadline(), ...options });
  const { discord, speech } = house;
  const ada = discord.addPerson({ name: 'Ada' });
  const voice = await ada.joinVoice(discord.guild.channel('Lounge').id, deadline());
  await (await ada.type('/join')).reply(deadline());
  return {
    name,
    say: async (text) => {
      const isVoiced = (opus: Uint8Array): boolean => Buffer.compare(opus, SILENCE_FRAME) !== 0;
      const first = voice.heard.next(({ userId, opus }) => userId === discord.botId && isVoiced(opus), deadline());
      const typedAtMs = performance.now();
      const [{ receivedAtMs }] = await Promise.all([first, ada.type('/say', { text })]);
      const requests = speech.kind === 'local' ? speech.service.requests : [];
      const request = requests.findLast(({ startedAtMs }) => startedAtMs >= typedAtMs);
      if (request?.firstSentAtMs === undefined) throw new Error(`${name} was heard without the speech service`);
      await delay(LISTEN_MS);
      await (await ada.type('/stop')).reply(deadline());
      await delay(REST_MS);
      return {
        typedToRequestMs: request.startedAtMs - typedAtMs,
        requestToAudioMs: request.firstSentAtMs - request.startedAtMs,
        audioToPacketMs: receivedAtMs - request.firstSentAtMs,
        typedToPacketMs: receivedAtMs - typedAtMs,
      };
    },
    [Symbol.asyncDispose]: async () => {
      await house.close();
    },
  };
}

function deadline(): AbortSignal {
  return AbortSignal.timeout(DEADLINE_MS);
}

import { setTimeout as delay } from 'node:timers/promises';
import { type EnvironmentOptions, startEnvironment } from '../../playground/environment.ts';
import { isVoiced } from '../../test/support/holes.ts';
import { sharedClockMs, sharedClockOffsetMs } from './clock.ts';
import { type LoggedSpan, SPAN_MESSAGE } from './logged-spans.ts';

/** Longest wait for any action of a bot. */
const DEADLINE_MS = 30_000;
/** Sound heard before it is stopped. */
const LISTEN_MS = 300;
/** Pause after a text: longer than the closing silence and the gap after it, so that rounds do not overlap. */
const REST_MS = 450;

/** The parts of one `/say`, in the order of their beginning, in ms. */
export const PARTS = ['gateway', 'command', 'permit', 'connect', 'service', 'first packet', 'total', 'voice'] as const;
export type Part = (typeof PARTS)[number];

/**
 * How long each part took. `gateway`: Discord's event → the bot's handler. `command`: until it asks for speech.
 * `permit`: until the request may be sent. `connect`: until it is at the service, with a new socket if need be. `service`:
 * until its first audio leaves. `first packet`: until the first voiced packet is heard. `total`: all of them. `voice`, of a
 * cold bot: from the handler until its first packet of any kind could be heard, at the same time as the others.
 */
export type SayParts = Readonly<Record<Part, number>>;

/** A bot in its own test environment that logs its spans, with a listener in the voice channel. */
export interface SayBot extends AsyncDisposable {
  readonly name: string;
  /** Makes it say the text, in the channel where it is or, `cold`, after it has left every channel. */
  say(text: string, isCold: boolean): Promise<SayParts>;
}

/** Which spans of a bot say when it asked for speech, when it might, and when its voice connection was ready. */
export interface SpanNames {
  /** Begins when the bot asks for speech and ends when it may; without it, both are the beginning of `request`. */
  readonly permit?: string;
  readonly request: string;
  /** Ends when the voice connection is ready; without it, that is the first packet of any kind. */
  readonly voice?: string;
}

/** Starts an environment and brings its bot and a person into a voice channel. The caller must dispose of it. */
export async function openSayBot(name: string, names: SpanNames, options: EnvironmentOptions): Promise<SayBot> {
  const environment = await startEnvironment({ signal: deadline(), ...options });
  const { discord, speech } = environment;
  const ada = discord.addPerson({ name: 'Ada' });
  const voice = await ada.joinVoice(discord.guild.channel('Lounge').id, deadline());
  const command = async (typed: string): Promise<void> => {
    await (await ada.type(typed)).reply(deadline());
  };
  await command('/join');
  const offsetMs = sharedClockOffsetMs();
  const spanAfter = async (fromMs: number, wanted: string): Promise<LoggedSpan> => {
    const isWanted = (entry: object): entry is LoggedSpan =>
      'msg' in entry && entry.msg === SPAN_MESSAGE && 'name' in entry && entry.name === wanted;
    const entry: object = await environment.bot.waitForLog(
      (each) => isWanted(each) && each.startMs >= fromMs,
      deadline(),
    );
    if (!isWanted(entry)) throw new Error(`${name} logged something else than a span`);
    return entry;
  };
  const partsOf = async (isCold: boolean, typedMs: number, anyMs: number, heardMs: number): Promise<SayParts> => {
    const requests = speech.kind === 'local' ? speech.service.requests : [];
    const request = requests.find(({ startedAtMs }) => startedAtMs + offsetMs >= typedMs);
    if (request?.firstSentAtMs === undefined) throw new Error(`${name} was heard without the speech service`);
    const handler = await spanAfter(typedMs, 'interaction.command');
    const sent = await spanAfter(typedMs, names.request);
    const permit = names.permit === undefined ? undefined : await spanAfter(typedMs, names.permit);
    const askedMs = permit?.startMs ?? sent.startMs;
    const grantedMs = permit?.endMs ?? sent.startMs;
    const atServiceMs = request.startedAtMs + offsetMs;
    const audioMs = request.firstSentAtMs + offsetMs;
    const isLogged = isCold && names.voice !== undefined;
    const readyMs = isLogged ? (await spanAfter(typedMs, names.voice)).endMs : anyMs;
    return {
      gateway: handler.startMs - typedMs,
      command: askedMs - handler.startMs,
      permit: grantedMs - askedMs,
      connect: atServiceMs - grantedMs,
      service: audioMs - atServiceMs,
      'first packet': heardMs - audioMs,
      total: heardMs - typedMs,
      voice: readyMs - handler.startMs,
    };
  };
  return {
    name,
    say: async (text, isCold) => {
      if (isCold) await command('/leave');
      if (isCold) await delay(REST_MS);
      const ofBot = ({ userId }: { readonly userId: string }): boolean => userId === discord.botId;
      const any = voice.heard.next(ofBot, deadline());
      const voiced = voice.heard.next((packet) => ofBot(packet) && isVoiced(packet.opus), deadline());
      const typedMs = sharedClockMs();
      const [anyPacket, packet] = await Promise.all([any, voiced, ada.type('/say', { text })]);
      await delay(LISTEN_MS);
      await command('/stop');
      await delay(REST_MS);
      return await partsOf(isCold, typedMs, anyPacket.receivedAtMs + offsetMs, packet.receivedAtMs + offsetMs);
    },
    [Symbol.asyncDispose]: async () => {
      await environment.close();
    },
  };
}

function deadline(): AbortSignal {
  return AbortSignal.timeout(DEADLINE_MS);
}

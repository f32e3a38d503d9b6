import type { SeenMessage } from '@mynah/local-discord/people/seen-message';
import type { HeardPacket } from '@mynah/local-discord/voice/person-voice-api';
import { SILENCE_FRAME } from '@mynah/opus/opus-packet';
import type { Figures } from '../protocol.ts';
import { createArrivalStatistics } from './arrival-statistics.ts';

/** Captions that the median is of. */
const LATEST_CAPTIONS = 9;
/** A bot that was heard this shortly before a /say speaks another text: whose sound comes first can't be told. */
const STILL_SPEAKING_MS = 500;
/** A caption that comes later than this belongs to other speech. */
const MAX_CAPTION_DELAY_MS = 60_000;
/** How a caption's interim text ends: an edit with the final text follows. */
const INTERIM_END = '…*';

export interface VisitFiguresOptions {
  readonly botId: string;
  readonly visitorId: string;
  /** The name that captions give someone; `undefined` for strangers. */
  readonly nameOf: (userId: string) => string | undefined;
  readonly now: () => number;
}

type ReadMessage = Pick<SeenMessage, 'author' | 'content'>;
type VoiceFigures = Pick<Figures, 'firstSoundMs' | 'lossShare' | 'jitterMs' | 'captionDelayMs'>;

/** What one visitor measures by what they do, hear and read. */
export interface VisitFigures {
  /** The visitor is about to run a command; path without slash. */
  typed(path: string): void;
  heard(packet: HeardPacket): void;
  /** A packet of the visitor was sent. */
  sent(): void;
  /** The visitor's utterance ended. */
  spoke(): void;
  /** A message is new or changed. */
  saw(message: ReadMessage): void;
  figures(): VoiceFigures;
}

interface Speech {
  /** When the latest voiced packet came, on the clock of `now`. */
  voicedAtMs: number;
  /** When the speech ended that has no caption yet. */
  endedAtMs: number | undefined;
}

/** Creates the figures of one visitor. */
export function createVisitFigures({ botId, visitorId, nameOf, now }: VisitFiguresOptions): VisitFigures {
  const arrivals = createArrivalStatistics();
  const speeches = new Map<string, Speech>();
  const captionDelays: number[] = [];
  let saidAtMs: number | undefined;
  let firstSoundMs: number | undefined;
  const voiced = (userId: string): void => {
    const speech = speeches.get(userId);
    if (speech === undefined) speeches.set(userId, { voicedAtMs: now(), endedAtMs: undefined });
    else speech.voicedAtMs = now();
  };
  const ended = (userId: string): void => {
    const speech = speeches.get(userId);
    if (speech !== undefined) speech.endedAtMs = speech.voicedAtMs;
  };
  return {
    typed(path) {
      const lastSoundMs = now() - (speeches.get(botId)?.voicedAtMs ?? Number.NEGATIVE_INFINITY);
      if (path === 'say') saidAtMs = lastSoundMs > STILL_SPEAKING_MS ? now() : undefined;
    },
    heard(packet) {
      arrivals.add(packet);
      if (isSilence(packet.opus)) {
        ended(packet.userId);
        return;
      }
      voiced(packet.userId);
      if (packet.userId !== botId || saidAtMs === undefined) return;
      firstSoundMs = now() - saidAtMs;
      saidAtMs = undefined;
    },
    sent: () => voiced(visitorId),
    spoke: () => ended(visitorId),
    saw(message) {
      for (const [userId, speech] of speeches) {
        const name = nameOf(userId);
        if (speech.endedAtMs === undefined || name === undefined || !hasCaptionOf(name, botId, message)) continue;
        const delayMs = now() - speech.endedAtMs;
        speech.endedAtMs = undefined;
        if (delayMs <= MAX_CAPTION_DELAY_MS) captionDelays.push(delayMs);
        if (captionDelays.length > LATEST_CAPTIONS) captionDelays.shift();
      }
    },
    figures: () => ({
      firstSoundMs,
      lossShare: arrivals.lossShare(now()),
      jitterMs: arrivals.jitterMs(now()),
      captionDelayMs: median(captionDelays),
    }),
  };
}

/**
 * Whether a message ends with a caption of this speaker to which nothing is added. Captions come by webhook in the speaker's
 * name, or from the bot with the name before each line.
 */
function hasCaptionOf(name: string, botId: string, { author, content }: ReadMessage): boolean {
  const lead = author.kind === 'webhook' ? '' : `**${name}:** `;
  if (author.kind === 'webhook' ? author.name !== name : author.id !== botId) return false;
  const line = content.split('\n').findLast((each) => each.startsWith(lead)) ?? '';
  return line !== '' && !line.endsWith(INTERIM_END);
}

function isSilence(opus: Uint8Array): boolean {
  return opus.length === SILENCE_FRAME.length && opus.every((byte, index) => byte === SILENCE_FRAME[index]);
}

function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

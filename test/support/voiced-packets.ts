import type { HeardStream } from '@mynah/local-discord/voice/person-voice-api';
import { toHex } from './sent-speech.ts';
import { patience } from './test-session.ts';

const SILENCE = 'f8fffe';
/** Packets that tell the end of one text from that of another. */
const TAIL = 20;

/** What somebody hears in a voice channel from a moment on, in packets other than silence. */
export interface VoicedPackets {
  /** So far, in hex. */
  packets(): string[];
  /** Resolves when this many were heard. */
  until(count: number): Promise<void>;
  /**
   * Resolves with everything heard once it ends like `whole` and isn't shorter, or when patience ends, for a test to show
   * what is missing. The bot's word that a text is spoken may be here before the last packets.
   */
  through(whole: readonly string[]): Promise<string[]>;
}

/** Listens from now on, or from a mark of `heard`. */
export function listenFor(heard: HeardStream, from: number = heard.mark()): VoicedPackets {
  const packets = (): string[] =>
    heard.packets
      .slice(from)
      .map(({ opus }) => toHex(opus))
      .filter((packet) => packet !== SILENCE);
  const untilTrue = async (isEnough: (packets: readonly string[]) => boolean): Promise<void> => {
    while (!isEnough(packets())) await heard.next(() => true, patience());
  };
  return {
    packets,
    until: (count) => untilTrue(({ length }) => length >= count),
    through: async (whole) => {
      const isWhole = (all: readonly string[]): boolean =>
        all.length >= whole.length && all.slice(-TAIL).join() === whole.slice(-TAIL).join();
      await untilTrue(isWhole).catch(() => undefined);
      return packets();
    },
  };
}

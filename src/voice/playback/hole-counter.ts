import type { Logger } from '../../log/log.ts';
import type { Traffic } from '../traffic.ts';
import { FRAME_MS } from './pacer.ts';

/** Counts the holes of one text at a time: silence in its middle because its sound was late. */
export interface HoleCounter {
  /** A silence frame was sent because there was no sound. */
  silent(): void;
  /** A frame of sound was sent: silence before it was a hole. */
  voiced(): void;
  /** Logs how many holes the text had, if any, and starts over. Silence without sound after it is no hole. */
  report(textId: string): void;
}

/** Creates the counter of one session, which counts each hole in its traffic, too. */
export function createHoleCounter(log: Logger, guildId: string, traffic: Pick<Traffic, 'hole'>): HoleCounter {
  let silentFrames = 0;
  let holes = 0;
  let holeFrames = 0;
  return {
    silent: () => {
      silentFrames += 1;
    },
    voiced: () => {
      if (silentFrames === 0) return;
      holes += 1;
      holeFrames += silentFrames;
      traffic.hole(silentFrames * FRAME_MS);
      silentFrames = 0;
    },
    report: (textId) => {
      if (holes > 0) log.info({ guildId, textId, holes, holeMs: holeFrames * FRAME_MS }, 'speech had holes');
      silentFrames = 0;
      holes = 0;
      holeFrames = 0;
    },
  };
}

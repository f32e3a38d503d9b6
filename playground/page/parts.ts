import type { PageParts } from './ports.ts';

/** A page whose voice can't be used, with no faults to switch and no figures. */
export const BARE_PARTS: PageParts = {
  openVoice: () => ({
    join: () => Promise.resolve(),
    leave: () => Promise.resolve(),
    beginSpeech: () => false,
    speak: () => undefined,
    endSpeech: () => undefined,
    close: () => Promise.resolve(),
  }),
  openFaults: () => ({ state: { active: [], unavailable: [] }, set: () => undefined }),
  openFigures: () => ({
    typed: () => undefined,
    heard: () => undefined,
    read: () =>
      Promise.resolve({
        firstSoundMs: undefined,
        lossShare: undefined,
        jitterMs: undefined,
        captionDelayMs: undefined,
        queue: undefined,
        permits: undefined,
      }),
  }),
};

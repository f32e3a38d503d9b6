import type { FliteVoice } from '@mynah/local-speech/synthesis/flite-voices';

/** Lengths of silent pauses: log-normal, with a share of long ones. */
export interface Pauses {
  readonly medianMs: number;
  /** Standard deviation of the natural logarithm. */
  readonly spread: number;
  /** Share of pauses beyond a second, in which somebody looks for words. */
  readonly longShare: number;
}

/** One person of the measurement: how they speak, and what is between their mouth and the bot. */
export interface Speaker {
  readonly name: string;
  /** Recorded sentences instead, if the machine has them. */
  readonly voice: FliteVoice | 'recorded';
  readonly pauses: Pauses;
  /** `open` sends what the microphone hears as long as the turn lasts, `gate` only speech and a release after it. */
  readonly client: 'open' | 'gate';
  readonly releaseMs: number;
  /** Level of the room’s noise, relative to full scale. */
  readonly noiseDb: number;
  /** Mean of the exponential delay that the network adds to a packet. */
  readonly jitterMs: number;
  /** Share of packets that are lost. */
  readonly loss: number;
  /** Whether RTP time stops while nothing is sent. */
  readonly stopsClock: boolean;
}

/**
 * Log-normal lengths are those of E. Campione and J. Véronis, "A Large-Scale Multilingual Study of Silent Pause Duration"
 * (Speech Prosody 2002; 6,000 pauses, five languages): brief below 200 ms, medium to 1,000 ms, longer only in spontaneous
 * speech. M. Demol et al., "The Duration of Speech Pauses in a Multilingual Environment" (Interspeech 2007): who speaks
 * quickly has shorter pauses, less spread, and leaves out the longest; who speaks slowly has a wider range. K. Lundholm Fors,
 * "Production and Perception of Pauses in Speech" (Gothenburg 2015): typically a quarter to half a second, very different
 * from speaker to speaker. The medians and spreads below are chosen from these; no source gives them for each speaker.
 */
const QUICK: Pauses = { medianMs: 250, spread: 0.35, longShare: 0 };
const TYPICAL: Pauses = { medianMs: 350, spread: 0.4, longShare: 0.01 };
const CALM: Pauses = { medianMs: 450, spread: 0.45, longShare: 0.03 };
const SLOW: Pauses = { medianMs: 550, spread: 0.5, longShare: 0.08 };

/** A voice gate’s release is of the playground’s page (400 ms) and shorter; no source says what Discord’s clients have. */
const OPEN = { client: 'open', releaseMs: 200, stopsClock: false } as const;
const GATE = { client: 'gate', releaseMs: 200, stopsClock: false } as const;

const QUIET_ROOM = { noiseDb: -70 } as const;
const LOUD_ROOM = { noiseDb: -50 } as const;
const CABLE = { jitterMs: 2, loss: 0 } as const;
const WIRELESS = { jitterMs: 8, loss: 0.01 } as const;
const MOBILE = { jitterMs: 25, loss: 0.03 } as const;

function voice(name: FliteVoice['name'], pitch: number, stretch: number): FliteVoice {
  return { name, pitch, stretch };
}

/** Who speaks: twelve people with flite’s five voices, and one recorded one. */
export const SPEAKERS: readonly Speaker[] = [
  { name: 'quick 1', voice: voice('slt', 1, 0.85), pauses: QUICK, ...GATE, ...QUIET_ROOM, ...CABLE },
  { name: 'quick 2', voice: voice('rms', 1.05, 0.8), pauses: QUICK, ...OPEN, ...QUIET_ROOM, ...WIRELESS },
  { name: 'quick 3', voice: voice('awb', 1, 0.85), pauses: QUICK, ...GATE, ...LOUD_ROOM, ...MOBILE },
  { name: 'typical 1', voice: voice('slt', 1.1, 1), pauses: TYPICAL, ...GATE, ...QUIET_ROOM, ...WIRELESS },
  { name: 'typical 2', voice: voice('rms', 0.95, 1), pauses: TYPICAL, ...GATE, releaseMs: 400, ...LOUD_ROOM, ...CABLE },
  { name: 'typical 3', voice: voice('kal16', 1, 1), pauses: TYPICAL, ...OPEN, ...QUIET_ROOM, ...CABLE },
  {
    name: 'typical 4',
    voice: voice('awb', 1.1, 0.95),
    pauses: TYPICAL,
    ...GATE,
    ...QUIET_ROOM,
    ...CABLE,
    stopsClock: true,
  },
  { name: 'calm 1', voice: voice('slt', 0.9, 1.1), pauses: CALM, ...GATE, ...QUIET_ROOM, ...CABLE },
  { name: 'calm 2', voice: voice('kal', 1, 1.05), pauses: CALM, ...GATE, ...LOUD_ROOM, ...WIRELESS },
  { name: 'calm 3', voice: voice('rms', 0.9, 1.1), pauses: CALM, ...OPEN, ...QUIET_ROOM, ...MOBILE },
  { name: 'slow 1', voice: voice('awb', 0.9, 1.25), pauses: SLOW, ...GATE, ...QUIET_ROOM, ...CABLE },
  { name: 'slow 2', voice: voice('kal16', 0.9, 1.3), pauses: SLOW, ...GATE, ...QUIET_ROOM, ...WIRELESS },
  { name: 'recorded', voice: 'recorded', pauses: TYPICAL, ...GATE, ...QUIET_ROOM, ...CABLE },
];

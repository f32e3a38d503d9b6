import type { MetricFactory } from './metric-factory.ts';

/** In seconds: fine where speech usually begins (the service takes 0.3 to 0.5 s), coarse where something is wrong. */
const FIRST_SOUND_BUCKETS_S = [0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.75, 1, 1.5, 2, 3, 5, 10, 30];

/** Packets and holes of all sessions since the process started. */
export interface VoiceTraffic {
  readonly packetsSent: number;
  readonly packetsReceived: number;
  readonly packetsLost: number;
  readonly packetsReordered: number;
  readonly packetsDuplicated: number;
  readonly decryptFailures: number;
  readonly packetsUnknown: number;
  readonly holes: number;
  readonly holeMs: number;
  readonly reopened: number;
}

/** What is known of voice now. */
export interface VoiceSource {
  /** Servers in whose voice channels the bot is. */
  readonly sessions: () => number;
  /** Texts that wait or are being spoken, in all servers. */
  readonly queueLength: () => number;
  /** As last read from the threads. */
  readonly traffic: () => VoiceTraffic | undefined;
  /** Open live sockets that wait for a text. */
  readonly warmSockets: () => number | undefined;
}

const TOTALS: readonly (readonly [name: string, help: string, field: keyof VoiceTraffic])[] = [
  ['mynah_voice_packets_sent_total', 'Packets of 20 ms that were sent, silence included.', 'packetsSent'],
  ['mynah_voice_packets_received_total', 'Packets that were received for captions and decrypted.', 'packetsReceived'],
  ['mynah_voice_packets_lost_total', 'Packets for captions that never arrived, or too late.', 'packetsLost'],
  ['mynah_voice_packets_reordered_total', 'Packets that arrived after a later one.', 'packetsReordered'],
  ['mynah_voice_packets_duplicated_total', 'Packets that arrived twice.', 'packetsDuplicated'],
  ['mynah_voice_packets_unknown_total', 'Packets whose speaker is unknown.', 'packetsUnknown'],
  ['mynah_voice_decrypt_failures_total', 'Packets that could not be decrypted.', 'decryptFailures'],
  ['mynah_voice_reopened_total', 'Connections that were replaced because their keys were lost.', 'reopened'],
  ['mynah_playback_holes_total', 'Silences in the middle of a text because its sound was late.', 'holes'],
];

/** Adds sessions, queues, packets and holes. */
export function addVoiceMetrics(factory: MetricFactory, source: VoiceSource): void {
  const { sessions, queueLength, traffic, warmSockets } = source;
  factory.gauge({ name: 'mynah_voice_sessions', help: 'Voice channels that the bot is in.' }, sessions);
  factory.gauge({ name: 'mynah_playback_queue_length', help: 'Texts that wait or are being spoken.' }, queueLength);
  for (const [name, help, field] of TOTALS) factory.total({ name, help }, () => traffic()?.[field]);
  factory.total(
    { name: 'mynah_playback_hole_seconds_total', help: 'Length of all silences in the middle of texts.' },
    () => (traffic()?.holeMs ?? 0) / 1_000,
  );
  factory.gauge(
    {
      name: 'mynah_speech_live_sockets',
      help: 'Live sockets to the speech service that are open and wait for a text.',
    },
    warmSockets,
  );
}

/** Adds the time to the first sound. Returns the function that counts one, in milliseconds. */
export function addFirstSound(factory: MetricFactory): (delayMs: number) => void {
  const observe = factory.histogram(
    {
      name: 'mynah_time_to_first_sound_seconds',
      help: 'From the moment when a text was the first of its queue to its first packet of sound.',
    },
    FIRST_SOUND_BUCKETS_S,
  );
  return (delayMs) => observe(delayMs / 1_000, {});
}

import type { EncodedPacket, PacketRetrievalOptions } from 'mediabunny';
import type { PacketSource, RecordedTrack } from '../recording-track.ts';

/** Family 0 of Opus' channel mappings: one or two channels in one stream (RFC 7845 §5.1.1). Its place in the header. */
const SIMPLE_MAPPING = 0;
const MAPPING_OFFSET = 18;
/** The second of the three headers of Vorbis: comments. A description has the number of headers less one at its start. */
const LACED_HEADERS = 2;

/**
 * Joins tracks with the same `joinKey` into one, whose packets are those of all of them in order. Packets that only
 * prepare the decoder at the start of a later track are left out.
 */
export function joinTracks(tracks: readonly [RecordedTrack, ...RecordedTrack[]]): RecordedTrack {
  const [first] = tracks;
  if (tracks.length === 1) return first;
  return {
    ...first,
    sink: joinSources(tracks.map(({ sink }) => sink)),
    fileBytes: tracks.reduce((sum, { fileBytes }) => sum + fileBytes, 0),
  };
}

/**
 * What the tracks that can be joined have in common: one decoder reads the packets of all of them. Any mono and stereo
 * streams of Opus can be joined, streams of other codecs only with the same headers.
 */
export function joinKey({ codec, description, channels, sampleRateHz }: RecordedTrack): string {
  const head = Buffer.from(description ?? []);
  const isSimpleOpus = codec === 'opus' && (head[MAPPING_OFFSET] ?? SIMPLE_MAPPING) === SIMPLE_MAPPING;
  if (isSimpleOpus) return codec;
  const headers = codec === 'vorbis' ? withoutComments(head) : head;
  return `${codec} ${channels} ${sampleRateHz} ${headers.toString('base64')}`;
}

/** Vorbis' identification and setup headers, from its three headers with the lengths of the first two before them. */
function withoutComments(description: Buffer): Buffer {
  const lengths: number[] = [];
  let at = 1;
  while (lengths.length < LACED_HEADERS && at < description.length) {
    let length = 0;
    while (description[at] === 255) {
      length += 255;
      at += 1;
    }
    lengths.push(length + (description[at] ?? 0));
    at += 1;
  }
  const [identification = 0, comments = 0] = lengths;
  const commentsAt = at + identification;
  return Buffer.concat([description.subarray(at, commentsAt), description.subarray(commentsAt + comments)]);
}

function joinSources(sources: readonly PacketSource[]): PacketSource {
  /** The source of every packet. */
  const origins = new WeakMap<EncodedPacket, number>();
  const take = (packet: EncodedPacket, origin: number): EncodedPacket => {
    origins.set(packet, origin);
    return packet;
  };
  const firstFrom = async (start: number, options?: PacketRetrievalOptions): Promise<EncodedPacket | null> => {
    for (const [index, source] of sources.entries()) {
      if (index < start) continue;
      let packet = await source.getFirstPacket(options);
      while (index > 0 && packet !== null && packet.duration === 0) {
        packet = await source.getNextPacket(packet, options);
      }
      if (packet !== null) return take(packet, index);
    }
    return null;
  };
  return {
    getFirstPacket: (options) => firstFrom(0, options),
    getNextPacket: async (packet, options) => {
      const origin = origins.get(packet) ?? 0;
      const next = await sources[origin]?.getNextPacket(packet, options);
      return next == null ? await firstFrom(origin + 1, options) : take(next, origin);
    },
    // Only Matroska is read by time.
    getPacket: () => Promise.reject(new Error('A joined track is read in order.')),
  };
}

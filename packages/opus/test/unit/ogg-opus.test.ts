import { describe, expect, test } from 'vitest';
import { hex, opusPackets, pieces } from '../../../../test/support/audio-fixtures.ts';
import { oggPageCrc } from '../../src/ogg-crc.ts';
import { createOggOpusReader } from '../../src/ogg-opus-reader.ts';
import { createOggOpusWriter, type OggOpusWriterOptions } from '../../src/ogg-opus-writer.ts';

interface Page {
  readonly flags: number;
  readonly granulePosition: bigint;
  readonly serial: number;
  readonly sequence: number;
  readonly lengths: readonly number[];
  readonly body: Uint8Array;
}

const MALFORMED = expect.objectContaining({ code: 'OGG_MALFORMED' });

/** A page built without the writer, except for its checksum. */
function page(options: Partial<Page>): Uint8Array {
  const { flags = 0, granulePosition = 0n, serial = 7, sequence = 0, lengths = [], body = new Uint8Array() } = options;
  const bytes = Buffer.concat([Buffer.alloc(27), Uint8Array.from(lengths), body]);
  bytes.write('OggS');
  bytes[5] = flags;
  bytes.writeBigInt64LE(granulePosition, 6);
  bytes.writeUInt32LE(serial, 14);
  bytes.writeUInt32LE(sequence, 18);
  bytes[26] = lengths.length;
  bytes.writeUInt32LE(oggPageCrc(bytes), 22);
  return bytes;
}

function parsePages(bytes: Uint8Array): Page[] {
  const found: Page[] = [];
  for (let offset = 0; offset < bytes.length; ) {
    const view = Buffer.from(bytes.subarray(offset));
    expect(view.toString('latin1', 0, 4)).toBe('OggS');
    const lengths = [...view.subarray(27, 27 + view.readUInt8(26))];
    const end = 27 + lengths.length + lengths.reduce((sum, length) => sum + length, 0);
    expect(view.readUInt32LE(22)).toBe(oggPageCrc(view.subarray(0, end)));
    found.push({
      flags: view.readUInt8(5),
      granulePosition: view.readBigInt64LE(6),
      serial: view.readUInt32LE(14),
      sequence: view.readUInt32LE(18),
      lengths,
      body: view.subarray(27 + lengths.length, end),
    });
    offset += end;
  }
  return found;
}

function write(packets: readonly Uint8Array[], options: Partial<OggOpusWriterOptions> = {}): Uint8Array {
  const writer = createOggOpusWriter({ channels: 1, ...options });
  return Buffer.concat([writer.header(), ...packets.map((packet) => writer.write(packet)), writer.end()]);
}

const head = (channels = 1): Uint8Array =>
  Buffer.concat([Buffer.from('OpusHead'), Uint8Array.of(1, channels, 56, 1, 0x80, 0xbb, 0, 0, 0, 0, 0)]);
const headPage = (serial = 7): Uint8Array => page({ flags: 2, serial, lengths: [19], body: head() });
const tagsPage = (serial = 7): Uint8Array =>
  page({ serial, sequence: 1, lengths: [16], body: Buffer.concat([Buffer.from('OpusTags'), Buffer.alloc(8)]) });

describe('the checksum', () => {
  test('matches a page from another writer', () => {
    // First page of a file made with ffmpeg and libopus, with the checksum 0x6df194a3 at offset 22.
    const text = '4f67675300020000000000000000687948c000000000a394f16d01134f707573486561640101380180bb0000000000';
    expect(oggPageCrc(Buffer.from(text, 'hex'))).toBe(0x6df194a3);
  });
});

describe('the writer', () => {
  test('starts with a header page and a tags page', () => {
    const [first, second, ...rest] = parsePages(
      createOggOpusWriter({ channels: 2, preSkipSamples: 100, serial: 9 }).header(),
    );
    expect(rest).toEqual([]);
    expect(first).toMatchObject({ flags: 2, granulePosition: 0n, serial: 9, sequence: 0, lengths: [19] });
    expect(Buffer.from(first?.body ?? []).toString('hex')).toBe('4f707573486561640102640080bb0000000000');
    expect(second).toMatchObject({ flags: 0, granulePosition: 0n, serial: 9, sequence: 1 });
    expect(Buffer.from(second?.body ?? []).toString('latin1')).toMatch(/^OpusTags/);
  });

  test('writes a page as soon as its packets are complete, and none before', () => {
    const [first, second, third] = opusPackets({ count: 3 });
    const writer = createOggOpusWriter({ channels: 1, packetsPerPage: 2 });
    expect(writer.write(first ?? new Uint8Array())).toHaveLength(0);
    expect(parsePages(writer.write(second ?? new Uint8Array()))).toMatchObject([{ granulePosition: 1920n, flags: 0 }]);
    expect(writer.write(third ?? new Uint8Array())).toHaveLength(0);
    expect(parsePages(writer.end())).toMatchObject([{ granulePosition: 2880n, flags: 4 }]);
  });

  test('sets the position of each page to the samples up to its end', () => {
    const bytes = write(opusPackets({ count: 12 }));
    expect(parsePages(bytes).map(({ granulePosition }) => granulePosition)).toEqual([0n, 0n, 4800n, 9600n, 11520n]);
    expect(parsePages(bytes).map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3, 4]);
  });

  test('ends with an empty page without a position when no packet is left', () => {
    expect(parsePages(write(opusPackets({ count: 5 }))).at(-1)).toMatchObject({
      flags: 4,
      granulePosition: -1n,
      lengths: [],
    });
  });

  test('starts another page when the segment table is full', () => {
    const packets = opusPackets({ count: 300 });
    const bytes = write(packets, { packetsPerPage: 1000 });
    expect(parsePages(bytes).every(({ lengths }) => lengths.length <= 255)).toBe(true);
    expect(hex(createOggOpusReader().push(bytes))).toEqual(hex(packets));
  });

  test('ends a packet of a multiple of 255 bytes with a lacing value of 0', () => {
    const packet = Uint8Array.from({ length: 510 }, (_, index) => (index === 0 ? 0xf8 : 1));
    expect(parsePages(write([packet])).at(-1)?.lengths).toEqual([255, 255, 0]);
  });

  test('rejects invalid packets', () => {
    const writer = createOggOpusWriter({ channels: 1 });
    expect(() => writer.write(new Uint8Array())).toThrow(expect.objectContaining({ code: 'OPUS_MALFORMED' }));
    expect(() => writer.write(new Uint8Array(70_000))).toThrow(expect.objectContaining({ code: 'OPUS_MALFORMED' }));
  });
});

describe('the reader', () => {
  test.each([1, 2, 26, 27, 28, 333, 1_000_000])(
    'returns the written packets bit for bit from pieces of %i bytes',
    (size) => {
      const packets = opusPackets({ count: 23 });
      const reader = createOggOpusReader();
      expect(hex(pieces(write(packets), size).flatMap((piece) => reader.push(piece)))).toEqual(hex(packets));
      reader.end();
      expect(reader.head).toEqual({ version: 1, channels: 1, preSkipSamples: 312 });
    },
  );

  test('returns the packets of a page with the byte that completes it', () => {
    const bytes = Buffer.concat([headPage(), tagsPage(), page({ lengths: [1, 2], body: Uint8Array.of(1, 2, 3) })]);
    const reader = createOggOpusReader();
    expect(reader.push(bytes.subarray(0, -1))).toEqual([]);
    expect(reader.push(bytes.subarray(-1))).toEqual([Uint8Array.of(1), Uint8Array.of(2, 3)]);
  });

  test('returns packets that do not change when the pushed memory is reused', () => {
    const packets = opusPackets({ count: 10 });
    const reader = createOggOpusReader();
    const memory = Buffer.alloc(100);
    const read = pieces(write(packets), 100).flatMap((piece) => {
      memory.set(piece);
      const found = reader.push(memory.subarray(0, piece.length));
      memory.fill(0xee);
      return found;
    });
    expect(hex(read)).toEqual(hex(packets));
  });

  test('joins packets that continue on later pages', () => {
    const packet = Uint8Array.from({ length: 700 }, (_, index) => index & 255);
    const bytes = Buffer.concat([
      headPage(),
      tagsPage(),
      page({ lengths: [3, 255], body: Buffer.concat([Uint8Array.of(1, 2, 3), packet.subarray(0, 255)]) }),
      page({ flags: 1, granulePosition: -1n, lengths: [255], body: packet.subarray(255, 510) }),
      page({ flags: 1, lengths: [190, 1], body: Buffer.concat([packet.subarray(510), Uint8Array.of(9)]) }),
    ]);
    expect(hex(createOggOpusReader().push(bytes))).toEqual(hex([Uint8Array.of(1, 2, 3), packet, Uint8Array.of(9)]));
  });

  test('skips tags that span pages', () => {
    const tags = Buffer.concat([Buffer.from('OpusTags'), Buffer.alloc(255 * 300 - 8 + 10, 1)]);
    const bytes = Buffer.concat([
      headPage(),
      page({ lengths: new Array<number>(255).fill(255), body: tags.subarray(0, 255 * 255) }),
      page({ flags: 1, lengths: [...new Array<number>(45).fill(255), 10], body: tags.subarray(255 * 255) }),
      page({ lengths: [1], body: Uint8Array.of(5) }),
    ]);
    expect(createOggOpusReader().push(bytes)).toEqual([Uint8Array.of(5)]);
  });

  test('reads chained streams, even without an end flag between them', () => {
    const [a, b] = [opusPackets({ count: 7 }), opusPackets({ count: 4, channels: 2 })];
    const reader = createOggOpusReader();
    const chained = Buffer.concat([write(a, { serial: 1 }), write(b, { serial: 2, channels: 2 })]);
    expect(hex(reader.push(chained))).toEqual(hex([...a, ...b]));
    expect(reader.head?.channels).toBe(2);
    const cutShort = createOggOpusReader();
    const open = Buffer.concat([headPage(), tagsPage(), page({ lengths: [1], body: Uint8Array.of(3) })]);
    expect(cutShort.push(Buffer.concat([open, open]))).toEqual([Uint8Array.of(3), Uint8Array.of(3)]);
  });

  test('skips streams of another codec', () => {
    const bytes = Buffer.concat([
      page({ flags: 2, serial: 1, lengths: [7], body: Buffer.from('fishead') }),
      headPage(),
      page({ serial: 1, lengths: [2], body: Uint8Array.of(8, 8) }),
      tagsPage(),
      page({ serial: 1, lengths: [2], body: Uint8Array.of(8, 8) }),
      page({ lengths: [1], body: Uint8Array.of(5) }),
    ]);
    expect(createOggOpusReader().push(bytes)).toEqual([Uint8Array.of(5)]);
  });

  test('skips empty packets, which mark lost ones', () => {
    const bytes = Buffer.concat([headPage(), tagsPage(), page({ lengths: [0, 1, 0], body: Uint8Array.of(5) })]);
    expect(createOggOpusReader().push(bytes)).toEqual([Uint8Array.of(5)]);
  });

  test.each([
    ['garbage', Buffer.from('this is no Ogg stream at all')],
    ['garbage between pages', Buffer.concat([headPage(), Uint8Array.of(0), tagsPage()])],
    [
      'another codec alone',
      Buffer.concat([page({ flags: 2, lengths: [6], body: Buffer.from('vorbis') }), page({ sequence: 1 })]),
    ],
    ['a stream without tags', Buffer.concat([headPage(), page({ lengths: [3], body: Uint8Array.of(1, 2, 3) })])],
    ['a truncated header', page({ flags: 2, lengths: [10], body: head().subarray(0, 10) })],
    [
      'a packet without its beginning',
      Buffer.concat([headPage(), tagsPage(), page({ flags: 1, lengths: [1], body: Uint8Array.of(1) })]),
    ],
    [
      'a packet without its end',
      Buffer.concat([
        headPage(),
        tagsPage(),
        page({ lengths: [255], body: new Uint8Array(255) }),
        page({ lengths: [1], body: Uint8Array.of(1) }),
      ]),
    ],
  ])('rejects %s', (_, bytes) => {
    expect(() => createOggOpusReader().push(bytes)).toThrow(MALFORMED);
  });

  test('rejects a page with any single bit wrong', () => {
    const bytes = write(opusPackets({ count: 5 }));
    const start = createOggOpusWriter({ channels: 1 }).header().length;
    for (let bit = start * 8; bit < bytes.length * 8; bit += 37) {
      const broken = new Uint8Array(bytes);
      broken[bit >> 3] = (broken[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const reader = createOggOpusReader();
      expect(() => {
        reader.push(broken);
        reader.end();
      }).toThrow(MALFORMED);
    }
  });

  test('rejects more than two channels', () => {
    const bytes = page({ flags: 2, lengths: [19], body: head(6) });
    expect(() => createOggOpusReader().push(bytes)).toThrow(expect.objectContaining({ code: 'AUDIO_UNSUPPORTED' }));
  });

  test('rejects an end in the middle of a page, but accepts one without an end flag', () => {
    const bytes = Buffer.concat([headPage(), tagsPage(), page({ lengths: [1], body: Uint8Array.of(5) })]);
    const whole = createOggOpusReader();
    whole.push(bytes);
    expect(() => whole.end()).not.toThrow();
    const cut = createOggOpusReader();
    cut.push(bytes.subarray(0, -1));
    expect(() => cut.end()).toThrow(MALFORMED);
  });
});

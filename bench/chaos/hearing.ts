/** A packet with sound, as a listener heard it. */
export interface HeardPacket {
  /** In ms since 1970. */
  readonly atMs: number;
  /** Packets of equal bytes have equal numbers. */
  readonly sound: number;
}

/** What became of one text, in packets of 20 ms. */
export interface Hearing {
  readonly lost: number;
  readonly twice: number;
  /** When its first packet that no other text has was heard; `undefined` if none was. */
  readonly fromMs: number | undefined;
}

/**
 * Compares the packets of texts with what listeners heard, both in order. Packets that several texts have count between
 * those that one alone has.
 */
export function compareHearing(texts: readonly (readonly number[])[], heard: readonly HeardPacket[]): Hearing[] {
  const owners = new Map<number, number | undefined>();
  for (const [index, sounds] of texts.entries()) {
    for (const sound of sounds) owners.set(sound, owners.has(sound) && owners.get(sound) !== index ? undefined : index);
  }
  const bounds = new Map<number, { first: number; last: number }>();
  for (const [position, { sound }] of heard.entries()) {
    const owner = owners.get(sound);
    if (owner === undefined) continue;
    const bound = bounds.get(owner);
    if (bound === undefined) bounds.set(owner, { first: position, last: position });
    else bound.last = position;
  }
  return texts.map((sounds, index) => {
    const bound = bounds.get(index);
    if (bound === undefined) return { lost: sounds.length, twice: 0, fromMs: undefined };
    return compare(sounds, heard, widen(bound, owners, heard));
  });
}

/** Beginnings and ends that several texts have belong to this one, too. */
function widen(
  { first, last }: { readonly first: number; readonly last: number },
  owners: ReadonlyMap<number, number | undefined>,
  heard: readonly HeardPacket[],
): { readonly first: number; readonly last: number } {
  const isShared = (position: number): boolean => {
    const packet = heard[position];
    return packet !== undefined && owners.has(packet.sound) && owners.get(packet.sound) === undefined;
  };
  let [from, to] = [first, last];
  while (isShared(from - 1)) from -= 1;
  while (isShared(to + 1)) to += 1;
  return { first: from, last: to };
}

function compare(
  sounds: readonly number[],
  heard: readonly HeardPacket[],
  { first, last }: { readonly first: number; readonly last: number },
): Hearing {
  const known = new Set(sounds);
  const arrived = heard.slice(first, last + 1).filter(({ sound }) => known.has(sound));
  const common = commonLength(
    sounds,
    arrived.map(({ sound }) => sound),
  );
  // Of the text before and after it, at the edges.
  const twice = Math.max(0, arrived.length - common);
  return { lost: sounds.length - common, twice, fromMs: heard[first]?.atMs };
}

/** Length of the longest common subsequence. */
function commonLength(sent: readonly number[], arrived: readonly number[]): number {
  if (sent.length === arrived.length && sent.every((sound, index) => sound === arrived[index])) return sent.length;
  let previous = new Uint32Array(arrived.length + 1);
  for (const sound of sent) {
    const current = new Uint32Array(arrived.length + 1);
    for (const [column, other] of arrived.entries()) {
      const skipped = Math.max(previous[column + 1] ?? 0, current[column] ?? 0);
      current[column + 1] = sound === other ? (previous[column] ?? 0) + 1 : skipped;
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}

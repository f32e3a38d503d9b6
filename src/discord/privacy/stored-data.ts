import { bold, TimestampStyles, time } from 'discord.js';
import type { PersonSummary } from '../../captions/captions-api.ts';
import { createNameFormat } from '../../messages/command-names.ts';
import type { Messages } from '../../messages/messages.ts';
import type { PersonEntries } from '../../pronunciations/pronunciations-ports.ts';
import type { NameInGuild, ReadingSummary } from '../../reading/reading-ports.ts';
import type { PersonVoices } from '../../voice-models/voice-models-api.ts';
import type { GuildDirectory } from '../client/guild-directory.ts';
import { sanitizeWithin } from '../client/replies.ts';
import type { PrivacyServices } from './privacy-services.ts';

/** Everything that is stored about a person. */
export interface StoredData {
  readonly captions: PersonSummary;
  readonly voices: PersonVoices;
  readonly reading: ReadingSummary;
  readonly pronunciations: PersonEntries;
  /** Texts that are being spoken, or wait to be. */
  readonly queuedTexts: number;
  /** Voice channels whose automatic captions they set up. */
  readonly autoCaptions: number;
}

/** What shows, changes and deletes it. */
const COMMAND = 'privacy';

/** What can be deleted, in the order in which people read it. */
const ITEMS = [
  'captions',
  'messages',
  'recordings',
  'voices',
  'confirmations',
  'choices',
  'queuedTexts',
  'nicknames',
  'identities',
  'pronunciations',
  'serverPronunciations',
  'autoCaptions',
] as const;

/** How much there is of each kind; the catalogue says under `privacy.items` what each of them is. */
export type ItemCounts = Readonly<Record<(typeof ITEMS)[number], number>>;

/** Reads all stores. Rejects as they do. */
export async function readStoredData(
  parts: Pick<PrivacyServices, 'captions' | 'autoCaptions' | 'voices' | 'pronunciations' | 'reading' | 'queuedTexts'>,
  userId: string,
): Promise<StoredData> {
  const [captions, voices, pronunciations, reading, autoCaptions, queuedTexts] = await Promise.all([
    parts.captions.personSummary(userId),
    parts.voices.personSummary(userId),
    parts.pronunciations.personSummary(userId),
    parts.reading.summary(userId),
    parts.autoCaptions.countOf(userId),
    parts.queuedTexts.count(userId),
  ]);
  return { captions, voices, pronunciations, reading, autoCaptions, queuedTexts };
}

/** Counts what can be deleted. */
export function countItems(stored: StoredData): ItemCounts {
  const { captions, voices, pronunciations, reading, autoCaptions, queuedTexts } = stored;
  return {
    captions: captions.lines,
    messages: captions.messages,
    recordings: captions.clips,
    voices: voices.voices,
    confirmations: voices.confirmations,
    choices: voices.choices,
    queuedTexts,
    nicknames: reading.nicknames.length,
    identities: reading.identities.length,
    pronunciations: pronunciations.own,
    serverPronunciations: pronunciations.inServers,
    autoCaptions,
  };
}

/** Whether there is anything at all. */
export function hasItems(counts: Partial<ItemCounts>): boolean {
  return Object.values(counts).some((count) => count > 0);
}

/** What there is, as items of a list, without zeros. */
export function listItems(counts: ItemCounts, { items }: Messages['privacy']): string[] {
  return ITEMS.flatMap((kind) => ifAny(counts[kind], items[kind]));
}

/** The text for a count; none for zero. */
export function ifAny(count: number, text: (values: { readonly count: number }) => string): string[] {
  return count === 0 ? [] : [text({ count })];
}

/** Shows a person everything that is stored about them, and what changes it. */
export function describeStoredData(
  stored: StoredData,
  { format, names, privacy }: Messages,
  directory: Pick<GuildDirectory, 'guildName'>,
): string {
  const counts = countItems(stored);
  const { stored: texts } = privacy;
  const { lines, oldestAtMs } = stored.captions;
  const servers = listServers(stored.captions, privacy, directory);
  const { command } = createNameFormat(names);
  const commands = changersOf(stored).map((subcommand) => command(`${COMMAND} ${subcommand}`));
  const paragraphs = [
    [describeDecision(stored.captions, servers, privacy)],
    [
      oldestAtMs === undefined ? texts.noCaptions : texts.captions({ count: lines, oldest: moment(oldestAtMs) }),
      ...ifAny(counts.recordings, texts.recordings),
      ...ifAny(counts.messages, texts.messages),
      ...ifAny(counts.autoCaptions, texts.autoCaptions),
    ],
    [
      counts.voices === 0 ? texts.noVoices : texts.voices({ count: counts.voices }),
      ...ifAny(counts.confirmations, texts.confirmations),
      ...ifAny(counts.choices, texts.choices),
      ...ifAny(counts.pronunciations, texts.pronunciations),
      ...ifAny(counts.serverPronunciations, texts.serverPronunciations),
      ...ifAny(counts.queuedTexts, texts.queuedTexts),
      texts.usage,
    ],
    [
      ...(counts.nicknames === 0
        ? []
        : [texts.nicknames({ names: listNames(stored.reading.nicknames, privacy, directory) })]),
      ...(counts.identities === 0
        ? []
        : [texts.identities({ names: listNames(stored.reading.identities, privacy, directory) })]),
      ...ifAny(stored.reading.mutedIn, texts.mutes),
    ],
    [texts.change({ commands })],
  ];
  return paragraphs
    .filter((sentences) => sentences.length > 0)
    .map((sentences) => format.sentences(sentences))
    .join('\n');
}

/** The subcommands of `/privacy` that change something for this person. */
function changersOf(stored: StoredData): readonly ('opt-in' | 'opt-out' | 'erase')[] {
  const { consent, optedInGuilds } = stored.captions;
  const isEverywhere = optedInGuilds.length === 0;
  return [
    ...(isEverywhere && consent === 'opted-out' ? [] : (['opt-out'] as const)),
    ...(isEverywhere && consent === 'opted-in' ? [] : (['opt-in'] as const)),
    ...(hasItems(countItems(stored)) ? (['erase'] as const) : []),
  ];
}

function describeDecision(
  { consent, decidedAtMs }: PersonSummary,
  servers: readonly string[],
  { decision }: Messages['privacy'],
): string {
  const isEverywhere = servers.length === 0;
  if (consent === 'undecided' || decidedAtMs === undefined) {
    return isEverywhere ? decision.undecided : decision.optedInOnly({ servers });
  }
  const at = moment(decidedAtMs);
  if (consent === 'opted-in') return decision.optedIn({ at });
  return isEverywhere ? decision.optedOut({ at }) : decision.optedOutExcept({ at, servers });
}

/** Most names in one list. */
const MAX_NAMES = 5;
/** Longest name in it, of a person, a server or a voice: a reply has 2,000 characters. */
const MAX_NAME_LENGTH = 24;

/** The names with the servers that they are for, those with voices of their own first, and how many more there are. */
function listNames(
  all: readonly NameInGuild[],
  { names: texts, servers }: Messages['privacy'],
  directory: Pick<GuildDirectory, 'guildName'>,
): string[] {
  const sorted = all.toSorted((one, other) => Number(other.voice !== undefined) - Number(one.voice !== undefined));
  const shown = sorted.slice(0, MAX_NAMES).map(({ guildId, name: written, voice }) => {
    const guildName = directory.guildName(guildId);
    const name = bold(sanitizeWithin(written, MAX_NAME_LENGTH));
    const server =
      guildName === undefined ? servers.unnamed({ count: 1 }) : bold(sanitizeWithin(guildName, MAX_NAME_LENGTH));
    return voice === undefined
      ? texts.inServer({ name, server })
      : texts.withVoice({ name, server, voice: bold(sanitizeWithin(voice, MAX_NAME_LENGTH)) });
  });
  return [...shown, ...ifAny(all.length - shown.length, texts.others)];
}

/** Most servers named in one list. */
const MAX_SERVERS = 10;

/** Where an opt-in holds for that server only: the names that are known, and how many more there are. */
function listServers(
  { optedInGuilds }: PersonSummary,
  { servers: texts }: Messages['privacy'],
  directory: Pick<GuildDirectory, 'guildName'>,
): string[] {
  const known = optedInGuilds.flatMap(({ guildId }) => directory.guildName(guildId) ?? []).slice(0, MAX_SERVERS);
  const rest = optedInGuilds.length - known.length;
  return [
    ...known.map((name) => bold(sanitizeWithin(name, MAX_NAME_LENGTH))),
    ...ifAny(rest, known.length === 0 ? texts.unnamed : texts.others),
  ];
}

function moment(atMs: number): string {
  return time(Math.floor(atMs / 1_000), TimestampStyles.ShortDateTime);
}

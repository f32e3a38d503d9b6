import { z } from 'zod';
import { BUDGET_SETTINGS } from '../budgets/budget-settings.ts';
import { CAPTION_SETTINGS } from '../captions/caption-settings.ts';
import { ANNOUNCEMENT_SETTINGS, MUTED_SETTINGS, READING_SETTINGS } from '../reading/reading-settings.ts';
import { requiredRoles, snowflake, snowflakes } from '../snowflake.ts';
import { PROSODY_BOUNDS } from '../speech/delivery.ts';
import { VOICE_SETTINGS } from '../voice-models/voice-settings.ts';

/**
 * Everything that a server sets, by topic, in its one document. The defaults are what applies to a server that has set
 * nothing; `meta({ unreadable })` is the stricter choice where a stored value cannot be read.
 */
const TOPICS = {
  captions: CAPTION_SETTINGS,
  reading: READING_SETTINGS,
  muted: MUTED_SETTINGS,
  announcements: ANNOUNCEMENT_SETTINGS,
  voices: VOICE_SETTINGS,
  budgets: BUDGET_SETTINGS,
  /** What the bot posts and says to everyone. */
  general: z.object({
    /** A locale of Discord; `undefined` follows the server's own. */
    language: z.string().min(2).max(10).optional(),
  }),
  /** How texts of members sound who chose no voice: speed is a factor, volume is in dB. */
  voice: z.object({
    /** `undefined` for the operator's default voice. */
    voiceId: z.string().min(1).max(100).optional(),
    title: z.string().max(200).default(''),
    speed: z.number().min(PROSODY_BOUNDS.speed.min).max(PROSODY_BOUNDS.speed.max).default(1),
    volumeDb: z.number().min(PROSODY_BOUNDS.volumeDb.min).max(PROSODY_BOUNDS.volumeDb.max).default(0),
  }),
  /** Longest texts, in characters: `/say` refuses what is longer, and chat is shortened to it. */
  lengths: z.object({
    say: z.int().min(10).max(6_000).default(6_000),
    reading: z.int().min(20).max(2_000).default(400),
  }),
  /** Roles that may use a feature; an empty list admits everyone. Managers always may. */
  access: z.object({
    /** They may change settings, beside those who manage the server. An empty list adds nobody. */
    managers: snowflakes(),
    speak: requiredRoles,
    captions: requiredRoles,
    transcribe: requiredRoles,
    voices: requiredRoles,
  }),
  /** What the bot posts on its own: that it left, was moved, or lost the connection. */
  notices: z.object({ posted: z.boolean().default(true) }),
  voiceMessages: z.object({
    /** Channels in which voice messages are answered with their text. */
    transcribedIn: snowflakes(),
  }),
  log: z.object({
    /** Where changes of settings are posted; `undefined` for nowhere. */
    channelId: snowflake.optional(),
  }),
};

const schema = z.object(TOPICS);

/** Every setting of a server, by topic. */
export type ServerSettings = Readonly<z.output<typeof schema>>;
/** One topic of them. */
export type SettingsTopic = keyof ServerSettings;

const FIELDS = Object.entries(TOPICS).flatMap(([topic, { shape }]) =>
  Object.entries<z.ZodType>(shape).map(([name, type]) => ({ topic, name, type })),
);

/** Every field of the settings as `topic.field`. */
export const SERVER_SETTING_IDS: readonly string[] = FIELDS.map(({ topic, name }) => `${topic}.${name}`);

/** A field that is a yes or a no, as `topic.field`. */
export type SwitchId = {
  [T in SettingsTopic]: {
    [K in keyof ServerSettings[T] & string]-?: ServerSettings[T][K] extends boolean ? `${T}.${K}` : never;
  }[keyof ServerSettings[T] & string];
}[SettingsTopic];

/** Whether the field of this id is a yes or a no. */
export function isSwitch(id: string): id is SwitchId {
  return FIELDS.some(({ topic, name, type }) => `${topic}.${name}` === id && z.toJSONSchema(type).type === 'boolean');
}

/** What a field takes: numbers from `min` to `max`, or texts and lists of at most `max`. */
export interface FieldBounds {
  readonly min: number;
  readonly max: number;
  readonly isWhole: boolean;
}

/** The bounds of a field, from 0 to `Infinity` where it has none. */
export function boundsOf<T extends SettingsTopic>(topic: T, name: keyof ServerSettings[T] & string): FieldBounds {
  const field = FIELDS.find((candidate) => candidate.topic === topic && candidate.name === name);
  const { type, minimum = 0, maximum, maxItems, maxLength } = z.toJSONSchema(field?.type ?? z.unknown());
  const max = maximum ?? maxItems ?? maxLength ?? Number.POSITIVE_INFINITY;
  return { min: minimum, max, isWhole: type === 'integer' };
}

/** Settings out of a stored document, and whether all of it could be read. */
export interface ReadSettings {
  readonly settings: ServerSettings;
  readonly isReadable: boolean;
}

/** In place of what cannot be read: no field takes it. */
const UNREADABLE = Symbol('unreadable');

/** Reads a stored document: the default for what was never set, the stricter choice for what cannot be read. */
export function readServerSettings(document = '{}'): ReadSettings {
  const stored = parseObject(document);
  let isReadable = true;
  const read = ({ topic, name, type }: (typeof FIELDS)[number]): unknown => {
    const within = stored !== undefined && !(topic in stored) ? {} : objectOf(stored?.[topic]);
    const checked = type.safeParse(within === undefined ? UNREADABLE : within[name]);
    if (checked.success) return checked.data;
    isReadable = false;
    return type.meta()?.['unreadable'] ?? type.parse(undefined);
  };
  const topics = Object.groupBy(FIELDS, ({ topic }) => topic);
  const settings = Object.fromEntries(
    Object.entries(topics).map(([topic, fields = []]) => [
      topic,
      Object.fromEntries(fields.map((field) => [field.name, read(field)])),
    ]),
  );
  return { settings: schema.parse(settings), isReadable };
}

/** What applies to a server that has set nothing. */
export const DEFAULT_SERVER_SETTINGS: ServerSettings = readServerSettings().settings;

/** Names of the fields that are out of range, as `topic.field`; empty when `settings` can be stored. */
export function faultsOf(settings: ServerSettings): string[] {
  const checked = schema.safeParse(settings);
  return checked.success ? [] : checked.error.issues.map(({ path }) => path.slice(0, 2).join('.'));
}

function parseObject(document: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return objectOf(JSON.parse(document));
  } catch {
    return undefined;
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return z.looseObject({}).safeParse(value).data;
}

import { z } from 'zod';

/** What settings may be: numbers from `min` to `max`, texts and lists up to a length. Discord's selects take 25 at once. */
export const SETTING_BOUNDS = {
  roles: 25,
  channels: 25,
  mutedPeople: 200,
  speed: { min: 0.5, max: 2 },
  volumeDb: { min: -20, max: 20 },
  say: { min: 10, max: 6_000 },
  reading: { min: 20, max: 2_000 },
  skipPrefix: 10,
  announcement: 100,
} as const;

/** A Discord id. */
const id = z.string().regex(/^\d{17,20}$/);
const roleIds = z.array(id).max(SETTING_BOUNDS.roles).readonly();

/**
 * What a server sets, by topic, except what captions, voices and budgets keep themselves. Speed is a factor and volume is
 * in dB, as the speech service takes them.
 */
const schema = z.object({
  /** What the bot posts and says to everyone. */
  general: z.object({
    /** A locale of Discord; `undefined` follows the server's own. */
    language: z.string().min(2).max(10).optional(),
  }),
  /** How texts of members sound who chose no voice. */
  voice: z.object({
    /** `undefined` for the operator's default voice. */
    voiceId: z.string().min(1).max(100).optional(),
    title: z.string().max(200),
    speed: z.number().min(SETTING_BOUNDS.speed.min).max(SETTING_BOUNDS.speed.max),
    volumeDb: z.number().min(SETTING_BOUNDS.volumeDb.min).max(SETTING_BOUNDS.volumeDb.max),
  }),
  /** Longest texts, in characters: `/say` refuses what is longer, and chat is shortened to it. */
  lengths: z.object({
    say: z.int().min(SETTING_BOUNDS.say.min).max(SETTING_BOUNDS.say.max),
    reading: z.int().min(SETTING_BOUNDS.reading.min).max(SETTING_BOUNDS.reading.max),
  }),
  /** Roles that may use a feature; an empty list admits everyone. Managers always may. */
  access: z.object({
    /** They may change settings, beside those who manage the server. An empty list adds nobody. */
    managers: roleIds,
    speak: roleIds,
    captions: roleIds,
    transcribe: roleIds,
    voices: roleIds,
  }),
  /** Whose texts are not spoken, neither by a command nor when chat is read. */
  muted: z.object({
    userIds: z.array(id).max(SETTING_BOUNDS.mutedPeople).readonly(),
    roleIds,
  }),
  /** Spoken when people join or leave the bot's voice channel. */
  announcements: z.object({
    joins: z.boolean(),
    leaves: z.boolean(),
  }),
  /** What the bot posts on its own: that it left, was moved, or lost the connection. */
  notices: z.object({
    posted: z.boolean(),
  }),
  /** What `/captions start` does unless its options say otherwise. */
  captions: z.object({
    interim: z.boolean(),
  }),
  /** Chat that is read aloud. */
  reading: z.object({
    bots: z.boolean(),
    webhooks: z.boolean(),
    /** Messages that a bot posts for a person, through a webhook in their name. */
    proxied: z.boolean(),
    /** Voice messages are mentioned, played, or transcribed and read. */
    voiceMessages: z.enum(['mention', 'play', 'transcribe']),
    /** Messages that begin with it are not read; empty for none. */
    skipPrefix: z.string().max(SETTING_BOUNDS.skipPrefix),
    /** Only people with one of these roles are read; an empty list reads everyone. */
    requiredRoleIds: roleIds,
    /** Says who writes when the writer changes. */
    announceWriters: z.boolean(),
    /** How that is said, with `{name}` for the name; empty for the words of the server's language. */
    announcement: z.string().max(SETTING_BOUNDS.announcement),
    /** Speaks common abbreviations such as `brb` in full. */
    builtInPronunciations: z.boolean(),
  }),
  voiceMessages: z.object({
    /** Channels in which voice messages are answered with their text. */
    transcribedIn: z.array(id).max(SETTING_BOUNDS.channels).readonly(),
  }),
  log: z.object({
    /** Where changes of settings are posted; `undefined` for nowhere. */
    channelId: id.optional(),
  }),
});

/** Every setting of a server, by topic. */
export type ServerSettings = z.output<typeof schema>;
/** One topic of them. */
export type SettingsTopic = keyof ServerSettings;

/** What applies to a server that has set nothing. */
export const DEFAULT_SERVER_SETTINGS: ServerSettings = {
  general: {},
  voice: { title: '', speed: 1, volumeDb: 0 },
  lengths: { say: 6_000, reading: 400 },
  access: { managers: [], speak: [], captions: [], transcribe: [], voices: [] },
  muted: { userIds: [], roleIds: [] },
  announcements: { joins: false, leaves: false },
  notices: { posted: true },
  captions: { interim: true },
  reading: {
    bots: false,
    webhooks: false,
    proxied: true,
    voiceMessages: 'mention',
    skipPrefix: ';',
    requiredRoleIds: [],
    announceWriters: true,
    announcement: '',
    builtInPronunciations: true,
  },
  voiceMessages: { transcribedIn: [] },
  log: {},
};

/** A role that nobody has: a rule about roles that cannot be read admits only managers. */
const NOBODY = ['00000000000000000'];
const STRICTER: Readonly<Record<string, unknown>> = {
  'access.speak': NOBODY,
  'access.captions': NOBODY,
  'access.transcribe': NOBODY,
  'access.voices': NOBODY,
  'reading.requiredRoleIds': NOBODY,
};

const FIELDS = Object.entries(schema.shape).flatMap(([topic, { shape }]) =>
  Object.entries<z.ZodType>(shape).map(([name, type]) => ({ topic, name, type })),
);

/** Every field of the settings as `topic.field`. */
export const SERVER_SETTING_IDS: readonly string[] = FIELDS.map(({ topic, name }) => `${topic}.${name}`);

/** Settings out of a stored document, and whether all of it could be read. */
export interface ReadSettings {
  readonly settings: ServerSettings;
  readonly isReadable: boolean;
}

/** Reads a stored document: the default for what was never set, the stricter choice for what cannot be read. */
export function readServerSettings(document: string): ReadSettings {
  const stored = parseObject(document);
  let isReadable = stored !== undefined;
  const read = ({ topic, name, type }: (typeof FIELDS)[number]): unknown => {
    const initial: unknown = Reflect.get(Reflect.get(DEFAULT_SERVER_SETTINGS, topic), name);
    const within = stored?.[topic];
    const value: unknown = typeof within === 'object' && within !== null ? Reflect.get(within, name) : undefined;
    if (stored !== undefined && within === undefined) return initial;
    if (stored !== undefined && value === undefined && typeof within === 'object') return initial;
    const checked = type.safeParse(value);
    if (checked.success && stored !== undefined) return checked.data;
    isReadable = false;
    return STRICTER[`${topic}.${name}`] ?? initial;
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

/** Names of the fields that are out of range, as `topic.field`; empty when `settings` can be stored. */
export function faultsOf(settings: ServerSettings): string[] {
  const checked = schema.safeParse(settings);
  return checked.success ? [] : checked.error.issues.map(({ path }) => path.slice(0, 2).join('.'));
}

function parseObject(document: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return z.looseObject({}).parse(JSON.parse(document));
  } catch {
    return undefined;
  }
}

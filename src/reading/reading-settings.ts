import { z } from 'zod';
import { requiredRoles, snowflakes } from '../snowflake.ts';

/** Chat that is read aloud. */
export const READING_SETTINGS = z.object({
  bots: z.boolean().default(false),
  webhooks: z.boolean().default(false),
  /** Messages that a bot posts for a person, through a webhook in their name. */
  proxied: z.boolean().default(true),
  /** Voice messages are mentioned, played, or transcribed and read. */
  voiceMessages: z.enum(['mention', 'play', 'transcribe']).default('mention'),
  /** Only people with one of these roles are read. */
  requiredRoleIds: requiredRoles,
  /** Says who writes when the writer changes. */
  announceWriters: z.boolean().default(true),
  /** Speaks common abbreviations such as `brb` in full. */
  builtInPronunciations: z.boolean().default(true),
  /** Messages that begin with it are not read; empty for none. */
  skipPrefix: z.string().max(10).default(';'),
  /** How the writer is said, with `{name}` for the name; empty for the words of the server's language. */
  announcement: z.string().max(100).default(''),
});

/** Whose texts are not spoken, neither by a command nor when chat is read. */
export const MUTED_SETTINGS = z.object({ userIds: snowflakes(200), roleIds: snowflakes() });

/** What is spoken when people join or leave the bot's voice channel. */
export const ANNOUNCEMENT_SETTINGS = z.object({
  joins: z.boolean().default(false),
  leaves: z.boolean().default(false),
});

/** The settings of a server that reading goes by. */
export interface ReadingSettings {
  readonly lengths: { readonly reading: number };
  readonly muted: Readonly<z.output<typeof MUTED_SETTINGS>>;
  readonly announcements: Readonly<z.output<typeof ANNOUNCEMENT_SETTINGS>>;
  readonly reading: Readonly<z.output<typeof READING_SETTINGS>>;
}

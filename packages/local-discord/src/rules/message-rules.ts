import { AllowedMentionsTypes, MessageFlags } from 'discord-api-types/v10';
import { z } from 'zod';
import { refusal } from '../discord-error.ts';
import { countCharacters, fault, list, parseForm, text } from '../form.ts';
import { layoutsSchema, rowsSchema } from './component-rules.ts';

/** Limit on the files of a message (Discord API reference, "Uploading Files"). */
export const MAX_FILES = 10;

/** Limit on a file in an unboosted guild: 10 MiB. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** Limit on the total characters of a message's embeds (Discord API reference, "Embed Limits"). */
const MAX_EMBED_CHARACTERS = 6_000;

/** Flags that a bot may set on a message. */
const SETTABLE_FLAGS =
  MessageFlags.SuppressEmbeds |
  MessageFlags.Ephemeral |
  MessageFlags.SuppressNotifications |
  MessageFlags.IsVoiceMessage |
  MessageFlags.IsComponentsV2;

/** An address of at most 2,048 characters with one of these schemes; Discord treats an empty one as absent. */
function address(schemes: readonly string[]): z.ZodType<string> {
  return text(0, 2_048).superRefine((value, context) => {
    const scheme = /^([a-z]+):\/\/\S/i.exec(value)?.[1]?.toLowerCase();
    if (value === '' || (scheme !== undefined && schemes.includes(scheme))) return;
    const listed = schemes.map((name) => `'${name}'`).join(', ');
    context.addIssue(
      scheme === undefined
        ? fault('URL_TYPE_INVALID_URL', 'Not a well formed URL.')
        : fault('URL_TYPE_INVALID_SCHEME', `Scheme "${scheme}" is not supported. Scheme must be one of (${listed}).`),
    );
  });
}

const snowflake = z.string().regex(/^\d{17,19}$/);

const picture = address(['http', 'https', 'attachment']);

const embedSchema = z.object({
  type: z.string().optional(),
  title: text(0, 256).nullish(),
  description: text(0, 4_096).nullish(),
  url: address(['http', 'https', 'discord']).nullish(),
  timestamp: z.iso.datetime({ offset: true }).nullish(),
  color: z.int().min(0).max(0xff_ff_ff).nullish(),
  footer: z.object({ text: text(1, 2_048), icon_url: picture.nullish() }).nullish(),
  image: z.object({ url: picture }).nullish(),
  thumbnail: z.object({ url: picture }).nullish(),
  author: z
    .object({
      name: text(1, 256),
      url: address(['http', 'https', 'discord']).nullish(),
      icon_url: picture.nullish(),
    })
    .nullish(),
  fields: list(z.object({ name: text(1, 256), value: text(1, 1_024), inline: z.boolean().nullish() }), 0, 25).nullish(),
});

type EmbedBody = z.output<typeof embedSchema>;

const embedsSchema = list(embedSchema, 0, 10).superRefine((embeds, context) => {
  if (embeds.reduce((sum, embed) => sum + embedLength(embed), 0) > MAX_EMBED_CHARACTERS) {
    context.addIssue(fault('MAX_EMBED_SIZE_EXCEEDED', `Embed size exceeds maximum size of ${MAX_EMBED_CHARACTERS}`));
  }
});

const allowedMentionsSchema = z
  .object({
    parse: z.array(z.enum(AllowedMentionsTypes)).nullish(),
    users: list(snowflake, 0, 100).nullish(),
    roles: list(snowflake, 0, 100).nullish(),
    replied_user: z.boolean().nullish(),
  })
  .superRefine((mentions, context) => {
    for (const kind of ['users', 'roles'] as const) {
      const parsed = kind === 'users' ? AllowedMentionsTypes.User : AllowedMentionsTypes.Role;
      if (mentions.parse?.includes(parsed) && (mentions[kind]?.length ?? 0) > 0) {
        const message = `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`;
        context.addIssue(fault('MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE', message));
      }
    }
  });

const commonShape = {
  content: text(0, 2_000).nullish(),
  embeds: embedsSchema.nullish(),
  allowed_mentions: allowedMentionsSchema.nullish(),
  attachments: z
    .array(
      z.object({
        id: z.union([z.string(), z.int()]).transform(String),
        filename: text(1, 1_024).nullish(),
        description: text(0, 1_024).nullish(),
        duration_secs: z.number().nullish(),
        waveform: z.string().nullish(),
      }),
    )
    .nullish(),
  flags: z.int().min(0).nullish(),
  tts: z.boolean().nullish(),
  nonce: z.union([z.string().max(25), z.int()]).nullish(),
  message_reference: z.object({ message_id: snowflake, fail_if_not_exists: z.boolean().default(true) }).nullish(),
  poll: z.unknown().optional(),
};

const classicSchema = z.object({ ...commonShape, components: rowsSchema.nullish() });
const layoutSchema = z.object({ ...commonShape, components: layoutsSchema.nullish() });

/** Validated body of a request that creates or edits a message. In an edit, absent fields stay unchanged. */
export type MessageBody = z.output<typeof layoutSchema>;

/** A file that came with a request. */
export interface UploadedFile {
  /** The number in its field's name, `files[n]`. */
  readonly index: string;
  readonly name: string;
  readonly contentType: string | undefined;
  readonly bytes: Uint8Array;
}

/**
 * Checks a message by Discord's rules for length, number and form; `existingFlags` are those of the message being
 * edited, `maxFileBytes` what its author may upload.
 * @throws {DiscordError} 50035, 40005 for a file that is too large
 */
export function checkMessageBody(
  value: unknown,
  files: readonly UploadedFile[],
  { existingFlags = 0, maxFileBytes = MAX_FILE_BYTES }: { existingFlags?: number; maxFileBytes?: number } = {},
): MessageBody {
  if (files.some((file) => file.bytes.byteLength > maxFileBytes)) throw refusal('entityTooLarge');
  const flags = parseForm(z.object({ flags: commonShape.flags }), value).flags ?? existingFlags;
  const usesLayouts = ((flags | existingFlags) & MessageFlags.IsComponentsV2) !== 0;
  const body: MessageBody = usesLayouts ? parseForm(layoutSchema, value) : parseForm(classicSchema, value);
  parseForm(messageFaults(usesLayouts, files.length), body);
  return body;
}

/**
 * Refuses an empty message.
 * @throws {DiscordError} 50006
 */
export function checkNotEmpty(message: {
  readonly content: string;
  readonly embeds: readonly unknown[];
  readonly components: readonly unknown[];
  readonly attachments: readonly unknown[];
}): void {
  const { content, embeds, components, attachments } = message;
  if (content.trim() === '' && embeds.length + components.length + attachments.length === 0) {
    throw refusal('emptyMessage');
  }
}

function messageFaults(usesLayouts: boolean, fileCount: number): z.ZodType<MessageBody> {
  return z.custom<MessageBody>().superRefine((body, context) => {
    if (((body.flags ?? 0) & ~SETTABLE_FLAGS) !== 0) {
      context.addIssue(fault('BASE_TYPE_CHOICES', 'One or more of the flags cannot be set.', ['flags']));
    }
    if (fileCount > MAX_FILES || (body.attachments?.length ?? 0) > MAX_FILES) {
      context.addIssue(fault('BASE_TYPE_MAX_LENGTH', `Must be ${MAX_FILES} or fewer in length.`, ['attachments']));
    }
    if (!usesLayouts) return;
    for (const field of ['content', 'embeds', 'poll'] as const) {
      const value = body[field];
      if (value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)) {
        const message = `The '${field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`;
        context.addIssue(fault('MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2', message, [field]));
      }
    }
  });
}

function embedLength(embed: EmbedBody): number {
  const parts = [
    embed.title,
    embed.description,
    embed.footer?.text,
    embed.author?.name,
    ...(embed.fields ?? []).flatMap((field) => [field.name, field.value]),
  ];
  return parts.reduce((sum, part) => sum + countCharacters(part ?? ''), 0);
}

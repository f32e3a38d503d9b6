import {
  type APIActionRowComponent,
  type APIComponentInMessageActionRow,
  type APIEmbed,
  type APIMessageTopLevelComponent,
  escapeMarkdown,
  MessageFlags,
  type RawFile,
  type RESTPostAPIChannelMessageJSONBody,
} from 'discord.js';

/** Discord's bound on a message's content, in UTF-16 units. */
const MAX_CONTENT_LENGTH = 2_000;

/** Who sees an answer: the member who used the command, or everyone in the channel. */
export type ReplyVisibility = 'ephemeral' | 'public';

/** A file that goes with a reply; `name` carries the extension that tells Discord what it is. */
export interface ReplyFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** An answer as plain data, with components and embeds as Discord's own JSON. */
export interface Reply {
  readonly content: string;
  readonly visibility: ReplyVisibility;
  readonly files?: readonly ReplyFile[];
  readonly components?: readonly APIActionRowComponent<APIComponentInMessageActionRow>[];
  /** At most 10; sanitize what others wrote. The URL of a picture in `files` is `attachment://` and its name. */
  readonly embeds?: readonly APIEmbed[];
  /**
   * The whole answer as layout components, in place of `content`, `components` and `embeds`. A message keeps that form: what
   * replaces such an answer must have a layout, too.
   */
  readonly layout?: readonly APIMessageTopLevelComponent[];
}

/** The fields of a message that discord.js takes for new messages and for edits. */
export interface MessageFields {
  content?: string;
  allowedMentions: { parse: [] };
  components: APIMessageTopLevelComponent[];
  embeds?: APIEmbed[];
  files: { attachment: Buffer; name: string }[];
  flags?: MessageFlags.IsComponentsV2;
}

/** A native voice message: Ogg Opus, and what Discord's clients draw before they play it. Discord allows nothing else in it. */
export interface VoiceMessage {
  readonly bytes: Uint8Array;
  readonly durationS: number;
  /** Base64, one byte a point, 256 points at most. */
  readonly waveform: string;
}

/** A voice message as Discord's own JSON. */
interface VoiceMessageBody {
  readonly flags: MessageFlags.IsVoiceMessage;
  readonly attachments: readonly [
    { readonly id: '0'; readonly filename: string; readonly duration_secs: number; readonly waveform: string },
  ];
}

/** The name that Discord's clients give to their recordings. */
const VOICE_MESSAGE_NAME = 'voice-message.ogg';

/** An answer that only the member who used the command sees. */
export function ephemeral(content: string): Reply {
  return { content, visibility: 'ephemeral' };
}

/** The content below a notice, if there is one. */
export function underNotice(notice: string | undefined, content: string): string {
  return notice === undefined ? content : `${notice}\n${content}`;
}

/** Turns a reply into message fields: at most 2,000 characters, nothing that pings. */
export function toMessageFields(reply: Reply): MessageFields {
  const files = (reply.files ?? []).map(({ name, bytes }) => ({
    attachment: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    name,
  }));
  const common = { allowedMentions: { parse: [] as [] }, files };
  if (reply.layout !== undefined) {
    return { ...common, components: [...reply.layout], flags: MessageFlags.IsComponentsV2 };
  }
  return {
    ...common,
    content: truncate(reply.content, MAX_CONTENT_LENGTH),
    components: [...(reply.components ?? [])],
    embeds: [...(reply.embeds ?? [])],
  };
}

/** Turns a reply into the request that posts it as a message of its own, without discord.js's help. */
export function toMessageRequest(reply: Reply): { body: RESTPostAPIChannelMessageJSONBody; files: RawFile[] } {
  const { allowedMentions, files, ...fields } = toMessageFields(reply);
  return {
    body: { ...fields, allowed_mentions: { parse: allowedMentions.parse } },
    files: files.map(({ attachment, name }) => ({ data: attachment, name })),
  };
}

/**
 * The request that posts a voice message. It names the content type, since Discord drops duration and waveform unless that
 * is audio, and discord.js takes Ogg for `application/ogg`. https://github.com/discord/discord-api-docs/issues/7153
 */
export function toVoiceMessageRequest({ bytes, durationS, waveform }: VoiceMessage): {
  body: VoiceMessageBody;
  files: RawFile[];
} {
  const about = { id: '0', filename: VOICE_MESSAGE_NAME, duration_secs: durationS, waveform } as const;
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    body: { flags: MessageFlags.IsVoiceMessage, attachments: [about] },
    files: [{ name: VOICE_MESSAGE_NAME, contentType: 'audio/ogg', data }],
  };
}

/** Shortens to at most `maxLength` UTF-16 units, with an ellipsis, without splitting a surrogate pair. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength - 1);
  return `${cut.replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** What others wrote, in one line, without the characters that change the direction of the text next to it. */
export function oneLine(text: string): string {
  return text
    .replaceAll(/[\u202A-\u202E\u2066-\u2069]+/g, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Sanitizes what others wrote for a message: one line, no formatting, no mention, no link preview, no invite. */
export function sanitize(text: string): string {
  return (
    escapeMarkdown(oneLine(text), { heading: true, bulletedList: true, numberedList: true, maskedLink: true })
      // discord.js leaves some in longer runs of asterisks.
      .replaceAll(/\\.|\*/gs, (found) => (found === '*' ? String.raw`\*` : found))
      .replace(/^(?:>|-#)/, String.raw`\$&`)
      .replaceAll(/[<@]/g, (mark) => `${mark}\u200B`)
      .replaceAll('://', ':\u200B//')
      .replaceAll(/(discord(?:app)?)\.(gg|com)/gi, '$1\u200B.$2')
  );
}

/** Like `sanitize`, with a bound in UTF-16 units that also holds for the result, which sanitizing lengthens. */
export function sanitizeWithin(text: string, maxLength: number): string {
  return truncate(sanitize(truncate(text.trim(), maxLength)), maxLength);
}

/** Undoes `sanitize`, for files, where nothing has to be escaped. */
export function asWritten(sanitized: string): string {
  return sanitized.replaceAll('\u200B', '').replaceAll(/\\(.)/g, '$1');
}

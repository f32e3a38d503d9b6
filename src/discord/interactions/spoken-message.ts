import { type Attachment, type Embed, type Message, MessageFlags, MessageType } from 'discord.js';
import { lookUpNames, type Mention } from '../../text/mentions.ts';
import type { SpokenAttachment, SpokenEmbed, SpokenMessage } from '../../text/spoken/spoken-message.ts';
import type { NamesOfText } from '../client/mention-names.ts';

/** What people write themselves, with a command's answer; the rest are notices of Discord's, such as of a pin. */
export const WRITTEN: ReadonlySet<MessageType> = new Set([
  MessageType.Default,
  MessageType.Reply,
  MessageType.ChatInputCommand,
  MessageType.ContextMenuCommand,
]);

/** What a message and a forwarded copy of one have in common. */
type MessageContent = Pick<Message, 'content' | 'attachments' | 'stickers' | 'flags' | 'embeds' | 'components'>;

/** The parts of discord.js' messages that are read. */
export type ReadableMessage = MessageContent &
  Pick<Message, 'type' | 'author' | 'webhookId' | 'poll' | 'mentions' | 'messageSnapshots'>;

/** The name of a mention as far as everybody who hears it may know it. */
export type NameOfMention = (mention: Mention) => Promise<string | undefined>;

/** Most listeners whose right to know a channel is checked; with more, channels are not named. */
const MAX_LISTENERS = 50;

/**
 * Looks up names for all who hear them: a channel is named only if every one of them may see it. `listeners` are ids; without any, no channel
 * is named. One text has one of these.
 */
export function namesForListeners(
  namesOfText: NamesOfText,
  guildId: string | undefined,
  listeners: readonly string[],
): NameOfMention {
  const [first = ''] = listeners;
  const lookUps = listeners.slice(0, MAX_LISTENERS).map((userId) => namesOfText({ guildId, userId }));
  const anyone = lookUps[0] ?? namesOfText({ guildId, userId: first });
  return async (mention) => {
    if (mention.kind !== 'channel') return anyone(mention);
    if (lookUps.length === 0 || listeners.length > MAX_LISTENERS) return undefined;
    const names = await Promise.all(lookUps.map((nameOf) => nameOf(mention)));
    return names.includes(undefined) ? undefined : names[0];
  };
}

/**
 * A message as what is said of it. `undefined` for what nobody wrote, such as the notice of a pin. Embeds are read where
 * a bot or webhook made them; those of people are previews of their links.
 */
export async function toSpokenMessage(
  message: ReadableMessage,
  nameOf: NameOfMention,
): Promise<SpokenMessage | undefined> {
  if (!WRITTEN.has(message.type)) return undefined;
  const isOfApp = message.author.bot || message.webhookId !== null;
  const forwarded = message.messageSnapshots.map((snapshot) => partsOf(snapshot, false));
  const own = partsOf(message, isOfApp);
  const { poll } = message;
  const answers = poll === null ? [] : poll.answers.map(({ text }) => text ?? '');
  const question = poll?.question.text ?? '';
  const names = await lookUpNames([own, ...forwarded].flatMap(textsOf), nameOf);
  return {
    ...own,
    names,
    ...(poll === null ? {} : { poll: { question, answers } }),
    forwarded: forwarded.map((snapshot) => ({ ...snapshot, names })),
    replyTo: await nameOfReplied(message, nameOf),
  };
}

function partsOf(message: MessageContent, isOfApp: boolean): SpokenMessage {
  const files = [...message.attachments.values()];
  const isVoice = message.flags.has(MessageFlags.IsVoiceMessage);
  return {
    content: [message.content, ...textDisplays(message.components)].filter((text) => text !== '').join('\n'),
    ...(isVoice ? { voiceMessage: {} } : { attachments: files.map(toSpokenAttachment) }),
    stickers: message.stickers.map(({ name }) => name),
    embeds: isOfApp ? message.embeds.map(toSpokenEmbed) : [],
  };
}

function toSpokenAttachment({ contentType, name, description, spoiler }: Attachment): SpokenAttachment {
  // What describes a hidden picture gives it away.
  return { kind: kindOf(contentType ?? '', name), ...(description === null || spoiler ? {} : { description }) };
}

function kindOf(contentType: string, name: string): SpokenAttachment['kind'] {
  if (contentType === 'image/gif' || /\.gif$/i.test(name)) return 'gif';
  const [type] = contentType.split('/');
  if (type === 'image') return 'picture';
  return type === 'video' || type === 'audio' ? type : 'file';
}

function toSpokenEmbed({ author, title, description, fields, image }: Embed): SpokenEmbed {
  return {
    author: author?.name,
    title: title ?? undefined,
    description: description ?? undefined,
    fields,
    hasPicture: image !== null,
  };
}

/** The texts of components (Discord's Components V2), which take the place of content. */
function textDisplays(components: readonly unknown[]): string[] {
  return components.flatMap((component) => {
    if (typeof component !== 'object' || component === null) return [];
    const { content, components: inner, spoiler } = component as Readonly<Record<string, unknown>>;
    if (typeof content === 'string') return [content];
    const texts = Array.isArray(inner) ? textDisplays(inner) : [];
    return spoiler === true && texts.length > 0 ? ['||hidden||'] : texts;
  });
}

function textsOf({ content, embeds = [] }: SpokenMessage): string[] {
  const described = embeds.flatMap(({ title = '', description = '', fields = [] }) => [
    ...[title, description],
    ...fields.map(({ value }) => value),
  ]);
  return [content, ...described];
}

async function nameOfReplied({ type, mentions }: ReadableMessage, nameOf: NameOfMention): Promise<string | undefined> {
  const { repliedUser } = mentions;
  if (type !== MessageType.Reply || repliedUser === null) return undefined;
  return (await nameOf({ kind: 'user', id: repliedUser.id })) ?? repliedUser.displayName;
}

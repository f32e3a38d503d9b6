import type { Person } from '@mynah/local-discord/people/person';
import type { SeenMessage } from '@mynah/local-discord/people/seen-message';
import { textsOf } from '@mynah/local-discord/rules/component-rules';
import type { APIEmbed, APIMessageTopLevelComponent } from 'discord-api-types/v10';
import { MessageFlags } from 'discord-api-types/v10';
import type { AttachmentView, MessageView } from '../protocol.ts';
import type { MarkdownParser } from './markdown.ts';

/** Whoever looks at messages. */
export type Viewer = Pick<Person, 'id' | 'commandName' | 'isPingedBy'>;

/** A message as this person's page shows it; `nameOf` names users. */
export function toMessageView(
  message: SeenMessage,
  viewer: Viewer,
  { nameOf, markdown }: { readonly nameOf: (userId: string) => string; readonly markdown: MarkdownParser },
): MessageView {
  const { author, command } = message;
  return {
    id: message.id,
    channelId: message.channelId,
    author: {
      id: author.id,
      name: author.name,
      isApp: author.kind === 'webhook' || author.isBot === true,
      ...(author.avatarUrl === undefined ? {} : { avatarUrl: author.avatarUrl }),
    },
    content: message.content,
    // Both were checked against Discord's rules, which are narrower than its types.
    embeds: message.embeds as readonly APIEmbed[],
    components: message.components as readonly APIMessageTopLevelComponent[],
    attachments: message.attachments.map(toAttachmentView),
    isEphemeral: message.ephemeral,
    isLoading: message.loading,
    isEdited: message.edited,
    isVoiceMessage: (message.flags & MessageFlags.IsVoiceMessage) !== 0,
    isOwn: author.id === viewer.id,
    pingsMe: viewer.isPingedBy(message),
    replyTo: message.replyTo,
    command: command && {
      userName: nameOf(command.userId),
      name: viewer.commandName(command.path, command.id),
      ...(isMenu(command.path) ? { isMenu: true } : {}),
    },
    revision: message.revision,
    createdAtMs: message.createdAtMs,
    markdown: parseAll(markdownOf(message), markdown),
  };
}

/** Whether a command is one of a message's menu: Discord takes capitals in the names of those only. */
function isMenu(path: string): boolean {
  return path !== path.toLowerCase();
}

/** Texts with their trees, by the text itself. */
export function parseAll(texts: readonly string[], markdown: MarkdownParser): MessageView['markdown'] {
  return Object.fromEntries(texts.map((text) => [text, markdown.parse(text)]));
}

/** The texts of a message in which Discord's client shows Markdown. */
function markdownOf({ content, embeds, components }: SeenMessage): readonly string[] {
  const inEmbeds = embeds.flatMap(({ title, description, fields }) => [
    title,
    description,
    ...(fields ?? []).flatMap(({ name, value }) => [name, value]),
  ]);
  const texts = [content, ...inEmbeds, ...textsOf(components)];
  return [...new Set(texts.filter((text) => typeof text === 'string' && text !== ''))] as string[];
}

function toAttachmentView(attachment: SeenMessage['attachments'][number]): AttachmentView {
  return {
    id: attachment.id,
    filename: attachment.filename,
    contentType: attachment.content_type,
    size: attachment.size,
    url: attachment.url,
    durationSecs: attachment.duration_secs,
    waveform: attachment.waveform,
  };
}

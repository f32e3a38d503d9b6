import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { MessageView } from '../../protocol.ts';
import { Components } from '../components/components.ts';
import { Markdown } from '../markdown/markdown.ts';
import { usePage, usePageState } from '../page.ts';
import { Picture } from '../parts/picture.ts';
import { dayName, isoTime, messageTime } from '../times.ts';
import { Attachments } from './attachments.ts';
import { DeleteDialog } from './delete-dialog.ts';
import { EditForm } from './edit-form.ts';
import { Embed } from './embed.ts';
import { MessageActions } from './message-actions.ts';
import { CommandLine, EphemeralLine, ReplyLine } from './message-lines.ts';

export interface MessageProps {
  readonly message: MessageView;
  /** Continues the message above: no picture and name of its own. */
  readonly isContinued: boolean;
  /** Whether the pointer or the focus is on it: its actions are in reach. */
  readonly isActive: boolean;
}

/** A message with everything that is in it. */
export function Message({ message, isContinued, isActive }: MessageProps): VNode {
  const { texts, locale } = usePage();
  const { author } = message;
  const [isDeleting, setDeleting] = useState(false);
  const time = messageTime(locale, message.createdAtMs, Date.now());
  return html`
    <article
      class="message ${message.pingsMe ? 'is-ping' : ''} ${isContinued ? 'is-continued' : ''} ${message.isEphemeral ? 'is-ephemeral' : ''}"
      aria-label=${texts.messages.message({ author: author.name, time })}
    >
      ${message.replyTo !== undefined && html`<${ReplyLine} channelId=${message.channelId} id=${message.replyTo} />`}
      ${message.command !== undefined && html`<${CommandLine} ...${message.command} />`}
      <div class="message-row">
        ${isContinued ? html`<${Time} message=${message} isShort=${true} />` : html`<${AuthorPicture} message=${message} />`}
        <div class="message-body">
          ${!isContinued && html`<${Heading} message=${message} />`}
          <${Body} message=${message} />
          ${message.isEphemeral && html`<${EphemeralLine} id=${message.id} />`}
        </div>
      </div>
      ${isActive && html`<${MessageActions} message=${message} onDelete=${() => setDeleting(true)} />`}
      ${isDeleting && html`<${DeleteDialog} message=${message} onClose=${() => setDeleting(false)} />`}
    </article>
  `;
}

function AuthorPicture({ message: { author } }: { readonly message: MessageView }): VNode {
  const isMynah = usePageState(({ servers }) =>
    servers.some(({ members }) => members.some(({ id, isBot }) => isBot && id === author.id)),
  );
  return html`<${Picture} name=${author.name} url=${author.avatarUrl} isMynah=${isMynah} />`;
}

function Heading({ message }: { readonly message: MessageView }): VNode {
  const { texts } = usePage();
  const { author } = message;
  return html`
    <h3 class="message-head">
      <span class="message-author" dir="auto">${author.name}</span>
      ${author.isApp && html`<span class="badge">${texts.messages.app}</span>`}
      <${Time} message=${message} isShort=${false} />
      ${message.pingsMe && html`<span class="visually-hidden">${texts.messages.mentionsYou}</span>`}
    </h3>
  `;
}

function Time({ message, isShort }: { readonly message: MessageView; readonly isShort: boolean }): VNode {
  const { locale } = usePage();
  const { createdAtMs } = message;
  const text = isShort
    ? new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(createdAtMs)
    : messageTime(locale, createdAtMs, Date.now());
  const title = `${dayName(locale, createdAtMs)} ${new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }).format(createdAtMs)}`;
  return html`<time class="message-time" datetime=${isoTime(createdAtMs)} title=${title}>${text}</time>`;
}

function Body({ message }: { readonly message: MessageView }): VNode {
  const { texts } = usePage();
  const isEditing = usePageState(({ editingId }) => editingId === message.id);
  const { content, markdown } = message;
  if (message.isLoading) {
    return html`<p class="thinking"><span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>${texts.messages.thinking({ author: message.author.name })}</p>`;
  }
  const isText = content !== '';
  const edited =
    !isEditing &&
    message.isEdited &&
    html`<span class="edited" title=${texts.messages.editedAbout}>(${texts.messages.edited})</span>`;
  return html`
    ${isEditing && html`<${EditForm} message=${message} />`}
    ${!isEditing && isText && html`<${Markdown} text=${content} markdown=${markdown} hasLargeEmoji=${true} />`}
    ${isText && edited}
    <${Attachments} message=${message} />
    ${message.embeds.map((embed) => html`<${Embed} embed=${embed} message=${message} />`)}
    <${Components} components=${message.components} message=${message} />
    ${!isText && edited}
  `;
}

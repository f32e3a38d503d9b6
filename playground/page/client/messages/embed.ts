import type { APIEmbed } from 'discord-api-types/v10';
import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { MessageView } from '../../protocol.ts';
import { hexColour } from '../colours.ts';
import { Markdown } from '../markdown/markdown.ts';
import { usePage } from '../page.ts';
import { Image } from '../parts/image.ts';
import { isoTime, messageTime } from '../times.ts';
import { mediaUrl } from './files.ts';

interface EmbedProps {
  readonly embed: APIEmbed;
  readonly message: MessageView;
}

/** An embed: a card with a bar in its colour. */
export function Embed({ embed, message }: EmbedProps): VNode {
  const { texts } = usePage();
  const { markdown, attachments } = message;
  const thumbnail = embed.thumbnail && mediaUrl(embed.thumbnail.url, attachments);
  const image = embed.image && mediaUrl(embed.image.url, attachments);
  const text = (value: string): VNode => html`<${Markdown} text=${value} markdown=${markdown} />`;
  return html`
    <div class="embed" role="group" aria-label=${embed.title ?? texts.messages.embed} style=${{ '--bar': hexColour(embed.color) }}>
      ${thumbnail !== undefined && html`<${Image} className="embed-thumbnail" url=${thumbnail} alt="" />`}
      ${embed.author && html`<p class="embed-author"><${MaybeLink} url=${embed.author.url}>${embed.author.name}<//></p>`}
      ${embed.title && html`<div class="embed-title"><${MaybeLink} url=${embed.url}>${text(embed.title)}<//></div>`}
      ${embed.description && html`<div class="embed-description">${text(embed.description)}</div>`}
      ${embed.fields && html`<${Fields} fields=${embed.fields} markdown=${markdown} />`}
      ${image !== undefined && html`<${Image} className="embed-image" url=${image} alt=${texts.messages.image} />`}
      <${Footer} embed=${embed} />
    </div>
  `;
}

function Fields({
  fields,
  markdown,
}: {
  readonly fields: NonNullable<APIEmbed['fields']>;
  readonly markdown: MessageView['markdown'];
}): VNode {
  return html`
    <dl class="embed-fields">
      ${fields.map(
        ({ name, value, inline }) => html`
          <div class=${inline === true ? 'is-inline' : ''}>
            <dt><${Markdown} text=${name} markdown=${markdown} /></dt>
            <dd><${Markdown} text=${value} markdown=${markdown} /></dd>
          </div>
        `,
      )}
    </dl>
  `;
}

function Footer({ embed: { footer, timestamp } }: { readonly embed: APIEmbed }): VNode | null {
  const { locale } = usePage();
  if (footer === undefined && timestamp === undefined) return null;
  const timeMs = timestamp === undefined ? undefined : Date.parse(timestamp);
  const time =
    timeMs !== undefined && html`<time datetime=${isoTime(timeMs)}>${messageTime(locale, timeMs, Date.now())}</time>`;
  return html`<p class="embed-footer">${footer && html`<span>${footer.text}</span>`}${time}</p>`;
}

function MaybeLink({ url, children }: { readonly url: string | undefined; readonly children?: unknown }): VNode {
  if (url === undefined || !/^https?:\/\//i.test(url)) return html`<span>${children}</span>`;
  return html`<a href=${url} target="_blank" rel="noopener noreferrer nofollow">${children}</a>`;
}

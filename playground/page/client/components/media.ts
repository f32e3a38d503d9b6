import type { APIFileComponent, APIMediaGalleryItem, APIThumbnailComponent } from 'discord-api-types/v10';
import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { MessageView } from '../../protocol.ts';
import { MediaFile } from '../messages/attachments.ts';
import { fileAt, mediaKind, mediaUrl } from '../messages/files.ts';
import { usePage } from '../page.ts';
import { Image } from '../parts/image.ts';
import { Covered } from './covered.ts';

/** Pictures and videos beside each other. */
export function Gallery({
  items,
  message,
}: {
  readonly items: readonly APIMediaGalleryItem[];
  readonly message: MessageView;
}): VNode {
  return html`
    <ul class="gallery" data-count=${Math.min(items.length, 4)}>
      ${items.map((item) => html`<li><${GalleryItem} item=${item} message=${message} /></li>`)}
    </ul>
  `;
}

function GalleryItem({
  item,
  message,
}: {
  readonly item: APIMediaGalleryItem;
  readonly message: MessageView;
}): VNode | null {
  const { texts } = usePage();
  const url = mediaUrl(item.media.url, message.attachments);
  if (url === undefined) return null;
  const file = fileAt(item.media.url, message.attachments);
  const isVideo = file !== undefined && mediaKind(file) === 'video';
  const name = item.description ?? file?.filename ?? (isVideo ? texts.messages.video : texts.messages.image);
  const media = isVideo
    ? html`<video controls preload="metadata" src=${url} aria-label=${name}></video>`
    : html`
        <a href=${url} target="_blank" rel="noopener noreferrer" aria-label=${texts.messages.openImage({ name })}>
          <${Image} url=${url} alt=${name} />
        </a>
      `;
  return item.spoiler === true ? html`<${Covered} name=${texts.messages.spoilerMedia}>${media}<//>` : media;
}

/** A small picture beside a section's text. */
export function Thumbnail({
  thumbnail,
  message,
}: {
  readonly thumbnail: APIThumbnailComponent;
  readonly message: MessageView;
}): VNode | null {
  const { texts } = usePage();
  const url = mediaUrl(thumbnail.media.url, message.attachments);
  if (url === undefined) return null;
  const image = html`<${Image} className="thumbnail" url=${url} alt=${thumbnail.description ?? ''} />`;
  return thumbnail.spoiler === true ? html`<${Covered} name=${texts.messages.spoilerMedia}>${image}<//>` : image;
}

/** A file among the components. */
export function FileComponent({
  component,
  message,
}: {
  readonly component: APIFileComponent;
  readonly message: MessageView;
}): VNode | null {
  const { texts } = usePage();
  const file = fileAt(component.file.url, message.attachments);
  if (file === undefined) return null;
  const card = html`<${MediaFile} file=${file} />`;
  return component.spoiler === true ? html`<${Covered} name=${texts.messages.spoilerMedia}>${card}<//>` : card;
}

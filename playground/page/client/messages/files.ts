import type { APIMessageTopLevelComponent } from 'discord-api-types/v10';
import type { AttachmentView, MessageView } from '../../protocol.ts';

const PREFIX = 'attachment://';

/** The file that an address in an embed or a component means, by `attachment://name` or the file's own address. */
export function fileAt(url: string, attachments: readonly AttachmentView[]): AttachmentView | undefined {
  const name = url.startsWith(PREFIX) ? url.slice(PREFIX.length) : undefined;
  return attachments.find((attachment) => (name === undefined ? attachment.url === url : attachment.filename === name));
}

/** The address to load what an embed or a component shows; `undefined` where it is neither a file here nor on the web. */
export function mediaUrl(url: string, attachments: readonly AttachmentView[]): string | undefined {
  const found = fileAt(url, attachments)?.url ?? url;
  return /^(https?:\/\/|\/)/i.test(found) ? found : undefined;
}

/** What a file is shown as, by its type, or its name where it has none. */
export function mediaKind({
  contentType,
  filename,
}: Pick<AttachmentView, 'contentType' | 'filename'>): 'image' | 'audio' | 'video' | 'other' {
  const [kind] = (contentType ?? '').split('/');
  if (kind === 'image' || kind === 'audio' || kind === 'video') return kind;
  if (contentType !== undefined && contentType !== 'application/octet-stream') return 'other';
  if (/\.(png|jpe?g|gif|webp|avif)$/i.test(filename)) return 'image';
  if (/\.(mp3|wav|ogg|opus|flac|m4a|aac)$/i.test(filename)) return 'audio';
  return /\.(mp4|webm|mov)$/i.test(filename) ? 'video' : 'other';
}

/** The files of a message that no embed and no component shows already. */
export function looseFiles({ attachments, embeds, components }: MessageView): readonly AttachmentView[] {
  const urls = [
    ...embeds.flatMap(({ image, thumbnail, author, footer }) => [
      image?.url,
      thumbnail?.url,
      author?.icon_url,
      footer?.icon_url,
    ]),
    ...components.flatMap(urlsOf),
  ];
  const shown = new Set(urls.map((url) => (url === undefined ? undefined : fileAt(url, attachments))));
  return attachments.filter((attachment) => !shown.has(attachment));
}

/** Addresses of the media anywhere inside a component. */
function urlsOf(component: APIMessageTopLevelComponent): readonly string[] {
  const urls: string[] = [];
  const search = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'url' && typeof inner === 'string') urls.push(inner);
      else search(inner);
    }
  };
  search(component);
  return urls;
}

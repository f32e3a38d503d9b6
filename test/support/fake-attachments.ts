import type { AttachmentDownload } from '../../src/discord/client/attachment-download.ts';
import type { Attachment } from '../../src/discord/interactions/command.ts';

/** An attachment as Discord describes it; `downloadOf` finds its bytes by its name. */
export function attachmentOf(name: string, bytes: Uint8Array, more: Partial<Attachment> = {}): Attachment {
  return {
    id: name,
    name,
    url: `https://cdn.discordapp.com/attachments/1/2/${name}`,
    contentType: undefined,
    sizeBytes: bytes.length,
    durationS: undefined,
    isVoiceMessage: false,
    ...more,
  };
}

/** A download that finds these files by name; `files` may change between two downloads. */
export function downloadOf(files: Readonly<Record<string, Uint8Array>>): AttachmentDownload {
  const find = (url: string): Uint8Array => {
    const bytes = files[url.slice(url.lastIndexOf('/') + 1)];
    if (bytes === undefined) throw new Error('no test expects a download of this file');
    return bytes;
  };
  return {
    async *stream({ url }) {
      yield find(url);
    },
    read: async ({ url }) => find(url),
  };
}

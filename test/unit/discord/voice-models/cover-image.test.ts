import { describe, expect, it } from 'vitest';
import { imageKindOf, readCover } from '../../../../src/discord/voice-models/cover-image.ts';
import { UserError } from '../../../../src/errors.ts';
import { english } from '../../../../src/messages/english.ts';
import { attachmentOf, downloadOf } from '../../../support/fake-attachments.ts';

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const PNG = latin1('\x89PNG\r\n\x1A\n and the rest');
const context = { messages: english, signal: new AbortController().signal };

describe('cover images', () => {
  it.each([
    ['png', PNG],
    ['jpeg', latin1('\xFF\xD8\xFF\xE0 JFIF')],
    ['gif', latin1('GIF89a and more')],
    ['gif', latin1('GIF87a and more')],
    ['webp', latin1('RIFF\x10\0\0\0WEBPVP8 ')],
    ['webp', latin1('RIFF\n\n\n\nWEBPVP8 ')],
    [undefined, latin1('RIFF\x10\0\0\0WAVEfmt ')],
    [undefined, latin1('GIF90a')],
    [undefined, latin1('\x89PNG')],
    [undefined, latin1('<svg xmlns="http://www.w3.org/2000/svg">')],
    [undefined, new Uint8Array()],
  ])('are %s by their bytes', (kind, bytes) => {
    expect(imageKindOf(bytes)).toBe(kind);
  });

  it('are sent under the name and type of their bytes, whatever they were called', async () => {
    const attachment = attachmentOf('holiday.gif', PNG, { contentType: 'image/gif' });
    const cover = await readCover(downloadOf({ 'holiday.gif': PNG }), attachment, context);
    expect(cover).toEqual({ filename: 'cover.png', contentType: 'image/png', bytes: PNG });
  });

  it('are refused when they are no image', async () => {
    const text = latin1('not a picture');
    const read = readCover(downloadOf({ 'a.png': text }), attachmentOf('a.png', text), context);
    await expect(read).rejects.toThrow("isn't an image that I can use. Attach a png, jpeg, webp, or gif.");
  });

  it('are not even fetched when they are too large', async () => {
    const attachment = attachmentOf('a.png', PNG, { sizeBytes: 10_485_761 });
    const read = readCover(downloadOf({}), attachment, context);
    await expect(read).rejects.toThrow(UserError);
    await expect(read).rejects.toThrow('The limit is 10 MB.');
  });
});

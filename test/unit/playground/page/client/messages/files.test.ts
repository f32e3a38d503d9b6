import { describe, expect, it } from 'vitest';
import { fileAt, looseFiles, mediaKind, mediaUrl } from '../../../../../../playground/page/client/messages/files.ts';
import type { AttachmentView } from '../../../../../../playground/page/protocol.ts';
import { message } from '../message-fixture.ts';

const file = (filename: string, contentType?: string): AttachmentView => ({
  id: filename,
  filename,
  contentType,
  size: 1,
  url: `/files/${filename}`,
  durationSecs: undefined,
  waveform: undefined,
});
const FILES = [file('a.png'), file('b.txt'), file('c.txt')];

describe('files of a message', () => {
  it('are found by their name and by their address', () => {
    expect(fileAt('attachment://b.txt', FILES)).toBe(FILES[1]);
    expect(fileAt('/files/a.png', FILES)).toBe(FILES[0]);
    expect(fileAt('attachment://none', FILES)).toBeUndefined();
  });

  it('that an embed or a component shows are not shown twice', () => {
    const shown = message(1, {
      attachments: FILES,
      embeds: [{ image: { url: 'attachment://a.png' } }],
      components: [{ type: 17, components: [{ type: 13, file: { url: 'attachment://b.txt' } }] }],
    });
    expect(looseFiles(shown)).toEqual([FILES[2]]);
  });

  it('are loaded from the web or from here, by no other kind of address', () => {
    expect(mediaUrl('attachment://a.png', FILES)).toBe('/files/a.png');
    expect(mediaUrl('https://example.com/a.png', FILES)).toBe('https://example.com/a.png');
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'attachment://none']) {
      expect(mediaUrl(url, FILES)).toBeUndefined();
    }
  });

  it.each([
    [file('a', 'image/png'), 'image'],
    [file('a.mp4', 'audio/mp4'), 'audio'],
    [file('a.ogg'), 'audio'],
    [file('a.webm', 'application/octet-stream'), 'video'],
    [file('a.png', 'text/plain'), 'other'],
    [file('a'), 'other'],
  ])('%o are shown as %s', (shown, kind) => {
    expect(mediaKind(shown)).toBe(kind);
  });
});

import { ComponentType, MessageFlags } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { asWritten, ephemeral, sanitize, toMessageFields, truncate } from '../../../../src/discord/client/replies.ts';

describe('a message', () => {
  it('pings nobody and keeps to 2,000 characters', () => {
    const fields = toMessageFields(ephemeral('a'.repeat(3_000)));
    expect(fields.allowedMentions).toEqual({ parse: [] });
    expect(fields.content).toBe(`${'a'.repeat(1_999)}…`);
  });

  it('of layout components has nothing else, and keeps its flag', () => {
    const layout = [{ type: ComponentType.TextDisplay as const, content: 'x' }];
    const fields = toMessageFields({ content: '', visibility: 'ephemeral', layout });
    expect(fields).toEqual({
      ...{ allowedMentions: { parse: [] }, files: [], components: layout, flags: MessageFlags.IsComponentsV2 },
    });
  });

  it('carries its files with their names', () => {
    const bytes = new Uint8Array([9, 1, 2, 9]).subarray(1, 3);
    const { files } = toMessageFields({ content: '', visibility: 'public', files: [{ name: 'a.ogg', bytes }] });
    expect(files).toEqual([{ name: 'a.ogg', attachment: Buffer.from([1, 2]) }]);
  });
});

describe('shortening', () => {
  it('leaves what fits', () => {
    expect(truncate('abc', 3)).toBe('abc');
  });

  it('splits no surrogate pair', () => {
    expect(truncate('ab😀cd', 4)).toBe('ab…');
  });
});

describe("others' words", () => {
  it.each(['@everyone', '<@123456789012345678>', '**bold**', '[name](https://x.example)', '# title', 'a\n- b'])(
    'are made harmless: %s',
    (words) => {
      expect(sanitize(words)).not.toMatch(/@everyone|<@|(?<!\\)\*\*|https:\/\/|^# |\n/);
    },
  );

  it('do not change the direction of the text next to them', () => {
    expect(sanitize('\u202Egnp.mp3\u2066')).toBe('gnp.mp3');
  });

  it('stand in a file as they were written', () => {
    const words = String.raw`**bold** @here <@1> \ a_b https://x.example discord.gg/x`;
    expect(asWritten(sanitize(words))).toBe(words);
  });

  it('stay readable', () => {
    expect(sanitize('Reference not found')).toBe('Reference not found');
  });
});

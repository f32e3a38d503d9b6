import { describe, expect, it } from 'vitest';
import { english } from '../../../src/messages/english.ts';
import { type Mention, nameMentions } from '../../../src/text/mentions.ts';

const ADA = '100000000000000001';
const names = new Map([
  [`user ${ADA}`, 'Ada'],
  ['role 100000000000000002', 'Pilots'],
  ['channel 100000000000000003', 'general'],
]);
const nameOf = async ({ kind, id }: Mention) => names.get(`${kind} ${id}`);
const unknown = english.text.unknownMention;

describe('nameMentions', () => {
  it('replaces people, roles and channels with their names, and commands with what is typed', async () => {
    const text = `<@${ADA}> and <@!${ADA}>, ask <@&100000000000000002> in <#100000000000000003> with </say:100000000000000004>`;
    expect(await nameMentions(text, nameOf, unknown)).toBe('Ada and Ada, ask Pilots in general with /say');
  });

  it('has words for mentions whose names are unknown', async () => {
    const text = '<@100000000000000009> <@&100000000000000009> <#100000000000000009>';
    expect(await nameMentions(text, nameOf, unknown)).toBe('someone a role a channel');
  });

  it('looks up each name once, and no more than allowed', async () => {
    const asked: string[] = [];
    const ids = Array.from({ length: 5 }, (_, index) => `<@10000000000000001${index}>`);
    const look = async ({ id }: Mention) => {
      asked.push(id);
      return 'x';
    };
    expect(await nameMentions([...ids, ...ids].join(' '), look, unknown, 3)).toBe(
      'x x x someone someone x x x someone someone',
    );
    expect(asked).toHaveLength(3);
  });

  it('keeps text that only resembles a mention', async () => {
    expect(await nameMentions('a <@12> b <#general> c <@everyone>', nameOf, unknown)).toBe(
      'a <@12> b <#general> c <@everyone>',
    );
  });
});

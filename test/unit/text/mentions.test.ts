import { describe, expect, it } from 'vitest';
import { type Mention, nameMentions } from '../../../src/text/mentions.ts';

const ADA = '100000000000000001';
const names = new Map([
  [`user ${ADA}`, 'Ada'],
  ['role 100000000000000002', 'Pilots'],
  ['channel 100000000000000003', 'general'],
]);
const nameOf = async ({ kind, id }: Mention) => names.get(`${kind} ${id}`);

describe('nameMentions', () => {
  it('says people, roles and channels by their names, and commands as they are typed', async () => {
    const text = `<@${ADA}> and <@!${ADA}>, ask <@&100000000000000002> in <#100000000000000003> with </say:100000000000000004>`;
    expect(await nameMentions(text, nameOf)).toBe('Ada and Ada, ask Pilots in general with /say');
  });

  it('has words for those whom nobody knows', async () => {
    const text = '<@100000000000000009> <@&100000000000000009> <#100000000000000009>';
    expect(await nameMentions(text, nameOf)).toBe('someone a role a channel');
  });

  it('asks for each name once and for no more than allowed', async () => {
    const asked: string[] = [];
    const ids = Array.from({ length: 5 }, (_, index) => `<@10000000000000001${index}>`);
    const look = async ({ id }: Mention) => {
      asked.push(id);
      return 'x';
    };
    expect(await nameMentions([...ids, ...ids].join(' '), look, 3)).toBe('x x x someone someone x x x someone someone');
    expect(asked).toHaveLength(3);
  });

  it('leaves alone what only looks like a mention', async () => {
    expect(await nameMentions('a <@12> b <#general> c <@everyone>', nameOf)).toBe('a <@12> b <#general> c <@everyone>');
  });
});

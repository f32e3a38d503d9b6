import { describe, expect, it } from 'vitest';
import { lookUpNames, type Mention } from '../../../src/text/mentions.ts';

const ADA = '100000000000000001';
const known = new Map([
  [`user ${ADA}`, 'Ada'],
  ['role 100000000000000002', 'Pilots'],
  ['channel 100000000000000003', 'general'],
]);
const nameOf = async ({ kind, id }: Mention) => known.get(`${kind} ${id}`);

describe('lookUpNames', () => {
  it('finds people, roles and channels, and the channels of links within Discord', async () => {
    const text = `<@${ADA}> and <@!${ADA}>, ask <@&100000000000000002>`;
    const link = 'in https://discord.com/channels/100000000000000004/100000000000000003';
    expect(await lookUpNames([text, link], nameOf)).toEqual(known);
    expect(await lookUpNames(['<#100000000000000003> <id:linked-roles:100000000000000002>'], nameOf)).toEqual(
      new Map([...known].slice(1)),
    );
  });

  it('has no names for what is unknown', async () => {
    expect(await lookUpNames(['<@100000000000000009> <@&100000000000000009>'], nameOf)).toEqual(new Map());
  });

  it('looks up each name once, and no more than allowed', async () => {
    const asked: string[] = [];
    const ids = Array.from({ length: 5 }, (_, index) => `<@10000000000000001${index}>`);
    const look = async ({ id }: Mention) => {
      asked.push(id);
      return 'x';
    };
    const names = await lookUpNames([...ids, ...ids], look, 3);
    expect(asked).toHaveLength(3);
    expect(names.size).toBe(3);
  });

  it('asks for nothing that only resembles a mention', async () => {
    const never = async (): Promise<string> => expect.unreachable();
    expect(await lookUpNames(['a <@12> b <#general> c <@everyone>'], never)).toEqual(new Map());
  });
});

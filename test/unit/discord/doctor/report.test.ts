import { describe, expect, it } from 'vitest';
import { findingsOf } from '../../../../src/discord/doctor/finding.ts';
import { doctorReport } from '../../../../src/discord/doctor/report.ts';
import { english } from '../../../../src/messages/english.ts';

const voice = findingsOf('voice');
const speech = findingsOf('speech');
const here = findingsOf('here');

/** All texts of a report, one string a component. */
function textsOf(reply: ReturnType<typeof doctorReport>): string[] {
  const found: string[] = [];
  JSON.stringify(reply.layout, (key, value: unknown) => {
    if (key === 'content' && typeof value === 'string') found.push(value);
    return value;
  });
  return found;
}

describe('a report', () => {
  it('begins with the most important problem, then the others, then what to know, and shorter what is fine', () => {
    const findings = [
      speech.problem('keyRejected'),
      here.ok('mayPost'),
      voice.notice('keysChanging'),
      voice.problem('botMuted', { channelId: '5' }),
      voice.ok('queue', { texts: 2 }),
    ];
    const { findings: texts } = english.doctor;
    const [verdict, faults, fine] = textsOf(doctorReport(findings, english, 0));
    expect(verdict).toBe(`**❌ ${texts.keyRejected}**`);
    expect(faults).toBe(`❌ ${texts.botMuted({ channelId: '5' })}\nℹ️ ${texts.keysChanging}`);
    expect(fine).toBe('-# ✅ **Here** · I can post here.\n-# ✅ **Voice** · 2 texts in the queue.');
  });

  it('says that everything works only where there is nothing else to know', () => {
    expect(textsOf(doctorReport([here.ok('mayPost')], english, 0))[0]).toBe('### ✅ Everything works here.');
    const inAudience = voice.notice('inAudience', { channelId: '5' });
    const texts = textsOf(doctorReport([inAudience, here.ok('mayPost')], english, 0));
    expect(texts[0]).toBe('### ✅ No problems found.');
    expect(texts[1]).toMatch(/^ℹ️ I'm in the audience/);
  });

  it('is ephemeral, with a button to check again', () => {
    const reply = doctorReport([], english, 0);
    expect(reply.visibility).toBe('ephemeral');
    expect(JSON.stringify(reply.layout)).toContain('"custom_id":"doctor:again","label":"Check again"');
  });

  it('stays within what Discord takes, whatever is found', () => {
    const ids = Array.from({ length: 40 }, (_, index) => String(10n ** 18n + BigInt(index)));
    const many = Array.from({ length: 40 }, () => voice.problem('undecryptable', { userIds: ids }));
    const texts = textsOf(doctorReport([...many, ...many], english, 0));
    expect(texts.join('').length).toBeLessThanOrEqual(4_000);
    expect(texts[0]).toContain('30 others');
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOpenQuestions } from '../../../../../src/discord/captions/start/open-questions.ts';

const keyOf = (startedBy: string, expiresAtMs = 600_000) => ({ voiceChannelId: 'lounge', startedBy, expiresAtMs });

function openScene() {
  const questions = createOpenQuestions();
  const overtaken: string[] = [];
  const ask = (guildId: string, startedBy: string, expiresAtMs?: number): void =>
    questions.add(guildId, keyOf(startedBy, expiresAtMs), async () => void overtaken.push(startedBy));
  return { questions, overtaken, ask };
}

describe('public questions that nobody has confirmed', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 0 }));
  afterEach(() => void vi.useRealTimers());

  it('are overtaken by captions of their guild, once, but not the one that was confirmed', () => {
    const { questions, overtaken, ask } = openScene();
    ask('g', 'ada');
    ask('g', 'bob');
    ask('other', 'cyd');
    questions.close('g', keyOf('bob'));
    questions.close('g');
    expect(overtaken).toEqual(['ada']);
  });

  it('are forgotten when they expire', () => {
    const { questions, overtaken, ask } = openScene();
    ask('g', 'ada', 1_000);
    ask('g', 'bob', 2_000);
    vi.setSystemTime(1_000);
    questions.close('g');
    expect(overtaken).toEqual(['bob']);
  });

  it('are at most ten for each guild, the newest', () => {
    const { questions, overtaken, ask } = openScene();
    for (let id = 1; id <= 12; id += 1) ask('g', String(id));
    questions.close('g');
    expect(overtaken).toEqual(Array.from({ length: 10 }, (_, index) => String(index + 3)));
  });

  it('may fail to change without harm', async () => {
    const { questions, overtaken, ask } = openScene();
    questions.add('g', keyOf('ada'), () => Promise.reject(new Error('Discord is unreachable')));
    ask('g', 'bob');
    questions.close('g');
    await vi.waitFor(() => expect(overtaken).toEqual(['bob']));
  });
});

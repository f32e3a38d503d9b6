import { describe, expect, it } from 'vitest';
import { openCaptionsTestSession, wordErrorRate } from '../support/captions-session.ts';
import { BROTHER, PARK } from '../support/sentences.ts';
import { patience } from '../support/test-session.ts';

describe('live captions', () => {
  it('are readable with 5 % of the packets lost and reordered, and count the loss', {
    tags: ['pocketsphinx'],
  }, async () => {
    await using session = await openCaptionsTestSession();
    session.environment.discord.voiceServer?.setNetwork({
      lossRate: 0.05,
      reorderRate: 0.05,
      extensions: true,
      seed: 7,
    });
    await session.start({ interim: false });
    const grace = await session.speaker('Grace');
    await grace.say(`${PARK} ${BROTHER}`);
    await session.untilLines('Grace', (text) => wordErrorRate(`${PARK} ${BROTHER}`, text) < 0.5);
    const status = await (await session.ada.type('/captions status')).reply(patience());
    expect(status.content).toMatch(/Audio lost: ([1-9]|1\d)(\.\d)?%/);
  });
});

import { describe, expect, it } from 'vitest';
import { noticeMessages } from '../../../../src/discord/captions/caption-messages.ts';
import { createExplainer } from '../../../../src/discord/interactions/explain-failure.ts';
import { createLogger } from '../../../../src/log/log.ts';
import { english } from '../../../../src/messages/english.ts';
import { SpeechError } from '../../../../src/speech/speech-error.ts';

const explain = createExplainer({ log: createLogger('silent') });
const KEPT = 'I keep what is said. Its captions follow later, marked as late.';

describe('a notice about captions', () => {
  it.each([
    [
      'SPEECH_UNAUTHORIZED',
      `The speech service rejected my API key. Ask the bot's operator to check \`SPEECH_API_KEY\`. ${KEPT}`,
    ],
    [
      'SPEECH_OUT_OF_CREDITS',
      `The speech service account is out of credits. Ask the bot's operator to top up its API credit, which is separate from the platform's credit. ${KEPT}`,
    ],
    ['SPEECH_RATE_LIMITED', `The speech service is overloaded. ${KEPT}`],
    ['SPEECH_UNAVAILABLE', `The speech service isn't responding. ${KEPT}`],
  ])('explains an outage with %s', (code, words) => {
    expect(noticeMessages({ kind: 'outage', code }, explain, english)).toEqual([words]);
  });

  it.each([
    [200, '1 sec of speech was lost because the storage for pending audio is full.'],
    [65_000, '1 min, 5 sec of speech was lost because the storage for pending audio is full.'],
  ])('says how much speech was lost: %i ms', (durationMs, words) => {
    expect(noticeMessages({ kind: 'lost', durationMs }, explain, english)).toEqual([words]);
  });

  it('names the speakers and the reason of rejected clips, once for each reason', () => {
    const tooLarge = new SpeechError('SPEECH_TOO_LARGE', 'made by the test');
    const bad = new SpeechError('SPEECH_BAD_REQUEST', 'made by the test');
    const refusals = [
      { userId: '1', error: tooLarge },
      { userId: '2', error: bad },
      { userId: '3', error: tooLarge },
      { userId: '1', error: tooLarge },
    ];
    const [large, refused] = noticeMessages({ kind: 'refused', refusals }, explain, english);
    expect(large).toBe(`3 recordings of <@1> and <@3> couldn't be captioned. ${explain(tooLarge)(english)}`);
    expect(refused).toBe(`A recording of <@2> couldn't be captioned. ${explain({ code: 'FILES_REFUSED' })(english)}`);
  });

  it('is one for clips that were refused for the same reason, though each has a reference of its own', () => {
    const refusals = Array.from({ length: 30 }, (_, index) => ({
      userId: '1',
      error: new SpeechError('SPEECH_INVALID', 'x', { status: 422, serviceMessage: 'no', requestId: `req_${index}` }),
    }));
    const [message, ...others] = noticeMessages({ kind: 'refused', refusals }, explain, english);
    expect(others).toEqual([]);
    expect(message).toBe(`30 recordings of <@1> couldn't be captioned. ${explain(refusals[0]?.error)(english)}`);
    expect(message).toContain('`req_0`');
  });
});

import { expect, test } from 'vitest';
import { createBotMetrics, figuresOf } from '../../../../../playground/page/faults/bot-metrics.ts';

const TEXT = `# HELP mynah_playback_queue_length Texts that wait or are being spoken.
# TYPE mynah_playback_queue_length gauge
mynah_playback_queue_length 3
mynah_speech_permits{state="held"} 1
mynah_speech_permits{state="allowed"} 5
mynah_speech_permits{state="waiting"} 2
`;

test('queue and permits are read from the bot’s metrics', () => {
  expect(figuresOf(TEXT)).toEqual({ queue: 3, permits: { held: 1, allowed: 5, waiting: 2 } });
});

test('what the bot does not say is not known', () => {
  expect(figuresOf('')).toEqual({ queue: undefined, permits: undefined });
  expect(figuresOf(TEXT.replaceAll(/.*state="allowed".*\n/g, ''))).toEqual({ queue: 3, permits: undefined });
  expect(figuresOf('<html>no metrics</html>')).toEqual({ queue: undefined, permits: undefined });
});

test('a bot that does not answer makes nothing known, and nothing fail', async () => {
  const metrics = createBotMetrics(() => 'http://127.0.0.1:1');
  expect(await metrics.read()).toEqual({ queue: undefined, permits: undefined });
});

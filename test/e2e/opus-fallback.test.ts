import { describe, it } from 'vitest';
import { openRecognition } from '../support/recognition.ts';
import { sayAndHear } from '../support/say-and-hear.ts';
import { packetsOf, spokenRequests } from '../support/sent-speech.ts';
import { PARK } from '../support/sentences.ts';
import { openTestSession, patience } from '../support/test-session.ts';

const PRELOAD = new URL('../support/without-native-opus.mjs', import.meta.url);
const recognition = openRecognition();

describe.concurrent.each(['mp3', 'wav', 'pcm'] as const)('%s from the service, without @discordjs/opus', (format) => {
  it('is converted with opusscript, heard whole and understood', async ({ skip, expect }) => {
    await using session = await openTestSession({
      environment: { NODE_OPTIONS: `--import=${PRELOAD.href}`, SPEECH_TTS_FORMAT: format },
    });
    const chosen = await session.environment.bot.waitForLog(({ msg }) => msg === 'opus codec', patience());
    expect(chosen['opus']).toBe('opusscript');
    const { utterance } = await sayAndHear(session, PARK);
    expect(spokenRequests(session.speech).at(-1)?.body).toMatchObject({ format });
    const usual = await packetsOf(session.speech, PARK);
    expect(utterance.lost).toBe(0);
    expect(Math.abs(utterance.packets.length - usual.length)).toBeLessThanOrEqual(8);
    if (recognition.kind === 'missing') return skip(recognition.why);
    expect(await recognition.recognize(utterance.packets)).toBe('we are going to the park after lunch');
  });
});

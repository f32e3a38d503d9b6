import type { Endpoint } from '@mynah/local-speech/local-speech-api';
import { expect, it } from 'vitest';
import { spokenPackets } from '../../playground/spoken-packets.ts';
import { openCaptionsTestSession } from '../support/captions-session.ts';
import { createMadeRecognizer } from '../support/made-recognizer.ts';
import { hearWhole } from '../support/say-and-hear.ts';
import { packetsOf } from '../support/sent-speech.ts';
import { TEA, WEATHER } from '../support/sentences.ts';

/** Longer than any wait for the service: 5 s on the live socket, then 20 s by POST; a minute for captions. */
const PATIENCE_MS = 100_000;
const HANGING: readonly Endpoint[] = ['live', 'tts', 'asr'];

it('the speech service hangs', { timeout: PATIENCE_MS + 20_000 }, async () => {
  await using session = await openCaptionsTestSession({
    recognizer: createMadeRecognizer(),
    localSpeech: { pacing: false },
  });
  const { speech, environment, ada } = session;
  await session.start({ interim: false });
  const { voice: grace } = await session.speaker('Grace');
  const [tea, expected] = [await spokenPackets(speech, TEA), await packetsOf(speech, WEATHER)];
  expect(await hearWhole(session, WEATHER)).toEqual(expected);
  const patience = AbortSignal.timeout(PATIENCE_MS);
  for (const endpoint of HANGING) speech.faults.add({ endpoint, delayMs: 900_000 });
  const invocation = await ada.type('/say', { text: WEATHER });
  await grace.speak(tea);
  const given = await invocation.until(
    ({ content }) => content.startsWith('The speech service took too long'),
    patience,
  );
  expect(given.content).toBe('The speech service took too long to answer. Try again in a moment.');
  speech.faults.clear();
  expect(await hearWhole(session, WEATHER)).toEqual(expected);
  await grace.speak(tea);
  await session.untilLines('Grace', (text) => (text.match(/recording \d+/g) ?? []).length === 2, patience);
  expect(await session.exportedLines()).toHaveLength(2);
  expect(environment.discord.errors).toEqual([]);
  const failures = environment.bot.log.filter(({ level }) => level === 'error' || level === 'fatal');
  expect(failures).toEqual([]);
});

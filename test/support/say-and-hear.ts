import { expect } from 'vitest';
import { toHex } from './sent-speech.ts';
import { patience, type TestSession } from './test-session.ts';

/** Types `/say` as Ada and waits until she has heard it. */
export async function sayAndHear(
  session: TestSession,
  text: string,
  options: Record<string, string> = {},
  /** A longer hole ends what is heard. */
  pauseMs?: number,
) {
  const from = session.voice.heard.mark();
  const invocation = await session.ada.type('/say', { text, ...options });
  const reply = await invocation.reply(patience());
  const utterance = await session.voice.heard.utterance(session.environment.discord.botId, {
    from,
    signal: patience(),
    ...(pauseMs !== undefined && { pauseMs }),
  });
  return { invocation, reply, utterance, heard: utterance.packets.map(({ opus }) => toHex(opus)) };
}

/** Types `/say` as Ada and gives what she heard, in hex; no packet may be lost. */
export async function hearWhole(session: TestSession, text: string): Promise<string[]> {
  const { heard, utterance } = await sayAndHear(session, text);
  expect(utterance.lost).toBe(0);
  return heard;
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Environment } from '../../playground/environment.ts';
import { splitIntoPieces } from '../../src/text/split-into-pieces.ts';
import { packetsOf, toHex } from '../support/sent-speech.ts';
import { joinEnvironment, patience, startTestEnvironment, type TestSession } from '../support/test-session.ts';

/** Two pieces, the second of which takes longer than a shutdown waits. */
const LONG = 'My brother lives in the big city and he likes it there very much. '.repeat(4).trim();
const NEXT = 'How are you doing this morning?';
const LAST = 'The weather is nice today.';
const SILENCE = 'f8fffe';
/** The most that is heard again after a crash: how far a text was heard is stored within that time. */
const MAX_REPEATED = 100;

let environment: Environment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterAll(() => environment.close());

/** Ada's packets with sound, from now on, in hex. */
function listen({ voice }: TestSession) {
  const from = voice.heard.mark();
  const voiced = () =>
    voice.heard.packets
      .slice(from)
      .map(({ opus }) => toHex(opus))
      .filter((packet) => packet !== SILENCE);
  const until = async (count: number): Promise<void> => {
    while (voiced().length < count) await voice.heard.next(() => true, patience());
  };
  return { voiced, until };
}

/** The packets of a text, piece by piece. */
async function packetsOfText({ speech }: TestSession, text: string): Promise<string[][]> {
  const pieces: string[][] = [];
  for (const piece of splitIntoPieces(text)) pieces.push(await packetsOf(speech, piece));
  return pieces;
}

async function say({ ada }: TestSession, text: string) {
  const said = await ada.type('/say', { text });
  await said.reply(patience());
  return { spoken: () => said.until(({ content }) => content === 'Spoken.', patience()) };
}

describe('voice sessions outlast the process', () => {
  it('SIGTERM in mid-sentence', async () => {
    await using session = await joinEnvironment(environment);
    const [first = [], second = []] = await packetsOfText(session, LONG);
    const heard = listen(session);
    const texts = [await say(session, LONG), await say(session, NEXT)];
    await heard.until(first.length + 20);
    await environment.restartBot('stop', patience());
    for (const { spoken } of texts) await spoken();
    expect(heard.voiced()).toEqual([...first, ...second, ...(await packetsOf(session.speech, NEXT))]);
    expect(environment.discord.errors).toEqual([]);
  });

  it('SIGKILL with texts waiting', async () => {
    await using session = await joinEnvironment(environment);
    const [first = [], second = []] = await packetsOfText(session, LONG);
    const heard = listen(session);
    const texts = [await say(session, LONG), await say(session, NEXT), await say(session, LAST)];
    await heard.until(first.length + 120);
    await environment.restartBot('crash', patience());
    for (const { spoken } of texts) await spoken();
    const whole = [...first, ...second, ...(await packetsOf(session.speech, NEXT)), ...(await packetsOf(session.speech, LAST))];
    const voiced = heard.voiced();
    const repeated = voiced.length - whole.length;
    expect(repeated).toBeGreaterThanOrEqual(0);
    expect(repeated).toBeLessThanOrEqual(MAX_REPEATED);
    const brokenOff = voiced.findIndex((packet, index) => packet !== whole[index]);
    expect(brokenOff).toBeGreaterThan(first.length);
    expect(voiced.slice(0, brokenOff)).toEqual(whole.slice(0, brokenOff));
    expect(voiced.slice(brokenOff)).toEqual(whole.slice(brokenOff - repeated));
  });
});

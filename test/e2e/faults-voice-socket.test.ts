import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Environment } from '../../playground/environment.ts';
import {
  type FaultScene,
  openFaultScene,
  PROMISED_PACKETS,
  repeatedProblems,
  startFaultEnvironment,
} from '../support/fault-scene.ts';
import { patience } from '../support/test-session.ts';

let environment: Environment;
beforeAll(async () => {
  environment = await startFaultEnvironment();
});
afterAll(async () => {
  expect(await environment.close()).toBe(0);
});

/** A text of about 5 s, another one for each server, so that clips can be told apart. */
const textOf = (index: number): string =>
  `My brother number ${index} lives in the big city, and he likes it there very much.`;
const wordsOf = (index: number): string =>
  `I would like ${index} cups of tea, and we are going to the park after lunch.`;

/** The voice socket closes in mid-sentence, and the bot comes back by itself. */
const RECOVERABLE: readonly (readonly [name: string, cause: (scene: FaultScene) => boolean])[] = [
  ['voice socket closed with 4006', ({ guild }) => environment.discord.faults.closeVoice(guild, 4006)],
  ['voice socket closed with 4009', ({ guild }) => environment.discord.faults.closeVoice(guild, 4009)],
  ['voice socket closed with 4014', ({ guild }) => environment.discord.faults.closeVoice(guild, 4014)],
  ['voice socket closed with 4015', ({ guild }) => environment.discord.faults.closeVoice(guild, 4015)],
  ['voice socket closed with 1006', ({ guild }) => environment.discord.faults.breakVoice(guild)],
  ['new voice server in mid-sentence', ({ guild }) => environment.discord.faults.changeVoiceServer(guild)],
];

describe.concurrent('faults of the voice connection', () => {
  it.for(RECOVERABLE.map((each, index) => [...each, index] as const))('%s', async ([name, cause, index]) => {
    await using scene = await openFaultScene(environment);
    await scene.start({ interim: false });
    const [spoken, talked] = await Promise.all([
      scene.startSpeaking(textOf(index)),
      scene.startTalking(wordsOf(index)),
    ]);
    expect(cause(scene)).toBe(true);
    const [heard, captured] = await Promise.all([spoken.delivered(), talked.delivered(1_000)]);
    console.log(
      name,
      JSON.stringify({
        heard,
        captured,
        problems: scene.problems(),
        notices: scene.notices(),
        c: scene.notices('captions'),
      }),
    );
    expect(heard.lost).toBeLessThanOrEqual(PROMISED_PACKETS);
    expect(heard.extra).toBe(0);
    expect(captured.lost).toBeLessThanOrEqual(PROMISED_PACKETS);
    expect(captured.extra).toBe(0);
    expect(repeatedProblems(scene.problems())).toEqual([]);
  });

  it('dummy', async () => {
    await patience;
  });
});

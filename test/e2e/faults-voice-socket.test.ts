import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DiscordFaults } from '../../playground/discord/faults/discord-faults.ts';
import type { LocalGuild } from '../../playground/discord/guild.ts';
import type { Environment } from '../../playground/environment.ts';
import {
  expectWhole,
  openFaultScene,
  PROMISED_PACKETS,
  repeatedProblems,
  startFaultEnvironment,
} from '../support/fault-scene.ts';
import { patience } from '../support/test-session.ts';

/** Longer than a black hole lasts. */
const LONG = 'My brother lives in the big city and he likes it there very much. '.repeat(3).trim();
const BLACK_HOLE_MS = 10_000;

let environment: Environment;
let faults: DiscordFaults;
beforeAll(async () => {
  environment = await startFaultEnvironment();
  ({ faults } = environment.discord);
});
afterAll(async () => {
  expect(await environment.close()).toBe(0);
});

/** What happens to the voice connection in mid-sentence, and the bot recovers from by itself. */
const RECOVERABLE: readonly (readonly [fault: string, cause: (guild: LocalGuild) => boolean])[] = [
  ['voice socket closed with 4006', (guild) => faults.closeVoice(guild, 4006)],
  ['voice socket closed with 4009', (guild) => faults.closeVoice(guild, 4009)],
  ['voice socket closed with 4014', (guild) => faults.closeVoice(guild, 4014)],
  ['voice socket closed with 4015', (guild) => faults.closeVoice(guild, 4015)],
  ['voice socket closed with 1006', (guild) => faults.breakVoice(guild)],
  ['new voice server', (guild) => faults.changeVoiceServer(guild)],
  ['voice server gone, then a new one', (guild) => faults.removeVoiceServer(guild) && later(guild)],
];

/** Discord assigns another voice server a second after it took the first away. */
function later(guild: LocalGuild): boolean {
  setTimeout(() => faults.changeVoiceServer(guild), 1_000);
  return true;
}

describe.concurrent('faults of the voice connection', () => {
  it.for(RECOVERABLE)('%s', async ([, cause]) => {
    await using scene = await openFaultScene(environment);
    await scene.start({ interim: false });
    const [spoken, talked] = await Promise.all([scene.startSpeaking(), scene.startTalking()]);
    expect(cause(scene.guild)).toBe(true);
    expectWhole(await spoken.delivered());
    expectWhole(await talked.delivered());
    expect(scene.notices()).toEqual([]);
    expect(repeatedProblems(scene.problems())).toEqual([]);
  });

  it.for([4017, 4021, 4022])('voice socket closed with %i', async (code) => {
    await using scene = await openFaultScene(environment);
    const spoken = await scene.startSpeaking();
    const waiting = await scene.ada.type('/say', { text: 'This waits.' });
    await waiting.reply(patience());
    expect(faults.closeVoice(scene.guild, code)).toBe(true);
    await spoken.invocation.until(({ content }) => content.startsWith('I left the voice channel'), patience());
    await waiting.until(({ content }) => content.startsWith('Not spoken'), patience());
    await scene.guild.waitForVoice(scene.botId, undefined, patience());
    await scene.untilNotice(code === 4022 ? 'I was disconnected from' : 'I lost the connection to');
    expect(scene.notices()).toHaveLength(1);
    expectWhole(await (await scene.startSpeaking()).delivered());
    expect(repeatedProblems(scene.problems())).toEqual([]);
  });

  it('UDP black hole of 10 s', async () => {
    await using scene = await openFaultScene(environment);
    await scene.start({ interim: false });
    const spoken = await scene.startSpeaking(LONG);
    const hole = faults.blackHole(scene.guild);
    expect(hole).toBeDefined();
    setTimeout(() => hole?.[Symbol.dispose](), BLACK_HOLE_MS);
    const { lost, extra } = await spoken.delivered();
    expect(lost).toBeGreaterThan(0);
    expect(lost).toBeLessThanOrEqual(PROMISED_PACKETS);
    expect(extra).toBe(0);
    // What people say reaches it again, too.
    expectWhole(await (await scene.startTalking()).delivered());
    expect(scene.notices()).toEqual([]);
    expect(scene.problems()).toEqual([]);
  });
});

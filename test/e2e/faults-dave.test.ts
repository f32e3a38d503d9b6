import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DiscordFaults } from '../../playground/discord/faults/discord-faults.ts';
import type { Environment } from '../../playground/environment.ts';
import { splitIntoPieces } from '../../src/text/split-into-pieces.ts';
import {
  deliveryOf,
  expectWhole,
  type FaultScene,
  openFaultScene,
  startFaultEnvironment,
} from '../support/fault-scene.ts';
import { packetsOf, toHex } from '../support/sent-speech.ts';
import { patience } from '../support/test-session.ts';

let environment: Environment;
let faults: DiscordFaults;
beforeAll(async () => {
  environment = await startFaultEnvironment();
  ({ faults } = environment.discord);
});
afterAll(async () => {
  expect(await environment.close()).toBe(0);
});

/** More than the library takes for lost keys, 36, three times. */
const BURST = 60;

/** What happens to the end-to-end encryption in mid-sentence; `speakerId` is Bob, who speaks. */
const CHANGES: readonly (readonly [
  fault: string,
  /** What the log says about it, once. */
  problems: readonly string[],
  cause: (scene: FaultScene, speakerId: string) => boolean | Promise<boolean>,
])[] = [
  ['DAVE transition 0', [], ({ guild }) => faults.transitionZero(guild)],
  ['DAVE padding bursts', [], ({ guild }, speakerId) => [1, 2, 3].every(() => faults.padding(guild, speakerId, BURST))],
  ['DAVE proposal that throws', ['voice connection broken by an exception'], ({ guild }) => faults.badProposals(guild)],
  [
    'DAVE decrypt failures in a row',
    ['voice packets cannot be decrypted'],
    ({ guild }, speakerId) => faults.transitionZero(guild) && faults.garble(guild, speakerId),
  ],
  [
    'DAVE member that never becomes ready',
    [],
    async ({ guild }) => {
      const eve = environment.discord.addPerson({ name: 'Eve', guild });
      faults.neverReady(eve.id);
      await eve.joinVoice(guild.channel('Lounge').id, patience());
      return true;
    },
  ],
];

describe.concurrent('faults of the end-to-end encryption', () => {
  it.for(CHANGES)('%s', async ([, problems, cause]) => {
    await using scene = await openFaultScene(environment);
    await scene.start({ interim: false });
    const [spoken, talked] = await Promise.all([scene.startSpeaking(), scene.startTalking()]);
    expect(await cause(scene, talked.person.id)).toBe(true);
    expectWhole(await spoken.delivered());
    expectWhole(await talked.delivered());
    expect(scene.notices()).toEqual([]);
    expect(scene.problems().map(({ msg }) => msg)).toEqual(problems);
  });

  it('DAVE protocol version 0', async () => {
    await using scene = await openFaultScene(environment);
    const { guild, botId, speech } = scene;
    const studio = guild.channel('Studio').id;
    faults.omitEncryption(studio);
    const spoken = await scene.startSpeaking();
    const grace = await scene.speaker('Grace', 'Studio');
    await guild.moveMember(botId, studio);
    const { packets } = await grace.voice.heard.utterance(botId, { signal: patience() });
    const whole = await Promise.all(splitIntoPieces(spoken.text).map((piece) => packetsOf(speech, piece)));
    expectWhole(deliveryOf(whole.flat(), [...spoken.heard(), ...packets.map(({ opus }) => toHex(opus))]));
    // What people say there is captioned, too.
    const where = { channelId: guild.channel('captions').id };
    await (await grace.person.type('/captions start', { interim: false }, where)).reply(patience());
    expectWhole(await (await scene.startTalking('Studio')).delivered());
    expect(scene.problems()).toEqual([]);
  });
});

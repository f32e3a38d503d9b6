import { PermissionFlagsBits } from 'discord-api-types/v10';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DiscordFaults } from '../../../playground/discord/faults/discord-faults.ts';
import type { LocalGuild } from '../../../playground/discord/guild.ts';
import type { Environment } from '../../../playground/environment.ts';
import { splitIntoPieces } from '../../../src/text/split-into-pieces.ts';
import {
  deliveryOf,
  expectWhole,
  type FaultScene,
  openFaultScene,
  PROMISED_PACKETS,
  repeatedProblems,
  startFaultEnvironment,
} from '../../support/fault-scene.ts';
import { packetsOf, toHex } from '../../support/sent-speech.ts';
import { patience } from '../../support/test-session.ts';

let environment: Environment;
let faults: DiscordFaults;
beforeAll(async () => {
  environment = await startFaultEnvironment();
  ({ faults } = environment.discord);
});
afterAll(async () => {
  expect(environment.discord.errors).toEqual([]);
  expect(await environment.close()).toBe(0);
});

/** Longer than a black hole lasts. */
const LONG = 'My brother lives in the big city and he likes it there very much. '.repeat(3).trim();
const BLACK_HOLE_MS = 10_000;

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

/** The bot speaks one text, another one waits, and captions are on. */
async function startAll(scene: FaultScene) {
  await scene.start({ interim: false });
  const spoken = await scene.startSpeaking();
  const waiting = await scene.ada.type('/say', { text: 'This waits.' });
  await waiting.reply(patience());
  return { spoken, waiting };
}

type Texts = Awaited<ReturnType<typeof startAll>>;

/** Both texts are reported as what they are, and the bot is out. */
async function expectEnded(scene: FaultScene, { spoken, waiting }: Texts): Promise<void> {
  await spoken.invocation.until(
    ({ content }) => content === 'I left the voice channel before this text was finished.',
    patience(),
  );
  await waiting.until(({ content }) => content === 'Not spoken: I left the voice channel.', patience());
  await scene.guild.waitForVoice(scene.botId, undefined, patience());
}

/** The end of the session, and that of captions, are each told once, where the bot was called from. */
async function expectToldOnce(scene: FaultScene, notice: string): Promise<void> {
  for (const beginning of [notice, 'Captions of']) await scene.untilNotice(beginning, 'captions');
  const posted = scene.notices('captions').filter((each) => !each.startsWith('💬'));
  expect(posted).toHaveLength(2);
  expect(scene.notices()).toEqual([]);
}

describe.concurrent('what people do to the bot', () => {
  it('bot dragged', async () => {
    await using scene = await openFaultScene(environment);
    const { guild, botId, speech } = scene;
    const grace = await scene.speaker('Grace', 'Studio');
    const spoken = await scene.startSpeaking();
    await guild.moveMember(botId, guild.channel('Studio').id);
    const { packets } = await grace.voice.heard.utterance(botId, { signal: patience() });
    const rest = packets.map(({ opus }) => toHex(opus));
    expectWhole(deliveryOf(await packetsOf(speech, spoken.text), [...spoken.heard(), ...rest]));
    await scene.untilNotice('I was moved to');
    expect(scene.notices()).toHaveLength(1);
    expect(scene.problems()).toEqual([]);
  });

  it('bot kicked from voice', async () => {
    await using scene = await openFaultScene(environment);
    const texts = await startAll(scene);
    scene.guild.disconnectMember(scene.botId);
    await expectEnded(scene, texts);
    await expectToldOnce(scene, 'I was disconnected from');
    expectWhole(await (await scene.startSpeaking()).delivered());
    expect(scene.problems()).toEqual([]);
  });

  it('bot kicked from the server', async () => {
    await using scene = await openFaultScene(environment);
    const texts = await startAll(scene);
    expect(faults.removeBot(scene.guild)).toBe(true);
    await expectEnded(scene, texts);
    expect(faults.addBot(scene.guild)).toBe(true);
    expectWhole(await (await scene.startSpeaking()).delivered());
    expect(repeatedProblems(scene.problems())).toEqual([]);
  });

  it('voice channel deleted', async () => {
    await using scene = await openFaultScene(environment);
    const texts = await startAll(scene);
    scene.guild.deleteChannel('Lounge');
    await expectEnded(scene, texts);
    await expectToldOnce(scene, 'I left because the voice channel was deleted');
    expect(scene.problems()).toEqual([]);
  });

  it('permission Connect taken away', async () => {
    await using scene = await openFaultScene(environment);
    const spoken = await scene.startSpeaking();
    scene.guild.setPermissions('Lounge', { targetId: scene.botId, deny: PermissionFlagsBits.Connect });
    expectWhole(await spoken.delivered());
    expect(scene.notices()).toEqual([]);
    expect(scene.problems()).toEqual([]);
  });

  it.for([
    ['permission Speak taken away', PermissionFlagsBits.Speak],
    // Without it there are no others.
    ['permission View Channel taken away', PermissionFlagsBits.ViewChannel],
  ] as const)('%s', async ([, deny]) => {
    await using scene = await openFaultScene(environment);
    const { guild, botId } = scene;
    const spoken = await scene.startSpeaking();
    guild.setPermissions('Lounge', { targetId: botId, deny });
    await spoken.invocation.until(({ content }) => content.startsWith("I'm not allowed to speak here"), patience());
    guild.setPermissions('Lounge', { targetId: botId });
    expectWhole(await spoken.delivered());
    expect(scene.notices()).toEqual([]);
    expect(scene.problems()).toEqual([]);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import type { DiscordFaults } from '@mynah/local-discord/faults/discord-faults';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Environment } from '../../../playground/environment.ts';
import {
  expectWhole,
  type FaultScene,
  openFaultScene,
  PROMISED_PACKETS,
  REJOIN_PACKETS,
  repeatedProblems,
  repeatedRefusals,
  startFaultEnvironment,
} from '../../support/fault-scene.ts';
import { patience } from '../../support/test-session.ts';

let environment: Environment;
let faults: DiscordFaults;
beforeAll(async () => {
  environment = await startFaultEnvironment();
  ({ faults } = environment.discord);
});
afterAll(async () => {
  expect(repeatedRefusals(environment)).toEqual([]);
  expect(await environment.close()).toBe(0);
});

/** Longer than a black hole lasts. */
const LONG = 'My brother lives in the big city and he likes it there very much. '.repeat(3).trim();
const BLACK_HOLE_MS = 10_000;

/** What the log says of a fault. */
interface Logged {
  /** Another connection took the place of the first one. */
  readonly isRepaired?: boolean;
  /** Warnings and errors. */
  readonly problems?: readonly string[];
}

/** The bot speaks, Bob speaks, and something happens that it recovers from by itself, without a word to anybody. */
async function recovers(
  cause: (scene: FaultScene, speakerId: string) => boolean | Promise<boolean>,
  { isRepaired = false, problems = [] }: Logged = {},
): Promise<void> {
  await using scene = await openFaultScene(environment);
  await scene.start({ interim: false });
  const spoken = await scene.startSpeaking();
  // Last, for most of what Bob says has to come after the fault.
  const talked = await scene.startTalking();
  expect(await cause(scene, talked.person.id)).toBe(true);
  expectWhole(await spoken.delivered());
  expectWhole(await talked.delivered(), REJOIN_PACKETS);
  expect(scene.notices()).toEqual([]);
  expect(scene.problems().map(({ msg }) => msg)).toEqual(problems);
  expect(scene.repairs() > 0).toBe(isRepaired);
}

/** Discord ends the voice connection and forbids another: people are told so once, and the next text brings it back. */
async function endsOnce(code: number, notice: string): Promise<void> {
  await using scene = await openFaultScene(environment);
  const spoken = await scene.startSpeaking();
  const waiting = await scene.ada.type('/say', { text: 'This waits.' });
  await waiting.reply(patience());
  expect(faults.closeVoice(scene.guild, code)).toBe(true);
  await expectEnded(scene, { spoken, waiting });
  await scene.untilNotice(notice);
  expect(scene.notices()).toHaveLength(1);
  expectWhole(await (await scene.startSpeaking()).delivered());
  expect(repeatedProblems(scene.problems())).toEqual([]);
}

describe.concurrent('faults of the voice connection', () => {
  it('voice socket closed with 4006', () =>
    recovers(({ guild }) => faults.closeVoice(guild, 4006), { isRepaired: true }));
  it('voice socket closed with 4009', () =>
    recovers(({ guild }) => faults.closeVoice(guild, 4009), { isRepaired: true }));
  it('voice socket closed with 4014', () =>
    recovers(({ guild }) => faults.closeVoice(guild, 4014), { isRepaired: true }));
  it('voice socket closed with 4015', () => recovers(({ guild }) => faults.closeVoice(guild, 4015)));
  it('voice socket closed with 1006', () => recovers(({ guild }) => faults.breakVoice(guild)));
  it('voice socket closed with 4017', () => endsOnce(4017, 'I lost the connection to'));
  it('voice socket closed with 4021', () => endsOnce(4021, 'I lost the connection to'));
  it('voice socket closed with 4022', () => endsOnce(4022, 'I was disconnected from'));
  it('new voice server', () => recovers(({ guild }) => faults.changeVoiceServer(guild)));
  it('voice server gone, then a new one', () =>
    recovers(({ guild }) => {
      setTimeout(() => faults.changeVoiceServer(guild), 1_000);
      return faults.removeVoiceServer(guild);
    }));

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

/** More than the library takes for lost keys, 36. */
const BURST = 60;
/** Together longer than failures last before keys count as lost, 1.5 s. */
const BURSTS = 6;
const BURST_EVERY_MS = 500;
/** More than is left of what Bob says. */
const UTTERANCE_MS = 5_000;

describe.concurrent('faults of the end-to-end encryption', () => {
  it('DAVE transition 0', () => recovers(({ guild }) => faults.transitionZero(guild)));
  it('DAVE padding bursts', () =>
    recovers(async ({ guild }, speakerId) => {
      const pad = () => faults.padding(guild, speakerId, BURST);
      const isPadded = pad();
      // After the utterance nothing arrives that could be decrypted.
      await sleep(UTTERANCE_MS);
      for (let burst = 0; burst < BURSTS; burst += 1) {
        pad();
        await sleep(BURST_EVERY_MS);
      }
      return isPadded;
    }));
  it('DAVE proposal that throws', () =>
    recovers(({ guild }) => faults.badProposals(guild), {
      isRepaired: true,
      problems: ['voice connection broken by an exception'],
    }));
  it('DAVE decrypt failures in a row', () =>
    recovers(({ guild }, speakerId) => faults.transitionZero(guild) && faults.garble(guild, speakerId), {
      isRepaired: true,
      problems: ['voice packets cannot be decrypted'],
    }));
  it('DAVE member that never becomes ready', () =>
    recovers(async ({ guild }) => {
      const eve = environment.discord.addPerson({ name: 'Eve', guild });
      faults.neverReady(eve.id);
      const { heard } = await eve.joinVoice(guild.channel('Lounge').id, patience());
      // She has no keys but the new ones.
      await heard.next(({ userId }) => userId === environment.discord.botId, patience());
      return true;
    }));

  it('DAVE protocol version 0', async () => {
    await using scene = await openFaultScene(environment);
    const { guild, botId } = scene;
    const studio = guild.channel('Studio').id;
    faults.omitEncryption(studio);
    const spoken = await scene.startSpeaking();
    const grace = await scene.speaker('Grace', 'Studio');
    await guild.moveMember(botId, studio);
    expectWhole(await spoken.delivered(grace.voice));
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

/** The bot may not speak for a while, in mid-sentence. */
async function waitsForPermission(deny: bigint): Promise<void> {
  await using scene = await openFaultScene(environment);
  const { guild, botId } = scene;
  const spoken = await scene.startSpeaking();
  guild.setPermissions('Lounge', { targetId: botId, deny });
  await spoken.invocation.until(({ content }) => content.startsWith("I'm not allowed to speak here"), patience());
  guild.setPermissions('Lounge', { targetId: botId });
  expectWhole(await spoken.delivered());
  expect(scene.notices()).toEqual([]);
  expect(scene.problems()).toEqual([]);
}

describe.concurrent('what people do to the bot', () => {
  it('bot dragged', async () => {
    await using scene = await openFaultScene(environment);
    const { guild, botId } = scene;
    const grace = await scene.speaker('Grace', 'Studio');
    const spoken = await scene.startSpeaking();
    await guild.moveMember(botId, guild.channel('Studio').id);
    expectWhole(await spoken.delivered(grace.voice));
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

  it('permission Speak taken away', () => waitsForPermission(PermissionFlagsBits.Speak));
  // Without it there are no others.
  it('permission View Channel taken away', () => waitsForPermission(PermissionFlagsBits.ViewChannel));
});

import { PermissionFlagsBits } from 'discord-api-types/v10';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DiscordFaults } from '../../playground/discord/faults/discord-faults.ts';
import type { Environment } from '../../playground/environment.ts';
import {
  deliveryOf,
  expectWhole,
  type FaultScene,
  openFaultScene,
  repeatedProblems,
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
    await scene.untilNotice('I was disconnected from');
    console.log(
      'CAPS',
      scene.guild
        .channel('captions')
        .messages.map((m) => m.content + ' / ' + m.author.name + (m.deleted ? ' deleted' : '')),
    );
    expectWhole(await (await scene.startSpeaking()).delivered());
    expect(scene.notices()).toHaveLength(1);
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
    await scene.untilNotice('I left because the voice channel was deleted');
    expect(scene.notices()).toHaveLength(1);
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

import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { BOT, GUILD, LOUNGE, trustVoiceServer, VoiceScene } from './voice-fixture.ts';
import { ANNA } from './voice-listen-fixture.ts';

trustVoiceServer();

test('a network that loses the first datagrams delays a join, and costs no further attempt', async () => {
  await using scene = await VoiceScene.open();
  const hole = scene.server.faults.blackHole(BOT, LOUNGE);
  const joining = scene.engine.join({ guildId: GUILD, channelId: LOUNGE });
  await expect.poll(() => scene.server.figures().dropped).toBeGreaterThan(0);
  hole[Symbol.dispose]();
  expect(await joining).toMatchObject({ kind: 'joined', channelId: LOUNGE });
  expect(scene.requestedChannels).toEqual([LOUNGE]);
});

test('what is said is held if the network loses everything from the join on', async () => {
  await using scene = await VoiceScene.open();
  const anna = await scene.person(ANNA, LOUNGE);
  await scene.engine.join({ guildId: GUILD, channelId: LOUNGE });
  await scene.keysExchanged(LOUNGE);
  const packets = 200;
  const from = anna.heard.mark();
  {
    using _ = scene.server.faults.blackHole(BOT, LOUNGE);
    await scene.engine.speak({ guildId: GUILD, textId: '1', text: 'Hello.', voiceId: undefined, userId: ANNA });
    scene.speech.calls.at(-1)?.send(0, packets).end();
    await delay(3_000);
  }
  const heard = await anna.heard.utterance(BOT, { from });
  expect(heard.packets.length).toBeGreaterThan(packets / 2);
});

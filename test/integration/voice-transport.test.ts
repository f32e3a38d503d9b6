import type { EncryptionMode } from '@mynah/local-discord/voice/transport-cipher';
import { expect, test } from 'vitest';
import { numberOf, range } from '../unit/voice/fake-speech.ts';
import { BOT, GUILD, LOUNGE, trustVoiceServer, VoiceScene } from './voice-fixture.ts';
import { ANNA, babble, say, sound, soundOf, startListening, untilEnded } from './voice-listen-fixture.ts';

trustVoiceServer();

test.each<EncryptionMode>(['aead_aes256_gcm_rtpsize', 'aead_xchacha20_poly1305_rtpsize'])(
  'a voice server that offers only %s is heard, and hears what is said',
  async (mode) => {
    await using scene = await VoiceScene.open({ modes: [mode] });
    const anna = await scene.person(ANNA, LOUNGE);
    await startListening(scene);

    await scene.engine.speak({ guildId: GUILD, textId: '1', text: 'Hello.', voiceId: undefined, userId: ANNA });
    scene.speech.calls.at(-1)?.send(0, 50).end();
    const utterance = await anna.heard.utterance(BOT);
    expect(utterance.packets.map(({ opus }) => numberOf(opus))).toEqual(range(0, 50));
    expect(utterance.lost).toBe(0);
    expect(scene.server.figures().users.find(({ userId }) => userId === BOT)).toMatchObject({
      unencryptedIn: 0,
      undecryptable: 0,
    });

    const packets = babble(40, 3);
    await say(anna, packets);
    await untilEnded(scene, 1);
    expect(soundOf(...scene.clipsOf(ANNA))).toEqual(sound(packets));
  },
);

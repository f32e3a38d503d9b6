import { startLocalDiscord } from '@mynah/local-discord/local-discord';
import { startLocalSpeech } from '@mynah/local-speech/local-speech';
import { createOggOpusReader } from '@mynah/opus/ogg-opus-reader';
import { expect, it } from 'vitest';
import { spokenVoiceMessage } from '../../playground/terminal/voice-message.ts';

it('a voice message of the terminal is mono Ogg Opus with its duration and its waveform', async () => {
  await using stack = new AsyncDisposableStack();
  const speech = stack.adopt(await startLocalSpeech(), (service) => service.close());
  const { file, name, contentType, durationSecs, waveform } = await spokenVoiceMessage(speech, 'Good morning.');
  expect({ name, contentType }).toEqual({ name: 'voice-message.ogg', contentType: 'audio/ogg' });
  const reader = createOggOpusReader();
  const packets = reader.push(file);
  expect(reader.head?.channels).toBe(1);
  expect(durationSecs).toBeCloseTo(packets.length * 0.02, 1);
  const points = Buffer.from(waveform ?? '', 'base64');
  expect(points.length).toBe(Math.floor(packets.length / 5));
  expect(Math.max(...points)).toBe(255);

  const discord = stack.adopt(await startLocalDiscord({ voice: false }), (local) => local.close());
  const ada = discord.addPerson({ name: 'Ada' });
  const sent = ada.send('', {
    files: [{ file, name, contentType: 'audio/ogg', durationSecs: 1, waveform: 'AP8=' }],
    voiceMessage: true,
  });
  expect(sent).toMatchObject({ flags: 1 << 13, attachments: [{ waveform: 'AP8=', duration_secs: 1 }] });
});

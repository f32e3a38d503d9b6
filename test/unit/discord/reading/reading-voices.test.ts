import { expect, it } from 'vitest';
import { createReadingVoices } from '../../../../src/discord/reading/reading-voices.ts';
import { fakeVoices } from '../../../support/fake-voices.ts';
import { memorySettings } from '../../../support/memory-settings.ts';

it("gives way to the server's voice when the writer's is refused, then to the operator's, and leaves the news to a command", async () => {
  const asked: unknown[] = [];
  const settings = memorySettings();
  const voice = { voiceId: 'theirs', title: 'Theirs', speed: 1, volumeDb: 0 };
  await settings.change('g', '9', (present) => ({ ...present, voice }));
  const voices = createReadingVoices({
    ...{ settings, defaultVoiceId: 'default' },
    voices: fakeVoices([], {
      afterRefusal: async (_requester, voiceId, _call, options) => {
        asked.push([voiceId, options]);
        return { status: 'gone', wasChosen: true };
      },
    }),
  });
  const failure = { code: 'SPEECH_BAD_REQUEST', message: 'Reference not found', attempts: 1, retryable: false };
  const insteadOf = (voiceId: string) => voices.insteadOf('g', '1', { voiceId, speed: 2 }, failure);
  expect(await insteadOf('own')).toEqual({ voiceId: 'theirs', speed: 2 });
  expect(await insteadOf('theirs')).toEqual({ voiceId: 'default', speed: 2 });
  expect(await insteadOf('default')).toBeUndefined();
  expect(asked).toEqual(['own', 'theirs'].map((id) => [id, { isQuiet: true }]));
});

it('reads an identity in the voice chosen for it, as long as its author may know that voice', async () => {
  let isKnown = true;
  const asked: unknown[] = [];
  const voices = createReadingVoices({
    ...{ settings: memorySettings(), defaultVoiceId: 'default' },
    voices: fakeVoices([], {
      isKnownTo: async (requester, voiceId) => {
        asked.push([requester, voiceId]);
        return isKnown;
      },
    }),
  });
  expect((await voices.voiceOf('g', '1', 'moon')).voiceId).toBe('moon');
  isKnown = false;
  expect((await voices.voiceOf('g', '1', 'moon')).voiceId).toBe('default');
  expect((await voices.voiceOf('g', '1', undefined)).voiceId).toBe('default');
  expect(asked).toEqual(Array(2).fill([{ userId: '1', guildId: 'g', managesGuild: false }, 'moon']));
});

import { describe, expect, it } from 'vitest';
import type { Attachment } from '../../../../src/discord/interactions/command.ts';
import {
  failedMessage,
  failureMessage,
  refusalMessage,
} from '../../../../src/discord/transcription/attachment-messages.ts';
import { english } from '../../../../src/messages/english.ts';
import { SpeechError } from '../../../../src/speech/speech-error.ts';

const attachment: Attachment = {
  ...{ id: '1', name: 'inter view.final.mp3', url: 'https://cdn.discordapp.com/x', contentType: 'audio/mpeg' },
  ...{ sizeBytes: 1_000, durationS: undefined, isVoiceMessage: false },
};
const voiceMessage: Attachment = { ...attachment, id: '2', name: 'voice-message.ogg', isVoiceMessage: true };

describe('refusals and failures', () => {
  const limits = { maxBytes: 500 * 1_048_576, maxDurationMs: 24 * 3_600_000 };

  it.each([
    [{ sizeBytes: 0 }, 'empty'],
    [{ sizeBytes: 501 * 1_048_576 }, 'The limit is 500 MB.'],
    [{ durationS: 90_000 }, 'The limit is 24 hr.'],
  ])('%j is refused before the download', (more, words) => {
    expect(refusalMessage(english, { ...attachment, ...more }, limits)).toContain(words);
  });

  it('lets everything else be downloaded', () => {
    expect(refusalMessage(english, { ...attachment, durationS: 0.3 }, limits)).toBeUndefined();
  });

  it('does not speak of voices when the service refuses a recording', () => {
    const seen: unknown[] = [];
    failureMessage(new SpeechError('SPEECH_BAD_REQUEST', 'x', { serviceMessage: 'no' }), (problem) => {
      seen.push(problem);
      return () => '';
    });
    expect(seen).toEqual([{ code: 'FILES_REFUSED', message: 'no' }]);
  });

  it('names attachments only when there are several', () => {
    expect(failedMessage(english, [{ attachment, reason: 'No.' }])).toBe('No.');
    expect(
      failedMessage(english, [
        { attachment, reason: 'No.' },
        { attachment: voiceMessage, reason: 'Empty.' },
      ]),
    ).toBe('**inter view.final.mp3**: No.\n**Voice message**: Empty.');
  });
});

import type { PersonFile } from '@mynah/local-discord/people/option-values';
import type { Recognizer } from '@mynah/local-speech/recognition/recognizer';
import { writeWav } from '@mynah/pcm/wav';
import { describe, expect, it } from 'vitest';
import { openCaptionsTestSession } from '../support/captions-session.ts';
import { openTestSession, patience } from '../support/test-session.ts';
import { isAnswer } from '../support/transcription-answers.ts';

const SAID = 'Thanks for joining. Happy to be here.';
/** Hears the same in every recording, its words evenly over its time. */
const recognizer: Recognizer = {
  recognize: async (pcm) => {
    const duration = pcm.length / 16_000;
    const words = SAID.toLowerCase().replaceAll('.', '').split(' ');
    const each = duration / words.length;
    const segments = words.map((text, index) => ({ text, start: index * each, end: (index + 1) * each }));
    return { text: SAID, duration, segments };
  },
};

/** A WAV of a quiet tone. */
function wav(seconds: number): PersonFile {
  const sound = Int16Array.from({ length: seconds * 16_000 }, (_, index) => Math.round(200 * Math.sin(index / 8)));
  return { file: writeWav(sound, 16_000, 1), name: 'talk.wav', contentType: 'audio/wav' };
}

describe('the service of January, which writes speakers and sounds into the text of whoever names no model', () => {
  it('makes lines of a caption and of its transcript, and no marker and no sound is left', async () => {
    await using session = await openCaptionsTestSession({ recognizer, environment: { SPEECH_ASR_MODEL: '' } });
    session.speech.faults.add({ endpoint: 'asr', speakers: 2, sound: 'laughter' });
    await session.start();
    const grace = await session.speaker('Grace');
    await grace.say('Thanks for joining us all here today.');
    const isFinal = (text: string): boolean => text.includes('here.') && !text.includes('…');
    expect(await session.untilLines('Grace', isFinal)).toBe('Thanks for joining.\nHappy to be here.');
    const { headers, body } = session.transcribed()[0] ?? {};
    expect([headers, Object.keys(body ?? {}).toSorted()]).toEqual([
      expect.not.objectContaining({ model: expect.anything() }),
      ['audio', 'ignore_timestamps'],
    ]);
    expect((await session.exportedLines()).map(({ speaker, text }) => `${speaker}: ${text}`)).toEqual([
      'Grace: Thanks for joining.',
      'Grace: Happy to be here.',
    ]);
    for (const format of ['txt', 'srt', 'vtt'] as const) {
      expect((await session.exported(format))?.match(/Thanks for joining\.\n|Happy to be here\.\n/g)).toHaveLength(2);
      expect(await session.exported(format)).not.toMatch(/speaker:|\[laughter|\|>/);
    }
  });

  it('makes lines of a recording in which several people speak', async () => {
    await using session = await openTestSession({ recognizer });
    session.speech.faults.add({ endpoint: 'asr', speakers: 2, sound: 'laughter' });
    const transcribe = async (format?: string) => {
      const options = { file: wav(8), ...(format === undefined ? {} : { format }) };
      return (await session.ada.type('/transcribe', options)).until(isAnswer, patience());
    };
    const { content } = await transcribe();
    expect(content).toBe('**talk.wav** · 0:08 · English\n> Thanks for joining.\n> Happy to be here.');
    const { headers, body } = session.speech.requests.findLast(({ endpoint }) => endpoint === 'asr') ?? {};
    expect(headers).toMatchObject({ model: 'transcribe-1-pro' });
    expect(body).toMatchObject({ diarize: 'true', tag_audio_events: 'false', ignore_timestamps: 'false' });
    const { attachments } = await transcribe('srt');
    expect(await (await fetch(attachments[0]?.url ?? '')).text()).toBe(
      '1\n00:00:00,000 --> 00:00:03,429\nThanks for joining.\n\n2\n00:00:03,429 --> 00:00:08,000\nHappy to be here.\n',
    );
  });
});

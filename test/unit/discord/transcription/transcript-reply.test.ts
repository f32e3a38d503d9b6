import { describe, expect, it } from 'vitest';
import { sanitize } from '../../../../src/discord/client/replies.ts';
import type { Attachment } from '../../../../src/discord/interactions/command.ts';
import { type AttachmentResult, transcriptReply } from '../../../../src/discord/transcription/transcript-reply.ts';
import { MynahError } from '../../../../src/errors.ts';
import { english } from '../../../../src/messages/english.ts';
import { splitWords, spreadWords } from '../../../../src/text/timed-words.ts';

const attachment: Attachment = {
  ...{ id: '1', name: 'inter view.final.mp3', url: 'https://cdn.discordapp.com/x', contentType: 'audio/mpeg' },
  ...{ sizeBytes: 1_000, durationS: undefined, isVoiceMessage: false },
};
const voiceMessage: Attachment = { ...attachment, id: '2', name: 'voice-message.ogg', isVoiceMessage: true };
const usual = { format: undefined, maxFileBytes: 10_000_000 };

function resultOf(text: string, more: Partial<Extract<AttachmentResult, { kind: 'transcribed' }>> = {}) {
  const words = spreadWords(splitWords(text), 0, 1_000);
  const transcript = { durationMs: 62_000, language: 'en', text, words, holes: [], endsEarly: false };
  return { kind: 'transcribed', attachment, transcript, reasons: [], ...more } satisfies AttachmentResult;
}

function fileText(reply: Awaited<ReturnType<typeof transcriptReply>>): string {
  return new TextDecoder().decode(reply.files?.[0]?.bytes);
}

describe('the answer', () => {
  it('has short text in the message, with length and language, and no file', async () => {
    const reply = await transcriptReply(english, [resultOf('Good morning.')], usual);
    expect(reply.content).toBe('**inter view.final.mp3** · 1:02 · English\n> Good morning.');
    expect(reply).toMatchObject({ visibility: 'public', files: [] });
  });

  it('has long text as a file named after the recording, with the first lines in the message', async () => {
    const text = 'The weather is nice today. '.repeat(200).trim();
    const reply = await transcriptReply(english, [resultOf(text)], usual);
    expect(reply.content).toMatch(/\n> The weather is nice today\. .*…$/);
    expect(reply.content.length).toBeLessThan(2_000);
    expect(reply.files?.map(({ name }) => name)).toEqual(['inter_view.final.txt']);
    const paragraphs = fileText(reply).split('\n\n').slice(1);
    expect(paragraphs.map((paragraph) => paragraph.replace('[0:00] ', '').trim()).join(' ')).toBe(text);
  });

  it('has a file in the format that was asked for, however short the text is', async () => {
    const reply = await transcriptReply(english, [resultOf('Good morning.')], { ...usual, format: 'srt' });
    expect(reply.content).toContain('> Good morning.');
    expect(fileText(reply)).toBe('1\n00:00:00,000 --> 00:00:01,000\nGood morning.\n');
  });

  it('sanitizes what was said', async () => {
    const { content } = await transcriptReply(
      english,
      [resultOf('@everyone <@123> **bold** https://bad.example\n> quote')],
      usual,
    );
    expect(content).not.toMatch(/@everyone|<@123>|https:\/\//);
    expect(content.split('\n')).toHaveLength(2);
  });

  it('marks holes where short text is shown and above long text', async () => {
    const holes = [{ startMs: 60_000, endMs: 62_000, reason: new MynahError('SPEECH_TIMEOUT', 'x') }];
    const result = resultOf('Good morning.');
    const reply = await transcriptReply(
      english,
      [{ ...result, transcript: { ...result.transcript, holes }, reasons: ['The service was slow.'] }],
      usual,
    );
    expect(reply.content).toContain('⚠ Not transcribed from 1:00 to 1:02. The service was slow.');
    expect(reply.content).toContain('not transcribed from 1:00 to 1:02');
  });

  it('has one time for a hole whose length is unknown', async () => {
    const holes = [{ startMs: 60_000, endMs: 60_400, reason: new MynahError('AUDIO_PART_BROKEN', 'x') }];
    const result = resultOf('Good morning.');
    const reply = await transcriptReply(
      english,
      [{ ...result, transcript: { ...result.transcript, holes }, reasons: ['This part of the file is damaged.'] }],
      usual,
    );
    expect(reply.content).toContain('⚠ Not transcribed at 1:00. This part of the file is damaged.');
  });

  it('never shows half a reference, whose backtick would format what follows', async () => {
    const reason = english.errors.withRequestId({
      message: 'The service had problems. '.repeat(5),
      requestId: 'a'.repeat(40),
    });
    const failed = Array.from({ length: 9 }, (): AttachmentResult => ({ kind: 'failed', attachment, reason }));
    const { content } = await transcriptReply(english, [resultOf('Good morning.'), ...failed], usual);
    expect(content.replace(/`a{40}`/g, '')).not.toContain('`');
  });

  it('marks a hole in a file with the words of the service as they were', async () => {
    const holes = [{ startMs: 60_000, endMs: 62_000, reason: new MynahError('SPEECH_REJECTED', 'x') }];
    const result = resultOf('Good morning.');
    const reply = await transcriptReply(
      english,
      [{ ...result, transcript: { ...result.transcript, holes }, reasons: [`It says: “${sanitize('*no* a_b')}”.`] }],
      { ...usual, format: 'txt' },
    );
    expect(fileText(reply)).toContain('to 1:02: It says: “*no* a_b”.]');
    expect(reply.content).toContain(String.raw`to 1:02: It says: “\*no\* a\_b”.]`);
  });

  it('says so when the file is cut off', async () => {
    const result = resultOf('Good morning.');
    const reply = await transcriptReply(
      english,
      [{ ...result, transcript: { ...result.transcript, endsEarly: true } }],
      usual,
    );
    expect(reply.content).toContain('\n⚠ The file is cut off, so its transcript ends early.\n> Good morning.');
  });

  it('has a heading for each of several attachments, those that failed too, and files of different names', async () => {
    const long = 'word '.repeat(500).trim();
    const failed = { kind: 'failed', attachment: { ...attachment, name: 'b.png' }, reason: 'Not audio.' } as const;
    const reply = await transcriptReply(
      english,
      [resultOf('Hello.', { attachment: voiceMessage }), resultOf(long), resultOf(long), failed],
      usual,
    );
    expect(reply.content).toContain('**Voice message** · 1:02 · English\n> Hello.');
    expect(reply.content).toContain('**b.png**\nNot audio.');
    expect(reply.files?.map(({ name }) => name)).toEqual(['inter_view.final.txt', 'inter_view.final-2.txt']);
    expect(reply.content.length).toBeLessThan(2_000);
  });

  it('says so when nobody speaks, and when the file is too large for Discord', async () => {
    expect((await transcriptReply(english, [resultOf('')], usual)).content).toContain('\nNo speech found.');
    const reply = await transcriptReply(english, [resultOf('word '.repeat(900))], {
      format: 'json',
      maxFileBytes: 1_000,
    });
    expect(reply.files).toEqual([]);
    expect(reply.content).toContain('too large to upload here. Try the `txt` format');
  });

  it('stays within a message with ten attachments of long text', async () => {
    const results = Array.from({ length: 10 }, () => resultOf('word '.repeat(900)));
    const reply = await transcriptReply(english, results, usual);
    expect(reply.files).toHaveLength(10);
    expect(reply.content.length).toBeLessThanOrEqual(2_000);
  });

  it('keeps every heading and file of ten attachments with gaps, and cuts no reference and no word', async () => {
    const reason = english.errors.withRequestId({ message: 'It took too long.', requestId: 'a'.repeat(60) });
    const gap = { reason: new MynahError('SPEECH_TIMEOUT', 'x') };
    const holes = Array.from({ length: 9 }, (_, index) => ({
      ...{ startMs: index * 600_000, endMs: index * 600_000 + 60_000, ...gap },
    }));
    const results = Array.from({ length: 10 }, (_, index) => {
      const { transcript, ...result } = resultOf('wonderful '.repeat(900).trim());
      const name = `${index} ${'long name '.repeat(8)}.mp3`;
      const reasons = holes.map(() => reason);
      return {
        ...result,
        attachment: { ...attachment, name },
        transcript: { ...transcript, holes, endsEarly: true },
        reasons,
      };
    });
    const { content, files } = await transcriptReply(english, results, usual);
    expect(files).toHaveLength(10);
    expect(content.length).toBeLessThanOrEqual(1_900);
    expect(content.match(/^\*\*\d long name .*\*\* · 1:02( · English)?$/gm)).toHaveLength(10);
    expect(content.match(/^⚠ Not transcribed .*places\.$/gm)).toHaveLength(10);
    expect(content).not.toContain('`');
    expect(content).not.toMatch(/won?d?e?r?f?u?…/);
  });

  it('names fewer gaps before it leaves out why, where one of many attachments has some', async () => {
    const reason = english.errors.withRequestId({ message: 'It took too long.', requestId: 'req-1' });
    const gap = { reason: new MynahError('SPEECH_TIMEOUT', 'x') };
    const holes = Array.from({ length: 9 }, (_, index) => ({
      ...{ startMs: index * 600_000, endMs: index * 600_000 + 60_000, ...gap },
    }));
    const { transcript, ...result } = resultOf('wonderful '.repeat(900).trim());
    const withGaps = { ...result, transcript: { ...transcript, holes }, reasons: holes.map(() => reason) };
    const others = Array.from({ length: 6 }, () => resultOf('wonderful '.repeat(900)));
    const { content } = await transcriptReply(english, [withGaps, ...others], usual);
    expect(content).toContain(
      `⚠ Not transcribed from 0:00 to 1:00, from 10:00 to 11:00, from 20:00 to 21:00, and in 6 more places. ${reason}\n`,
    );
    const crowd = await transcriptReply(english, [withGaps, ...others, ...others.slice(0, 2)], usual);
    expect(crowd.content).toContain(`⚠ Not transcribed from 0:00 to 1:00 and in 8 more places. ${reason}\n`);
  });

  it('stays within a message with nine that failed, whatever they are called', async () => {
    const named = { ...attachment, name: `${'_*'.repeat(60)}.mp3` };
    const failed = { kind: 'failed', attachment: named, reason: 'I cannot work with this. '.repeat(20) } as const;
    const reply = await transcriptReply(
      english,
      [...Array.from({ length: 9 }, () => failed), resultOf('Hello.')],
      usual,
    );
    expect(reply.content.length).toBeLessThanOrEqual(2_000);
    expect(reply.content).toMatch(/> Hello\.$/);
  });
});

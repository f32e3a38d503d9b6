import { describe, expect, it } from 'vitest';
import type { Attachment } from '../../../../src/discord/interactions/command.ts';
import { progressMessage } from '../../../../src/discord/transcription/progress-message.ts';
import { english } from '../../../../src/messages/english.ts';

const attachment: Attachment = {
  ...{ id: '1', name: 'inter view.final.mp3', url: 'https://cdn.discordapp.com/x', contentType: 'audio/mpeg' },
  ...{ sizeBytes: 1_000, durationS: undefined, isVoiceMessage: false },
};

describe('the progress', () => {
  it.each([
    [undefined, 'Waiting…'],
    [{ stage: 'waiting', ahead: 0 }, 'Next in line…'],
    [{ stage: 'waiting', ahead: 1 }, 'Waiting. 1 is ahead…'],
    [{ stage: 'waiting', ahead: 2 }, 'Waiting. 2 are ahead…'],
    [{ stage: 'downloading', bytes: 5 * 1_048_576, totalBytes: 20 * 1_048_576 }, 'Downloading: 5 MB of 20 MB'],
    [{ stage: 'reading' }, 'Reading the file…'],
    [
      { stage: 'transcribing', piecesDone: 1, pieces: 3, share: 0.4, leftMs: 130_000 },
      '40% · 1 of 3 pieces · about 2 min left',
    ],
    [{ stage: 'transcribing', piecesDone: 0, pieces: 1, share: 0, leftMs: 44_000 }, '0% · about 40 sec left'],
    [
      { stage: 'transcribing', piecesDone: 0, pieces: 2, share: 0, leftMs: 5_000 },
      '0 of 2 pieces · a few seconds left',
    ],
    [{ stage: 'transcribing', piecesDone: 0, pieces: 2, share: 0, leftMs: undefined }, '░` 0% · 0 of 2 pieces'],
    ['done', 'Done'],
    ['failed', 'Failed. The reason follows with the other results.'],
  ] as const)('%j is shown as %j', (progress, words) => {
    expect(progressMessage(english, [{ attachment, progress }])).toContain(words);
  });

  it('shows neither 100 % nor a full bar before the end', () => {
    const progress = { stage: 'transcribing', piecesDone: 0, pieces: 1, share: 0.999, leftMs: undefined } as const;
    const content = progressMessage(english, [{ attachment, progress }]);
    expect(content).toMatch(/█{19}░` 99%/);
  });
});

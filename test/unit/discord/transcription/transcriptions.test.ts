import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Reply } from '../../../../src/discord/client/replies.ts';
import type { Attachment, Place } from '../../../../src/discord/interactions/command.ts';
import { createExplainer } from '../../../../src/discord/interactions/explain-failure.ts';
import { createTranscriptions } from '../../../../src/discord/transcription/transcriptions.ts';
import { MynahError, UserError } from '../../../../src/errors.ts';
import type { FileTranscript, TranscriptionRequest } from '../../../../src/files/files-api.ts';
import { createLogger } from '../../../../src/log/log.ts';
import { english } from '../../../../src/messages/english.ts';
import { memoryBudgets } from '../../../support/memory-budgets.ts';
import { choiceBy, inLounge, interactionBy } from '../../commands/command-scene.ts';

const MINUTE_MS = 60_000;
const log = createLogger('silent');
const said: FileTranscript = {
  ...{ durationMs: 2_000, language: 'en', text: 'Hello.', holes: [], endsEarly: false },
  words: [{ startMs: 0, endMs: 1_000, text: 'Hello.', joined: false }],
};
const voiceMessage: Attachment = {
  ...{ id: '1', name: 'voice-message.ogg', url: 'https://cdn.discordapp.com/1', contentType: 'audio/ogg' },
  ...{ sizeBytes: 1_000, durationS: 2, isVoiceMessage: true },
};
const order = { attachments: [voiceMessage], language: undefined, format: undefined };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Transcriptions over a transcriber that does `work`; `at` is where person `1` asks. */
function scene(
  work: (request: TranscriptionRequest) => Promise<FileTranscript>,
  at: Place = inLounge,
  budgets = memoryBudgets(),
) {
  const posted: Reply[] = [];
  const transcriptions = createTranscriptions({
    files: { limits: { maxBytes: 10_000, maxDurationMs: 10_000 }, transcribe: work },
    budgets,
    attachments: { stream: async function* () {}, read: async () => new Uint8Array() },
    lateAnswers: {
      post: async (_asked, reply) => {
        posted.push(reply);
        return 'channel' as const;
      },
    },
    explain: createExplainer({ log }),
    publicMessages: async () => english,
    log,
  });
  let isOpen = true;
  const interaction = interactionBy(at);
  const context = {
    ...interaction,
    answerableUntilMs: performance.now() + 14.5 * MINUTE_MS,
    tryAnswer: async (reply: Reply) => {
      if (isOpen) interaction.answers.push(reply);
      return isOpen;
    },
  };
  const shown = (): Reply | undefined => interaction.answers.at(-1);
  const cancelId = (): string => /transcribe:cancel:(\w+)/.exec(JSON.stringify(shown()?.components))?.[1] ?? '';
  const closeDiscord = (): void => {
    isOpen = false;
  };
  return { transcriptions, context, posted, shown, cancelId, closeDiscord };
}

/** Work that lasts `ms` and ends with its signal. */
function lasting(ms: number) {
  return ({ signal, onProgress }: TranscriptionRequest) => {
    onProgress({ stage: 'transcribing', piecesDone: 1, pieces: 4, share: 0.25, leftMs: ms });
    return new Promise<FileTranscript>((resolve, reject) => {
      const timer = setTimeout(() => resolve(said), ms);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      });
    });
  };
}

describe('a transcription', () => {
  it('is answered for everybody, and without progress when it is quick', async () => {
    const { transcriptions, context } = scene(async () => said);
    await transcriptions.run(context, order);
    expect(context.answers.map(({ content }) => content)).toEqual(['**Voice message** · 0:02 · English\n> Hello.']);
  });

  it('downloads none of several attachments that are too long by what Discord knows', async () => {
    const asked: number[] = [];
    const { transcriptions, context, shown } = scene(async ({ sizeBytes }) => {
      asked.push(sizeBytes);
      return said;
    });
    const long = { ...voiceMessage, id: '2', name: 'long.mp3', isVoiceMessage: false, sizeBytes: 2_000, durationS: 11 };
    await transcriptions.run(context, { ...order, attachments: [voiceMessage, long] });
    expect(asked).toEqual([1_000]);
    expect(shown()?.content).toContain('**long.mp3**\nThis recording is too long. The limit is 10 sec.');
  });

  it('does not show as done what failed while the rest continues', async () => {
    const { transcriptions, context, shown } = scene(async (request) => {
      if (request.sizeBytes === 2_000) throw new MynahError('FILES_BUSY', 'too many');
      return lasting(6_000)(request);
    });
    const done = transcriptions.run(context, {
      ...order,
      attachments: [voiceMessage, { ...voiceMessage, id: '2', sizeBytes: 2_000 }],
    });
    await vi.advanceTimersByTimeAsync(3_100);
    expect(shown()?.content).toMatch(/25%.*\n.*\nFailed\. The reason follows with the other results\./);
    await vi.advanceTimersByTimeAsync(3_000);
    await done;
  });

  it('shows its progress after 3 s, with a button to cancel, and then what was said', async () => {
    const { transcriptions, context, shown, cancelId } = scene(lasting(6_000));
    const done = transcriptions.run(context, order);
    await vi.advanceTimersByTimeAsync(2_900);
    expect(context.deferred).toEqual(['public']);
    expect(context.answers).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(shown()?.content).toContain('25% · 1 of 4 pieces');
    expect(cancelId()).toMatch(/^[0-9a-f]{16}$/);
    await vi.advanceTimersByTimeAsync(3_000);
    await done;
    expect(shown()).toMatchObject({ content: expect.stringContaining('> Hello.'), files: [] });
    expect(shown()?.components).toBeUndefined();
    const answers = context.answers.length;
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(context.answers).toHaveLength(answers);
  });

  it('is refused before anything is announced when Discord says that the file is too large', async () => {
    const { transcriptions, context } = scene(async () => said);
    const large = { ...order, attachments: [{ ...voiceMessage, sizeBytes: 10_001 }] };
    await expect(transcriptions.run(context, large)).rejects.toThrow('This file is too large.');
    expect(context.deferred).toEqual([]);
  });

  it('says why it failed to the requester, and ends the bar that everybody saw', async () => {
    const work = async (): Promise<FileTranscript> => {
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      throw new MynahError('AUDIO_PROTECTED', 'x');
    };
    const { transcriptions, context, shown } = scene(work);
    const failed = expect(transcriptions.run(context, order)).rejects.toThrow('copy-protected (DRM)');
    await vi.advanceTimersByTimeAsync(4_000);
    await failed;
    expect(shown()).toMatchObject({ content: 'Nothing was transcribed.', visibility: 'public' });
  });

  it.each([1_000, 4_000])('of %d ms is not shown to anyone when it may no longer be shown then', async (ms) => {
    const { transcriptions, context } = scene(lasting(ms));
    const words = english.transcription.senderOptedOut;
    const requireShowable = () => Promise.reject(new UserError(words));
    const run = transcriptions.run(context, { ...order, requireShowable }).catch((error: unknown) => String(error));
    await vi.advanceTimersByTimeAsync(5_000);
    const read = [await run, ...context.answers.map(({ content }) => content)].join(' ');
    expect(read).toContain(words);
    expect(read).not.toContain('Hello.');
  });

  it('shows the transcripts of others beside what failed', async () => {
    const { transcriptions, context, shown } = scene(async ({ sizeBytes }) => {
      if (sizeBytes === 7) throw new MynahError('AUDIO_NOT_AUDIO', 'x');
      return said;
    });
    const other = { ...voiceMessage, id: '2', name: 'notes.pdf', isVoiceMessage: false, sizeBytes: 7 };
    await transcriptions.run(context, { ...order, attachments: [voiceMessage, other] });
    expect(shown()?.content).toContain('> Hello.');
    expect(shown()?.content).toContain("**notes.pdf**\nThis file doesn't contain audio that I can read.");
  });

  it('is posted as a message when Discord no longer takes the answer', async () => {
    const { transcriptions, context, posted, closeDiscord } = scene(lasting(5_000));
    const done = transcriptions.run(context, order);
    closeDiscord();
    await vi.advanceTimersByTimeAsync(5_000);
    await done;
    expect(posted).toMatchObject([{ content: expect.stringContaining('> Hello.'), visibility: 'public' }]);
  });
});

describe('a transcription of more than 15 minutes', () => {
  it('promises a message in time, continues, and posts it', async () => {
    const { transcriptions, context, shown, posted, closeDiscord } = scene(lasting(40 * MINUTE_MS));
    const done = transcriptions.run(context, order);
    await vi.advanceTimersByTimeAsync(13.5 * MINUTE_MS);
    await done;
    expect(shown()?.content).toContain('post the transcript here');
    closeDiscord();
    expect(posted).toEqual([]);
    await vi.advanceTimersByTimeAsync(27 * MINUTE_MS);
    expect(posted).toMatchObject([{ content: expect.stringContaining('> Hello.') }]);
  });

  it('no longer ends with its interaction, but with its button', async () => {
    const interactionEnds = new AbortController();
    const { transcriptions, context, cancelId, posted } = scene(lasting(40 * MINUTE_MS));
    const done = transcriptions.run({ ...context, signal: interactionEnds.signal }, order);
    await vi.advanceTimersByTimeAsync(13.5 * MINUTE_MS);
    await done;
    interactionEnds.abort(new UserError('too long'));
    const click = choiceBy(inLounge, []);
    await transcriptions.cancel(cancelId(), click);
    expect(click.updates).toMatchObject([{ content: expect.stringContaining('Canceled') }]);
    await vi.advanceTimersByTimeAsync(40 * MINUTE_MS);
    expect(posted).toEqual([]);
  });

  it('is ended by a restart, and says so', async () => {
    const { transcriptions, context, posted } = scene(lasting(40 * MINUTE_MS));
    const done = transcriptions.run(context, order);
    await vi.advanceTimersByTimeAsync(14 * MINUTE_MS);
    await done;
    const closed = transcriptions.close(1_000);
    await vi.advanceTimersByTimeAsync(1_000);
    await closed;
    expect(posted).toMatchObject([{ content: expect.stringContaining('restarting') }]);
  });
});

describe('cancelling', () => {
  async function begun(at: Place = inLounge) {
    const made = scene(lasting(MINUTE_MS), at);
    const done = made.transcriptions.run(made.context, order);
    await vi.advanceTimersByTimeAsync(4_000);
    return { ...made, done };
  }

  it('ends the work and says so in place of the progress', async () => {
    const { transcriptions, cancelId, done, shown } = await begun();
    const click = choiceBy(inLounge, []);
    await transcriptions.cancel(cancelId(), click);
    await done;
    expect(shown()?.content).toBe('Canceled. Nothing was transcribed.');
    expect(shown()?.components).toBeUndefined();
    await expect(transcriptions.cancel('0123456789abcdef', click)).rejects.toThrow('already ended');
  });

  it('is for the requester, and for managers there', async () => {
    const { transcriptions, cancelId, done } = await begun();
    const stranger = { ...choiceBy(inLounge, []), userId: '2' };
    await expect(transcriptions.cancel(cancelId(), stranger)).rejects.toThrow(
      'Only <@1> or someone with **Manage Server**, **Move Members**, or **Mute Members** can cancel this.',
    );
    const elsewhere = { ...choiceBy({ ...inLounge, guildId: 'other', managesVoice: true }, []), userId: '2' };
    await expect(transcriptions.cancel(cancelId(), elsewhere)).rejects.toThrow('Only <@1>');
    const manager = { ...choiceBy({ ...inLounge, managesVoice: true }, []), userId: '2' };
    await transcriptions.cancel(cancelId(), manager);
    await done;
  });
});

describe('a restart', () => {
  it('lets what is nearly done end, ends the rest and notifies its people', async () => {
    const quick = scene(lasting(5_000));
    const quickDone = quick.transcriptions.run(quick.context, order);
    await vi.advanceTimersByTimeAsync(4_000);
    const quickClosed = quick.transcriptions.close(1_500);
    await vi.advanceTimersByTimeAsync(1_500);
    await Promise.all([quickDone, quickClosed]);
    expect(quick.shown()?.content).toContain('> Hello.');

    const slow = scene(lasting(MINUTE_MS));
    const slowDone = slow.transcriptions.run(slow.context, order);
    await vi.advanceTimersByTimeAsync(4_000);
    const slowClosed = slow.transcriptions.close(1_500);
    await vi.advanceTimersByTimeAsync(1_500);
    await Promise.all([slowDone, slowClosed]);
    expect(slow.shown()?.content).toBe("I'm restarting. Try again in a moment.");
    await expect(slow.transcriptions.run(slow.context, order)).rejects.toThrow('restarting');
  });
});

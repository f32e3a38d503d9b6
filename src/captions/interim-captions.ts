import { sleepUnlessAborted } from '../concurrency/async.ts';
import { wasNotServed } from '../speech/speech-error.ts';
import type { Clip, ClipUnderWay, VoiceEngine } from '../voice/voice-api.ts';
import type { CaptionedText } from './caption-text.ts';
import type { CaptionTimings } from './caption-timings.ts';
import type { Clock } from './clock.ts';

/** What interim captions of one session are made with. */
export interface InterimOptions {
  readonly guildId: string;
  /** Speech in another channel is ignored: people there have not seen the notice of captions. */
  readonly voiceChannelId: string;
  readonly language: string | undefined;
  /** Whether sounds such as `[laughter]` are shown, now. */
  readonly soundCues: () => boolean;
  readonly transcribeInterim: VoiceEngine['transcribeInterim'];
  /** Whether the speech service has spare capacity. */
  readonly capacity: () => boolean;
  readonly timings: Pick<CaptionTimings, 'interimEveryMs' | 'interimAnswerFactor' | 'interimTimeoutMs'>;
  readonly clock: Clock;
  /** Receives the length of the audio of each request that reached the service; an estimate where it did not answer. */
  readonly onServed: (durationMs: number) => void;
  /** Receives the text of a clip under way, which may be empty. */
  readonly onText: (clip: ClipUnderWay, said: CaptionedText) => void;
}

interface Utterance {
  readonly userId: string;
  readonly ended: AbortController;
  /** The first part that is not complete. */
  part: number;
  /** When that part began, by `monotonicMs`. */
  partStartedMs: number;
  /** The request under way, if any, and the utterance's `part` when it began. */
  request: { readonly part: number; readonly controller: AbortController } | undefined;
}

/**
 * Transcribes clips while they are being spoken. Uses only spare capacity, makes one request at a time for each
 * utterance, and ignores answers that come after the clip is complete.
 */
export class InterimCaptions {
  readonly #options: InterimOptions;
  readonly #utterances = new Map<string, Utterance>();

  constructor(options: InterimOptions) {
    this.#options = options;
  }

  /** A person began to speak. */
  begin(utteranceId: string, userId: string): void {
    if (this.#utterances.has(utteranceId)) return;
    const partStartedMs = this.#options.clock.monotonicMs();
    const utterance = { userId, ended: new AbortController(), part: 0, partStartedMs, request: undefined };
    this.#utterances.set(utteranceId, utterance);
    void this.#follow(utteranceId, utterance);
  }

  /** A clip is complete, so that its final text is on its way. */
  completed({ utteranceId, part }: Pick<Clip, 'utteranceId' | 'part'>): void {
    const utterance = this.#utterances.get(utteranceId);
    if (utterance === undefined) return;
    utterance.part = part + 1;
    utterance.partStartedMs = this.#options.clock.monotonicMs();
    if (utterance.request !== undefined && utterance.request.part <= part) utterance.request.controller.abort();
  }

  end(utteranceId: string): void {
    const utterance = this.#utterances.get(utteranceId);
    this.#utterances.delete(utteranceId);
    utterance?.ended.abort();
    utterance?.request?.controller.abort();
  }

  forget(userId: string): void {
    for (const [id, utterance] of [...this.#utterances]) if (utterance.userId === userId) this.end(id);
  }

  close(): void {
    for (const id of [...this.#utterances.keys()]) this.end(id);
  }

  async #follow(utteranceId: string, utterance: Utterance): Promise<void> {
    const { timings, clock, capacity } = this.#options;
    const ended = utterance.ended.signal;
    let waitMs = timings.interimEveryMs;
    for (;;) {
      await sleepUnlessAborted(waitMs, ended);
      if (ended.aborted) return;
      waitMs = timings.interimEveryMs;
      // Nothing may be awaited between this and the request: the capacity may be taken in the meantime.
      if (!capacity()) continue;
      const startedMs = clock.monotonicMs();
      await this.#request(utteranceId, utterance);
      if (ended.aborted) return;
      waitMs = Math.max(waitMs, (clock.monotonicMs() - startedMs) * timings.interimAnswerFactor);
    }
  }

  async #request(utteranceId: string, utterance: Utterance): Promise<void> {
    const { guildId, voiceChannelId: channelId, language, soundCues, timings, onServed, onText } = this.#options;
    const heardMs = this.#options.clock.monotonicMs() - utterance.partStartedMs;
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), timings.interimTimeoutMs);
    utterance.request = { part: utterance.part, controller };
    try {
      const outcome = await this.#options.transcribeInterim(
        { utteranceId, channelId, language, soundCues: soundCues() },
        { tenant: guildId, priority: 'interim-captions', signal: controller.signal },
      );
      if (outcome.kind === 'nothing-new') return;
      onServed(outcome.clip.durationMs);
      if (utterance.ended.signal.aborted) return;
      if (outcome.clip.part >= utterance.part) onText(outcome.clip, outcome);
    } catch (error) {
      // Spare capacity was there, so the audio was sent, and is paid for even where its text came too late.
      if (!wasNotServed(error)) onServed(heardMs);
      // Interim text may be missing. The final text has retries of its own, and reports failures.
    } finally {
      clearTimeout(timer);
      utterance.request = undefined;
    }
  }
}

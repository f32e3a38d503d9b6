import type { z } from 'zod';
import type { Logger } from '../log.ts';
import { malformedAnswer } from './speech-error.ts';
import {
  LIMITS,
  oneVoiceModelSchema,
  VOICE_ID,
  type VoiceModel,
  voiceModelPageSchema,
  voiceModelSchema,
} from './wire.ts';
import { faultOf } from './wire-fault.ts';

/** One page of a listing. */
export interface VoiceModelPage {
  readonly items: readonly VoiceModel[];
  /** How many voices of this page could not be read, and are not in `items`. */
  readonly leftOut: number;
  /** How many there are on all pages; `undefined` where the service does not say so. */
  readonly total: number | undefined;
  /** Whether the service says that `total` is not exact. */
  readonly isTotalInexact: boolean;
  /** `undefined` where the service does not say so. */
  readonly hasMore: boolean | undefined;
  /** How many of the list can be had, page by page, where the service limits that. */
  readonly reach: number | undefined;
}

/** The window of the public list, where the service says that there is one and not how long it is. From its documents. */
const USUAL_WINDOW = 1_000;

/** Reads documents of voices one by one: an odd one is logged and counted, and spoils no other. */
export class VoiceModelReader {
  readonly #log: Logger;
  #oddCount = 0;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** How many documents could not be read. */
  get oddCount(): number {
    return this.#oddCount;
  }

  /** The document of one voice. @throws {SpeechError} SPEECH_MALFORMED_ANSWER for one that cannot be read. */
  one(document: unknown): VoiceModel {
    const read = oneVoiceModelSchema.safeParse(document);
    if (read.success) return read.data;
    this.#note(document, read.error);
    throw malformedAnswer(faultOf(read.error));
  }

  /** Response of GET /model. @throws {SpeechError} SPEECH_MALFORMED_ANSWER for what is no page. */
  page(answer: unknown): VoiceModelPage {
    const read = voiceModelPageSchema.safeParse(answer);
    if (!read.success) throw malformedAnswer(faultOf(read.error));
    const page = read.data;
    const documents = page.items.slice(0, LIMITS.modelMaxPageSize);
    const items = documents.flatMap((document) => this.#listed(document));
    return {
      items,
      leftOut: documents.length - items.length,
      total: page.total,
      isTotalInexact: page.total_is_exact === false,
      hasMore: page.has_more,
      reach: page.accessible_upper_bound ?? (page.window_limited === true ? USUAL_WINDOW : undefined),
    };
  }

  #listed(document: unknown): readonly VoiceModel[] {
    const read = voiceModelSchema.safeParse(document);
    if (read.success) return [read.data];
    this.#note(document, read.error);
    return [];
  }

  /** The fault quotes nothing of the document; its id is logged only if it can be nothing else. */
  #note(document: unknown, error: z.ZodError): void {
    this.#oddCount += 1;
    const fields = { voiceId: voiceIdOf(document), fault: faultOf(error) };
    this.#log.warn(fields, "a document of a voice cannot be read: the speech service's interface may have changed");
  }
}

function voiceIdOf(document: unknown): string | undefined {
  const id: unknown = typeof document === 'object' && document !== null ? Reflect.get(document, '_id') : undefined;
  return typeof id === 'string' && VOICE_ID.test(id) ? id : undefined;
}

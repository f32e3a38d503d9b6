import {
  LIMITS,
  type ModelState,
  oneVoiceModelSchema,
  VOICE_ID,
  type VoiceModel,
  voiceModelPageSchema,
  voiceModelSchema,
} from '@mynah/speech-wire/wire';
import type { z } from 'zod';
import type { Logger } from '../log/log.ts';
import { malformedAnswer } from './speech-error.ts';
import { faultOf } from './wire-fault.ts';

/** What could be read of a voice's document that could not be read as a whole. */
export interface OddVoice {
  readonly id: string | undefined;
  readonly title: string | undefined;
  readonly createdAt: string | undefined;
}

/** One page of a listing. */
export interface VoiceModelPage {
  readonly items: readonly VoiceModel[];
  /** The voices of this page that could not be read, and are not in `items`. */
  readonly odd: readonly OddVoice[];
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

  /**
   * The document of one voice, with a state that this version does not know read as `unknownState`.
   * @throws {SpeechError} SPEECH_MALFORMED_ANSWER for one that cannot be read.
   */
  one(document: unknown, unknownState: ModelState): VoiceModel {
    const read = oneVoiceModelSchema(unknownState).safeParse(document);
    if (read.success) {
      const isRead = voiceModelSchema.shape.visibility.safeParse(fieldOf(document, 'visibility')).success;
      return { ...read.data, visibility_assumed: isRead ? undefined : true };
    }
    this.#note(document, read.error);
    throw malformedAnswer(faultOf(read.error));
  }

  /** Response of GET /model. @throws {SpeechError} SPEECH_MALFORMED_ANSWER for what is no page. */
  page(answer: unknown): VoiceModelPage {
    const read = voiceModelPageSchema.safeParse(answer);
    if (!read.success) throw malformedAnswer(faultOf(read.error));
    const page = read.data;
    const documents = page.items.slice(0, LIMITS.modelMaxPageSize);
    const listed = documents.map((document) => this.#listed(document));
    return {
      items: listed.flatMap(({ model }) => model ?? []),
      odd: listed.flatMap(({ odd }) => odd ?? []),
      total: page.total,
      isTotalInexact: page.total_is_exact === false,
      hasMore: page.has_more,
      reach: page.accessible_upper_bound ?? (page.window_limited === true ? USUAL_WINDOW : undefined),
    };
  }

  #listed(document: unknown): { readonly model?: VoiceModel; readonly odd?: OddVoice } {
    const read = voiceModelSchema.safeParse(document);
    if (read.success) return { model: read.data };
    this.#note(document, read.error);
    const { title, created_at } = voiceModelSchema.shape;
    return {
      odd: {
        id: voiceIdOf(document),
        title: title.safeParse(fieldOf(document, 'title')).data,
        createdAt: created_at.safeParse(fieldOf(document, 'created_at')).data,
      },
    };
  }

  /** The fault quotes nothing of the document; its id is logged only if it can be nothing else. */
  #note(document: unknown, error: z.ZodError): void {
    this.#oddCount += 1;
    const fields = { voiceId: voiceIdOf(document), fault: faultOf(error) };
    this.#log.warn(fields, "a document of a voice cannot be read: the speech service's interface may have changed");
  }
}

function fieldOf(document: unknown, name: string): unknown {
  return typeof document === 'object' && document !== null ? Reflect.get(document, name) : undefined;
}

function voiceIdOf(document: unknown): string | undefined {
  const id = fieldOf(document, '_id');
  return typeof id === 'string' && VOICE_ID.test(id) ? id : undefined;
}

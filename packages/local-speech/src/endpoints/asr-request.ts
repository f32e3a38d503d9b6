import { PRO_MODEL } from '@mynah/speech-wire/wire';
import { z } from 'zod';
import { Refusal } from '../http/refused-request.ts';
import { uploadSchema } from '../http/upload.ts';
import { validate } from '../http/validate.ts';
import type { AsrInterface } from '../local-speech-api.ts';

/** A request for a transcript. */
export interface AsrRequest {
  readonly audio: z.output<typeof uploadSchema>;
  readonly language: string;
  readonly timestamps: boolean;
  /** Whether the larger model serves it. */
  readonly isPro: boolean;
  readonly diarize: boolean;
  readonly tagAudioEvents: boolean;
}

/** A form has only text. */
const boolean = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]).nullish();
const count = z
  .union([z.int(), z.string().regex(/^\d+$/).transform(Number)])
  .refine((value) => value >= 1, 'expected at least 1')
  .nullish();

const documented = {
  audio: uploadSchema,
  language: z.string().nullish(),
  // In a form, everything but `true` counts as false.
  ignore_timestamps: z.union([z.boolean(), z.string().transform((text) => text === 'true')]).default(true),
};
/** Fields of the larger model only. */
const ofPro = {
  diarize: boolean,
  tag_audio_events: boolean,
  num_speakers: count,
  min_speakers: count,
  max_speakers: count,
};

const documentSchema = z.object(documented);
const strictDocumentSchema = z.strictObject(documented);
const schema = z.object({ ...documented, ...ofPro });

/**
 * Reads the body of POST /v1/asr, and the `model` header.
 * @throws {Refusal} 400 for wrong values, and for what this interface does not have; 422 for missing ones.
 */
export function readAsrRequest(body: unknown, model: string | undefined, asrInterface: AsrInterface): AsrRequest {
  switch (asrInterface) {
    case 'document': {
      return ofDocument(validate(documentSchema, body, { where: 'body' }));
    }
    case 'strict-document': {
      if (model !== undefined) throw new Refusal(400, 'model: unknown header');
      return ofDocument(validate(strictDocumentSchema, body, { where: 'body' }));
    }
    case 'until-2026':
    case 'from-2027': {
      const fields = validate(schema, body, { where: 'body' });
      const isPro = asrInterface === 'from-2027' || model === PRO_MODEL;
      if (!isPro) refuseFieldsOfPro(fields);
      const { diarize, tag_audio_events: tagAudioEvents } = fields;
      return { ...ofDocument(fields), isPro, diarize: diarize ?? true, tagAudioEvents: tagAudioEvents ?? true };
    }
  }
}

function ofDocument({ audio, language, ignore_timestamps }: z.output<typeof documentSchema>): AsrRequest {
  const none = { isPro: false, diarize: false, tagAudioEvents: false };
  return { audio, language: language ?? '', timestamps: !ignore_timestamps, ...none };
}

function refuseFieldsOfPro(fields: object): void {
  const wrong = Object.keys(ofPro).find((name) => (Reflect.get(fields, name) ?? undefined) !== undefined);
  if (wrong !== undefined) throw new Refusal(400, `${wrong}: only ${PRO_MODEL} has this field`);
}

import type { Language } from '../language.ts';
import type { Texts } from '../text-types.ts';

/** What a sentence about a failure can mention besides the failure itself. */
interface FailureDetails {
  /** The service's own explanation, a limit's code, or the kind of file or sound; sanitized. `undefined` where there is none. */
  readonly detail: string | undefined;
  /** File name extensions of the recordings that can be read. */
  readonly readableFormats: readonly string[];
}

type Failure = (details: FailureDetails) => string;

/** Failures, by code. */
const UNKNOWN_CODEC = 'unknown-codec';
const SILENT_VIDEO = 'silent-video';

export function errorMessages(catalogue: Texts['errors'], { format, names: { option } }: Language) {
  const { parts, ...own } = catalogue;

  const readableFormats = ({ formats }: { readonly formats: readonly string[] }): string =>
    parts.readableFormats({ formats: format.list(formats) });

  const gaveUp: Failure = ({ detail }) =>
    detail === undefined ? parts.gaveUp.withoutDetail : parts.gaveUp.withDetail({ detail });

  /** What is wrong with a request that breaks a limit of the speech service, by the limit's code. */
  const LIMIT_MESSAGES: ReadonlyMap<string, string> = new Map([
    ['text-empty', parts.limitMessages.textEmpty],
    ['control-tokens', parts.limitMessages.controlTokens],
    ['recording-empty', parts.limitMessages.recordingEmpty],
    ['recording-too-large', parts.limitMessages.recordingTooLarge],
    ['recording-too-short', parts.limitMessages.recordingTooShort],
    ['recording-too-long', parts.limitMessages.recordingTooLong],
    ['voice-recordings', parts.limitMessages.voiceRecordings],
    ['voice-transcripts', parts.limitMessages.voiceTranscripts],
    ['voice-cover', parts.limitMessages.voiceCover],
    ['voice-title', parts.limitMessages.voiceTitle],
    ['voice-id', parts.limitMessages.voiceId],
    ['update-empty', parts.limitMessages.updateEmpty],
    ['tags-and-cover', parts.limitMessages.tagsAndCover],
    ['page-size', parts.limitMessages.pageSize],
    ['page-number', parts.limitMessages.pageNumber],
  ]);

  /** Kinds of files and sound that can't be read, by their code. Other kinds have only their own name. */
  const RECORDING_KINDS: ReadonlyMap<string, string> = new Map([
    ['png-picture', parts.recordingKinds.pngPicture],
    ['jpeg-picture', parts.recordingKinds.jpegPicture],
    ['gif-picture', parts.recordingKinds.gifPicture],
    ['webp-picture', parts.recordingKinds.webpPicture],
    ['bmp-picture', parts.recordingKinds.bmpPicture],
    ['ogg-other', parts.recordingKinds.oggOther],
    ['wma-or-wmv', parts.recordingKinds.wmaOrWmv],
    ['wav-adpcm', parts.recordingKinds.wavAdpcm],
    ['wav-ima-adpcm', parts.recordingKinds.wavImaAdpcm],
    ['wav-gsm', parts.recordingKinds.wavGsm],
    ['wav-mp3', parts.recordingKinds.wavMp3],
    ['AC-3', parts.recordingKinds.AC3],
    ['E-AC-3', parts.recordingKinds.EAC3],
    [UNKNOWN_CODEC, parts.recordingKinds.unknownCodec],
  ]);

  function kindOf(code: string): string {
    const wavFormat = /^wav-format-(\d+)$/.exec(code)?.[1];
    return wavFormat === undefined ? (RECORDING_KINDS.get(code) ?? code) : parts.kindOf.withWavFormat({ wavFormat });
  }
  return {
    ...own,
    /** One sentence or two for each code that a person can do something about, or pass on. */
    byCode: {
      ...catalogue.byCode,
      SPEECH_BAD_REQUEST: ({ detail }: FailureDetails): string =>
        detail === undefined
          ? catalogue.byCode.SPEECH_BAD_REQUEST.withoutDetail({ voice: option('voice') })
          : catalogue.byCode.SPEECH_BAD_REQUEST.withDetail({ detail, voice: option('voice') }),
      SPEECH_FORBIDDEN: ({ detail }: FailureDetails): string =>
        detail === undefined
          ? catalogue.byCode.SPEECH_FORBIDDEN.withoutDetail
          : catalogue.byCode.SPEECH_FORBIDDEN.withDetail({ detail }),
      SPEECH_NOT_FOUND: catalogue.byCode.SPEECH_NOT_FOUND({ voice: option('voice') }),
      SPEECH_INVALID: ({ detail }: FailureDetails): string =>
        detail === undefined
          ? catalogue.byCode.SPEECH_INVALID.withoutDetail
          : catalogue.byCode.SPEECH_INVALID.withDetail({ detail }),
      SPEECH_REJECTED: ({ detail }: FailureDetails): string =>
        detail === undefined
          ? catalogue.byCode.SPEECH_REJECTED.withoutDetail
          : catalogue.byCode.SPEECH_REJECTED.withDetail({ detail }),
      SPEECH_LIVE_FINISH_ERROR: gaveUp,
      SPEECH_LIVE_ERROR_EVENT: gaveUp,
      SPEECH_LIMIT: ({ detail }: FailureDetails): string =>
        LIMIT_MESSAGES.get(detail ?? '') ?? catalogue.byCode.SPEECH_LIMIT,
      AUDIO_NOT_AUDIO: ({ readableFormats: formats }: FailureDetails): string =>
        catalogue.byCode.AUDIO_NOT_AUDIO({ readableFormats: readableFormats({ formats }) }),
      AUDIO_NO_TRACK: ({ detail }: FailureDetails): string => {
        if (detail === SILENT_VIDEO) return catalogue.byCode.AUDIO_NO_TRACK.silentVideo;
        return detail === undefined
          ? catalogue.byCode.AUDIO_NO_TRACK.withoutDetail
          : catalogue.byCode.AUDIO_NO_TRACK.withDetail({ detail: kindOf(detail) });
      },
      AUDIO_CODEC: ({ detail, readableFormats: formats }: FailureDetails): string =>
        detail === undefined
          ? catalogue.byCode.AUDIO_CODEC.withoutDetail({ readableFormats: readableFormats({ formats }) })
          : catalogue.byCode.AUDIO_CODEC.withDetail({
              detail: kindOf(detail),
              readableFormats: readableFormats({ formats }),
            }),
      AUDIO_PART_CODEC: ({ detail }: FailureDetails): string =>
        detail === undefined || detail === UNKNOWN_CODEC
          ? catalogue.byCode.AUDIO_PART_CODEC.unknown
          : catalogue.byCode.AUDIO_PART_CODEC.known({ detail: kindOf(detail) }),
      VOICE_MODEL_REJECTED: ({ detail }: FailureDetails): string =>
        detail === undefined
          ? catalogue.byCode.VOICE_MODEL_REJECTED.withoutDetail
          : catalogue.byCode.VOICE_MODEL_REJECTED.withDetail({ detail }),
      VOICE_MODEL_FORBIDDEN: ({ detail }: FailureDetails): string =>
        detail === undefined
          ? catalogue.byCode.VOICE_MODEL_FORBIDDEN.withoutDetail
          : catalogue.byCode.VOICE_MODEL_FORBIDDEN.withDetail({ detail }),
      FILES_REFUSED: ({ detail }: FailureDetails): string =>
        detail === undefined
          ? catalogue.byCode.FILES_REFUSED.withoutDetail
          : catalogue.byCode.FILES_REFUSED.withDetail({ detail }),
    },
    /** A failure of the speech service, which named the request; `requestId` has no backticks. */
    withRequestId: ({ message, requestId }: { readonly message: string; readonly requestId: string }): string =>
      catalogue.withRequestId({ message, request: requestId }),
    /** Which recordings can be read; `formats` are file name extensions. */
    readableFormats,
  };
}

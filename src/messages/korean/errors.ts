import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { option } from './names.ts';

const format = createFormat('ko');

type Errors = Messages['errors'];
type Failure = Errors['byCode']['SPEECH_INVALID'];

const RESTARTING = '다시 시작하는 중이에요. 잠시 후 다시 시도해 주세요.';
const UNREADABLE_AUDIO = '음성 서비스가 보낸 오디오를 읽을 수 없어요. 잠시 후 다시 시도해 주세요.';
const UNREADABLE_ANSWER = '음성 서비스가 보낸 응답을 읽을 수 없어요. 잠시 후 다시 시도해 주세요.';

const readableFormats: Errors['readableFormats'] = ({ formats }) => `지원하는 형식: ${format.list(formats)}.`;

/** A sentence, with the service's own explanation in front of what to do about it. */
const explained =
  (sentence: string, next = ''): Failure =>
  ({ detail }) =>
    [
      sentence,
      ...(detail === undefined ? [] : [`음성 서비스의 설명: “${detail}”.`]),
      ...(next === '' ? [] : [next]),
    ].join(' ');

const gaveUp = explained('음성 서비스가 이 글을 읽지 못했어요.', '잠시 후 다시 시도해 주세요.');

const LIMIT_MESSAGES: ReadonlyMap<string, string> = new Map([
  ['text-empty', '이 글에는 읽을 내용이 없어요. 다른 글로 시도해 주세요.'],
  ['control-tokens', '`<|`나 `|>`가 들어 있는 글은 읽을 수 없어요. 지운 다음 다시 시도해 주세요.'],
  ['recording-empty', '비어 있는 녹음이 있어요. 다시 첨부해 주세요.'],
  ['recording-too-large', '음성 서비스는 최대 20MB인 녹음까지 받아요. 더 작은 파일을 첨부해 주세요.'],
  ['recording-too-short', '녹음이 너무 짧아요. 1초 이상이어야 해요.'],
  ['recording-too-long', '음성 서비스는 최대 60분인 녹음까지 받아요. 더 짧은 녹음을 첨부해 주세요.'],
  ['voice-recordings', '목소리는 녹음 1~20개로 만들 수 있어요.'],
  ['voice-transcripts', '목소리 하나에 스크립트는 최대 20개까지 넣을 수 있어요.'],
  ['voice-cover', '공개 목소리에는 커버 이미지가 필요해요.'],
  ['voice-title', '목소리에는 제목이 필요해요.'],
  ['voice-id', '목소리 ID가 아니에요. 추천 목록에서 골라 주세요.'],
  ['update-empty', '변경된 내용이 없어요. 수정한 다음 다시 저장해 주세요.'],
  ['tags-and-cover', '태그 삭제와 커버 이미지 설정은 한 번에 하나씩 해 주세요.'],
  ['page-size', '목록의 한 페이지에는 목소리를 1~100개 표시할 수 있어요.'],
  ['page-number', '목록의 첫 페이지는 1페이지예요.'],
]);

const UNKNOWN_CODEC = 'unknown-codec';
const SILENT_VIDEO = 'silent-video';

const RECORDING_KINDS: ReadonlyMap<string, string> = new Map([
  ['png-picture', 'PNG 이미지'],
  ['jpeg-picture', 'JPEG 이미지'],
  ['gif-picture', 'GIF 이미지'],
  ['webp-picture', 'WebP 이미지'],
  ['bmp-picture', 'BMP 이미지'],
  ['ogg-other', 'Opus나 Vorbis가 아닌 Ogg'],
  ['wma-or-wmv', 'WMA 또는 WMV'],
  ['wav-adpcm', 'ADPCM 방식의 WAV'],
  ['wav-ima-adpcm', 'IMA ADPCM 방식의 WAV'],
  ['wav-gsm', 'GSM 방식의 WAV'],
  ['wav-mp3', 'MP3 방식의 WAV'],
  ['AC-3', 'Dolby Digital(AC-3)'],
  ['E-AC-3', 'Dolby Digital Plus(E-AC-3)'],
  [UNKNOWN_CODEC, '알 수 없는 코덱'],
]);

function kindOf(code: string): string {
  const wavFormat = /^wav-format-(\d+)$/.exec(code)?.[1];
  return wavFormat === undefined ? (RECORDING_KINDS.get(code) ?? code) : `WAV 형식 ${wavFormat}`;
}

/** Korean: failures, by code. */
export const errorMessages: Errors = {
  byCode: {
    SPEECH_BAD_REQUEST: explained(
      '음성 서비스가 이 요청을 받아들이지 않아요.',
      `${option('voice')} 옵션은 추천 목록에서 고르거나 비워 두세요.`,
    ),
    SPEECH_UNAUTHORIZED:
      '음성 서비스가 제 API 키를 거부해서 글을 읽거나 자막을 표시할 수 없어요. 봇 운영자에게 `SPEECH_API_KEY`를 확인해 달라고 요청해 주세요.',
    SPEECH_OUT_OF_CREDITS:
      '음성 서비스 계정의 API 크레딧이 부족해요. 봇 운영자에게 충전을 요청해 주세요. 플랫폼 크레딧과는 별개예요.',
    SPEECH_FORBIDDEN: explained('제 음성 서비스 계정에는 이 작업을 할 권한이 없어요.', '다른 목소리로 시도해 주세요.'),
    SPEECH_NOT_FOUND: `음성 서비스에 이 목소리가 이제 없어요. 다른 목소리를 고르거나 ${option('voice')} 옵션을 비워 두세요.`,
    SPEECH_TOO_LARGE: '음성 서비스가 처리하기에는 너무 커요. 더 짧게 줄여 주세요.',
    SPEECH_INVALID: explained('음성 서비스가 이 요청에서 잘못된 부분을 찾았어요.'),
    SPEECH_REJECTED: explained('음성 서비스가 이 요청을 거부했어요.'),
    SPEECH_RATE_LIMITED: '동시에 들어온 요청이 너무 많아서 음성 서비스가 붐벼요. 잠시 후 다시 시도해 주세요.',
    SPEECH_BUSY: '지금은 할 일이 너무 많아요. 잠시 후 다시 시도해 주세요.',
    SPEECH_UNAVAILABLE: '지금 음성 서비스에 문제가 있어요. 1분 후 다시 시도해 주세요.',
    SPEECH_TIMEOUT: '음성 서비스의 응답이 너무 늦어요. 잠시 후 다시 시도해 주세요.',
    SPEECH_CONNECTION: '음성 서비스에 연결할 수 없어요. 1분 후 다시 시도하고, 계속되면 봇 운영자에게 알려 주세요.',
    SPEECH_LIVE_STALLED: '글을 읽는 중에 음성 서비스가 멈췄어요. 잠시 후 다시 시도해 주세요.',
    SPEECH_LIVE_CLOSED: '글을 읽는 중에 음성 서비스와의 연결이 끊겼어요. 잠시 후 다시 시도해 주세요.',
    SPEECH_LIVE_FINISH_ERROR: gaveUp,
    SPEECH_LIVE_ERROR_EVENT: gaveUp,
    SPEECH_LIVE_GARBAGE: UNREADABLE_ANSWER,
    SPEECH_MALFORMED_ANSWER: UNREADABLE_ANSWER,
    SPEECH_LIMIT: ({ detail }) =>
      LIMIT_MESSAGES.get(detail ?? '') ?? '음성 서비스의 한도를 넘었어요. 더 짧게 줄여 주세요.',
    SPEECH_CLOSED: RESTARTING,
    SPEECH_FILE_TOO_LARGE: '오디오 파일이 이곳의 Discord 업로드 한도보다 커요. 더 짧은 글로 시도해 주세요.',

    OGG_MALFORMED: UNREADABLE_AUDIO,
    OPUS_MALFORMED: UNREADABLE_AUDIO,
    AUDIO_MALFORMED: UNREADABLE_AUDIO,
    AUDIO_UNSUPPORTED:
      '음성 서비스가 보낸 오디오는 지원하지 않는 형식이에요. 봇 운영자에게 `SPEECH_TTS_FORMAT`을 확인해 달라고 요청해 주세요.',

    AUDIO_EMPTY: '파일이 비어 있어요. 업로드가 중단됐을 수 있으니 다시 첨부해 주세요.',
    AUDIO_NOT_AUDIO: ({ readableFormats: formats }) =>
      `이 파일에는 읽을 수 있는 오디오가 없어요. ${readableFormats({ formats })}`,
    AUDIO_NO_TRACK: ({ detail }) => {
      if (detail === SILENT_VIDEO) return '이 동영상에는 소리가 없어요. 녹음이나 소리가 있는 동영상을 첨부해 주세요.';
      return detail === undefined
        ? '이 파일에는 소리가 없어요. 녹음이나 소리가 있는 동영상을 첨부해 주세요.'
        : `이 파일에는 소리가 없어요(${kindOf(detail)}). 녹음이나 소리가 있는 동영상을 첨부해 주세요.`;
    },
    AUDIO_BROKEN: '파일이 손상됐거나 완전하지 않아서 소리를 읽을 수 없어요. 다시 내보내거나 녹음해 주세요.',
    AUDIO_PROTECTED: '복사 방지(DRM)된 파일이라 전용 플레이어에서만 열 수 있어요. 보호되지 않은 파일을 첨부해 주세요.',
    AUDIO_CODEC: ({ detail, readableFormats: formats }) =>
      detail === undefined
        ? `지원하지 않는 종류의 소리예요. 파일을 먼저 mp3나 wav로 변환해 주세요. ${readableFormats({ formats })}`
        : `지원하지 않는 종류의 소리예요(${kindOf(detail)}). 파일을 먼저 mp3나 wav로 변환해 주세요. ${readableFormats({ formats })}`,
    AUDIO_TOO_SHORT: '녹음이 너무 짧아요. 1초 이상이어야 해요.',
    AUDIO_PART_BROKEN: '파일의 이 부분이 손상됐어요.',
    AUDIO_PART_CODEC: ({ detail }) =>
      detail === undefined || detail === UNKNOWN_CODEC
        ? '이 부분은 지원하지 않는 코덱을 써요. 파일을 먼저 mp3나 wav로 변환해 주세요.'
        : `이 부분은 지원하지 않는 코덱을 써요(${kindOf(detail)}). 파일을 먼저 mp3나 wav로 변환해 주세요.`,
    AUDIO_PART_TOO_SHORT: '파일의 이 부분은 1초보다 짧아서 따로 읽을 수 없어요.',
    AUDIO_PART_TOO_MANY: '파일에 이어지는 부분이 너무 많아요. 나눠서 첨부해 주세요.',

    VOICE_MODEL_REJECTED: ({ detail }) =>
      detail === undefined
        ? '음성 서비스가 이 요청을 거부했어요. 1분 후 다시 시도하고, 계속되면 봇 운영자에게 알려 주세요.'
        : `음성 서비스가 이 요청을 거부했어요. 음성 서비스의 설명: “${detail}”.`,
    VOICE_MODEL_FORBIDDEN: explained(
      '제 음성 서비스 계정에는 이 작업을 할 권한이 없어요.',
      '봇 운영자에게 계정을 확인해 달라고 요청해 주세요.',
    ),

    STORE_UNAVAILABLE:
      '데이터베이스에 연결할 수 없어서 아무것도 변경하지 않았어요. 1분 후 다시 시도하고, 계속되면 봇 운영자에게 알려 주세요.',
    STORE_FAILED: '데이터베이스가 이 요청을 거부했어요. 봇 운영자에게 로그를 확인해 달라고 요청해 주세요.',

    ATTACHMENT_FOREIGN: 'Discord에 있는 파일만 받을 수 있어요. 파일을 여기에 업로드해 주세요.',
    ATTACHMENT_EXPIRED: '파일이 삭제됐거나 링크가 만료돼서 Discord에 이제 없어요. 다시 업로드해 주세요.',
    ATTACHMENT_TOO_LARGE: '파일이 너무 커요. 더 작은 파일로 시도해 주세요.',
    ATTACHMENT_BROKE_OFF: 'Discord에서 파일을 다운로드하다가 중단됐어요. 잠시 후 다시 시도해 주세요.',
    ATTACHMENT_REFUSED:
      'Discord가 이 파일의 다운로드를 허용하지 않아요. 다시 업로드하고, 그래도 안 되면 봇 운영자에게 알려 주세요.',

    FILES_BUSY: '지금 받아쓰고 있는 녹음이 너무 많아요. 몇 개가 끝난 다음 다시 시도해 주세요.',
    FILES_TOO_LARGE: '파일이 제가 처리할 수 있는 크기보다 커요. 더 작은 파일로 시도해 주세요.',
    FILES_TOO_LONG: '녹음이 제가 처리할 수 있는 길이보다 길어요. 나눠서 첨부해 주세요.',
    FILES_DISK_FULL: '다른 파일을 처리하고 있어서 이 파일을 저장할 공간이 없어요. 몇 분 후 다시 시도해 주세요.',
    FILES_DISK_FAILED: '처리할 파일을 저장하지 못했어요. 봇 운영자에게 로그를 확인해 달라고 요청해 주세요.',
    FILES_PIECE_FAILED: '녹음을 나누지 못했어요. 손상됐을 수 있으니 다시 내보내거나 녹음해 주세요.',
    FILES_REFUSED: explained('음성 서비스가 이 녹음을 받아들이지 않아요.'),

    VOICE_THREAD_LOST: '음성 연결이 끊겨서 다시 시작하는 중이에요. 잠시 후 다시 시도해 주세요.',
    VOICE_CLOSED: RESTARTING,
    VOICE_NO_AUDIO: '음성 서비스가 이 글에서 아무 소리도 만들지 못했어요. 다른 말로 시도해 주세요.',
    VOICE_TOO_MUCH_AUDIO: '음성 서비스가 이 글에 비해 너무 긴 오디오를 보냈어요. 잠시 후 다시 시도해 주세요.',

    DISCORD_ANSWER_TOO_LARGE: '답변에 첨부할 파일이 이곳의 Discord 업로드 한도보다 커요. 요청하는 양을 줄여 주세요.',
  },

  unexpected: ({ reference }) =>
    `처리하는 중에 문제가 생겼어요. 다시 생기면 봇 운영자에게 이 참조 번호를 알려 주세요: \`${reference}\`.`,
  withRequestId: ({ message, requestId }) => `${message} 음성 서비스의 참조 번호: \`${requestId}\`.`,
  readableFormats,
};

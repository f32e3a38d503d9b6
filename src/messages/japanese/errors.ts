import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { option } from './names.ts';

const format = createFormat('ja');

type Errors = Messages['errors'];
type Failure = Errors['byCode']['SPEECH_INVALID'];

const SOON = '少し待ってからもう一度お試しください。';
const IN_A_MINUTE = '1分ほど待ってからもう一度お試しください。';
const OTHERWISE_TELL = '繰り返し起きる場合は、Botの運営者に知らせてください。';
const LOOK_AT_LOG = 'Botの運営者にログの確認を依頼してください。';
const CONVERT = '先にファイルをmp3またはwavに変換してください。';
const RECORD_AGAIN = 'もう一度書き出すか、録音し直してください。';
const WITH_SOUND = '録音、または音声のある動画を添付してください。';

const RESTARTING = `再起動中です。${SOON}`;
const UNREADABLE_AUDIO = `音声サービスから、読み取れない音声が届きました。${SOON}`;
const UNREADABLE_ANSWER = `音声サービスから、読み取れない応答が届きました。${SOON}`;

const readableFormats: Errors['readableFormats'] = ({ formats }) => `対応形式は${format.list(formats)}です。`;

const withDetail = (sentence: string, detail: string | undefined): string =>
  detail === undefined ? sentence : `${sentence}音声サービスの説明は「${detail}」です。`;

const gaveUp: Failure = ({ detail }) =>
  `${withDetail('音声サービスがこのテキストの読み上げに失敗しました。', detail)}${SOON}`;

const LIMIT_MESSAGES: ReadonlyMap<string, string> = new Map([
  ['text-empty', 'このテキストには読み上げるものがありません。別のテキストをお試しください。'],
  ['control-tokens', '`<|` や `|>` を含むテキストは読み上げられません。取り除いてから、もう一度お試しください。'],
  ['recording-empty', '空の録音があります。添付し直してください。'],
  ['recording-too-large', '音声サービスが受け付ける録音は20 MBまでです。もっと小さいファイルを添付してください。'],
  ['recording-too-short', 'この録音は短すぎます。1秒以上のものを使ってください。'],
  ['recording-too-long', '音声サービスが受け付ける録音は60分までです。もっと短いものを添付してください。'],
  ['voice-recordings', '声の作成に使える録音は1～20件です。'],
  ['voice-transcripts', '声に付けられる書き起こしは20件までです。'],
  ['voice-cover', '公開の声にはカバー画像が必要です。'],
  ['voice-title', '声にはタイトルが必要です。'],
  ['voice-id', 'これは声のIDではありません。候補から選んでください。'],
  ['update-empty', '変更がありません。どこかを変更してから、もう一度保存してください。'],
  ['tags-and-cover', 'タグの削除とカバー画像の設定は、1つずつ行ってください。'],
  ['page-size', '一覧の1ページに表示できる声は1～100件です。'],
  ['page-number', '一覧の最初のページは1ページです。'],
]);

const UNKNOWN_CODEC = 'unknown-codec';
const SILENT_VIDEO = 'silent-video';

const RECORDING_KINDS: ReadonlyMap<string, string> = new Map([
  ['png-picture', 'PNG画像'],
  ['jpeg-picture', 'JPEG画像'],
  ['gif-picture', 'GIF画像'],
  ['webp-picture', 'WebP画像'],
  ['bmp-picture', 'BMP画像'],
  ['ogg-other', 'OpusでもVorbisでもないOgg'],
  ['wma-or-wmv', 'WMAまたはWMV'],
  ['wav-adpcm', 'ADPCMのWAV'],
  ['wav-ima-adpcm', 'IMA ADPCMのWAV'],
  ['wav-gsm', 'GSMのWAV'],
  ['wav-mp3', 'MP3のWAV'],
  ['AC-3', 'Dolby Digital（AC-3）'],
  ['E-AC-3', 'Dolby Digital Plus（E-AC-3）'],
  [UNKNOWN_CODEC, '不明なコーデック'],
]);

function kindOf(code: string): string {
  const wavFormat = /^wav-format-(\d+)$/.exec(code)?.[1];
  return wavFormat === undefined ? (RECORDING_KINDS.get(code) ?? code) : `WAVのフォーマット番号${wavFormat}`;
}

/** Japanese: failures, by code. */
export const errorMessages: Errors = {
  byCode: {
    SPEECH_BAD_REQUEST: ({ detail }) =>
      `${withDetail('音声サービスがこのリクエストを受け付けませんでした。', detail)}${option('voice')} の候補から声を選ぶか、${option('voice')} を省略してください。`,
    SPEECH_UNAUTHORIZED:
      '音声サービスにAPIキーを拒否されたため、読み上げも字幕も使えません。Botの運営者に `SPEECH_API_KEY` の確認を依頼してください。',
    SPEECH_OUT_OF_CREDITS:
      '音声サービスのAPIクレジットがなくなりました。Botの運営者にチャージを依頼してください。プラットフォームのクレジットとは別のものです。',
    SPEECH_FORBIDDEN: ({ detail }) =>
      `${withDetail('Botの音声サービスのアカウントでは、この操作は許可されていません。', detail)}別の声をお試しください。`,
    SPEECH_NOT_FOUND: `この声はもう音声サービスにありません。別の声を選ぶか、${option('voice')} を省略してください。`,
    SPEECH_TOO_LARGE: '音声サービスで扱える大きさを超えています。短くしてお試しください。',
    SPEECH_INVALID: ({ detail }) => withDetail('音声サービスで、このリクエストに誤りが見つかりました。', detail),
    SPEECH_REJECTED: ({ detail }) => withDetail('音声サービスにこのリクエストを拒否されました。', detail),
    SPEECH_RATE_LIMITED: `音声サービスが混み合っています（同時リクエストが多すぎます）。${SOON}`,
    SPEECH_BUSY: `現在、処理が混み合っています。${SOON}`,
    SPEECH_UNAVAILABLE: `現在、音声サービスで問題が発生しています。${IN_A_MINUTE}`,
    SPEECH_TIMEOUT: `音声サービスの応答に時間がかかりすぎました。${SOON}`,
    SPEECH_CONNECTION: `音声サービスに接続できません。${IN_A_MINUTE}${OTHERWISE_TELL}`,
    SPEECH_LIVE_STALLED: `音声サービスがテキストの途中で止まりました。${SOON}`,
    SPEECH_LIVE_CLOSED: `テキストの途中で音声サービスとの接続が切れました。${SOON}`,
    SPEECH_LIVE_FINISH_ERROR: gaveUp,
    SPEECH_LIVE_ERROR_EVENT: gaveUp,
    SPEECH_LIVE_GARBAGE: UNREADABLE_ANSWER,
    SPEECH_MALFORMED_ANSWER: UNREADABLE_ANSWER,
    SPEECH_LIMIT: ({ detail }) =>
      LIMIT_MESSAGES.get(detail ?? '') ?? '音声サービスの上限を超えています。短くしてお試しください。',
    SPEECH_CLOSED: RESTARTING,
    SPEECH_FILE_TOO_LARGE:
      '音声ファイルが、ここでDiscordが許可しているサイズを超えています。テキストを短くしてお試しください。',

    OGG_MALFORMED: UNREADABLE_AUDIO,
    OPUS_MALFORMED: UNREADABLE_AUDIO,
    AUDIO_MALFORMED: UNREADABLE_AUDIO,
    AUDIO_UNSUPPORTED:
      '音声サービスから、対応していない形式の音声が届きました。Botの運営者に `SPEECH_TTS_FORMAT` の確認を依頼してください。',

    AUDIO_EMPTY: 'このファイルは空です。アップロードが途中で切れた可能性があるため、添付し直してください。',
    AUDIO_NOT_AUDIO: ({ readableFormats: formats }) =>
      `このファイルには読み取れる音声が入っていません。${readableFormats({ formats })}`,
    AUDIO_NO_TRACK: ({ detail }) => {
      if (detail === SILENT_VIDEO) return `この動画には音声がありません。${WITH_SOUND}`;
      return detail === undefined
        ? `このファイルには音声がありません。${WITH_SOUND}`
        : `このファイル（${kindOf(detail)}）には音声がありません。${WITH_SOUND}`;
    },
    AUDIO_BROKEN: `このファイルは破損しているか不完全なため、音声を読み取れません。${RECORD_AGAIN}`,
    AUDIO_PROTECTED:
      'このファイルはコピー防止（DRM）されていて、専用のプレイヤーでしか開けません。保護されていないファイルを添付してください。',
    AUDIO_CODEC: ({ detail, readableFormats: formats }) =>
      detail === undefined
        ? `この種類の音声は読み取れません。${CONVERT}${readableFormats({ formats })}`
        : `この種類の音声（${kindOf(detail)}）は読み取れません。${CONVERT}${readableFormats({ formats })}`,
    AUDIO_TOO_SHORT: 'この録音は短すぎます。1秒以上のものを使ってください。',
    AUDIO_PART_BROKEN: 'ファイルのこの部分は破損しています。',
    AUDIO_PART_CODEC: ({ detail }) =>
      detail === undefined || detail === UNKNOWN_CODEC
        ? `この部分には読み取れないコーデックが使われています。${CONVERT}`
        : `この部分には読み取れないコーデック（${kindOf(detail)}）が使われています。${CONVERT}`,
    AUDIO_PART_TOO_SHORT: 'ファイルのこの部分は1秒未満で、単独で読み取るには短すぎます。',
    AUDIO_PART_TOO_MANY: 'ファイルには続きがありますが、部分の数が多すぎます。分割して添付してください。',

    VOICE_MODEL_REJECTED: ({ detail }) =>
      detail === undefined
        ? `音声サービスにこのリクエストを拒否されました。${IN_A_MINUTE}${OTHERWISE_TELL}`
        : withDetail('音声サービスにこのリクエストを拒否されました。', detail),
    VOICE_MODEL_FORBIDDEN: ({ detail }) =>
      `${withDetail('Botの音声サービスのアカウントでは、この操作は許可されていません。', detail)}Botの運営者にアカウントの確認を依頼してください。`,

    STORE_UNAVAILABLE: `データベースに接続できないため、何も変更していません。${IN_A_MINUTE}${OTHERWISE_TELL}`,
    STORE_FAILED: `データベースにこの操作を拒否されました。${LOOK_AT_LOG}`,

    ATTACHMENT_FOREIGN: 'Discord上のファイルのみ使えます。ここにアップロードしてください。',
    ATTACHMENT_EXPIRED:
      'このファイルはDiscordにもうありません（削除されたか、リンクの有効期限切れ）。もう一度アップロードしてください。',
    ATTACHMENT_TOO_LARGE: 'このファイルは大きすぎます。もっと小さいファイルをお試しください。',
    ATTACHMENT_BROKE_OFF: `Discordからのダウンロードが途中で切れました。${SOON}`,
    ATTACHMENT_REFUSED:
      'Discordからこのファイルをダウンロードできません。もう一度アップロードしてください。それでもだめな場合は、Botの運営者に知らせてください。',

    FILES_BUSY: '同時に文字起こしできる録音の数が上限に達しています。ほかの処理が終わってからもう一度お試しください。',
    FILES_TOO_LARGE: 'このファイルは扱える大きさを超えています。もっと小さいファイルをお試しください。',
    FILES_TOO_LONG: 'この録音は扱える長さを超えています。分割して添付してください。',
    FILES_DISK_FULL:
      'ほかのファイルを処理中のため、このファイルを置く空き容量がありません。数分後にもう一度お試しください。',
    FILES_DISK_FAILED: `処理のためにこのファイルを保存することができません。${LOOK_AT_LOG}`,
    FILES_PIECE_FAILED: `この録音を分割できません。破損している可能性があります。${RECORD_AGAIN}`,
    FILES_REFUSED: ({ detail }) => withDetail('音声サービスがこの録音を受け付けませんでした。', detail),

    VOICE_THREAD_LOST: `ボイス接続に異常が起きたため、再起動しています。${SOON}`,
    VOICE_CLOSED: RESTARTING,
    VOICE_NO_AUDIO: 'このテキストから音声が生成されませんでした。別の言葉でお試しください。',
    VOICE_TOO_MUCH_AUDIO: `音声サービスから、テキストに対して長すぎる音声が届きました。${SOON}`,

    DISCORD_ANSWER_TOO_LARGE: '返信のファイルが大きすぎて、ここではDiscordに送れません。範囲を絞ってお試しください。',
  },

  unexpected: ({ reference }) =>
    `Bot側で問題が発生しました。繰り返し起きる場合は、この照会番号をBotの運営者に伝えてください：\`${reference}\``,

  withRequestId: ({ message, requestId }) => `${message}（音声サービスの照会番号：\`${requestId}\`）`,

  readableFormats,
};

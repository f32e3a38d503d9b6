import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { option } from './names.ts';

const format = createFormat('zh');

type Errors = Messages['errors'];
type Failure = Errors['byCode']['SPEECH_INVALID'];

const RESTARTING = '我正在重启，请稍后再试。';
const UNREADABLE_AUDIO = '我无法读取语音服务发来的音频，请稍后再试。';
const UNREADABLE_ANSWER = '我无法读取语音服务发来的回复，请稍后再试。';

const readableFormats: Errors['readableFormats'] = ({ formats }) => `我能读取 ${format.list(formats)}。`;

const gaveUp: Failure = ({ detail }) =>
  detail === undefined
    ? '语音服务没能说出这段文字，请稍后再试。'
    : `语音服务没能说出这段文字，它的说明是：“${detail}”。请稍后再试。`;

const LIMIT_MESSAGES: ReadonlyMap<string, string> = new Map([
  ['text-empty', '这段文字里没有可以说的内容，请换一段。'],
  ['control-tokens', '我无法说出含有 `<|` 或 `|>` 的文字。请删掉它们再试。'],
  ['recording-empty', '有一段录音是空的，请重新附上。'],
  ['recording-too-large', '语音服务只接受不超过 20 MB 的录音。请附上小一些的。'],
  ['recording-too-short', '这段录音太短，至少需要 1 秒。'],
  ['recording-too-long', '语音服务只接受不超过 60 分钟的录音。请附上短一些的。'],
  ['voice-recordings', '创建一个声音需要 1 到 20 段录音。'],
  ['voice-transcripts', '一个声音最多可以有 20 份文字稿。'],
  ['voice-cover', '公开的声音需要封面图片。'],
  ['voice-title', '声音需要标题。'],
  ['voice-id', '这不是声音的 ID，请从建议中选择。'],
  ['update-empty', '没有任何更改。请修改后再保存。'],
  ['tags-and-cover', '请分两次操作：先移除标签，再设置封面图片。'],
  ['page-size', '列表每页显示 1 到 100 个声音。'],
  ['page-number', '列表从第 1 页开始。'],
]);

const UNKNOWN_CODEC = 'unknown-codec';
const SILENT_VIDEO = 'silent-video';

const RECORDING_KINDS: ReadonlyMap<string, string> = new Map([
  ['png-picture', 'PNG 图片'],
  ['jpeg-picture', 'JPEG 图片'],
  ['gif-picture', 'GIF 图片'],
  ['webp-picture', 'WebP 图片'],
  ['bmp-picture', 'BMP 图片'],
  ['ogg-other', '既非 Opus 也非 Vorbis 的 Ogg'],
  ['wma-or-wmv', 'WMA 或 WMV'],
  ['wav-adpcm', 'ADPCM 编码的 WAV'],
  ['wav-ima-adpcm', 'IMA ADPCM 编码的 WAV'],
  ['wav-gsm', 'GSM 编码的 WAV'],
  ['wav-mp3', 'MP3 编码的 WAV'],
  ['AC-3', '杜比数字（AC-3）'],
  ['E-AC-3', '杜比数字+（E-AC-3）'],
  [UNKNOWN_CODEC, '未知编码'],
]);

function kindOf(code: string): string {
  const wavFormat = /^wav-format-(\d+)$/.exec(code)?.[1];
  return wavFormat === undefined ? (RECORDING_KINDS.get(code) ?? code) : `WAV 格式 ${wavFormat}`;
}

/** Simplified Chinese: failures, by code. */
export const errorMessages: Errors = {
  byCode: {
    SPEECH_BAD_REQUEST: ({ detail }) =>
      detail === undefined
        ? `语音服务不接受这个请求。请从 ${option('voice')} 的建议中选择声音，或将 ${option('voice')} 留空。`
        : `语音服务不接受这个请求，它的说明是：“${detail}”。请从 ${option('voice')} 的建议中选择声音，或将 ${option('voice')} 留空。`,
    SPEECH_UNAUTHORIZED:
      '语音服务拒绝了我的 API 密钥，所以我无法说话或生成字幕。请联系机器人的运营者检查 `SPEECH_API_KEY`。',
    SPEECH_OUT_OF_CREDITS: '语音服务账号的 API 余额已用完。请联系机器人的运营者充值：它与平台余额是分开的。',
    SPEECH_FORBIDDEN: ({ detail }) =>
      detail === undefined
        ? '我的语音服务账号无权执行此操作。请换一个声音。'
        : `我的语音服务账号无权执行此操作，服务的说明是：“${detail}”。请换一个声音。`,
    SPEECH_NOT_FOUND: `语音服务中已没有这个声音。请换一个，或将 ${option('voice')} 留空。`,
    SPEECH_TOO_LARGE: '内容太大，语音服务无法处理。请换短一些的。',
    SPEECH_INVALID: ({ detail }) =>
      detail === undefined ? '语音服务认为这个请求有误。' : `语音服务认为这个请求有误，它的说明是：“${detail}”。`,
    SPEECH_REJECTED: ({ detail }) =>
      detail === undefined ? '语音服务拒绝了这个请求。' : `语音服务拒绝了这个请求，它的说明是：“${detail}”。`,
    SPEECH_RATE_LIMITED: '语音服务正忙：同时收到的请求太多，请稍后再试。',
    SPEECH_BUSY: '我现在太忙了，请稍后再试。',
    SPEECH_UNAVAILABLE: '语音服务暂时出现问题，请过一分钟再试。',
    SPEECH_TIMEOUT: '语音服务响应超时，请稍后再试。',
    SPEECH_CONNECTION: '我无法连接语音服务，请过一分钟再试。如果一直这样，请告诉机器人的运营者。',
    SPEECH_LIVE_STALLED: '语音服务说到一半停住了，请稍后再试。',
    SPEECH_LIVE_CLOSED: '语音服务说到一半断开了连接，请稍后再试。',
    SPEECH_LIVE_FINISH_ERROR: gaveUp,
    SPEECH_LIVE_ERROR_EVENT: gaveUp,
    SPEECH_LIVE_GARBAGE: UNREADABLE_ANSWER,
    SPEECH_MALFORMED_ANSWER: UNREADABLE_ANSWER,
    SPEECH_LIMIT: ({ detail }) => LIMIT_MESSAGES.get(detail ?? '') ?? '超出了语音服务的限制。请换短一些的。',
    SPEECH_CLOSED: RESTARTING,
    SPEECH_FILE_TOO_LARGE: '音频超过了 Discord 在这里允许的大小。请换一段短一些的文字。',

    OGG_MALFORMED: UNREADABLE_AUDIO,
    OPUS_MALFORMED: UNREADABLE_AUDIO,
    AUDIO_MALFORMED: UNREADABLE_AUDIO,
    AUDIO_UNSUPPORTED: '我无法读取语音服务发来的这种音频。请联系机器人的运营者检查 `SPEECH_TTS_FORMAT`。',

    AUDIO_EMPTY: '这个文件是空的，可能上传时中断了。请重新附上。',
    AUDIO_NOT_AUDIO: ({ readableFormats: formats }) => `这个文件里没有我能读取的音频。${readableFormats({ formats })}`,
    AUDIO_NO_TRACK: ({ detail }) => {
      if (detail === SILENT_VIDEO) return '这个视频没有声音。请附上录音或有声音的视频。';
      return detail === undefined
        ? '这个文件没有声音。请附上录音或有声音的视频。'
        : `这个文件没有声音（类型：${kindOf(detail)}）。请附上录音或有声音的视频。`;
    },
    AUDIO_BROKEN: '这个文件已损坏或不完整，我无法读取其中的声音。请重新导出或录制。',
    AUDIO_PROTECTED: '这个文件受版权保护（DRM），只能用专属播放器打开。请附上未受保护的文件。',
    AUDIO_CODEC: ({ detail, readableFormats: formats }) =>
      detail === undefined
        ? `我无法读取这种音频。请先把文件转换为 mp3 或 wav。${readableFormats({ formats })}`
        : `我无法读取这种音频：${kindOf(detail)}。请先把文件转换为 mp3 或 wav。${readableFormats({ formats })}`,
    AUDIO_TOO_SHORT: '这段录音太短，至少需要 1 秒。',
    AUDIO_PART_BROKEN: '文件的这一部分已损坏。',
    AUDIO_PART_CODEC: ({ detail }) =>
      detail === undefined || detail === UNKNOWN_CODEC
        ? '我无法读取这一部分的编码。请先把文件转换为 mp3 或 wav。'
        : `我无法读取这一部分的编码：${kindOf(detail)}。请先把文件转换为 mp3 或 wav。`,
    AUDIO_PART_TOO_SHORT: '文件的这一部分不足 1 秒，太短，无法单独读取。',
    AUDIO_PART_TOO_MANY: '文件后面还有内容，但分段太多。请拆分成多个文件再附上。',

    VOICE_MODEL_REJECTED: ({ detail }) =>
      detail === undefined
        ? '语音服务拒绝了这个请求，请过一分钟再试。如果一直这样，请告诉机器人的运营者。'
        : `语音服务拒绝了这个请求，它的说明是：“${detail}”。`,
    VOICE_MODEL_FORBIDDEN: ({ detail }) =>
      detail === undefined
        ? '我的语音服务账号无权执行此操作。请联系机器人的运营者检查账号。'
        : `我的语音服务账号无权执行此操作，服务的说明是：“${detail}”。请联系机器人的运营者检查账号。`,

    STORE_UNAVAILABLE: '我无法连接数据库，所以未做任何更改。请过一分钟再试。如果一直这样，请告诉机器人的运营者。',
    STORE_FAILED: '我的数据库拒绝了此操作。请联系机器人的运营者查看日志。',

    ATTACHMENT_FOREIGN: '我只接受 Discord 上的文件。请把它上传到这里。',
    ATTACHMENT_EXPIRED: 'Discord 上已没有这个文件：它已被删除，或链接已过期。请重新上传。',
    ATTACHMENT_TOO_LARGE: '这个文件太大。请换一个小一些的。',
    ATTACHMENT_BROKE_OFF: '从 Discord 下载这个文件时中断了，请稍后再试。',
    ATTACHMENT_REFUSED: 'Discord 不允许我下载这个文件。请重新上传。如果仍然不行，请告诉机器人的运营者。',

    FILES_BUSY: '我正在转写的录音已达上限。请等其中一些完成后再试。',
    FILES_TOO_LARGE: '这个文件超过了我能处理的大小。请换一个小一些的。',
    FILES_TOO_LONG: '这段录音超过了我能处理的长度。请剪成几段再附上。',
    FILES_DISK_FULL: '我正在处理其他文件，暂时没有空间存放这个文件。请过几分钟再试。',
    FILES_DISK_FAILED: '处理这个文件时，我无法将它保存到磁盘。请联系机器人的运营者查看日志。',
    FILES_PIECE_FAILED: '我无法切分这段录音，它可能已损坏。请重新导出或录制。',
    FILES_REFUSED: ({ detail }) =>
      detail === undefined ? '语音服务不接受这段录音。' : `语音服务不接受这段录音，它的说明是：“${detail}”。`,

    VOICE_THREAD_LOST: '我的语音连接崩溃了，正在恢复，请稍后再试。',
    VOICE_CLOSED: RESTARTING,
    VOICE_NO_AUDIO: '语音服务没有为这段文字生成声音。请换个说法。',
    VOICE_TOO_MUCH_AUDIO: '语音服务发来的音频远远超出这段文字所需，请稍后再试。',

    DISCORD_ANSWER_TOO_LARGE: '我要发送的文件超过了 Discord 在这里允许的大小。请缩小请求的范围。',
  },

  unexpected: ({ reference }) => `我这边出了点问题。如果再次发生，请把这个编号告诉机器人的运营者：\`${reference}\`。`,

  withRequestId: ({ message, requestId }) => `${message}语音服务的编号：\`${requestId}\`。`,

  readableFormats,
};

import { bold, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command, menu, option } from './names.ts';

const format = createFormat('zh');

const MAY_CANCEL = [bold('管理服务器'), bold('移动成员'), bold('将成员静音')];

/** Simplified Chinese: transcripts of recordings. */
export const transcriptionMessages: Messages['transcription'] = {
  command: {
    description: '转写录音或视频',
    options: {
      file: ({ formats }) => `录音或视频：${format.alternatives(formats)}`,
      language: '所说的语言（默认：自动检测）',
      format: '纯文本、字幕或数据（默认：短的直接显示在消息中，长的以 txt 发送）',
    },
  },
  cancelButton: '取消',
  voiceMessage: '语音消息',

  noFile: `请用 ${option('file')} 附上录音或视频。`,
  nothingAttached: '这条消息没有附带录音或视频。',
  senderOptedOut: '我不能转写这条语音消息：发送者已拒绝字幕。',
  forwardedVoiceMessage: `我无法判断转发的语音消息是谁的。请在原消息上使用${menu('Transcribe')}。`,
  postedLater: '这需要一些时间。完成后，我会在这里以新消息发布文字稿。',
  cancelled: '已取消，没有转写任何内容。',
  nothingTranscribed: '没有转写出任何内容。',
  alreadyEnded: `这次转写已经结束。如果没有文字稿，请重新使用 ${command('transcribe')}。`,
  notYoursToCancel: ({ userId }) =>
    `只有 ${userMention(userId)} 或拥有${format.alternatives(MAY_CANCEL)}权限的人才能取消。`,
  undeliverable: '文字稿已完成，但我无法在这里发布，也无法私信你。请允许来自此服务器的私信，然后重试。',

  tooLarge: ({ maxBytes }) => `这个文件太大，上限为 ${format.sizeLimit(maxBytes)}。`,
  tooLong: ({ maxMs }) => `这段录音太长，上限为 ${format.duration(maxMs)}。`,
  failedAttachment: ({ name, reason }) => `${bold(name)}：${reason}`,

  progress: {
    waiting: '等待中……',
    queued: ({ ahead }) => (ahead === 0 ? '即将开始……' : format.plural(ahead, { other: '排队中，前面还有 # 个……' })),
    downloading: ({ bar, bytes, totalBytes }) =>
      `${bar} 正在下载：${format.bytes(bytes)} / ${format.bytes(totalBytes)}`,
    reading: ({ bar }) => `${bar} 正在读取文件……`,
    transcribing: ({ bar, share, piecesDone, pieces, leftMs }) =>
      [
        `${bar} ${format.percent(share)}`,
        ...(pieces === 1 ? [] : [`${format.number(piecesDone)} / ${format.number(pieces)} 段`]),
        ...(leftMs === undefined ? [] : [timeLeft(leftMs)]),
      ].join(' · '),
    done: ({ bar }) => `${bar} 完成`,
    failed: '失败。原因会与其他结果一起发布。',
  },

  heading: ({ name, length, language }) =>
    [bold(name), length, ...(language === undefined ? [] : [language])].join(' · '),
  failedHeading: ({ name }) => bold(name),
  noSpeech: '没有检测到语音。',
  endsEarly: '⚠ 文件不完整，所以文字稿提前结束。',
  missing: ({ stretches, more, reason }) => {
    const named = stretches.map(({ from, to }) => (from === to ? `${from} 处` : `${from} 至 ${to}`));
    const rest = format.plural(more, { other: stretches.length === 0 ? '# 处' : '另外 # 处' });
    const places = format.list([...named, ...(more === 0 ? [] : [rest])]);
    return `⚠ 未转写：${places}。${reason ?? ''}`;
  },
  tooLargeToAttach: '完整的文字稿太大，无法上传到这里。请把录音分段转写。',
  tooLargeToAttachTryTxt: '完整的文字稿太大，无法上传到这里。请试试最小的 `txt` 格式。',
};

function timeLeft(leftMs: number): string {
  const seconds = Math.max(0, leftMs) / 1_000;
  if (seconds < 10) return '还剩几秒';
  const stepS = seconds < 55 ? 10 : 60;
  return `还剩约 ${format.duration(Math.round(seconds / stepS) * stepS * 1_000)}`;
}

import { bold, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command, menu, option } from './names.ts';

const format = createFormat('ja');

const MAY_CANCEL = [bold('サーバー管理'), bold('メンバーを移動'), bold('メンバーをミュート')];

/** Japanese: transcripts of recordings. */
export const transcriptionMessages: Messages['transcription'] = {
  command: {
    description: '録音や動画を文字起こしします',
    options: {
      file: ({ formats }) => `録音または動画（${format.alternatives(formats)}）`,
      language: '話されている言語（省略時は自動検出）',
      format: 'テキスト、字幕、またはデータ（省略時、短ければメッセージ、長ければtxtファイル）',
    },
  },
  cancelButton: 'キャンセル',
  voiceMessage: 'ボイスメッセージ',

  noFile: `録音または動画を ${option('file')} に添付してください。`,
  nothingAttached: 'このメッセージには録音も動画も添付されていません。',
  senderOptedOut: 'このボイスメッセージは、送信者がオプトアウトしているため文字起こしできません。',
  forwardedVoiceMessage: `転送されたボイスメッセージは、誰のものか確認できません。元のメッセージで${menu('Transcribe')}を使ってください。`,
  postedLater: '時間がかかっています。書き起こしができたら、ここに新しいメッセージとして投稿します。',
  cancelled: 'キャンセルしました。文字起こしは行われていません。',
  nothingTranscribed: '文字起こしは行われませんでした。',
  alreadyEnded: `この文字起こしはすでに終わっています。書き起こしがない場合は、もう一度 ${command('transcribe')} を使ってください。`,
  notYoursToCancel: ({ userId }) =>
    `キャンセルできるのは、${userMention(userId)} さんか、${format.alternatives(MAY_CANCEL)}の権限を持つ人だけです。`,
  undeliverable:
    '書き起こしはできましたが、ここへの投稿もダイレクトメッセージでの送信もできません。このサーバーからのダイレクトメッセージを許可してから、もう一度お試しください。',

  tooLarge: ({ maxBytes }) => `このファイルは大きすぎます。上限は${format.sizeLimit(maxBytes)}です。`,
  tooLong: ({ maxMs }) => `この録音は長すぎます。上限は${format.duration(maxMs)}です。`,
  failedAttachment: ({ name, reason }) => `${bold(name)}：${reason}`,

  progress: {
    waiting: '待機中…',
    queued: ({ ahead }) => (ahead === 0 ? '次に処理します…' : format.plural(ahead, { other: '順番待ち（前に#件）…' })),
    downloading: ({ bar, bytes, totalBytes }) =>
      `${bar} ダウンロード中：${format.bytes(bytes)} / ${format.bytes(totalBytes)}`,
    reading: ({ bar }) => `${bar} ファイルを読み込み中…`,
    transcribing: ({ bar, share, piecesDone, pieces, leftMs }) =>
      [
        `${bar} ${format.percent(share)}`,
        ...(pieces === 1 ? [] : [`パート ${format.number(piecesDone)}/${format.number(pieces)}`]),
        ...(leftMs === undefined ? [] : [timeLeft(leftMs)]),
      ].join(' · '),
    done: ({ bar }) => `${bar} 完了`,
    failed: '失敗しました。理由はほかの結果と一緒に表示します。',
  },

  heading: ({ name, length, language }) =>
    [bold(name), length, ...(language === undefined ? [] : [language])].join(' · '),
  failedHeading: ({ name }) => bold(name),
  noSpeech: '話し声が見つかりませんでした。',
  endsEarly: '⚠ ファイルが途中で切れているため、書き起こしも途中までです。',
  missing: ({ stretches, more, reason }) => {
    const named = stretches.map(({ from, to }) => (from === to ? from : `${from}～${to}`));
    const rest = format.plural(more, { other: stretches.length === 0 ? '#か所' : 'ほか#か所' });
    const places = format.list([...named, ...(more === 0 ? [] : [rest])]);
    return `⚠ 文字起こしできなかった部分：${places}。${reason ?? ''}`;
  },
  tooLargeToAttach: '書き起こしの全文は、大きすぎてここにアップロードできません。録音を分けて文字起こししてください。',
  tooLargeToAttachTryTxt:
    '書き起こしの全文は、大きすぎてここにアップロードできません。最もサイズが小さい `txt` 形式をお試しください。',
};

function timeLeft(leftMs: number): string {
  const seconds = Math.max(0, leftMs) / 1_000;
  if (seconds < 10) return '残り数秒';
  const stepS = seconds < 55 ? 10 : 60;
  return `残り約${format.duration(Math.round(seconds / stepS) * stepS * 1_000)}`;
}

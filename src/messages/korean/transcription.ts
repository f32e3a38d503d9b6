import { bold, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command, menu, option } from './names.ts';

const format = createFormat('ko');

const MAY_CANCEL = [bold('서버 관리하기'), bold('멤버 이동'), bold('멤버들의 마이크 음소거하기')];

/** Korean: transcripts of recordings. */
export const transcriptionMessages: Messages['transcription'] = {
  command: {
    description: '녹음이나 동영상을 받아써요',
    options: {
      file: ({ formats }) => `받아쓸 녹음이나 동영상: ${format.alternatives(formats)}`,
      language: '말하는 언어(기본값: 자동 감지)',
      format: '일반 텍스트, 자막 또는 데이터(기본값: 짧으면 메시지, 길면 txt 파일)',
    },
  },
  cancelButton: '취소',
  voiceMessage: '음성 메시지',

  noFile: `받아쓸 녹음이나 동영상을 ${option('file')} 옵션에 첨부해 주세요.`,
  nothingAttached: '이 메시지에는 녹음이나 동영상이 없어요.',
  senderOptedOut: '보낸 사람이 거부해서 이 음성 메시지는 받아쓸 수 없어요.',
  forwardedVoiceMessage: `누구의 음성 메시지가 전달됐는지 알 수 없어요. 원본 메시지에서 ${menu('Transcribe')} 메뉴를 사용해 주세요.`,
  postedLater: '시간이 조금 걸리고 있어요. 스크립트는 여기에 새 메시지로 올릴게요.',
  cancelled: '취소했어요. 받아쓴 내용은 없어요.',
  nothingTranscribed: '받아쓴 내용이 없어요.',
  alreadyEnded: `이 받아쓰기는 이미 끝났어요. 스크립트가 없다면 ${command('transcribe')}를 다시 사용해 주세요.`,
  notYoursToCancel: ({ userId }) =>
    `${userMention(userId)}님이나 ${format.alternatives(MAY_CANCEL)} 권한이 있는 사람만 취소할 수 있어요.`,
  undeliverable:
    '스크립트는 준비됐지만 여기에 올리거나 다이렉트 메시지로 보낼 수 없어요. 이 서버의 다이렉트 메시지를 허용한 다음 다시 시도해 주세요.',

  tooLarge: ({ maxBytes }) => `파일이 너무 커요. 최대 ${format.sizeLimit(maxBytes)}까지 받을 수 있어요.`,
  tooLong: ({ maxMs }) => `녹음이 너무 길어요. 최대 ${format.duration(maxMs)}까지 받을 수 있어요.`,
  failedAttachment: ({ name, reason }) => `${bold(name)}: ${reason}`,

  progress: {
    waiting: '대기 중…',
    queued: ({ ahead }) =>
      ahead === 0 ? '다음 차례예요…' : format.plural(ahead, { other: '대기 중. 앞에 #개 있어요…' }),
    downloading: ({ bar, bytes, totalBytes }) =>
      `${bar} 다운로드 중: ${format.bytes(totalBytes)} 중 ${format.bytes(bytes)}`,
    reading: ({ bar }) => `${bar} 파일 읽는 중…`,
    transcribing: ({ bar, share, piecesDone, pieces, leftMs }) =>
      [
        `${bar} ${format.percent(share)}`,
        ...(pieces === 1 ? [] : [`구간 ${format.number(piecesDone)}/${format.number(pieces)}`]),
        ...(leftMs === undefined ? [] : [timeLeft(leftMs)]),
      ].join(' · '),
    done: ({ bar }) => `${bar} 완료`,
    failed: '실패했어요. 이유는 다른 결과와 함께 알려 드릴게요.',
  },

  heading: ({ name, length, language }) =>
    [bold(name), length, ...(language === undefined ? [] : [language])].join(' · '),
  failedHeading: ({ name }) => bold(name),
  noSpeech: '말소리를 찾지 못했어요.',
  endsEarly: '⚠ 파일이 중간에 잘려서 스크립트도 거기까지만 있어요.',
  missing: ({ stretches, more, reason }) => {
    const named = stretches.map(({ from, to }) => (from === to ? from : `${from}~${to}`));
    const rest = format.plural(more, stretches.length === 0 ? { other: '#곳' } : { other: '그 외 #곳' });
    const places = [...named, ...(more === 0 ? [] : [rest])].join(', ');
    return `⚠ 받아쓰지 못한 구간: ${places}.${reason === undefined ? '' : ` ${reason}`}`;
  },
  tooLargeToAttach: '전체 스크립트가 너무 커서 여기에 올릴 수 없어요. 녹음을 나눠서 받아써 보세요.',
  tooLargeToAttachTryTxt: '전체 스크립트가 너무 커서 여기에 올릴 수 없어요. 용량이 가장 작은 `txt` 형식을 써 보세요.',
};

function timeLeft(leftMs: number): string {
  const seconds = Math.max(0, leftMs) / 1_000;
  if (seconds < 10) return '몇 초 남음';
  const stepS = seconds < 55 ? 10 : 60;
  return `약 ${format.duration(Math.round(seconds / stepS) * stepS * 1_000)} 남음`;
}

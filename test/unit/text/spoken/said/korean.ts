import { ADA, NEXT_HOUR, RULES, type SaidRow } from './row.ts';

/** What is said on a Korean server. */
export const koreanRows: readonly SaidRow[] = [
  ['이거 봐 https://www.youtube.com/watch?v=abc', '이거 봐, youtube.com 링크'],
  ['https://youtu.be/a https://youtu.be/b', 'youtube.com 링크 2개'],
  ['범인은 ||집사||야', '범인은, 스포일러, 야'],
  ['ㅋㅋㅋㅋㅋㅋㅋ', '크크'],
  ['너무 웃겨 ㅋㅋㅋㅋ', '너무 웃겨 크크'],
  ['슬퍼 ㅠㅠㅠㅠ', '슬퍼 흑흑'],
  ['최고 👍', '최고, 올린 엄지'],
  ['🔥🔥🔥', '불 3개'],
  ['🇰🇷', '대한민국 국기'],
  [`${ADA}님 안녕하세요`, 'Ada님 안녕하세요'],
  [`${RULES} 읽어 주세요`, 'rules 채널 읽어 주세요'],
  [`<t:${NEXT_HOUR}:R> 시작`, '1시간 후 시작'],
  [{ content: '', attachments: [{ kind: 'picture' }, { kind: 'picture' }] }, '사진 2장'],
  [{ content: '네', replyTo: '민수' }, '민수님에게 답장, 네'],
];

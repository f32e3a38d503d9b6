import { bold, inlineCode, TimestampStyles, time } from '@discordjs/formatters';
import type { Messages } from '../../messages.ts';
import { command } from '../names.ts';
import { named } from './voice-use.ts';

const date = (atMs: number): string => time(Math.floor(atMs / 1_000), TimestampStyles.LongDate);
const fromNow = (atMs: number): string => time(Math.floor(atMs / 1_000), TimestampStyles.RelativeTime);

/** Korean: what the speech service decides about a voice. */
export const serviceMessages: Messages['voiceModels']['service'] = {
  madeNarrower: ({ asked, came, id }) =>
    `${bold(asked)}로 요청했지만 음성 서비스가 ${bold(came)}로 설정했어요. 이 설정은 음성 서비스 페이지에서만 바꿀 수 있어요. 봇 운영자에게 ID ${inlineCode(id)}를 알려 주고 ${bold(asked)}로 바꿔 달라고 요청해 주세요.`,
  madeWider: ({ asked, came }) =>
    `${bold(asked)}로 요청했지만 음성 서비스가 ${bold(came)}로 설정했어요. ${command('voice edit')}로 다시 바꾸거나 ${command('voice delete')}로 삭제해 주세요.`,
  retiring: ({ title, atMs }) =>
    atMs === undefined
      ? `음성 서비스가 ${named(title)} 목소리를 없앨 예정이에요. 그 뒤로는 이 목소리를 쓸 수 없어요.`
      : `음성 서비스가 ${date(atMs)}(${fromNow(atMs)})에 ${named(title)} 목소리를 없애요. 그 뒤로는 이 목소리를 쓸 수 없어요.`,
  retiringLabel: ({ atMs }) => (atMs === undefined ? '종료 예정' : `${date(atMs)} 종료`),
  licensed: '라이선스',
  isLicensed: '있음(목소리 주인이 허락함)',
  release: '제공 상태',
  releases: { released: '제공 중', retiring: '종료 예정' },
  takenDown: '게시 중단 사유',
  takedowns: {
    dmca: '권리 침해 신고',
    policy: '서비스 규칙 위반',
  },
  otherValue: ({ word }) => `“${word}”`,
};

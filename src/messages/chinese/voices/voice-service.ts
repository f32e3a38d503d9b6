import { bold, inlineCode, TimestampStyles, time } from '@discordjs/formatters';
import type { Messages } from '../../messages.ts';
import { command } from '../names.ts';
import { named } from './voice-use.ts';

const date = (atMs: number): string => time(Math.floor(atMs / 1_000), TimestampStyles.LongDate);
const fromNow = (atMs: number): string => time(Math.floor(atMs / 1_000), TimestampStyles.RelativeTime);

/** Chinese: what the speech service decides about a voice. */
export const serviceMessages: Messages['voiceModels']['service'] = {
  madeNarrower: ({ asked, came, id }) =>
    `你选择了${bold(asked)}，但语音服务将它设为${bold(came)}。这只能在语音服务的网页上更改：请联系机器人的运营者将它设为${bold(asked)}，并提供 ID ${inlineCode(id)}。`,
  madeWider: ({ asked, came }) =>
    `你选择了${bold(asked)}，但语音服务将它设为${bold(came)}。请用 ${command('voice edit')} 再试一次，或用 ${command('voice delete')} 删除。`,
  retiring: ({ title, atMs }) =>
    atMs === undefined
      ? `语音服务将移除 ${named(title)}，之后我就无法用它说话了。`
      : `语音服务将于 ${date(atMs)}（${fromNow(atMs)}）移除 ${named(title)}，之后我就无法用它说话了。`,
  retiringLabel: ({ atMs }) => (atMs === undefined ? '将被移除' : `将于 ${date(atMs)} 移除`),
  licensed: '授权',
  isLicensed: '有（由声音所有者授权）',
  release: '发布状态',
  releases: { released: '已发布', retiring: '将被移除' },
  takenDown: '下架原因',
  takedowns: {
    dmca: '侵权投诉',
    policy: '违反服务规则',
  },
  otherValue: ({ word }) => `“${word}”`,
};

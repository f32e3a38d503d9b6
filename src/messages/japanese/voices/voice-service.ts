import { bold, inlineCode, TimestampStyles, time } from '@discordjs/formatters';
import type { Messages } from '../../messages.ts';
import { command } from '../names.ts';
import { named } from './voice-use.ts';

const date = (atMs: number): string => time(Math.floor(atMs / 1_000), TimestampStyles.LongDate);
const fromNow = (atMs: number): string => time(Math.floor(atMs / 1_000), TimestampStyles.RelativeTime);

/** Japanese: what the speech service decides about a voice. */
export const serviceMessages: Messages['voiceModels']['service'] = {
  madeNarrower: ({ asked, came, id }) =>
    `${bold(asked)}を指定しましたが、音声サービスで${bold(came)}になりました。変更は音声サービスのページでのみ行えます。ID ${inlineCode(id)} を伝えて、${bold(asked)}にするようBotの運営者に依頼してください。`,
  madeWider: ({ asked, came }) =>
    `${bold(asked)}を指定しましたが、音声サービスで${bold(came)}になりました。${command('voice edit')} でもう一度変更するか、${command('voice delete')} で削除してください。`,
  retiring: ({ title, atMs }) =>
    atMs === undefined
      ? `${named(title)}は、音声サービスから削除される予定です。その後は使えません。`
      : `${named(title)}は、${date(atMs)}（${fromNow(atMs)}）に音声サービスから削除されます。その後は使えません。`,
  retiringLabel: ({ atMs }) => (atMs === undefined ? '削除予定' : `${date(atMs)}に削除予定`),
  licensed: 'ライセンス',
  isLicensed: '声の持ち主が許諾済み',
  release: '提供状況',
  releases: { released: '提供中', retiring: '削除予定' },
  takenDown: '公開停止の理由',
  takedowns: {
    dmca: '権利侵害の申し立て',
    policy: '音声サービスの規約違反',
  },
  otherValue: ({ word }) => `「${word}」`,
};

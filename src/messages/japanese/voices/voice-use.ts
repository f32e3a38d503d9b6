import { bold, userMention } from '@discordjs/formatters';
import { createFormat } from '../../format.ts';
import type { Messages } from '../../messages.ts';
import { command } from '../names.ts';

const format = createFormat('ja');

/** A title as it is written in texts. */
export function named(title: string): string {
  return bold(title === '' ? '無題' : title);
}

export const soundMessage: Messages['voiceModels']['sound'] = ({ title, speed = 1, volumeDb = 0 }) => {
  const name = title === undefined ? 'デフォルトの声' : named(title);
  const details = [
    ...(speed === 1 ? [] : [`速度${format.number(speed, 2)}倍`]),
    ...(volumeDb === 0 ? [] : [`音量${volumeDb > 0 ? '+' : ''}${format.number(volumeDb, 2)} dB`]),
  ];
  return details.length === 0 ? name : `${name}（${details.join('、')}）`;
};

/** Japanese: the answers to `/voice use`. */
export const useMessages: Messages['voiceModels']['use'] = {
  here: ({ sound }) => `このサーバーでのあなたの声を${sound}にしました。`,
  everywhere: ({ sound }) => `どこでも使うあなたの声を${sound}にしました。サーバーごとの選択も置き換わりました。`,
  onlyInItsServer: ({ sound }) =>
    `あなたの声を${sound}にしました。1つのサーバー専用の声のため、ほかのサーバーやダイレクトメッセージではデフォルトの声になります。`,
  onlyInItsServerAndDirect: ({ sound }) =>
    `あなたの声を、ダイレクトメッセージも含めて${sound}にしました。1つのサーバー専用の声のため、ほかのサーバーではデフォルトの声になります。`,
  takenBackHere: 'このサーバーで使う声の選択をリセットしました。',
  takenBackEverywhere: 'すべてのサーバーで使う声の選択をリセットしました。',
  nowHere: ({ here, elsewhere }) => `${bold('このサーバー：')}${here} · ${bold('それ以外：')}${elsewhere}`,
  forMember: ({ userId, sound }) =>
    `${userMention(userId)} さんの声を、このサーバーで${sound}にしました。本人は ${command('voice use')} で変更できます。`,
  notForMember: 'そのメンバーはこの声を使えません。そのメンバーが使える声を選んでください。',
  membersByManagers: 'ほかの人の声を選べるのは、このサーバーの設定を変更できる人だけです。',
  membersInServers: 'メンバーの声はサーバーで選んでください。',
  nowEverywhere: ({ sound }) => `${bold('どこでも：')}${sound}`,
};

import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';

const format = createFormat('ja');

/** Japanese: what every command, button and form can be answered, and Discord's own names for permissions. */
export const interactionMessages: Messages['interactions'] = {
  restarting: '再起動中です。少し待ってからもう一度お試しください。',
  tookTooLong: '時間がかかりすぎたため、処理を中止しました。もう一度お試しください。',
  unknownCommand: 'このコマンドは廃止されました。',
  oldButton: 'このボタンはもう使えません。もう一度コマンドを使ってください。',
  oldForm: 'このフォームはもう使えません。もう一度コマンドを使ってください。',
  formTooLate: 'Discordの制限時間（3秒）内にフォームを開けませんでした。もう一度お試しください。',
  places: {
    outsideOnlyServer: 'このBotは、運営者が決めた別のサーバーでのみ使えます。そちらで使ってください。',
    server: 'このBotは、運営者が許可したサーバーでのみ使えます。このサーバーの許可を運営者に依頼してください。',
    direct:
      'このBotはサーバーでのみ使えます。ダイレクトメッセージや個人用アプリとしては使えません。サーバーで使ってください。',
  },
  tooMany: ({ seconds }) =>
    `短時間の操作が多すぎます。${format.plural(seconds, { other: '#秒' })}後にもう一度お試しください。`,
  serverOnly: 'この機能は、Botが参加しているサーバーでのみ使えます。',
  unknownLanguage: ({ entered }) => `「${entered}」という言語は見つかりません。候補から選んでください。`,
  permissions: {
    viewChannel: 'チャンネルを見る',
    connect: '接続',
    speak: '発言',
    sendMessages: 'メッセージを送信',
    sendMessagesInThreads: 'スレッドでメッセージを送信',
    readMessageHistory: 'メッセージ履歴を読む',
    createPublicThreads: '公開スレッドの作成',
    manageWebhooks: 'ウェブフックの管理',
    attachFiles: 'ファイルを添付',
  },
};

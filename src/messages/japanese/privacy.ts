import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('ja');

const optOut = command('privacy opt-out');
const erase = command('privacy erase');

/** Japanese: what is stored about a person. */
export const privacyMessages: Messages['privacy'] = {
  command: {
    description: '字幕のオプトアウトや、自分のデータの確認・削除ができます',
    show: '自分について保存されているデータを表示します',
    optOut: 'すべてのサーバーで、自分の発言に字幕を付けないようにします',
    optIn: 'すべてのサーバーで、自分の発言に字幕を付けることを許可します',
    erase: '自分について保存されているデータを削除します',
  },
  buttons: {
    erase: '削除',
    eraseWithMessages: 'メッセージも含めて削除',
    eraseOnly: 'メッセージを残して削除',
    keep: '削除しない',
    optInEverywhere: 'すべてのサーバーでオプトイン',
    optInOnlyHere: 'このサーバーだけ',
  },

  optedOut: `オプトアウトしました。どのサーバーでも、あなたの発言に字幕は付きません。保存された字幕を削除するには ${erase} を使ってください。`,
  optedIn: `すべてのサーバーでオプトインしました。字幕がオンの場所では、あなたの発言に字幕が付きます。オプトアウトするには ${optOut} を使ってください。`,
  optedInHere: {
    'opted-out': `このサーバーだけオプトインしました。ほかのサーバーではオプトアウトのままです。ここでもオプトアウトするには ${optOut} を使ってください。`,
    undecided: `このサーバーだけオプトインしました。ほかのサーバーでは、それぞれの設定に従います。すべてでオプトアウトするには ${optOut} を使ってください。`,
  },

  items: {
    captions: ({ count }) => format.plural(count, { other: '字幕#件' }),
    messages: ({ count }) => format.plural(count, { other: '字幕メッセージ#件' }),
    recordings: ({ count }) => format.plural(count, { other: '未処理の録音#件' }),
    voices: ({ count }) => format.plural(count, { other: '声#件' }),
    confirmations: ({ count }) => format.plural(count, { other: '権利の確認記録#件' }),
    choices: ({ count }) => format.plural(count, { other: '声の選択#件' }),
    queuedTexts: ({ count }) => format.plural(count, { other: 'キューのテキスト#件' }),
    nicknames: ({ count }) => format.plural(count, { other: '読み上げ用の名前#件' }),
    identities: ({ count }) => format.plural(count, { other: '代理投稿の名前#件' }),
    pronunciations: ({ count }) => format.plural(count, { other: '辞書の単語#件' }),
    serverPronunciations: ({ count }) => format.plural(count, { other: 'サーバーの辞書の単語#件に付いた名前' }),
    autoCaptions: ({ count }) => format.plural(count, { other: '字幕の自動開始の設定#件に付いた名前' }),
    voicesWithConfirmations: ({ voices, confirmations }) =>
      format.list([
        format.plural(voices, { other: '声#件' }),
        format.plural(confirmations, { other: '権利の確認記録#件' }),
      ]),
  },

  decision: {
    optedIn: ({ at }) => `${at} にすべてのサーバーで字幕にオプトインしました。`,
    optedOut: ({ at }) => `${at} に字幕からオプトアウトしました。どのサーバーでも、あなたの発言に字幕は付きません。`,
    optedOutExcept: ({ at, servers }) =>
      `${at} に字幕からオプトアウトしました。ただし、${format.list(servers)}ではオプトインしています。`,
    optedInOnly: ({ servers }) =>
      `${format.list(servers)}だけで字幕にオプトインしています。ほかのサーバーでは、オプトインが必要な場合を除き、あなたの発言に字幕が付きます。`,
    undecided:
      'オプトインもオプトアウトもしていません。オプトインが必要なサーバーを除き、あなたの発言に字幕が付きます。',
  },
  servers: {
    unnamed: ({ count }) => format.plural(count, { other: '#個のサーバー' }),
    others: ({ count }) => format.plural(count, { other: 'ほか#個のサーバー' }),
  },

  stored: {
    noCaptions: 'あなたの字幕は保存されていません。',
    captions: ({ count, oldest }) =>
      format.plural(count, { other: 'あなたの字幕が#件保存されています（最も古いものは {oldest}）。' }, { oldest }),
    recordings: ({ count }) => format.plural(count, { other: 'あなたの発言の録音#件が文字起こし待ちです。' }),
    messages: ({ count }) =>
      format.plural(count, { other: 'Discord上のメッセージ#件にあなたの字幕が表示されています。' }),
    autoCaptions: ({ count }) =>
      format.plural(count, { other: 'あなたが字幕の自動開始を設定したボイスチャンネルが#個あります。' }),
    noVoices: 'あなたの声はありません。',
    voices: ({ count }) => format.plural(count, { other: 'あなたが作成した声が#件あります。' }),
    confirmations: ({ count }) => format.plural(count, { other: '権利の確認記録が#件保存されています。' }),
    choices: ({ count }) => format.plural(count, { other: '声の選択が#件保存されています。' }),
    pronunciations: ({ count }) => format.plural(count, { other: 'あなたの辞書に#件の単語があります。' }),
    serverPronunciations: ({ count }) => format.plural(count, { other: 'サーバーの辞書に#件の単語を登録しています。' }),
    usage: `今日の使用量は ${command('usage')} で確認できます。`,
    queuedTexts: ({ count }) => format.plural(count, { other: 'キューに#件のテキストがあります。' }),
    nicknames: ({ count }) => format.plural(count, { other: '#個のサーバーで、読み上げ用の名前を設定しています。' }),
    identities: ({ count }) =>
      format.plural(count, { other: 'PluralKitやTupperboxがあなたの代わりに使う名前を#件記録しています。' }),
    mutes: ({ count }) =>
      format.plural(count, { other: '#個のサーバーで、あなたの設定により、あなたのメッセージは読み上げられません。' }),
    change: ({ commands }) => `変更するには ${format.alternatives(commands)} を使ってください。`,
  },

  eraseQuestion: {
    ask: ({ items }) => `あなたの${format.list(items)}を削除しますか？`,
    captions: 'すべてのサーバーの書き起こしから、あなたの字幕が削除されます。',
    voices: () => 'その声を使っている人は、使えなくなります。',
    serverPronunciations: 'サーバーの辞書に登録した単語は、あなたの名前を消して残します。',
    messages: ({ count }) =>
      format.plural(count, {
        other: 'Discord上のメッセージ#件にもあなたの字幕が表示されています。これらも一緒に削除できます。',
      }),
    final: 'この操作は取り消せません。',
  },
  nothingToErase: '削除するあなたのデータはありません。',
  kept: '何も削除していません。',

  erased: {
    nothing: '削除されたものはありません。',
    items: ({ items }) => `あなたの${format.list(items)}を削除しました。`,
    voicesLeft: ({ count }) =>
      format.plural(count, {
        other: `音声サービスで#件の声を削除できませんでした。数分後にもう一度 ${erase} を使ってください。`,
      }),
    decision: {
      'opted-in': 'オプトインの記録は、今後も反映するために残します。',
      'opted-out': 'オプトアウトの記録は、今後も反映するために残します。',
      both: 'オプトアウトとオプトインの記録は、今後も反映するために残します。',
    },
    mutes: 'あなたのメッセージを読み上げない設定は、そのまま残します。',
    files: '投稿・ダウンロード済みの書き起こしファイルは削除できません。',
  },
  erasedMessages: {
    kept: ({ count }) =>
      format.plural(count, {
        other: `Discord上の字幕メッセージ#件は残っています。削除するには、もう一度 ${erase} を使ってください。`,
      }),
    underWay: ({ count }) =>
      format.plural(count, { other: 'Discord上の字幕メッセージ#件を削除しています。完了したらお知らせします。' }),
    deleted: ({ count }) => format.plural(count, { other: 'Discord上のあなたの字幕メッセージ#件を削除しました。' }),
    nothing: '削除する字幕メッセージは残っていませんでした。',
    refused: ({ count }) =>
      format.plural(count, {
        other: '字幕メッセージ#件は、Botがサーバーから抜けたか、チャンネルを使えないため削除できません。',
      }),
    remaining: ({ count }) =>
      format.plural(count, { other: '字幕メッセージ#件は、Discordから応答がなかったため、引き続き削除を試みます。' }),
  },
};

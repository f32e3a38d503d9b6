import { bold, channelMention, inlineCode, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';
import { settingFields } from './settings-fields.ts';

const format = createFormat('ja');

const start = command('captions start');
const settings = command('settings');
const manageServer = bold('サーバー管理');

const dayCount = (days: number): string => format.plural(days, { other: '#日' });

/** Japanese: the settings of a server. */
export const settingsMessages: Messages['settings'] = {
  command: { description: 'このサーバーでのBotの動作を確認・変更します' },

  title: 'このサーバーの設定',
  intro: '変更はすぐに反映されます。変更したい項目を開いてください。',

  topics: {
    general: { title: '全般', about: '言語、お知らせ、変更ログ' },
    access: { title: '利用権限', about: '誰が何を使えるか' },
    muted: { title: 'ミュート', about: '読み上げない人とロール' },
    members: { title: 'メンバー', about: 'メンバーの名前の読み方と声' },
    voice: { title: '声', about: 'デフォルトの声、文字数の上限、参加と退出の読み上げ' },
    reading: { title: '自動読み上げ', about: 'チャットの読み上げ方' },
    captions: { title: '字幕', about: '字幕の対象と、書き起こしの保存期間' },
    autoCaptions: { title: '字幕の自動開始', about: 'コマンドなしで字幕を開始するボイスチャンネル' },
    voiceMessages: { title: 'ボイスメッセージ', about: '文字起こしを返信するチャンネル' },
    limits: { title: '上限', about: 'このサーバーの声の数と、1日に使える量' },
  },

  fields: settingFields,
  values: {
    on: 'オン',
    off: 'オフ',
    none: 'なし',
    nobody: 'なし',
    nobodyElse: '「サーバー管理」の権限がある人のみ',
    everyone: '全員',
    nowhere: 'なし',
    noLimit: '上限なし',
    serverLanguage: 'サーバーの言語に合わせる',
    botsVoice: 'Botのデフォルトの声',
    ownWords: '標準の言い方',
    detected: '自動検出',
    optOut: 'オプトアウトした人を除く全員',
    optIn: 'オプトインした人だけ',
    voiceMessages: {
      mention: '届いたことだけ伝える',
      play: '再生する',
      transcribe: '文字起こしして読み上げる',
    },
    speed: ({ factor }) => `${format.number(factor, 2)}倍`,
    volume: ({ decibels }) => `${format.number(decibels, 1)} dB`,
    characters: ({ count }) => format.plural(count, { other: '#文字' }),
    minutes: ({ count }) => format.plural(count, { other: '#分' }),
    count: ({ count }) => format.number(count),
    days: ({ days }) => `${dayCount(days)}後に削除`,
    quoted: ({ text }) => inlineCode(text),
    list: ({ items }) => format.list(items),
    andMore: ({ items, more }) => format.list([...items, `ほか${format.number(more)}件`]),
  },

  deleted: {
    role: '削除されたロール',
    channel: '削除されたチャンネル',
  },
  hiddenChannel: 'あるチャンネル',

  line: ({ label, value, about }) => `${bold(label)}：${value}\n-# ${about}`,
  summary: ({ label, value }) => `${label}：${value}`,
  allDefault: 'すべてデフォルト',

  buttons: {
    back: '戻る',
    turnOn: 'オンにする',
    turnOff: 'オフにする',
    edit: '編集',
    removeDeleted: '削除済みのものを取り除く',
    earlier: '前の人を表示',
    later: '次の人を表示',
  },

  placeholders: {
    everyone: '全員',
    chooseRoles: 'ロールを選択',
    choosePeople: '人を選択',
    chooseChannels: 'チャンネルを選択',
    chooseChannel: 'チャンネルを選択',
  },

  options: {
    serverLanguage: 'サーバーの言語に合わせる',
    anyLanguage: '言語を自動検出',
    optOut: 'オプトアウトした人を除く全員に字幕を付ける',
    optIn: 'オプトインした人だけに字幕を付ける',
    retention: ({ days }) => `書き起こしを${dayCount(days)}後に削除`,
    voiceMessages: {
      mention: 'ボイスメッセージが届いたことだけ伝える',
      play: 'ボイスメッセージを再生する',
      transcribe: 'ボイスメッセージを文字起こしして読み上げる',
    },
  },

  forms: {
    number: ({ min, max }) => `${format.number(min, 2)}～${format.number(max, 2)}`,
    voice: '名前またはID（空欄ならデフォルトの声）',
    announcement: '{name}さん',
    prefix: '空欄ならすべて読み上げます',
    invalidNumber: ({ field, min, max }) =>
      `「${field}」は${format.number(min, 2)}～${format.number(max, 2)}の数値にしてください。何も変更していません。`,
    invalidWhole: ({ field, min, max }) =>
      `「${field}」は${format.number(min)}～${format.number(max)}の整数にしてください。何も変更していません。`,
    announcementNeedsName: ({ typed }) =>
      `名前の読み上げ方には ${inlineCode('{name}')} を入れてください。何も変更していません。入力内容：${typed}`,
  },

  autoCaptions: {
    none: '字幕を自動で開始するボイスチャンネルはありません。',
    entry: ({ voice, text }) => `${voice} → ${text}`,
    chooseToRemove: '取り除くものを選択',
    howToAdd: `追加するには、字幕を表示するテキストチャンネルで ${command('captions auto')} を使ってください。`,
  },

  members: {
    choose: 'メンバーを選ぶ',
    intro: 'メンバーを選ぶと、このサーバーでの名前の読み方と声が表示されます。',
    called: ({ userId, name }) => `${userMention(userId)} さんは「${name}」と読み上げます。`,
    uncalled: ({ userId }) => `${userMention(userId)} さんは、Discordに表示される名前で読み上げます。`,
    sounds: ({ sound }) => `このサーバーでの声：${sound}`,
    usualVoice: '本人が普段使う声、またはサーバーの声',
    howToSetVoice: `メンバーの声を変えるには、${command('voice use')} のオプション ${inlineCode('メンバー')} を使ってください。`,
    buttons: { setName: '名前を設定', resetName: '名前をリセット', resetVoice: '声をリセット' },
    form: {
      title: 'メンバーの名前の読み方',
      label: 'メッセージの前に読み上げる名前',
      placeholder: '空欄にすると、Discordに表示される名前を使います',
    },
  },

  notes: {
    stricterNow: `現在オンの字幕は、引き続きオプトインした人だけが対象です。新しい設定は次の ${start} から反映されます。`,
    logUnreachable: ({ channelId, permissions }) =>
      `${channelMention(channelId)} に変更を投稿できません。そこでの${format.list(permissions.map((name) => bold(name)))}の権限をBotに付与してください。`,
    logDeleted: 'ログチャンネルが削除されました。別のチャンネルを選んでください。',
    changedMeanwhile: 'ほかの人が先にこの一覧を変更しました。現在の一覧から選び直してください。',
  },

  log: {
    setting: ({ topic, label }) => `${topic} › ${label}`,
    changed: ({ person, setting, from, to }) => `${bold(person)}さんが${bold(setting)}を変更しました：${from} → ${to}`,
    listed: ({ person, setting, added, removed }) => {
      const parts = [
        ...(added.length === 0 ? [] : [`追加：${format.list(added)}`]),
        ...(removed.length === 0 ? [] : [`削除：${format.list(removed)}`]),
      ];
      return `${bold(person)}さんが${bold(setting)}を変更しました。${parts.join(' / ')}`;
    },
  },

  refusals: {
    managersOnly: ({ roles }) =>
      roles.length === 0
        ? `この設定を変更できるのは、${manageServer}の権限を持つ人だけです。`
        : `この設定を変更できるのは、${manageServer}の権限を持つ人か、${format.alternatives(roles)}のロールを持つ人だけです。`,
    serverManagersOnly: `設定を変更できるロールを選べるのは、${manageServer}の権限を持つ人だけです。`,
    roleNeeded: ({ roles }) =>
      roles.length === 0
        ? `このサーバーでは、サーバーの管理者だけがこの機能を使えます。管理者が ${settings} で変更できます。`
        : `このサーバーでこの機能を使うには、${format.alternatives(roles)}のロールが必要です。サーバーの管理者に相談してください。`,
    muted: 'サーバーの管理者にミュートされているため、ここであなたが書いたものは読み上げられません。',
    authorMuted: 'これを書いた人はサーバーの管理者にミュートされているため、読み上げられません。',
    authorUnknown:
      'これを書いた人がミュートされているか確認できなかったため、読み上げませんでした。しばらくしてからもう一度お試しください。',
    tooLong: ({ length, max }) =>
      `このテキストは${format.number(length)}文字ですが、このサーバーの上限は${format.number(max)}文字です。短くしてください。`,
    /** The server's voice, but others may not know it. */
    voiceOnlyYours: ({ title }: { readonly title: string }): string =>
      `${bold(title)}はあなた専用のボイスです。このサーバーで使うには、先に${command('voice edit')}で限定公開にしてください。`,
    outdated: `このパネルはもう使えません。もう一度 ${settings} を使ってください。`,
  },
};

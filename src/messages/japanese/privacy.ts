import { bold, TimestampStyles, time } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('ja');

type Privacy = Messages['privacy'];
type Counts = Omit<Parameters<Privacy['eraseQuestion']>[0], 'messages'>;
type CaptionMessages = Parameters<Privacy['erased']>[0]['messages'];
type DeletedMessages = Parameters<Privacy['messagesErased']>[0];

const optIn = command('privacy opt-in');
const optOut = command('privacy opt-out');
const erase = command('privacy erase');

const messageCount = (count: number): string => format.plural(count, { other: '字幕メッセージ#件' });

function listOf(counts: Counts, messages = 0): string {
  const parts: readonly (readonly [number, string])[] = [
    [counts.captions, '字幕#件'],
    [messages, '字幕メッセージ#件'],
    [counts.recordings, '未処理の録音#件'],
    [counts.voices, '声#件'],
    [counts.confirmations, '権利の確認記録#件'],
    [counts.choices, '声の選択#件'],
    [counts.nicknames, '読み上げ用の名前#件'],
    [counts.pronunciations, '辞書の単語#件'],
    [counts.serverPronunciations, 'サーバーの辞書の単語#件に付いた名前'],
    [counts.autoCaptions, '字幕の自動開始の設定#件に付いた名前'],
  ];
  return format.list(parts.filter(([count]) => count > 0).map(([count, other]) => format.plural(count, { other })));
}

const decisionCommands = { 'opted-in': [optOut], 'opted-out': [optIn], undecided: [optOut, optIn] } as const;

function unreachedMessages({ refused, remaining }: DeletedMessages): string[] {
  return [
    ...(refused === 0
      ? []
      : [
          format.plural(refused, {
            other: '字幕メッセージ#件は、Botがサーバーから抜けたか、チャンネルを使えないため削除できません。',
          }),
        ]),
    ...(remaining === 0
      ? []
      : [
          format.plural(remaining, {
            other: '字幕メッセージ#件は、Discordから応答がなかったため、引き続き削除を試みます。',
          }),
        ]),
  ];
}

function messageSentences(messages: CaptionMessages): string[] {
  switch (messages.kind) {
    case 'none':
      return [];
    case 'kept':
      return [
        format.plural(messages.count, {
          other: `Discord上の字幕メッセージ#件は残っています。削除するには、もう一度 ${erase} を使ってください。`,
        }),
      ];
    case 'under-way':
      return [`Discord上の${messageCount(messages.count)}を削除しています。完了したらお知らせします。`];
    case 'over':
      return unreachedMessages(messages);
  }
}

const MAX_SERVERS = 10;

function listServers(names: readonly string[], others: number): string {
  const named = names.slice(0, MAX_SERVERS);
  const rest = others + names.length - named.length;
  const other = named.length === 0 ? '#個のサーバー' : 'ほか#個のサーバー';
  return format.list([...named.map((name) => bold(name)), ...(rest === 0 ? [] : [format.plural(rest, { other })])]);
}

function moment(atMs: number): string {
  return time(Math.floor(atMs / 1_000), TimestampStyles.ShortDateTime);
}

/** Japanese: what is stored about a person. */
export const privacyMessages: Privacy = {
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
  optedInHere: ({ elsewhere }) =>
    elsewhere === 'opted-out'
      ? `このサーバーだけオプトインしました。ほかのサーバーではオプトアウトのままです。ここでもオプトアウトするには ${optOut} を使ってください。`
      : `このサーバーだけオプトインしました。ほかのサーバーでは、それぞれの設定に従います。すべてでオプトアウトするには ${optOut} を使ってください。`,

  stored: ({
    consent,
    decidedAtMs,
    optedInServers,
    otherServers,
    oldestCaptionAtMs,
    captions,
    recordings,
    voices,
    confirmations,
    choices,
    nicknames,
    pronunciations,
    serverPronunciations,
    autoCaptions,
    messages,
    mutedIn,
  }) => {
    const on = decidedAtMs === undefined ? '' : `${moment(decidedAtMs)} に`;
    const servers = listServers(optedInServers, otherServers);
    const decision = {
      'opted-in': `${on}すべてのサーバーで字幕にオプトインしました。`,
      'opted-out':
        servers === ''
          ? `${on}字幕からオプトアウトしました。どのサーバーでも、あなたの発言に字幕は付きません。`
          : `${on}字幕からオプトアウトしました。ただし、${servers}ではオプトインしています。`,
      undecided:
        servers === ''
          ? 'オプトインもオプトアウトもしていません。オプトインが必要なサーバーを除き、あなたの発言に字幕が付きます。'
          : `${servers}だけで字幕にオプトインしています。ほかのサーバーでは、オプトインが必要な場合を除き、あなたの発言に字幕が付きます。`,
    }[consent];
    const words = pronunciations + serverPronunciations + nicknames;
    const isAnythingStored =
      captions + recordings + voices + confirmations + choices + words + autoCaptions + messages > 0;
    const storedCaptions =
      oldestCaptionAtMs === undefined
        ? 'あなたの字幕が#件保存されています。'
        : `あなたの字幕が#件保存されています（最も古いものは ${moment(oldestCaptionAtMs)}）。`;
    const sentences = (...parts: readonly (readonly [number, string])[]): string[] =>
      parts.filter(([count]) => count > 0).map(([count, other]) => format.plural(count, { other }));
    const reading = sentences(
      [nicknames, '#個のサーバーで、読み上げ用の名前を設定しています。'],
      [mutedIn, '#個のサーバーで、あなたの設定により、あなたのメッセージは読み上げられません。'],
    );
    const changers = [
      ...(servers === '' ? decisionCommands[consent] : [optOut, optIn]),
      ...(isAnythingStored ? [erase] : []),
    ];
    return [
      decision,
      [
        captions === 0 ? 'あなたの字幕は保存されていません。' : format.plural(captions, { other: storedCaptions }),
        ...sentences(
          [recordings, 'あなたの発言の録音#件が文字起こし待ちです。'],
          [messages, 'Discord上のメッセージ#件にあなたの字幕が表示されています。'],
          [autoCaptions, 'あなたが字幕の自動開始を設定したボイスチャンネルが#個あります。'],
        ),
      ].join(''),
      [
        voices === 0
          ? 'あなたの声はありません。'
          : format.plural(voices, { other: 'あなたが作成した声が#件あります。' }),
        ...sentences(
          [confirmations, '権利の確認記録が#件保存されています。'],
          [choices, '声の選択が#件保存されています。'],
          [pronunciations, 'あなたの辞書に#件の単語があります。'],
          [serverPronunciations, 'サーバーの辞書に#件の単語を登録しています。'],
        ),
        `今日の使用量は ${command('usage')} で確認できます。`,
      ].join(''),
      ...(reading.length === 0 ? [] : [reading.join('')]),
      `変更するには ${format.alternatives(changers)} を使ってください。`,
    ].join('\n');
  },

  eraseQuestion: ({ messages, ...counts }) => {
    const isAnythingStored = Object.values(counts).some((count) => count > 0);
    return [
      `あなたの${isAnythingStored ? listOf(counts) : messageCount(messages)}を削除しますか？`,
      ...(counts.captions === 0 ? [] : ['すべてのサーバーの書き起こしから、あなたの字幕が削除されます。']),
      ...(counts.voices === 0 ? [] : ['その声を使っている人は、使えなくなります。']),
      ...(counts.serverPronunciations === 0 ? [] : ['サーバーの辞書に登録した単語は、あなたの名前を消して残します。']),
      ...(messages === 0 || !isAnythingStored
        ? []
        : [
            format.plural(messages, {
              other: 'Discord上のメッセージ#件にもあなたの字幕が表示されています。これらも一緒に削除できます。',
            }),
          ]),
      'この操作は取り消せません。',
    ].join('');
  },
  nothingToErase: '削除するあなたのデータはありません。',
  kept: '何も削除していません。',

  erased: ({ remaining, decision, messages, mutedIn, ...counts }) => {
    const kept = {
      'opted-in': ['オプトインの記録は、今後も反映するために残します。'],
      'opted-out': ['オプトアウトの記録は、今後も反映するために残します。'],
      both: ['オプトアウトとオプトインの記録は、今後も反映するために残します。'],
      undecided: [],
    }[decision];
    const deleted = messages.kind === 'over' ? messages.deleted : 0;
    const total = Object.values(counts).reduce((sum, count) => sum + count, deleted);
    return [
      ...(total === 0
        ? messages.kind === 'under-way'
          ? []
          : ['削除されたものはありません。']
        : [`あなたの${listOf(counts, deleted)}を削除しました。`]),
      ...messageSentences(messages),
      ...(remaining === 0
        ? []
        : [
            format.plural(remaining, {
              other: `音声サービスで#件の声を削除できませんでした。数分後にもう一度 ${erase} を使ってください。`,
            }),
          ]),
      ...kept,
      ...(mutedIn === 0 ? [] : ['あなたのメッセージを読み上げない設定は、そのまま残します。']),
      '投稿・ダウンロード済みの書き起こしファイルは削除できません。',
    ].join('');
  },
  messagesErased: (outcome) =>
    [
      ...(outcome.deleted === 0 ? [] : [`Discord上のあなたの${messageCount(outcome.deleted)}を削除しました。`]),
      ...unreachedMessages(outcome),
    ].join('') || '削除する字幕メッセージは残っていませんでした。',
};

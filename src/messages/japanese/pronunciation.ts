import { bold, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command, option } from './names.ts';

const format = createFormat('ja');

type Pronunciation = Messages['pronunciation'];
type Scope = Parameters<Pronunciation['added']>[0]['scope'];
type Fault = Parameters<Pronunciation['fault']>[0]['fault'];

const list = command('pronounce list');
const add = command('pronounce add');
const scope = option('scope');

const entryCount = (count: number): string => format.plural(count, { other: '#件' });

const where: Readonly<Record<Scope, string>> = { me: 'あなたのテキストでは', server: 'このサーバーでは' };

const faults: Readonly<Record<Fault, string>> = {
  'word-empty': '単語が空です',
  'word-long': '単語が長すぎます（60文字まで）',
  'word-unheard': '絵文字、顔文字、リンク、書式は先に言葉に置き換わります（読み上げられる言葉で登録してください）',
  'as-empty': '読みに発音できる文字がありません（文字か数字を入れてください）',
  'as-long': '読みが長すぎます（200文字まで）',
  markup: 'メンション、角かっこのスタイル指定、`<|` は使えません',
  phonemes: '認識できない音素です',
};

/** Japanese: `/pronounce`. */
export const pronunciationMessages: Pronunciation = {
  command: {
    description: '単語の読み方を辞書に登録します',
    add: {
      description: '単語の読み方を登録します',
      word: '登録する単語（メッセージに書かれるとおりに）',
      as: '読み方。音素で指定するときは波かっこで囲む：{ha0shi1}',
      scope: '適用範囲（省略時は自分のテキスト）',
    },
    remove: {
      description: '登録した読み方を削除します',
      word: '単語を入力して候補から選ぶ',
      scope: 'どちらの辞書か（省略時は自分、なければサーバー）',
    },
    list: { description: '辞書に登録された単語を表示します', scope: 'どちらの辞書か（省略時は自分）' },
    import: {
      description: 'CSVファイルの単語を辞書に追加します',
      file: '1行に1単語のCSVファイル（単語,読み）',
      scope: '適用範囲（省略時は自分のテキスト）',
    },
    export: { description: '辞書をCSVファイルで取得します', scope: 'どちらの辞書か（省略時は自分）' },
    scopeChoices: { me: '自分のテキスト（全サーバー共通）', server: 'このサーバーの全員のテキスト' },
  },

  added: ({ word, as, scope: whose }) => `これからは${where[whose]}${bold(word)}を「${as}」と読みます。`,
  changed: ({ word, as, before, scope: whose }) =>
    `これからは${where[whose]}${bold(word)}を「${before}」ではなく「${as}」と読みます。`,
  unchanged: ({ word, as, scope: whose }) => `${where[whose]}、すでに${bold(word)}を「${as}」と読んでいます。`,
  phonemesNote: '音声サービスがこの音素を受け付けない場合は、単語を表記どおりに読みます。',
  removed: ({ word, scope: whose }) =>
    whose === 'me'
      ? `あなたの辞書から${bold(word)}を削除しました。`
      : `このサーバーの辞書から${bold(word)}を削除しました。`,
  unknown: ({ word }) => `${bold(word)}の読み方は登録されていません。登録された単語は ${list} で確認できます。`,

  noServer: `ここではサーバーの辞書を使えません。自分の辞書を使うには ${scope} を省略してください。`,
  locked: `このサーバーの辞書はロックされていて、サーバーの管理者だけが変更できます。自分の辞書を使うには ${scope} を省略してください。`,
  notYours: ({ word }) =>
    `このサーバーの辞書の${bold(word)}は、ほかの人が登録したものです。${scope} を省略すると、自分のテキストでの読み方を登録できます。`,
  full: ({ whose, limit }) =>
    ({
      person: `あなたの辞書は上限の${entryCount(limit)}に達しています。先にどれか削除してください。`,
      server: `このサーバーの辞書は上限の${entryCount(limit)}に達しています。先にどれか削除してください。`,
      member: `このサーバーの辞書にあなたが登録できるのは${entryCount(limit)}までです。先にどれか削除してください。`,
    })[whose],
  fault: ({ fault }) =>
    ({
      'word-empty': '読み方を登録する単語を入力してください。',
      'word-long': 'この単語は長すぎます。60文字以内にしてください。',
      'word-unheard':
        '絵文字、顔文字、リンク、書式は先に言葉に置き換わります。「赤いハート」のように、読み上げられる言葉で登録してください。',
      'as-empty': '絵文字や記号だけでは読み上げられません。文字か数字を入れてください。',
      'as-long': '1つの単語の読みとしては長すぎます。200文字以内にしてください。',
      markup: '読みには、メンション、角かっこのスタイル指定、`<|` を使えません。言葉だけにしてください。',
      phonemes:
        'この音素は認識できません。日本語は高低付きのローマ字 `{ha0shi1}`、英語はArpabet `{T AH0 M EY1 T OW0}`、中国語はピンイン `{chong2 qing4}` で書いてください。',
    })[fault],

  list: {
    title: { me: 'あなたの辞書', server: 'このサーバーの辞書' },
    empty: {
      me: `あなたの辞書は空です。${add} で単語を登録できます。`,
      server: `このサーバーの辞書は空です。${add} で単語を登録できます。`,
    },
    entry: ({ word, as }) => `${bold(word)} → ${as}`,
    entryBy: ({ word, as, addedBy, addedAtMs }) => {
      const day = time(Math.floor(addedAtMs / 1_000), TimestampStyles.ShortDate);
      const who = addedBy === undefined ? 'データ削除済みの人' : userMention(addedBy);
      return `${bold(word)} → ${as}（${who}、${day}）`;
    },
    locked: 'ロック中：サーバーの管理者だけが変更できます。',
    page: ({ page, pages, entries, limit }) =>
      `${format.number(page)} / ${format.number(pages)}ページ · ${format.number(entries)} / ${entryCount(limit)}`,
    buttons: { previous: '前へ', next: '次へ', lock: 'ロック', unlock: 'ロック解除' },
  },

  csv: { word: '単語', as: '読み' },
  import: {
    added: ({ added, changed, unchanged, scope: whose }) => {
      const done = [
        ...(added === 0 ? [] : [`${entryCount(added)}を追加`]),
        ...(changed === 0 ? [] : [`${entryCount(changed)}を変更`]),
        ...(unchanged === 0 ? [] : [`${entryCount(unchanged)}は変更なし`]),
      ];
      if (done.length === 0) return '追加された単語はありません。';
      return whose === 'me' ? `あなたの辞書：${format.list(done)}` : `このサーバーの辞書：${format.list(done)}`;
    },
    skipped: ({ lines }) => format.plural(lines, { other: '#行は追加できませんでした：' }),
    problem: ({ line, problem }) => {
      const reasons = {
        ...faults,
        malformed: '2列になっていないか、引用符が閉じていません',
        'not-yours': 'ほかの人が登録した単語です',
        full: '辞書がいっぱいです',
      };
      return `${format.number(line)}行目：${reasons[problem]}`;
    },
    moreProblems: ({ lines }) => format.plural(lines, { other: '…ほか#行' }),
    notText: 'このファイルはUTF-8のテキストではありません。「CSV UTF-8」で保存してから、もう一度お試しください。',
    tooManyLines: ({ most }) =>
      `このファイルは行数が多すぎます。${format.number(most)}行以内のファイルに分けてください。`,
    empty: 'このファイルには単語がありません。1行に1つ、`単語,読み` の形で書いてください。',
    tooLarge: ({ maxBytes }) =>
      `このファイルは大きすぎます。${format.sizeLimit(maxBytes)}以下のファイルを使ってください。`,
  },
  exported: ({ entries }) =>
    `${format.plural(entries, { other: '#件の単語を書き出しました。' })}このファイルは ${command('pronounce import')} で読み込めます。`,
  choice: ({ word, as, scope: whose }) => (whose === 'me' ? `${word} → ${as}` : `${word} → ${as}（サーバー）`),
};

import { createFormat } from '../../format.ts';
import type { Messages } from '../../messages.ts';

const format = createFormat('ja');

export const COVER_FORMATS = format.alternatives(['png', 'jpeg', 'webp', 'gif']);

/** Japanese: what `/voice` and its subcommands are described with where people choose and fill them in. */
export const voiceCommandMessages: Messages['voiceModels']['command'] = {
  description: '読み上げに使う声を作成・選択・管理します',
  voiceOption: 'タイトルを入力して選ぶか、IDを貼り付けます',
  visibilityChoices: {
    public: '公開：音声サービスの公開一覧に載り、誰でも見つけられる（カバー画像が必要）',
    unlist: '限定公開：IDを知っている人だけ',
    private: '非公開：このサーバーの人だけ（サーバー外では自分だけ）',
  },
  create: {
    description: '使用する権利のある録音から声を作成します',
    options: {
      title: '声の名前',
      audio: '声の録音（1秒以上）',
      audio2: '同じ声の録音（2つ目）',
      audio3: '同じ声の録音（3つ目）',
      transcript: '録音で話されている内容（複数ある場合は | で区切る）',
      visibility: 'この声を見つけられる人（省略時は非公開）',
      cover: `カバー画像（${COVER_FORMATS}）`,
      description: '声の短い説明',
      tags: '検索用のタグ（カンマ区切り）',
      enhance: '先に録音の音質を改善する（省略時は改善する）',
      sample: '音声サービスにサンプルを作らせる（省略時は作らない）',
    },
  },
  list: {
    description: '自分とこのサーバーの声、または公開されている声を表示します',
    options: {
      query: 'タイトルに含まれる言葉',
      scope: '自分とこのサーバーの声（省略時）、または公開されている声',
      language: 'この言語を話す声に絞り込む',
      tag: 'このタグが付いた声に絞り込む',
      licensed: '声の持ち主が音声サービスに使用を許諾した公開の声に絞り込む',
      sort: '並び順（省略時は新しい順、公開の声は人気順）',
    },
    scopeChoices: { mine: '自分とこのサーバー', public: '公開' },
    sortChoices: {
      popular: '人気順',
      used: '使用回数順',
      newest: '新しい順',
      title: 'タイトル順（公開の声では使えません）',
    },
  },
  info: { description: '声の詳細を表示します' },
  edit: {
    description: '声を編集します（オプションを省略するとフォームが開きます）',
    options: {
      title: '新しいタイトル',
      description: '新しい説明',
      visibility: 'この声を見つけられる人',
      tags: '新しいタグ（カンマ区切り、今のタグと置き換え）',
      cover: `新しいカバー画像（${COVER_FORMATS}）`,
    },
  },
  delete: { description: '声を削除します（誰も使えなくなります）' },
  use: {
    description: '自分のテキストを読み上げる声を選びます',
    voiceOption: 'タイトルを入力して選ぶか、IDを貼り付けます（「デフォルトの声」で元に戻す）',
    options: {
      speed: '速さ（0.5～2、標準は1）。省略すると今のまま',
      volume: '音量（-20～20 dB、標準は0）。省略すると今のまま',
      member: 'このメンバーの声を選ぶ（サーバー設定を変更できる人のみ）',
    },
  },
};

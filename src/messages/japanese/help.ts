import { bold, inlineCode } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('ja');

const ONE_COMMAND = `コマンドのオプションは ${command('help', 'command')} で確認できます。`;

/** Japanese: `/help`. */
export const helpMessages: Messages['help'] = {
  command: {
    description: 'できることや、コマンドの使い方を表示します',
    options: { command: '説明を見たいコマンド（省略時はすべて表示）' },
  },
  introduction: {
    guild: ({ say }) =>
      `入力したテキストを読み上げ、会話に字幕を付け、録音を文字起こしします。はじめての方は、ボイスチャンネルに参加して ${say} を使ってみてください。${ONE_COMMAND}`,
    elsewhere: ({ say }) =>
      `ここでは、入力したテキストを音声ファイルにしたり、録音を文字起こししたりできます。はじめての方は ${say} を試してみてください。Botが参加しているサーバーでは、ボイスチャンネルで読み上げたり字幕を付けたりもします。${ONE_COMMAND}`,
  },
  groups: {
    speaking: '読み上げ',
    captions: '字幕',
    transcription: '文字起こし',
    voices: '声',
    settings: 'プライバシーと設定',
    more: 'ヘルプ',
  },
  together: {
    control: '読み上げを操作します',
    autoread: 'チャンネルのメッセージをボイスチャンネルで読み上げます',
    pronunciations: '単語の読み方を辞書に登録します（自分用、またはこのサーバー用）',
    voices: '声の作成・検索・選択・編集・削除を行います',
    consent: '自分の発言に字幕を付けるかどうかを、全サーバー共通で選びます',
  },
  names: ({ names }) => format.list(names),
  menus: {
    speak: 'メッセージを、自分のいるボイスチャンネルで読み上げます',
    transcribe: 'メッセージ内の録音を文字起こしします',
  },
  menuPath: ({ name }) => bold(`アプリ → ${name}`),
  entry: ({ name, description }) => `${name}：${description}`,
  option: ({ name, description }) => `${inlineCode(name)}：${description}`,
  requiredOption: ({ name, description }) => `${inlineCode(name)}（必須）：${description}`,
  withChoices: ({ description, choices }) =>
    `${description}。選択肢：${format.alternatives(choices.map((choice) => inlineCode(choice)))}`,
  noOptions: 'オプションはありません。',
  menuUse: 'メッセージのメニューから使えます。メッセージを右クリックするか、スマートフォンでは長押ししてください。',
  serverOnly: 'サーバーでのみ使えます。',
  unknownCommand: ({ entered }) => `「${entered}」というコマンドはありません。候補から選んでください。`,
};

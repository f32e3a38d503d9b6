import { bold, inlineCode } from '@discordjs/formatters';
import type { Messages } from '../messages.ts';
import { command, menu } from './names.ts';

const say = command('say');

/** Japanese: the name of each setting, and what it does in a line. */
export const settingFields: Messages['settings']['fields'] = {
  'general.language': {
    label: '言語',
    about: 'このサーバーの全員に向けた投稿や読み上げの言語です。',
  },
  'notices.posted': {
    label: 'お知らせ',
    about: '無人のチャンネルからの退出、移動、接続切れをお知らせします。',
  },
  'log.channelId': {
    label: 'ログチャンネル',
    about: '設定の変更を、変更した人の名前とともに投稿します。',
  },
  'access.managers': {
    label: '設定を変更できる人',
    about: `${bold('サーバー管理')}の権限がある人のほかに、${command('settings')} を使える人です。`,
  },
  'access.speak': {
    label: '読み上げ',
    about: `${say}、${command('join')}、キュー、${menu('Speak')}を使える人です。`,
  },
  'access.captions': {
    label: '字幕',
    about: '字幕を開始し、書き起こしを取得できる人です。オプトインとオプトアウトは誰でもできます。',
  },
  'access.transcribe': {
    label: '文字起こし',
    about: '録音を文字起こしできる人です。ボイスメッセージに文字起こしを返信するのも、この人たちの分だけです。',
  },
  'access.voices': {
    label: '声',
    about: '声を作成・変更・一覧表示・選択できる人です。',
  },
  'muted.userIds': {
    label: 'ミュートした人',
    about: 'この人が書いたものは一切読み上げません。',
  },
  'muted.roleIds': {
    label: 'ミュートしたロール',
    about: 'このロールの人が書いたものは一切読み上げません。',
  },
  'voice.voiceId': {
    label: '声',
    about: '自分の声を選んでいない人の読み上げに使います。',
  },
  'voice.speed': {
    label: '速度',
    about: 'その声の速さです。',
  },
  'voice.volumeDb': {
    label: '音量',
    about: 'その声の大きさです。',
  },
  'lengths.say': {
    label: 'テキストの長さの上限',
    about: `${say} では、これより長いテキストを受け付けません。`,
  },
  'lengths.reading': {
    label: 'メッセージの長さの上限',
    about: 'チャットの読み上げでは、これより長いメッセージを途中で省略します。',
  },
  'announcements.joins': {
    label: '参加の読み上げ',
    about: 'Botのいるボイスチャンネルに参加した人の名前を読み上げます。',
  },
  'announcements.leaves': {
    label: '退出の読み上げ',
    about: 'Botのいるボイスチャンネルから退出した人の名前を読み上げます。',
  },
  'captions.consent': {
    label: '対象',
    about: '字幕を付ける相手です。',
  },
  'captions.captionBots': {
    label: 'Botの発言',
    about: 'Botの発言にも字幕を付けます。',
  },
  'captions.language': {
    label: '発言の言語',
    about: `${command('captions start')} で指定がないときの、字幕の言語です。`,
  },
  'captions.interim': {
    label: '途中表示',
    about: '話している途中から字幕を表示します。',
  },
  'captions.soundCues': {
    label: '音の表示',
    about: '[笑い声]のような音も字幕に表示します。',
  },
  'captions.retentionDays': {
    label: '書き起こし',
    about: '書き起こしを削除するまでの日数です。',
  },
  'reading.bots': {
    label: 'Botのメッセージ',
    about: 'Botが書いたメッセージを読み上げます。',
  },
  'reading.webhooks': {
    label: 'ウェブフックの投稿',
    about: 'ウェブフックや、ほかのチャットからの転送Botの投稿を読み上げます。',
  },
  'reading.proxied': {
    label: '代理投稿',
    about: 'PluralKitやTupperboxが代わりに投稿したメッセージを、本人のものとして読み上げます。',
  },
  'reading.voiceMessages': {
    label: 'ボイスメッセージ',
    about: 'チャットの読み上げでのボイスメッセージの扱いです。',
  },
  'reading.skipPrefix': {
    label: '読み飛ばす先頭の文字',
    about: 'これで始まるメッセージは読み上げません。',
  },
  'reading.requiredRoleIds': {
    label: '必要なロール',
    about: 'このいずれかのロールを持つ人のメッセージだけを読み上げます。',
  },
  'reading.announceWriters': {
    label: '書いた人の名前',
    about: '書く人が変わったとき、その人の名前を読み上げます。',
  },
  'reading.announcement': {
    label: '名前の読み上げ方',
    about: `名前を読み上げるときの言い方です。${inlineCode('{name}')} が名前に置き換わります。`,
  },
  'reading.builtInPronunciations': {
    label: '略語',
    about: `${inlineCode('kwsk')} のようなよくある略語を、省略しない形で読み上げます。`,
  },
  'voiceMessages.transcribedIn': {
    label: '返信するチャンネル',
    about: 'ボイスメッセージに文字起こしを返信します。',
  },
  'voices.maxPerPerson': {
    label: '1人あたりの声',
    about: 'このサーバーで1人が作成できる声の数です。',
  },
  'voices.maxPerGuild': {
    label: 'このサーバー全体の声',
    about: 'このサーバーに作成できる声の数です。',
  },
  'budgets.charactersPerPerson': {
    label: '1人あたりの読み上げ文字数',
    about: '1人のテキストを1日に読み上げる量です。',
  },
  'budgets.characters': {
    label: 'このサーバー全体の読み上げ文字数',
    about: 'このサーバーで1日に読み上げる量です。',
  },
  'budgets.captionMinutes': {
    label: '字幕の分数',
    about: '1日に字幕を付ける発言の長さです。',
  },
  'budgets.transcribeMinutesPerPerson': {
    label: '1人あたりの文字起こし',
    about: '1人の録音を1日に文字起こしする長さです。',
  },
  'budgets.transcribeMinutes': {
    label: 'このサーバー全体の文字起こし',
    about: 'このサーバーで1日に文字起こしする録音の長さです。',
  },
};

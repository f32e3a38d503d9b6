import { bold, channelMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command, option } from './names.ts';

const format = createFormat('ja');

const auto = command('captions auto');
const stop = command('captions stop');
const manageChannels = bold('チャンネルの管理');

const MAX_LISTED = 10;
const MAX_THREAD_NAME_LENGTH = 100;

type AutoCaptions = Parameters<Messages['captions']['auto']['list']>[0]['entries'][number];

function entry({ voiceChannelId, textChannelId, isThreaded, language }: AutoCaptions): string {
  const [voice, text] = [channelMention(voiceChannelId), channelMention(textChannelId)];
  const where = isThreaded ? `${voice} → ${text} のスレッド` : `${voice} → ${text}`;
  return language === undefined ? `- ${where}` : `- ${where}（${language}）`;
}

/** Japanese: captions that start by themselves. */
export const autoCaptionMessages: Messages['captions']['auto'] = {
  command: {
    description: '誰かがボイスチャンネルに参加したとき、字幕を自動で開始します',
    voiceChannel: '字幕を付けるボイスチャンネル',
    mode: '字幕の自動開始をオンまたはオフにする',
    modes: { on: 'オン', off: 'オフ' },
    thread: '毎回新しいスレッドを作成する（省略時は作成しない）',
    language: '話されている言語（省略時は自動検出）',
  },

  on: ({ voiceChannelId, textChannelId, isThreaded, isStarting }) => {
    const [voice, text] = [channelMention(voiceChannelId), channelMention(textChannelId)];
    if (isStarting) {
      return isThreaded
        ? `${voice} にはすでに参加者がいるため、まもなく字幕を開始します。今後は誰かが参加すると、${text} に毎回新しいスレッドを作成して開始し、全員が退出すると終了します。`
        : `${voice} にはすでに参加者がいるため、まもなく ${text} で字幕を開始します。今後は誰かが参加すると開始し、全員が退出すると終了します。`;
    }
    return isThreaded
      ? `今後は ${voice} に誰かが参加すると、${text} に毎回新しいスレッドを作成して字幕を開始します。全員が退出すると終了します。`
      : `今後は ${voice} に誰かが参加すると、${text} で字幕を開始します。全員が退出すると終了します。`;
  },
  off: ({ voiceChannelId, isRunning }) =>
    isRunning
      ? `${channelMention(voiceChannelId)} の字幕の自動開始をオフにしました。現在の字幕は続きます。終了するには ${stop} を使ってください。`
      : `${channelMention(voiceChannelId)} の字幕の自動開始をオフにしました。`,
  confirm: ({ voiceChannelId, textChannelId }) =>
    `${channelMention(textChannelId)} は、${channelMention(voiceChannelId)} を見られない人も読めます。承認すると、字幕のお知らせに承認者としてあなたの名前が表示されます。`,

  list: ({ entries }) => {
    const hidden = entries.length - MAX_LISTED;
    return [
      '自動で開始する字幕：',
      ...entries.slice(0, MAX_LISTED).map(entry),
      ...(hidden > 0 ? [`- ${format.plural(hidden, { other: 'ほか#件' })}`] : []),
    ].join('\n');
  },

  threadName: ({ channelName, startedAtMs }) => {
    const date = format.date(startedAtMs);
    return `${channelName.slice(0, MAX_THREAD_NAME_LENGTH - date.length - 3).toWellFormed()} · ${date}`;
  },

  refusals: {
    mayNotManage: ({ voiceChannelId }) =>
      `字幕の自動開始を設定するには、${channelMention(voiceChannelId)} で${manageChannels}の権限が必要です。`,
    mayNotPost: 'あなたはこのチャンネルに投稿できないため、ここで字幕を開始することはできません。',
    notSetUp: ({ voiceChannelId }) => `${channelMention(voiceChannelId)} の字幕は自動開始に設定されていません。`,
    tooMany: ({ limit }) =>
      `このサーバーで字幕を自動開始できるボイスチャンネルは${format.number(limit)}個までです。先にどれか1つをオフにしてください。`,
    noThreadsHere: `ここではスレッドを作成できません。${auto} をテキストチャンネルで使うか、${option('thread')} を省略してください。`,
    outdated: `この選択肢はもう使えません。もう一度 ${auto} を使ってください。`,
  },

  notStarted: {
    widerAudience: ({ voiceChannelId, textChannelId }) =>
      `${channelMention(voiceChannelId)} の字幕を開始しませんでした。${channelMention(textChannelId)} は、そのボイスチャンネルを見られない人も読めるためです。${channelMention(voiceChannelId)} で${manageChannels}の権限を持つ人が ${auto} で許可できます。`,
    missingPermissions: ({ voiceChannelId, textChannelId, permissions }) =>
      permissions.length === 0
        ? `${channelMention(textChannelId)} に投稿できないため、${channelMention(voiceChannelId)} の字幕を開始できません。別のチャンネルで ${auto} を使ってください。`
        : `${channelMention(voiceChannelId)} の字幕を開始できません。${channelMention(textChannelId)} での${format.list(permissions.map((name) => bold(name)))}の権限をBotに付与してください。`,
    because: ({ voiceChannelId, reason }) => `${channelMention(voiceChannelId)} の字幕を開始しませんでした。${reason}`,
  },
};

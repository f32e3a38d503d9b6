import { bold, channelMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command, option } from './names.ts';

type AutoCaptions = Messages['captions']['auto'];
type Entry = Parameters<AutoCaptions['list']>[0]['entries'][number];

const format = createFormat('zh');

const auto = command('captions auto');
const stop = command('captions stop');

const MAX_LISTED = 10;
const MAX_THREAD_NAME_LENGTH = 100;

const listOf = (permissions: readonly string[]): string => format.list(permissions.map((name) => bold(name)));

function entry({ voiceChannelId, textChannelId, isThreaded, language }: Entry): string {
  const text = channelMention(textChannelId);
  const where = `- ${channelMention(voiceChannelId)}：${isThreaded ? `在 ${text} 的子区中` : `在 ${text} 中`}`;
  return language === undefined ? where : `${where}（${language}）`;
}

/** Simplified Chinese: captions that start by themselves. */
export const autoCaptionMessages: AutoCaptions = {
  command: {
    description: '有人加入语音频道时自动开始字幕',
    voiceChannel: '要生成字幕的语音频道',
    mode: '开启或关闭自动字幕',
    modes: { on: '开启', off: '关闭' },
    thread: '每次都新建一个子区（默认：否）',
    language: '大家说的语言（默认：自动检测）',
  },

  on: ({ voiceChannelId, textChannelId, isThreaded, isStarting }) => {
    const [voice, text] = [channelMention(voiceChannelId), channelMention(textChannelId)];
    if (isStarting) {
      return isThreaded
        ? `${voice} 里已经有人，字幕马上开始。以后有人加入时会自动开始，每次都发到 ${text} 的新子区中；所有人离开后，字幕结束。`
        : `${voice} 里已经有人，字幕马上会在 ${text} 中开始。以后有人加入时会自动开始，所有人离开后结束。`;
    }
    return isThreaded
      ? `以后有人加入 ${voice} 时，会自动开始字幕，每次都发到 ${text} 的新子区中。所有人离开后，字幕结束。`
      : `以后有人加入 ${voice} 时，会自动在 ${text} 中开始字幕。所有人离开后，字幕结束。`;
  },
  off: ({ voiceChannelId, isRunning }) =>
    isRunning
      ? `${channelMention(voiceChannelId)} 的字幕不会再自动开始。当前的字幕会继续，要结束请使用 ${stop}。`
      : `${channelMention(voiceChannelId)} 的字幕不会再自动开始。`,
  confirm: ({ voiceChannelId, textChannelId }) =>
    `有些看不到 ${channelMention(voiceChannelId)} 的人可以查看 ${channelMention(textChannelId)}。如果你确认，字幕的通知中会注明由你确认。`,

  list: ({ entries }) => {
    const hidden = entries.length - MAX_LISTED;
    return [
      '自动字幕：',
      ...entries.slice(0, MAX_LISTED).map(entry),
      ...(hidden > 0 ? [`- ${format.plural(hidden, { other: '还有 # 个' })}`] : []),
    ].join('\n');
  },

  threadName: ({ channelName, startedAtMs }) => {
    const date = format.date(startedAtMs);
    return `${channelName.slice(0, MAX_THREAD_NAME_LENGTH - date.length - 3).toWellFormed()} · ${date}`;
  },

  refusals: {
    mayNotManage: ({ voiceChannelId }) =>
      `要设置 ${channelMention(voiceChannelId)} 的字幕，你需要在该频道拥有${bold('管理频道')}权限。`,
    mayNotPost: '你自己不能在此频道发言，所以我不会替你在这里发布字幕。',
    notSetUp: ({ voiceChannelId }) => `${channelMention(voiceChannelId)} 没有设置自动字幕。`,
    tooMany: ({ limit }) =>
      `此服务器已有 ${format.number(limit)} 个语音频道设置了自动字幕，达到上限。请先关闭其中一个。`,
    noThreadsHere: `我无法在这里新建子区。请在文字频道中使用 ${auto}，或将 ${option('thread')} 留空。`,
    outdated: `这个选择已失效，请重新使用 ${auto}。`,
  },

  notStarted: {
    widerAudience: ({ voiceChannelId, textChannelId }) =>
      `${channelMention(voiceChannelId)} 的字幕没有开始：看不到该频道的人可以查看 ${channelMention(textChannelId)}。在该频道拥有${bold('管理频道')}权限的人可以用 ${auto} 允许这样做。`,
    missingPermissions: ({ voiceChannelId, textChannelId, permissions }) =>
      permissions.length === 0
        ? `${channelMention(voiceChannelId)} 的字幕无法开始：我不能在 ${channelMention(textChannelId)} 中发消息。请在其他频道使用 ${auto}。`
        : `${channelMention(voiceChannelId)} 的字幕无法开始。请在 ${channelMention(textChannelId)} 中授予我以下权限：${listOf(permissions)}。`,
    because: ({ voiceChannelId, reason }) => `${channelMention(voiceChannelId)} 的字幕没有开始。${reason}`,
  },
};

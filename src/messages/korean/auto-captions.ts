import { bold, channelMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command, option } from './names.ts';

const format = createFormat('ko');

const auto = command('captions auto');
const stop = command('captions stop');
const manageChannels = bold('채널 관리하기');

const MAX_LISTED = 10;
const MAX_THREAD_NAME_LENGTH = 100;

type AutoCaptions = Messages['captions']['auto'];

function entry({
  voiceChannelId,
  textChannelId,
  isThreaded,
  language,
}: Parameters<AutoCaptions['list']>[0]['entries'][number]): string {
  const [voice, text] = [channelMention(voiceChannelId), channelMention(textChannelId)];
  const where = isThreaded ? `${voice} → ${text} 채널의 스레드` : `${voice} → ${text}`;
  return language === undefined ? `- ${where}` : `- ${where}(${language})`;
}

/** Korean: captions that start by themselves. */
export const autoCaptionMessages: AutoCaptions = {
  command: {
    description: '음성 채널에 사람이 들어오면 자막을 자동으로 시작해요',
    voiceChannel: '자막을 표시할 음성 채널',
    mode: '자동 자막을 켜거나 꺼요',
    modes: { on: '켜기', off: '끄기' },
    thread: '매번 새 스레드를 열어요(기본값: 아니요)',
    language: '말하는 언어(기본값: 자동 감지)',
  },

  on: ({ voiceChannelId, textChannelId, isThreaded, isStarting }) => {
    const [voice, text] = [channelMention(voiceChannelId), channelMention(textChannelId)];
    if (isStarting) {
      return isThreaded
        ? `${voice} 채널에 이미 사람이 있어서 곧 자막을 시작해요. 이제 사람이 들어올 때마다 ${text} 채널의 새 스레드에서 시작하고, 모두 나가면 끝나요.`
        : `${voice} 채널에 이미 사람이 있어서 곧 ${text} 채널에서 자막을 시작해요. 이제 사람이 들어오면 시작하고, 모두 나가면 끝나요.`;
    }
    return isThreaded
      ? `이제 ${voice} 채널에 사람이 들어오면 ${text} 채널의 새 스레드에서 자막을 시작해요. 모두 나가면 끝나요.`
      : `이제 ${voice} 채널에 사람이 들어오면 ${text} 채널에서 자막을 시작해요. 모두 나가면 끝나요.`;
  },
  off: ({ voiceChannelId, isRunning }) =>
    isRunning
      ? `이제 ${channelMention(voiceChannelId)} 채널의 자막을 자동으로 시작하지 않아요. 지금 자막은 계속 켜져 있어요. 끝내려면 ${stop}를 사용하세요.`
      : `이제 ${channelMention(voiceChannelId)} 채널의 자막을 자동으로 시작하지 않아요.`,
  confirm: ({ voiceChannelId, textChannelId }) =>
    `${channelMention(textChannelId)} 채널은 ${channelMention(voiceChannelId)} 채널을 볼 수 없는 사람도 읽을 수 있어요. 확인하면 이 자막의 공지에 확인한 사람으로 이름이 표시돼요.`,

  list: ({ entries }) => {
    const hidden = entries.length - MAX_LISTED;
    return [
      '자동으로 시작하는 자막:',
      ...entries.slice(0, MAX_LISTED).map(entry),
      ...(hidden > 0 ? [`- ${format.plural(hidden, { other: '그 외 #개' })}`] : []),
    ].join('\n');
  },

  threadName: ({ channelName, startedAtMs }) => {
    const date = format.date(startedAtMs);
    return `${channelName.slice(0, MAX_THREAD_NAME_LENGTH - date.length - 3).toWellFormed()} · ${date}`;
  },

  refusals: {
    mayNotManage: ({ voiceChannelId }) =>
      `자막을 설정하려면 ${channelMention(voiceChannelId)} 채널에서 ${manageChannels} 권한이 필요해요.`,
    mayNotPost: '본인이 메시지를 보낼 수 없는 채널이라서, 자막을 여기에 표시하지 않을게요.',
    notSetUp: ({ voiceChannelId }) => `${channelMention(voiceChannelId)} 채널의 자막은 자동으로 시작하지 않아요.`,
    tooMany: ({ limit }) =>
      `이 서버에서는 자동 자막을 음성 채널 ${format.number(limit)}개까지만 쓸 수 있어요. 먼저 하나를 꺼 주세요.`,
    noThreadsHere: `여기서는 스레드를 열 수 없어요. 텍스트 채널에서 ${auto}을 사용하거나 ${option('thread')} 옵션을 빼 주세요.`,
    outdated: `오래된 선택이에요. ${auto}을 다시 사용해 주세요.`,
  },

  notStarted: {
    widerAudience: ({ voiceChannelId, textChannelId }) =>
      `${channelMention(voiceChannelId)} 채널을 볼 수 없는 사람도 ${channelMention(textChannelId)} 채널을 읽을 수 있어서 자막을 시작하지 않았어요. 그 음성 채널에서 ${manageChannels} 권한이 있는 사람이 ${auto}으로 허용할 수 있어요.`,
    missingPermissions: ({ voiceChannelId, textChannelId, permissions }) =>
      permissions.length === 0
        ? `${channelMention(textChannelId)} 채널에 글을 올릴 수 없어서 ${channelMention(voiceChannelId)} 채널의 자막을 시작하지 못했어요. 다른 채널에서 ${auto}을 사용해 주세요.`
        : `${channelMention(voiceChannelId)} 채널의 자막을 시작하지 못했어요. 저에게 ${channelMention(textChannelId)} 채널의 ${format.list(permissions.map((name) => bold(name)))} 권한을 주세요.`,
    because: ({ voiceChannelId, reason }) =>
      `${channelMention(voiceChannelId)} 채널의 자막을 시작하지 않았어요. ${reason}`,
  },
};

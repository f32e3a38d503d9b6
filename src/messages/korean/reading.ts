import { channelMention, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('ko');

const MAX_CHANNELS = 5;

const join = command('join');
const on = command('autoread on');
const off = command('autoread off');
const status = command('autoread status');

const everyone = (names: readonly string[]): string => names.map((name) => `${name}님`).join(', ');

/** Korean: reading chat aloud. */
export const readingMessages: Messages['reading'] = {
  command: {
    description: '채널의 메시지를 음성 채널에서 읽어 줘요',
    on: '채널의 메시지를 소리 내어 읽기 시작해요',
    off: '채널의 메시지를 더 이상 읽지 않아요',
    status: '어떤 채널을 읽고 있는지, 내 메시지도 읽는지 보여 줘요',
    options: {
      channel: '읽을 채널. 비워 두면 이 채널이에요',
      autoJoin: '글을 쓴 사람의 음성 채널에 참가해요. 아니면 제가 음성 채널에 있을 때만 읽어요',
    },
  },
  buttons: {
    mute: '내 메시지 읽지 않기',
    unmute: '내 메시지 읽기',
    name: '내 이름 읽는 법',
    identities: '내 프록시의 목소리',
    wider: '거기서도 읽기',
  },
  form: {
    title: '내 이름 읽는 법',
    label: '메시지 앞에 읽을 이름',
    placeholder: '비워 두면 이 서버에서 쓰는 이름을 읽어요',
  },

  notice: `이제 이 채널의 새 메시지를 음성 채널에서 읽어요. ${inlineCode('@silent')}를 붙여 보낸 메시지는 읽지 않아요. ${status}에서 자세히 볼 수 있어요.`,
  widerNotice: ({ userId }) =>
    `${userMention(userId)}님이 이 채널을 볼 수 없는 사람도 들을 수 있는 음성 채널에서 이 채널의 메시지를 읽도록 허용했어요.`,
  turnedOn: ({ channelId, autoJoin }) =>
    autoJoin
      ? `이제 ${channelMention(channelId)} 채널의 메시지를 읽고, 글을 쓴 사람의 음성 채널에 참가할게요. 그만 읽게 하려면 ${off}를 사용하세요.`
      : `이제 제가 음성 채널에 있는 동안 ${channelMention(channelId)} 채널의 메시지를 읽을게요. ${join}로 저를 부를 수 있어요.`,
  closedTo: ({ channelId, voiceChannelIds }) => {
    const shown = voiceChannelIds
      .slice(0, MAX_CHANNELS)
      .map((id) => channelMention(id))
      .join(', ');
    const rest = voiceChannelIds.length - MAX_CHANNELS;
    const channels = rest > 0 ? `${shown} 외 ${format.plural(rest, { other: '#개' })} 채널` : `${shown} 채널`;
    return `${channels}에는 ${channelMention(channelId)} 채널을 볼 수 없는 사람도 들어올 수 있어서, 허용하지 않으면 거기서는 읽지 않아요.`;
  },
  widened: ({ channelId }) =>
    `이제 모든 음성 채널에서 ${channelMention(channelId)} 채널의 메시지를 읽어요. 그 채널을 볼 수 없는 사람도 들을 수 있어요.`,
  turnedOff: ({ channelId }) => `이제 ${channelMention(channelId)} 채널의 메시지를 읽지 않아요.`,
  notOn: ({ channelId }) =>
    `${channelMention(channelId)} 채널의 메시지는 읽고 있지 않아요. 읽게 하려면 ${on}를 사용하세요.`,
  tooMany: ({ max }) =>
    format.plural(max, {
      other: `한 서버에서 채널을 #개까지만 읽을 수 있어요. 먼저 다른 채널에서 ${off}를 사용해 주세요.`,
    }),
  noNotice: ({ channelId }) =>
    `${channelMention(channelId)} 채널에 공지를 올리지 못해서 메시지를 읽지 않을게요. 잠시 후 다시 시도해 주세요.`,
  noWiderNotice: ({ channelId }) =>
    `${channelMention(channelId)} 채널에 공지를 올리지 못해서 거기서는 읽지 않을게요. 잠시 후 다시 시도해 주세요.`,
  notVisible: '본인이 볼 수 없는 채널이라서 읽지 않을게요. 다른 채널을 골라 주세요.',
  mayNotManage: ({ channelId }) =>
    `${channelMention(channelId)} 채널을 관리하는 사람만 바꿀 수 있어요. 그중 한 명에게 요청해 주세요.`,
  noIntent:
    'Discord가 저에게 메시지를 보내 주지 않아서 메시지를 읽을 수 없어요. 봇 운영자에게 Discord Developer Portal에서 앱을 고른 다음 Bot → Message Content Intent를 켜고 저를 다시 시작해 달라고 요청해 주세요.',
  muted: '이제 이 서버에서 내 메시지를 읽지 않아요.',
  unmuted: '이제 이 서버에서 내 메시지를 읽어요.',
  named: ({ name }) => `이제 이 서버에서 내 메시지 앞에 “${name}”라고 말해요.`,
  unnamed: '이제 내 메시지 앞에 이 서버에서 쓰는 이름을 읽어요.',
  nameTaken: ({ name }) => `여기에는 이미 “${name}” 이름을 쓰는 사람이 있어요. 아무도 쓰지 않는 이름을 고르세요.`,
  identities: {
    none: '이 서버에서 쓰는 프록시를 아직 몰라요. 제가 읽는 채널에서 PluralKit이나 Tupperbox로 글을 쓴 다음 다시 해 보세요.',
    intro:
      'PluralKit과 Tupperbox가 대신 올린 글은 내 글로 봐요. 내가 정한 읽지 않기와 한도도 그대로 적용돼요. 목소리를 정할 이름을 고르세요.',
    ownVoice: '내 목소리',
    choose: '이름 고르기',
    form: { title: '프록시의 목소리', label: '목소리의 제목이나 ID', placeholder: '비워 두면 내 목소리로 읽어요' },
    set: ({ name, title }) => `이제 “${name}” 이름으로 쓴 글을 “${title}” 목소리로 읽어요.`,
    reset: ({ name }) => `이제 “${name}” 이름으로 쓴 글을 내 목소리로 읽어요.`,
    gone: '그 프록시를 더 이상 몰라요. 그 이름으로 한 번 쓴 다음 다시 해 보세요.',
  },

  status: {
    none: `볼 수 있는 채널 중에 읽어 주는 채널이 없어요. 읽게 하려면 채널에서 ${on}를 사용하세요.`,
    readIn: ({ channelId, voiceChannelId }) =>
      `${channelMention(channelId)}: ${channelMention(voiceChannelId)} 채널에서 읽고 있어요. 다른 음성 채널에 있는 사람의 메시지는 읽지 않아요.`,
    waiting: ({ channelId, autoJoin }) =>
      autoJoin
        ? `${channelMention(channelId)}: 음성 채널에 있는 사람이 글을 쓰면 참가해요.`
        : `${channelMention(channelId)}: 제가 음성 채널에 있으면 읽어요. ${join}로 저를 불러 주세요.`,
    elsewhere: ({ channelId, voiceChannelId }) =>
      `${channelMention(channelId)}: 제가 ${channelMention(voiceChannelId)} 채널에 있어서 지금은 읽지 않아요.`,
    'no-readers': ({ channelId, voiceChannelId }) =>
      `${channelMention(channelId)}: ${channelMention(voiceChannelId)} 채널에 이 채널을 볼 수 있는 사람이 없어서 지금은 읽지 않아요.`,
    'not-open': ({ channelId, voiceChannelId }) =>
      `${channelMention(channelId)}: 이 채널을 볼 수 없는 사람도 들어올 수 있어서 ${channelMention(voiceChannelId)} 채널에서는 읽지 않아요. 이 채널을 관리하는 사람이 ${on}로 허용할 수 있어요.`,
    missing: ({ channelId, permissions }) =>
      `${channelMention(channelId)} 채널의 메시지를 읽을 수 없어요. 서버 관리자에게 요청해서 저에게 그 채널의 ${format.list(permissions)} 권한을 주세요.`,
    youAreRead: '내 메시지를 읽고 있어요.',
    youAreMuted: '직접 선택한 대로 내 메시지는 읽지 않아요.',
  },

  spoken: {
    says: ({ name, text }) => `${name}님의 말, ${text}`,
    leftOut: ({ messages }) => format.plural(messages, { other: '메시지 #개를 생략했어요.' }),
    joined: ({ names }) => `${everyone(names)}이 들어왔어요.`,
    left: ({ names }) => `${everyone(names)}이 나갔어요.`,
  },

  usedUp: ({ writer, resetsAtMs }) => {
    const reset = time(Math.floor(resetsAtMs / 1_000), TimestampStyles.RelativeTime);
    return writer === undefined
      ? `오늘 이 서버에 남은 글자 수가 부족해서 모든 메시지를 읽을 수는 없어요. 한도는 ${reset}에 초기화돼요.`
      : `${writer}님의 오늘 남은 글자 수가 부족해서 모든 메시지를 읽을 수는 없어요. 한도는 ${reset}에 초기화돼요.`;
  },
};

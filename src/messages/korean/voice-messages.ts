import { bold } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('ko');

/** Korean: voice messages that are answered with their text. */
export const voiceMessageMessages: Messages['voiceMessages'] = {
  switchedOn: `앞으로 이 채널에 올라오는 음성 메시지를 받아써서 답장으로 보여 드릴게요. ${command('privacy opt-out')}로 거부하면 그 사람의 음성 메시지는 받아쓰지 않아요.`,
  switchedOff: '이제 이 채널의 음성 메시지를 받아쓰지 않아요.',
  needsMessageContent: `Discord가 저에게 메시지를 보내 주지 않아서 아직 여기서 음성 메시지를 받아쓸 수 없어요. 봇 운영자에게 Discord Developer Portal의 ${bold('Bot')} 페이지에서 ${bold('Message Content Intent')}를 켜고 저를 다시 시작해 달라고 요청해 주세요.`,
  missingPermissions: ({ permissions }) =>
    `여기서 음성 메시지를 받아쓸 수 없어요. 저에게 이 채널의 ${format.list(permissions)} 권한을 주세요.`,
};

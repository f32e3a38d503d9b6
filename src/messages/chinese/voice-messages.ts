import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('zh');
const optOut = command('privacy opt-out');

/** Simplified Chinese: voice messages that are answered with their text. */
export const voiceMessageMessages: Messages['voiceMessages'] = {
  switchedOn: `从现在起，我会在此频道用文字回复语音消息。如果你用 ${optOut} 拒绝，你的语音消息就不会被转写。`,
  switchedOff: '我不再在此频道用文字回复语音消息。',
  needsMessageContent:
    'Discord 没有把消息发送给我，所以我还无法在这里回复语音消息。请联系机器人的运营者：打开 Discord 开发者门户，在 **Bot** 页面启用 **Message Content Intent**，然后重启我。',
  missingPermissions: ({ permissions }) =>
    `我无法在这里回复语音消息。请在此频道授予我以下权限：${format.list(permissions)}。`,
};

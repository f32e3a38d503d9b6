import { bold } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('ja');
const optOut = command('privacy opt-out');

/** Japanese: voice messages that are answered with their text. */
export const voiceMessageMessages: Messages['voiceMessages'] = {
  switchedOn: `今後、このチャンネルのボイスメッセージには、文字起こしを返信します。自分のボイスメッセージを文字起こしされたくない場合は、${optOut} でオプトアウトしてください。`,
  switchedOff: '今後、このチャンネルのボイスメッセージには、文字起こしを返信しません。',
  needsMessageContent: `Discordからメッセージの内容が届かないため、まだここのボイスメッセージに返信できません。Botの運営者に依頼して、Discord Developer Portalの${bold('Bot')}ページで${bold('Message Content Intent')}をオンにし、Botを再起動してもらってください。`,
  missingPermissions: ({ permissions }) =>
    `ここのボイスメッセージに返信できません。このチャンネルでの${format.list(permissions.map((name) => bold(name)))}の権限をBotに付与してください。`,
};

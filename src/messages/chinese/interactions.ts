import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';

const format = createFormat('zh');

/** Simplified Chinese: what every command, button and form can be answered, and Discord's own names for permissions. */
export const interactionMessages: Messages['interactions'] = {
  restarting: '我正在重启，请稍后再试。',
  tookTooLong: '用时过长，我已停止处理，请重试。',
  unknownCommand: '这个指令已不存在。',
  oldButton: '这个按钮已失效，请重新使用指令。',
  oldForm: '这个表单已失效，请重新使用指令。',
  formTooLate: 'Discord 要求在 3 秒内打开表单，我没赶上，请重试。',
  places: {
    outsideOnlyServer: '机器人的运营者只允许我在一个指定的服务器中工作，这里不是。请到那个服务器中使用我。',
    server: '机器人的运营者只允许我在特定的服务器中工作。请联系运营者将此服务器加入许可名单。',
    direct: '机器人的运营者只允许我在服务器中工作，不能在私信中或作为个人应用使用。请在服务器中使用我。',
  },
  tooMany: ({ seconds }) => `短时间内请求过多，请等 ${format.plural(seconds, { other: '# 秒' })}再试。`,
  serverOnly: '此功能只能在我已加入的服务器中使用。',
  unknownLanguage: ({ entered }) => `我不认识“${entered}”这种语言，请从建议中选择。`,
  permissions: {
    viewChannel: '查看频道',
    connect: '连接',
    speak: '说话',
    sendMessages: '发送消息',
    sendMessagesInThreads: '在子区内发送消息',
    readMessageHistory: '阅读消息历史记录',
    createPublicThreads: '创建公共子区',
    manageWebhooks: '管理 Webhook',
    attachFiles: '附加文件',
  },
};

import { bold, inlineCode } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('zh');

const ONE_COMMAND = `要查看某个指令的选项，请使用 ${command('help', 'command')}。`;

/** Simplified Chinese: `/help`. */
export const helpMessages: Messages['help'] = {
  command: {
    description: '查看我能做什么，或某个指令的用法',
    options: { command: '要查看的指令；不填则列出全部' },
  },
  introduction: {
    guild: ({ say }) =>
      `我可以说出你输入的文字，为大家的发言生成字幕，还能转写录音。第一次使用？先加入一个语音频道，再使用 ${say}。${ONE_COMMAND}`,
    elsewhere: ({ say }) =>
      `在这里，我可以把你输入的文字变成音频文件，还能转写录音。第一次使用？试试 ${say}。在我已加入的服务器中，我还能在语音频道里说话和生成字幕。${ONE_COMMAND}`,
  },
  groups: {
    speaking: '说话',
    captions: '字幕',
    transcription: '转写',
    voices: '声音',
    settings: '隐私与设置',
    more: '帮助',
  },
  together: {
    control: '控制正在说的内容',
    autoread: '在语音频道中朗读某个频道的消息',
    pronunciations: '设置词语的读法：用于你的文字，或整个服务器',
    voices: '创建、查找、选择、编辑或删除声音',
    consent: '选择你的发言是否生成字幕，对所有服务器生效',
  },
  names: ({ names }) => format.list(names),
  menus: { speak: '在你的语音频道中朗读消息的文字', transcribe: '转写消息中的录音' },
  menuPath: ({ name }) => bold(`APP → ${name}`),
  entry: ({ name, description }) => `${name}：${description}`,
  option: ({ name, description }) => `${inlineCode(name)}：${description}`,
  requiredOption: ({ name, description }) => `${inlineCode(name)}（必填）：${description}`,
  withChoices: ({ description, choices }) =>
    `${description}。可选：${format.alternatives(choices.map((choice) => inlineCode(choice)))}。`,
  noOptions: '没有选项。',
  menuUse: '在消息的菜单中：右键点击消息，手机上则长按消息。',
  serverOnly: '只能在服务器中使用。',
  unknownCommand: ({ entered }) => `没有“${entered}”这个指令，请从建议中选择。`,
};

import { createFormat } from '../../format.ts';
import type { Messages } from '../../messages.ts';

const format = createFormat('zh');

export const COVER_FORMATS = format.alternatives(['png', 'jpeg', 'webp', 'gif']);

/** Simplified Chinese: what `/voice` and its subcommands are described with where people choose and fill them in. */
export const voiceCommandMessages: Messages['voiceModels']['command'] = {
  description: '创建、选择和管理我说话用的声音',
  voiceOption: '输入标题搜索，或粘贴 ID',
  visibilityChoices: {
    public: '公开：任何人，列入语音服务的公开列表（需要封面）',
    unlist: '不公开列出：任何知道 ID 的人',
    private: '私密：仅限这里的人',
  },
  create: {
    description: '用你有权使用的录音创建声音',
    options: {
      title: '声音的名称',
      audio: '这个声音的录音，至少 1 秒',
      audio2: '同一声音的第二段录音',
      audio3: '同一声音的第三段录音',
      transcript: '录音中所说的内容；多份文字稿用 | 分隔',
      visibility: '谁可以找到这个声音（默认：私密）',
      cover: `封面图片：${COVER_FORMATS}`,
      description: '声音的简短描述',
      tags: '便于搜索的标签，用逗号分隔',
      enhance: '先优化录音的音质（默认：是）',
      sample: '让语音服务生成试听片段（默认：否）',
    },
  },
  list: {
    description: '查看你和此服务器的声音，或公开的声音',
    options: {
      query: '标题中的词',
      scope: '你和此服务器的声音（默认），或公开的声音',
      language: '只看说这种语言的声音',
      tag: '只看有这个标签的声音',
      licensed: '只看所有者已授权语音服务使用的公开声音',
      sort: '排列顺序（默认：最新；公开的声音则为最受欢迎）',
    },
    scopeChoices: { mine: '我和此服务器的', public: '公开' },
    sortChoices: {
      popular: '最受欢迎',
      used: '使用最多',
      newest: '最新',
      title: '标题（不适用于公开的声音）',
    },
  },
  info: { description: '查看声音的详细信息' },
  edit: {
    description: '编辑声音。不填选项则会打开表单。',
    options: {
      title: '新标题',
      description: '新描述',
      visibility: '谁可以找到这个声音',
      tags: '新标签，用逗号分隔；会替换现有标签',
      cover: `新的封面图片：${COVER_FORMATS}`,
    },
  },
  delete: { description: '删除声音，对所有人生效' },
  use: {
    description: '选择我为你说话时用的声音',
    voiceOption: '输入标题搜索，或粘贴 ID；选“默认声音”可重置',
    options: {
      speed: '语速，0.5 到 2（1 为正常）；不填则保持不变',
      volume: '音量，-20 到 20 dB（0 为正常）；不填则保持不变',
      member: '为该成员选择；仅限可更改服务器设置的人',
    },
  },
};

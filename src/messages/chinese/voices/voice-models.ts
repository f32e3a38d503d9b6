import { bold, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../../format.ts';
import type { Messages } from '../../messages.ts';
import { errorMessages } from '../errors.ts';
import { command, option } from '../names.ts';
import { COVER_FORMATS, voiceCommandMessages } from './voice-command.ts';
import { countVoices, listMessages } from './voice-list.ts';
import { serviceMessages } from './voice-service.ts';
import { named, soundMessage, useMessages } from './voice-use.ts';

type VoiceModels = Messages['voiceModels'];
type Offer = Parameters<VoiceModels['create']['offer']>[0];

const format = createFormat('zh');

const OPEN_FORM = '打开表单';
const SAMPLE = '试听';
const USE = '使用';
const VISIBILITY_NAMES = { public: '公开', unlist: '不公开列出', private: '私密' };

const WHO_CAN_FIND: Readonly<Record<Offer['visibleTo'], string>> = {
  everyone: '任何人，包括 Discord 以外的人（列入语音服务的公开列表）',
  'with-id': '任何知道 ID 的人',
  guild: '仅限此服务器的人',
  'its-guild': '仅限创建该声音的服务器中的人',
  maker: '只有你',
};

const seconds = (durationMs: number): string => `${format.number(durationMs / 1_000)} 秒`;
const shortTime = (timeMs: number): string => time(Math.floor(timeMs / 1_000), TimestampStyles.ShortTime);

function chosenBy(users: number): string {
  if (users === 0) return '没有人在用它。';
  return format.plural(users, { other: '有 # 人在用它；删除后，他们会改用自己在别处选择的声音，或默认声音。' });
}

function sentParts({ recordings, hasTranscripts, hasDescription, tags, hasCover }: Offer): string {
  return format.list([
    ...recordings.map(({ name, durationMs }) => `录音“${name}”（${seconds(durationMs)}）`),
    ...(hasTranscripts ? ['文字稿'] : []),
    '标题',
    ...(hasDescription ? ['描述'] : []),
    ...(tags.length === 0 ? [] : [`标签${tags.map((tag) => `“${tag}”`).join('')}`]),
    ...(hasCover ? ['封面图片'] : []),
  ]);
}

/** Simplified Chinese: custom voices. */
export const voiceModelMessages: VoiceModels = {
  command: voiceCommandMessages,
  defaultVoice: '默认声音',
  presentVoice: ({ title }) => `${title === '' ? '无标题' : title} · 你当前的声音`,
  buttons: {
    confirm: '确认',
    cancel: '取消',
    delete: '删除',
    keep: '保留',
    info: '信息',
    use: USE,
    useEverywhere: '全局使用',
    useOnlyHere: '仅在此使用',
    resetHere: '在此重置',
    resetEverywhere: '全局重置',
    sample: SAMPLE,
    edit: '编辑',
    openForm: OPEN_FORM,
    previous: '上一页',
    next: '下一页',
  },

  statusLabels: {
    ready: '可用',
    training: '训练中',
    failed: '训练失败',
    'taken-down': '已下架',
    'not-for-speech': '不能用于说话',
    gone: '已删除',
  },
  status: {
    ready: ({ title }) => `${named(title)} 已可使用。`,
    training: ({ title }) => `${named(title)} 还在训练中。请过几分钟用 ${command('voice info')} 查看。`,
    failed: ({ title }) => `${named(title)} 训练失败，我无法用它说话。请用更好的录音重新创建。`,
    'taken-down': ({ title }) => `${named(title)} 已被语音服务下架。`,
    'not-for-speech': ({ title }) => `${named(title)} 不是用于说话的，我无法用它说话。`,
    gone: ({ title }) => `${named(title)} 已从语音服务中删除。`,
  },
  owners: { mine: '你的', guild: '此服务器的', operator: '机器人运营者的', public: '公开' },

  unknown: ({ entered }) => `在这里找不到声音“${entered}”。请从建议中选择，或用 ${command('voice list')} 查看。`,
  several: ({ entered }) => `有多个声音叫“${entered}”。请从建议中选择，或粘贴 ID。`,
  notYours: {
    public: ({ title }) => `${named(title)} 是公开的声音，你不能更改或删除。`,
    operator: ({ title }) => `${named(title)} 属于机器人的运营者，你不能更改或删除。`,
    guild: ({ title }) => `你不能更改或删除 ${named(title)}。只有创建者和拥有“管理服务器”权限的成员可以。`,
    someoneElse: ({ title }) => `${named(title)} 属于别人，你不能更改或删除。`,
    unknown: '你不能更改或删除这个声音。只有创建者和拥有“管理服务器”权限的成员可以。',
  },

  create: {
    offer: (offer) =>
      [
        `要创建声音 ${named(offer.title)} 吗？`,
        `${bold('会发送给语音服务：')}${sentParts(offer)}。`,
        `${bold('谁可以找到它：')}${WHO_CAN_FIND[offer.visibleTo]}。`,
        '点击确认，即表示你有权使用这个声音：它是你自己的，或已获得声音所有者的许可。我会保存你的确认、确认时间和录音的指纹。',
        offer.wasSent
          ? `声音尚未创建。你可以在 ${shortTime(offer.expiresAtMs)} 前确认。`
          : `尚未发送任何内容。你可以在 ${shortTime(offer.expiresAtMs)} 前确认。`,
      ].join('\n'),
    cancelled: '已取消，没有发送任何内容。',
    cancelledSent: '已取消，没有创建声音。',
    expired: `这个确认已过期。请重新使用 ${command('voice create')}。`,
    expiredUnsent: `这个确认已过期，没有发送任何内容。请重新使用 ${command('voice create')}。`,
    expiredSent: `这个确认已过期，没有创建声音。请重新使用 ${command('voice create')}。`,
    alreadyAnswered: `你已经作出选择。用 ${command('voice list')} 查看你的声音。`,
    sending: ({ title }) => `正在把 ${named(title)} 的录音发送给语音服务……`,
    waitingForTraining: ({ title }) => `已创建 ${named(title)}，正在等待训练开始……`,
    training: ({ title }) => `已创建 ${named(title)}，正在训练……`,
    ready: ({ title, id }) =>
      `${named(title)} 已可使用。点击${bold(SAMPLE)}听听效果，或点击${bold(USE)}设为你的声音。ID：${inlineCode(id)}。`,
    trainingFailed: ({ title, id, recordings }) =>
      [
        `${named(title)} 训练失败，无法使用。`,
        ...recordings,
        `请用 ${command('voice delete')} 删除它，再用更好的录音重试。ID：${inlineCode(id)}。`,
      ].join('\n'),
    stillTraining: ({ title, id, afterMs }) =>
      `已过 ${format.duration(afterMs)}，${named(title)} 仍在训练中。请稍后用 ${command('voice info')} 查看。ID：${inlineCode(id)}。`,
    notFollowed: ({ title, id }) =>
      `已创建 ${named(title)}，但我现在无法跟踪训练进度。请用 ${command('voice info')} 查看。ID：${inlineCode(id)}。`,
    unsure: ({ title }) =>
      `我不确定 ${named(title)} 是否已创建：语音服务没有回应。请过半小时用 ${command('voice list')} 查看。如果已创建，它会在列表中，并归你所有。`,
    busy: '我正忙于处理其他人的声音，请过一分钟再试。',
    noRecording: `请用 ${option('audio')} 附上至少一段这个声音的录音。`,
    needsCover: `公开的声音需要封面图片。请用 ${option('cover')} 附上 ${COVER_FORMATS}，或选择其他可见范围。`,
    limits: {
      none: `此服务器不允许创建声音。服务器管理员可以在 ${command('settings')} 中允许。`,
      person: ({ max }) =>
        `你已达到此服务器每人 ${countVoices(max)}的上限。请用 ${command('voice delete')} 删除一个，或请服务器管理员在 ${command('settings')} 中提高上限。`,
      guild: ({ max }) =>
        `此服务器已达到 ${countVoices(max)}的上限。请用 ${command('voice delete')} 删除一个，或请服务器管理员在 ${command('settings')} 中提高上限。`,
      account: '我无法保存更多声音。请联系机器人的运营者腾出空间。',
      direct: ({ max }) => `你已达到每人 ${countVoices(max)}的上限。请用 ${command('voice delete')} 删除一个。`,
    },
  },

  recordings: {
    empty: ({ name }) => `“${name}”是空的。请重新上传。`,
    tooLarge: ({ name, maxBytes }) => `“${name}”太大，上限为 ${format.sizeLimit(maxBytes)}。`,
    tooShort: ({ name, minMs }) => `“${name}”太短，至少需要 ${format.plural(minMs / 1_000, { other: '# 秒' })}。`,
    tooLong: ({ name, maxMs }) => `“${name}”太长，上限为 ${format.plural(maxMs / 60_000, { other: '# 分钟' })}。`,
    notAudio: ({ name, formats }) => `“${name}”里没有我能读取的音频。${errorMessages.readableFormats({ formats })}`,
    noSound: ({ name }) => `“${name}”没有声音。请附上录音或有声音的视频。`,
    damaged: ({ name }) => `“${name}”已损坏，我无法读取其中的声音。请重新导出或录制。`,
    protected: ({ name }) => `“${name}”受版权保护（DRM），只能用专属播放器打开。请附上未受保护的文件。`,
    unreadableSound: ({ name, formats }) =>
      `我无法读取“${name}”中的这种音频。请先把文件转换为 mp3 或 wav。${errorMessages.readableFormats({ formats })}`,
    cutOff: ({ name }) => `“${name}”不完整，缺少结尾。请重新上传。`,
    changed: ({ name }) => `“${name}”在我检查之后发生了变化。请重新使用 ${command('voice create')}。`,
    hasGaps: ({ name }) => `“${name}”的声音有长时间的中断。请只上传声音部分，格式为 wav 或 mp3。`,
  },

  fields: {
    titleMissing: '声音需要标题。',
    titleTooLong: ({ length, max }) => `标题有 ${format.number(length)} 个字符，上限为 ${format.number(max)} 个。`,
    descriptionTooLong: ({ length, max }) =>
      `描述有 ${format.number(length)} 个字符，上限为 ${format.number(max)} 个。`,
    tagTooLong: ({ tag, max }) => `标签“${tag}”超过了 ${format.number(max)} 个字符。请用逗号分隔标签。`,
    tooManyTags: ({ count, max }) => `你输入了 ${format.number(count)} 个标签，上限为 ${format.number(max)} 个。`,
    invalidVisibility: `可见范围请填 ${format.alternatives(Object.values(VISIBILITY_NAMES).map((name) => inlineCode(name)))}。`,
    transcriptCount: ({ recordings, transcripts }) =>
      format.plural(transcripts, {
        other: `你附上了 ${format.number(recordings)} 段录音，但写了 # 份文字稿。请用 \`|\` 分隔文字稿，或将 ${option('transcript')} 留空。`,
      }),
    coverTooLarge: ({ maxBytes }) => `封面图片太大，上限为 ${format.sizeLimit(maxBytes)}。`,
    coverNotAnImage: `${option('cover')} 不是我能使用的图片。请附上 ${COVER_FORMATS}。`,
  },

  list: listMessages,
  service: serviceMessages,

  info: {
    id: 'ID',
    status: '状态',
    visibility: '可见范围',
    languages: '语言',
    tags: '标签',
    owner: '所有者',
    created: '创建时间',
    updated: '更新时间',
    likes: '赞',
    uses: '使用次数',
    samples: '试听片段',
    defaultText: '默认文字',
    recordings: '录音',
    none: '无',
    you: '你',
    createdBy: ({ owner, userId }) => `${owner}，由 ${userMention(userId)} 创建`,
    visibilities: {
      public: '公开：列入语音服务的列表',
      unlist: '不公开列出：任何知道 ID 的人',
      private: '私密',
    },
    lockedVisibilities: {
      public: '公开：列入语音服务的列表（已锁定）',
      unlist: '不公开列出：任何知道 ID 的人（已锁定）',
      private: '私密（已锁定）',
    },
    count: ({ count }) => format.number(count),
    sample: ({ title, text }) => (title === '' ? `“${text}”` : `${title}：“${text}”`),
    more: ({ count }) => format.plural(count, { other: '还有 # 个' }),
    recording: ({ name, durationMs, language, passed, problem }) =>
      [
        name,
        ...(durationMs === undefined ? [] : [seconds(durationMs)]),
        language === '' ? '语言未知' : language,
        passed ? '✅ 合格' : `⚠️ ${problem === '' ? '质量不够好' : problem}`,
      ].join(' · '),
  },
  sampleReply: ({ title }) => `这是 ${named(title)}：`,
  sampleText: '你好！这就是我的声音。',

  edit: {
    formTitle: '编辑声音',
    formFields: {
      title: '标题',
      description: '描述',
      tags: '标签，用逗号分隔',
      visibility: ({ choices }) => `可见范围：${format.alternatives(choices)}`,
    },
    visibilityNames: VISIBILITY_NAMES,
    edited: ({ title, description, visibleTo, tags, hasNewCover }) =>
      [
        `已更新 ${named(title)}。`,
        ...(description === undefined ? [] : [`${bold('描述：')}${description === '' ? '无' : description}`]),
        ...(visibleTo === undefined ? [] : [`${bold('谁可以找到它：')}${WHO_CAN_FIND[visibleTo]}`]),
        ...(tags === undefined ? [] : [`${bold('标签：')}${tags.length === 0 ? '无' : tags.join('、')}`]),
        ...(hasNewCover ? [`${bold('封面图片：')}已更换`] : []),
      ].join('\n'),
    nothingDifferent: ({ title }) => `没有需要更改的内容：${named(title)} 已经是这样。`,
    needsCover: ({ title }) =>
      `公开的声音需要封面图片，而 ${named(title)} 没有。请使用 ${command('voice edit')}，并同时填写 ${option('visibility')} 和 ${option('cover')}。`,
    makersChoice: ({ title }) => `只有 ${named(title)} 的创建者才能让更多人看到它。你可以缩小它的可见范围，或删除它。`,
    openForm: ({ title }) => `点击${bold(OPEN_FORM)}来编辑 ${named(title)}。`,
  },

  delete: {
    question: ({ title, id, users }) =>
      `要删除 ${named(title)}（${inlineCode(id)}）吗？${chosenBy(users)}此操作无法撤销。`,
    deleted: ({ title }) => `已删除 ${named(title)}。`,
    alreadyDeleted: '这个声音已经被删除了。',
    kept: ({ title }) => `已保留 ${named(title)}。`,
  },

  sound: soundMessage,
  use: useMessages,
};

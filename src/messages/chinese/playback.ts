import { bold, channelMention, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command, option } from './names.ts';

const format = createFormat('zh');

interface TitledVoice {
  readonly title: string;
}

const USUAL_VOICE = '我平时的声音';

const yourVoice = ({ title }: TitledVoice): string => (title === '' ? '你的声音' : `你的声音 ${bold(title)} `);
const say = command('say');
const join = command('join');
const useVoice = command('voice use');

/** Simplified Chinese: speaking in voice channels, and the commands for it. */
export const playbackMessages: Messages['playback'] = {
  commands: {
    say: {
      description: '在你的语音频道中说出一段文字，或获取音频文件',
      options: {
        text: '要说的文字；不填则会打开表单',
        voice: '要用的声音：输入标题搜索，或粘贴 ID',
        style: '说话的语气：选择一种，或用几个词描述',
        speed: '语速，0.5 到 2（默认：你平时的语速）',
        file: '发送音频文件，而不在语音频道中说',
      },
    },
    join: {
      description: '让我加入语音频道',
      options: { channel: '要加入的频道；不填则为你所在的频道' },
    },
    leave: { description: '让我离开语音频道' },
    skip: { description: '跳过正在说的文字' },
    stop: { description: '停止说话并清空队列' },
    pause: { description: '暂停说话' },
    resume: { description: '继续说话' },
    queue: { description: '查看队列，并可移除其中的文字' },
  },

  join: {
    joined: ({ channelId }) => `我已加入 ${channelMention(channelId)}。使用 ${say} 让我说话。`,
    moved: ({ channelId }) => `我已移至 ${channelMention(channelId)}。使用 ${say} 让我说话。`,
    alreadyHere: ({ channelId }) => `我已经在 ${channelMention(channelId)} 中。使用 ${say} 让我说话。`,
    missingPermissions: ({ channelId, permissions }) =>
      `我无法在 ${channelMention(channelId)} 中说话。请让服务器管理员在那里授予我以下权限：${format.list(permissions)}。`,
    full: ({ channelId, userLimit }) =>
      `${channelMention(channelId)} 已满（最多 ${format.number(userLimit)} 人）。请腾出位置、提高人数上限，或授予我“移动成员”权限。`,
    unknownChannel: '我看不到那个语音频道。请在那里授予我“查看频道”和“连接”权限，或换一个频道。',
    noAnswer: 'Discord 没有让我加入。频道可能已满，或不对我开放。请稍后再试。',
    notReady: 'Discord 让我加入了，但语音连接失败。请稍后再试。',
    busy: ({ retryAtMs }) =>
      `我暂时无法加入：Discord 限制了我每分钟加入的频道数。请在 ${time(Math.ceil(retryAtMs / 1_000), TimestampStyles.RelativeTime)} 再试。`,
    cancelled: '我还没加入，就被要求离开了。',
    noChannel: `请先加入一个语音频道，或用 ${option('channel')} 选择一个。`,
    notForYou: ({ channelId }) => `你自己无法进入 ${channelMention(channelId)}，所以我不会替你加入。`,
  },

  stage: {
    asked: ({ channelId }) =>
      `我在 ${channelMention(channelId)} 的听众席，已请求发言。需要讲堂管理员邀请我；字幕现在就能用。`,
    mayNotAsk: ({ channelId }) =>
      `我在 ${channelMention(channelId)} 的听众席，字幕可以用。要让我说话，请邀请我发言，或在那里授予我“请求发言”权限。`,
    couldNotAsk: ({ channelId }) =>
      `我在 ${channelMention(channelId)} 的听众席，字幕可以用。我没能请求发言，需要讲堂管理员邀请我。`,
    waits: {
      asked: ({ channelId }) =>
        `我在 ${channelMention(channelId)} 的听众席，已请求发言。在讲堂管理员邀请我之前，队列里的内容会等着。`,
      mayNotAsk: ({ channelId }) =>
        `我在 ${channelMention(channelId)} 的听众席，无法说话。在讲堂管理员邀请我或授予我“请求发言”权限之前，队列里的内容会等着。`,
      movedToAudience: ({ channelId }) =>
        `我被移到了 ${channelMention(channelId)} 的听众席，所以不再说话。使用 ${join} 让我再次请求发言。`,
    },
  },

  inUse: {
    join: ({ channelId }) =>
      `有人正在 ${channelMention(channelId)} 听我说话。请加入他们，或请他们使用 ${command('leave')}。`,
    say: ({ channelId, mayMove }) =>
      mayMove
        ? `${channelMention(channelId)} 中的人正在使用我。要让我说话，请加入该频道，或用 ${join} 把我叫到你的频道。`
        : `${channelMention(channelId)} 中的人正在使用我。要让我说话，请加入该频道，或用 ${option('file')} 获取音频。`,
    captions: ({ channelId, mayMove }) =>
      mayMove
        ? `${channelMention(channelId)} 中的人正在使用我。要开启字幕，请加入该频道，或用 ${join} 把我叫到你的频道。`
        : `${channelMention(channelId)} 中的人正在使用我。要开启字幕，请加入该频道。`,
  },

  notInVoice: `我不在这里的任何语音频道中。使用 ${join} 把我叫到你的频道。`,
  nothingToControl: '我不在语音频道中。',
  mayNotControl: ({ channelId }) =>
    `只有 ${channelMention(channelId)} 中的人，以及能管理服务器或其语音频道的人，才能这样做。`,

  left: ({ channelId }) => `我已离开 ${channelMention(channelId)}。`,
  joinCancelled: ({ channelId }) => `已取消：我不会加入 ${channelMention(channelId)}。`,
  skipped: ({ userId }) => `已跳过 ${userMention(userId)} 的文字。`,
  skippedOwn: '已跳过你的文字。',
  nothingToSkip: '没有可跳过的内容：我没在说话。',
  stopped: '已停止。',
  stoppedAndRemoved: ({ texts }) => format.plural(texts, { other: '已停止，并从队列中移除了 # 段文字。' }),
  nothingToStop: '没有可停止的内容：我没在说话。',
  paused: `已暂停。要继续请使用 ${command('resume')}。`,
  alreadyPaused: `我已经暂停了。要继续请使用 ${command('resume')}。`,
  resumed: '已继续。',
  notPaused: '我没有暂停。',

  queue: {
    empty: `队列是空的。用 ${say} 添加文字。`,
    heading: ({ channelId }) => `在 ${channelMention(channelId)} 中：`,
    joiningHeading: ({ channelId }) => `正在加入 ${channelMention(channelId)}：`,
    pausedHeading: ({ channelId }) => `在 ${channelMention(channelId)} 中（已暂停）：`,
    item: ({ number, userId, state, text }) => `${number}\\. ${userMention(userId)}（${state}）：${text}`,
    states: {
      waiting: '等待中',
      preparing: '准备中',
      speaking: '正在说',
      paused: '已暂停',
      'waiting-for-listeners': '等待听众',
      'waiting-for-permission': '等待发言许可',
    },
    hidden: ({ texts }) => format.plural(texts, { other: '……还有 # 段文字。' }),
    selectPlaceholder: '移除一段文字……',
    removed: '已从队列中移除。',
    notFound: '这段文字已不在队列中。',
    notYours: '你只能移除自己的文字。',
    notForYou: '你看不到我所在的语音频道，所以我不能给你看它的队列。',
  },

  say: {
    form: { title: '说一段文字', text: '文字' },
    voiceTooLong: `声音的名称太长，表单放不下。请从建议中选择，或填写 ${option('text')}。`,
    styles: {
      whispering: '低语',
      'soft tone': '轻柔',
      shouting: '大喊',
      screaming: '尖叫',
      'in a hurry tone': '急促',
      happy: '开心',
      excited: '兴奋',
      calm: '平静',
      sad: '悲伤',
      angry: '生气',
      surprised: '惊讶',
      nervous: '紧张',
      scared: '害怕',
      confident: '自信',
      proud: '自豪',
      curious: '好奇',
      grateful: '感激',
      sarcastic: '讽刺',
      embarrassed: '尴尬',
      laughing: '大笑',
      sighing: '叹气',
      sobbing: '啜泣',
    },
    knownStyles: ({ styles }) =>
      `语气：${format.list(styles.map((style) => inlineCode(style)))}。你也可以用自己的话简单描述。`,
    invalidStyle: ({ max }) =>
      `请用几个词描述语气，只能使用文字，最多 ${format.number(max)} 个字符，例如 ${inlineCode('低语')}。`,
    nothingToSpeak: '这段文字里没有可以朗读的内容。请加上一些文字。',
    nothingInMessage: '这条消息里没有我能说的内容。请选择有文字的消息。',
    queued: ({ ahead }) =>
      format.plural(ahead, { other: `已加入队列，前面还有 # 段文字。使用 ${command('queue')} 查看全部。` }),
    queuedWhilePaused: ({ ahead }) =>
      ahead === 0
        ? `已加入队列。我已暂停，要继续请使用 ${command('resume')}。`
        : format.plural(ahead, {
            other: `已加入队列，前面还有 # 段文字。我已暂停，要继续请使用 ${command('resume')}。`,
          }),
    fileInstead: '你不在语音频道中，这是生成的音频。',
    audioFor: ({ userId }) => `这是 ${userMention(userId)} 要的音频：`,
    waitingForSound: '还在等待声音……',
    waitingForPeople: '语音频道里没有人听。有人加入后，我就开始说。',
    waitingToContinue: '语音频道里没有人听。有人加入后，我再继续说。',
    waitingForPermission: '我还不能在这里说话。讲堂管理员邀请我，或授予我“说话”权限后，我就开始说。',
    speaking: '正在说……',
    spoken: '已说完。',
    dropped: {
      skipped: '已跳过。',
      stopped: '已停止。',
      removed: '已从队列中移除。',
      'session-ended': '这段文字没说完，我就离开了语音频道。',
    },
    neverSpoken: '没有说：我已离开语音频道。',
    notContinued: `我重启了，没能说完这段文字。请用 ${say} 重新发送。`,
    interrupted: ({ reason }) => `我说到一半被迫停下。${reason}`,
    tooManyTexts: ({ max }) => `队列已满（${format.plural(max, { other: '# 段文字' })}）。请等我说完一些再试。`,
    tooManyCharacters: ({ max }) => `队列已满（${format.plural(max, { other: '# 个字符' })}）。请等我说完一些再试。`,
  },

  voice: {
    lost: {
      deleted: (voice) => `${yourVoice(voice)}已被删除。`,
      withdrawn: (voice) => `${yourVoice(voice)}现已设为私密。`,
      gone: (voice) => `${yourVoice(voice)}已从语音服务中删除。`,
      failed: (voice) => `${yourVoice(voice)}训练失败，无法使用。`,
      'taken-down': (voice) => `${yourVoice(voice)}已被语音服务下架。`,
    },
    refused: {
      ready: '语音服务现在不接受你想用的声音。',
      training: '你想用的声音还在训练中。',
      failed: '你想用的声音训练失败。',
      'taken-down': '你想用的声音已被语音服务下架。',
      'not-for-speech': '你想用的声音不能用于说话。',
      gone: '你想用的声音已从语音服务中删除。',
    },
    now: {
      default: `从现在起，你使用默认声音。要换一个，请使用 ${useVoice}。`,
      everywhere: `从现在起，你使用自己的全局声音。要换一个，请使用 ${useVoice}。`,
      here: `从现在起，你使用自己在此服务器选择的声音。要换一个，请使用 ${useVoice}。`,
      said: `从现在起，你使用上次在 ${say} 中用过的声音。要换一个，请使用 ${useVoice}。`,
    },
    serverRefused: `此服务器的声音现在无法使用，所以这次用了默认声音。管理员可以在 ${command('settings')} 中换一个。`,
    usual: USUAL_VOICE,
    lastUsed: ({ title }) => (title === '' ? '你上次用的声音' : `${title} · 上次使用`),
    remembered: ({ title }) =>
      `以后你在这里使用 ${say} 时，我会一直用${title === '' ? '这个声音' : ` ${bold(title)}`}。要改回来，请把 ${option('voice')} 设为“${USUAL_VOICE}”。`,
    thisTimeDefault: '这次改用默认声音。',
    choiceUnavailable: '我现在无法查到你选择的声音，所以这次用了默认声音。',
  },

  notices: {
    leftAlone: ({ channelId }) =>
      `${channelMention(channelId)} 中没有其他人，所以我离开了。要叫我回来，请使用 ${join}。`,
    moved: ({ channelId }) => `我被移到了 ${channelMention(channelId)}，会在那里继续。`,
    movedWithoutPermissions: ({ channelId, permissions }) =>
      `我被移到了 ${channelMention(channelId)}，但无法在那里说话。请在那里授予我以下权限：${format.list(permissions)}。`,
    movedToStage: ({ channelId }) =>
      `我被移到了讲堂频道 ${channelMention(channelId)}，现在是听众。有内容要说时，我会请求发言。`,
    disconnected: ({ channelId }) =>
      `我与 ${channelMention(channelId)} 的连接被断开，队列已清空。要叫我回来，请使用 ${join}。`,
    channelDeleted: `语音频道已被删除，所以我离开了，队列已清空。要叫我去其他频道，请使用 ${join}。`,
    connectionLost: ({ channelId }) => `我与 ${channelMention(channelId)} 的连接丢失了。要叫我回来，请使用 ${join}。`,
  },
};

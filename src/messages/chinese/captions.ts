import { bold, channelMention, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { mentionPeople } from '../people.ts';
import { autoCaptionMessages } from './auto-captions.ts';
import { budgetMessages } from './budgets.ts';
import { captionAudienceMessages } from './caption-audience.ts';
import { captionOverlayMessages } from './caption-overlay.ts';
import { command } from './names.ts';

type Captions = Messages['captions'];
type EndReason = Parameters<Captions['ended']>[0]['reason'];

const format = createFormat('zh');

const start = command('captions start');
const stop = command('captions stop');
const exportCommand = command('captions export');
const optIn = command('privacy opt-in');
const optOut = command('privacy opt-out');
const erase = command('privacy erase');

const OPT_IN = '同意字幕';
const OPT_OUT = '拒绝字幕';

const people = (userIds: readonly string[]): string =>
  mentionPeople(userIds, {
    none: '无人',
    all: (named) => format.list(named),
    some: (named, hidden) => format.list([...named, `另外 ${format.number(hidden)} 人`]),
  });

function place(voiceChannelId: string, textChannelId: string): string {
  return textChannelId === voiceChannelId ? '该频道的聊天中' : ` ${channelMention(textChannelId)} 中`;
}

function languageSentence(language: string | undefined): string {
  return language === undefined ? '语言：自动检测。' : `语言：${language}。`;
}

const countCaptions = (lines: number): string => format.plural(lines, { other: '# 条字幕' });
const listOf = (permissions: readonly string[]): string => format.list(permissions.map((name) => bold(name)));

/** Simplified Chinese: live captions. */
export const captionMessages: Captions = {
  command: {
    description: '语音频道的实时字幕',
    start: {
      description: '在此频道显示你所在语音频道的字幕',
      language: '大家说的语言（默认：自动检测）',
      interim: '在说话过程中就显示文字（默认：是）',
    },
    stop: { description: '停止字幕' },
    status: { description: '查看谁的发言有字幕，以及延迟和质量' },
    export: { description: '获取文字稿文件', format: '纯文本、字幕或数据' },
  },
  buttons: {
    optIn: OPT_IN,
    optOut: OPT_OUT,
    optBackIn: '重新同意字幕',
    stop: '停止',
    export: '导出',
    inChat: '语音频道的聊天中',
    here: '此频道（需确认）',
    confirm: '确认',
    formats: { txt: '文本 (txt)', srt: '字幕 (srt)', vtt: '网页字幕 (vtt)', json: '数据 (json)' },
  },

  channelStatus: '💬 实时字幕已开启',
  channelStatusWith: ({ status }) => `💬 实时字幕已开启 · ${status}`,
  webhookName: 'Mynah 字幕',
  unnamedSpeaker: '某人',
  late: '（延迟）',
  transcriptTitle: ({ channelName }) => `${channelName} 的字幕`,

  started: ({ voiceChannelId, startedBy, language, consent, retentionDays, postedIn, confirmedBy }) => {
    const channel = channelMention(voiceChannelId);
    const on = `💬 ${channel} 的实时字幕已${postedIn === undefined ? '' : `在 ${channelMention(postedIn)} 中`}开启`;
    return [
      startedBy === undefined
        ? `${on}，有人加入时会自动开始。${languageSentence(language)}`
        : `${on}，由 ${userMention(startedBy)} 发起。${languageSentence(language)}`,
      ...(confirmedBy === undefined
        ? []
        : [`看不到 ${channel} 的人也能查看字幕，这已由 ${userMention(confirmedBy)} 确认。`]),
      consent === 'opt-in'
        ? `只有点击${bold(OPT_IN)}或使用 ${optIn} 的人，发言才会生成字幕。同意后也可以随时拒绝，立即生效，适用于所有服务器。`
        : `语音频道中所有人的发言都会生成字幕，点击${bold(OPT_OUT)}或使用 ${optOut} 的人除外。拒绝后立即生效，适用于所有服务器。`,
      `文字稿会在 ${format.plural(retentionDays, { other: '# 天' })}后删除。要提前删除你的部分，请使用 ${erase}。`,
    ].join('\n');
  },

  joined: ({ userIds, textChannelId, voiceChannelId, consent }) => {
    const where = textChannelId === voiceChannelId ? '' : `在 ${channelMention(textChannelId)} 中`;
    const rule =
      consent === 'opt-in'
        ? `只有点击${bold(OPT_IN)}或使用 ${optIn} 的人，发言才会生成字幕。`
        : `你的发言会生成字幕。如果不愿意，请点击${bold(OPT_OUT)}或使用 ${optOut}。`;
    return `💬 ${people(userIds)}：${channelMention(voiceChannelId)} 的实时字幕已${where}开启。${rule}`;
  },
  noticeEnded: ({ voiceChannelId }) => `${channelMention(voiceChannelId)} 的实时字幕已结束。`,
  chatNoticeMissing: ({ voiceChannelId, permissions }) =>
    permissions.length === 0
      ? `我无法在 ${channelMention(voiceChannelId)} 的聊天中发布此通知。请告诉那里的人字幕已开启。`
      : `我无法在 ${channelMention(voiceChannelId)} 的聊天中发布此通知。请在那里授予我以下权限：${listOf(permissions)}。`,

  audience: captionAudienceMessages,
  auto: autoCaptionMessages,
  overlay: captionOverlayMessages,

  status: ({
    voiceChannelId,
    textChannelId,
    startedBy,
    startedAtMs,
    language,
    captioned,
    notCaptioned,
    consent,
    delayMs,
    lossShare,
    pendingClips,
    pendingBytes,
    isLiveTextOn,
  }) => {
    const since = time(Math.floor(startedAtMs / 1_000), TimestampStyles.RelativeTime);
    const on = `${channelMention(voiceChannelId)} 的字幕正显示在${place(voiceChannelId, textChannelId)}`;
    const pending = `待转写：${format.number(pendingClips)}`;
    const facts = [
      ...(delayMs === undefined ? [] : [`延迟：${format.number(delayMs / 1_000)} 秒`]),
      `音频丢失：${format.percent(lossShare)}`,
      pendingBytes === 0 ? pending : `${pending}（磁盘占用 ${format.bytes(pendingBytes)}）`,
      isLiveTextOn ? '实时文字：开' : '实时文字：关',
    ];
    const rest = [
      ...(notCaptioned.length === 0 ? [] : [`没有字幕：${people(notCaptioned)}。`]),
      ...(consent === 'opt-in' ? ['只有同意字幕的人，发言才会生成字幕。'] : []),
    ].join('');
    return [
      startedBy === undefined
        ? `${on}，于 ${since} 自动开始。`
        : `${on}，由 ${userMention(startedBy)} 于 ${since} 发起。`,
      languageSentence(language),
      `有字幕：${people(captioned)}。`,
      ...(rest === '' ? [] : [rest]),
      facts.join(' · '),
    ].join('\n');
  },

  stopped: ({ voiceChannelId, lines }) =>
    lines === 0
      ? `你停止了 ${channelMention(voiceChannelId)} 的字幕。`
      : `你停止了 ${channelMention(voiceChannelId)} 的字幕。文字稿共有 ${countCaptions(lines)}。`,

  ended: ({ voiceChannelId, textChannelId, reason, movedTo, usedUp, startsAgain }) => {
    const shownIn = channelMention(textChannelId);
    const channel = channelMention(voiceChannelId);
    const end: Readonly<Record<EndReason, string>> = {
      stopped: `${channel} 的字幕已结束。`,
      emptied: `所有人都已离开，${channel} 的字幕已结束。`,
      'voice-ended': `我已离开语音频道，${channel} 的字幕已结束。`,
      moved:
        movedTo === undefined
          ? `我换了频道，${channel} 的字幕已结束。要为新频道开启字幕，请使用 ${start}。`
          : `我已移至 ${channelMention(movedTo)}，${channel} 的字幕已结束。要为新频道开启字幕，请使用 ${start}。`,
      budget: [
        `${channel} 的字幕已结束。`,
        ...(usedUp === undefined ? [] : [budgetMessages.usedUp({ ...usedUp, kind: 'captions', left: 0 })]),
      ].join(''),
      closed: startsAgain
        ? `我正在重启，${channel} 的字幕已结束，稍后会自动重新开始。`
        : `我正在重启，${channel} 的字幕已结束。请稍后再使用 ${start}。`,
      'cannot-post': `我无法再在 ${shownIn} 中发消息，${channel} 的字幕已结束。请允许我在那里发消息，或在其他频道使用 ${start}。`,
      'audience-widened': `看不到 ${channel} 的人现在可以查看 ${shownIn}，因此字幕已结束。请使用 ${start} 选择字幕发到哪里。`,
      interrupted: startsAgain
        ? `我意外停止，${channel} 的字幕已中断，会自动重新开始。`
        : `我意外停止，${channel} 的字幕已中断。要重新开始，请使用 ${start}。`,
    };
    return end[reason];
  },
  endedTranscript: {
    attached: '文字稿见附件。',
    export: `要获取文字稿，请使用 ${exportCommand}。`,
    nothing: '没有生成任何字幕。',
    pending: `部分发言尚未转写完。稍后使用 ${exportCommand} 可一并获取。`,
  },

  chooseFormat: ({ voiceChannelId }) => `请选择 ${channelMention(voiceChannelId)} 文字稿的格式。`,
  exported: ({ voiceChannelId, lines, isRunning }) =>
    isRunning
      ? `${channelMention(voiceChannelId)} 的文字稿：到目前为止有 ${countCaptions(lines)}。`
      : `${channelMention(voiceChannelId)} 的文字稿：共 ${countCaptions(lines)}。`,

  refusals: {
    alreadyOn: ({ voiceChannelId, textChannelId }) =>
      `${channelMention(voiceChannelId)} 的字幕已在${place(voiceChannelId, textChannelId)}开启。要结束请使用 ${stop}。`,
    off: `这里没有开启字幕。要开始请使用 ${start}。`,
    alreadyEnded: `那次字幕已经结束。如果有新的字幕正在进行，请使用 ${stop} 结束。`,
    oldStopButton: `这个按钮已失效，我没有停止任何字幕。要结束字幕，请使用 ${stop}。`,
    notForYou: ({ voiceChannelId }) => `你自己无法进入 ${channelMention(voiceChannelId)}，所以我不会替你为它开启字幕。`,
    joinFirst: `请先加入一个语音频道，再使用 ${start}。`,
    channelHidden: `我看不到此频道。请在这里授予我${bold('查看频道')}权限，或换一个频道。`,
    permissionsMissing: ({ permissions }) =>
      `我不能在这里发布字幕。请让服务器管理员在此频道授予我以下权限：${listOf(permissions)}。`,
    mayNotStop: ({ startedBy, voiceChannelId }) =>
      startedBy === undefined
        ? `只有 ${channelMention(voiceChannelId)} 中的人，以及能管理服务器或其语音频道的人，才能停止字幕。`
        : `只有 ${userMention(startedBy)}、${channelMention(voiceChannelId)} 中的人，以及能管理服务器或其语音频道的人，才能停止字幕。`,
    noTranscript: `这里还没有文字稿。要开始记录，请使用 ${start}。`,
    transcriptDeleted: '这份文字稿已被删除。',
    transcriptHidden: '你看不到显示这些字幕的频道，所以我不能给你文字稿。',
    transcriptOfHiddenVoice: '你看不到这些字幕所属的语音频道，所以我不能给你文字稿。',
    statusHidden: '你看不到这些字幕所属的语音频道，所以我不能给你看字幕状态。',
    notInThread: '这些字幕在一个私密子区中，而你不在其中。请让子区成员添加你。',
    accessUnknown: '我现在无法确认你能否看到显示这些字幕的频道。如果那是私密子区，请先把我加进去，然后重试。',
    nothingCaptioned: '还没有生成任何字幕，没有可导出的内容。',
    fileTooLarge: `文字稿超过了 Discord 在这里允许的大小。请试试 ${inlineCode('txt')} 或 ${inlineCode('srt')}。`,
  },

  notices: {
    outage: ({ code }) => {
      const key = `语音服务拒绝了我的 API 密钥。请联系机器人的运营者检查 ${inlineCode('SPEECH_API_KEY')}。`;
      const reasons: Readonly<Record<string, string>> = {
        SPEECH_UNAUTHORIZED: key,
        SPEECH_FORBIDDEN: key,
        SPEECH_OUT_OF_CREDITS: '语音服务账号的 API 余额已用完。请联系机器人的运营者充值：它与平台余额是分开的。',
        SPEECH_RATE_LIMITED: '语音服务过载。',
      };
      return `${reasons[code] ?? '语音服务没有响应。'}大家的发言我会先保存，之后补上字幕，并标注“延迟”。`;
    },
    lost: ({ durationMs }) =>
      `待转写音频的存储空间已满，丢失的发言时长：${format.duration(Math.max(1_000, durationMs))}。`,
    refused: ({ userIds, clips, reason }) =>
      `${format.plural(clips, { other: '{people} 的 # 段录音无法生成字幕。' }, { people: people(userIds) })}${reason}`,
    webhooksMissing: `在此频道授予我${bold('管理 Webhook')} 权限，每条字幕就能显示发言者的名字和头像。`,
  },
};

import { channelMention, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('zh');

const MAX_NAMED = 10;

const ago = (atMs: number): string => time(Math.floor(atMs / 1_000), TimestampStyles.RelativeTime);

function named(userIds: readonly string[]): string {
  const mentions = userIds.slice(0, MAX_NAMED).map((id) => userMention(id));
  const rest = userIds.length - mentions.length;
  return format.list(rest > 0 ? [...mentions, format.plural(rest, { other: '另外 # 人' })] : mentions);
}

const KINDS = { characters: '说话', captions: '字幕', transcription: '转写' } as const;
const OWNERS = { person: '你', member: '你', guild: '本服务器', account: '机器人' } as const;

/** Chinese: `/doctor`. */
export const doctorMessages: Messages['doctor'] = {
  command: { description: '查明我在这里为什么不说话或听不见，以及怎么办' },

  allWell: '这里一切正常。',
  noProblems: '没有发现问题。',
  again: '重新检查',
  checked: ({ atMs }) => `检查时间：${ago(atMs)}`,

  groups: {
    here: '这里',
    voice: '语音',
    captions: '字幕',
    speech: '语音服务',
    server: '本服务器的限额',
    machine: '运行环境',
  },

  findings: {
    mayPost: '我可以在这里发消息。',
    cannotPost: ({ channelId, permissions }) =>
      `我无法在 ${channelMention(channelId)} 中发消息，所以没有字幕和通知。请在那里授予我以下权限：${format.list(permissions)}。`,
    missingExtras: ({ channelId, permissions }) =>
      `要在 ${channelMention(channelId)} 中以说话人的名字显示字幕并附加文件，请在那里授予我以下权限：${format.list(permissions)}。`,
    youAreNotInVoice: '你不在语音频道里。加入一个再检查，我也会看看那个频道。',
    mayJoin: ({ channelId }) => `我可以加入 ${channelMention(channelId)} 并说话。`,
    mayJoinStage: ({ channelId }) => `我可以加入讲堂频道 ${channelMention(channelId)}。`,
    cannotJoin: ({ channelId, permissions }) =>
      `我无法加入 ${channelMention(channelId)} 并说话。请在那里授予我以下权限：${format.list(permissions)}。`,
    channelFull: ({ channelId, userLimit }) =>
      `${channelMention(channelId)} 已满（最多 ${format.number(userLimit)} 人）。请腾出位置、提高上限，或授予我“移动成员”权限。`,
    speakingForRoles: '在这个服务器里，只有某些身份组可以让我说话。请向服务器管理员申请。',
    captionsForRoles: '在这个服务器里，只有某些身份组可以开启字幕。请向服务器管理员申请。',
    cannotReadChat:
      'Discord 没有把消息发给我，所以我无法朗读聊天。机器人的运营者需要打开 Message Content Intent 并重启我。',
    readsChat: '我能收到要朗读的消息。',

    discordAway: '我与 Discord 的连接断开了，会自动恢复。请一分钟后重新检查。',
    discordSlow: ({ pingMs }) => `Discord 响应很慢：${format.number(pingMs)} 毫秒。指令和加入频道会比平时久。`,
    discordOk: ({ pingMs, sinceMs }) => `已连接 Discord（${ago(sinceMs)}），${format.number(pingMs)} 毫秒。`,
    voiceHangs: '我负责语音的部分没有响应，一分钟内会自动重启。请到时重新检查。',
    inNoChannel: `我不在语音频道里。你在语音频道里时使用 ${command('say')} 或 ${command('captions start')}，我就会加入。`,
    elsewhere: ({ channelId }) =>
      `我在 ${channelMention(channelId)}，不在你的语音频道。去那里找我，或使用 ${command('join')} 把我叫过来。`,
    elsewhereHidden: `我在一个你看不到的语音频道里。使用 ${command('join')} 叫我过来。`,
    stranded: ({ channelId }) =>
      `Discord 显示我在 ${channelMention(channelId)}，但我没有连接。使用 ${command('join')} 让我重新连接。`,
    joining: ({ channelId }) => `我正在加入 ${channelMention(channelId)}。请几秒后重新检查。`,
    reconnecting: ({ channelId, sinceMs }) =>
      `我与 ${channelMention(channelId)} 的连接断开了（${ago(sinceMs)}），正在恢复。如果要等几分钟，请先使用 ${command('leave')}，再使用 ${command('join')}。`,
    voicePastProxy:
      '我的语音连接失败了。我通过代理上网，而语音无法走代理：机器人的运营者需要放行到 Discord 语音服务器的 UDP 流量，并让代理允许 discord.media 的所有端口。',
    connected: ({ channelId, sinceMs }) => `已连接 ${channelMention(channelId)}（${ago(sinceMs)}）。`,
    voicePing: ({ pingMs }) => `语音服务器：${format.number(pingMs)} 毫秒。`,
    botMuted: ({ channelId }) =>
      `${channelMention(channelId)} 中没人能听到我：管理员把我静音了。请右键点击我，取消“服务器静音”。`,
    botDeafened: ({ channelId }) =>
      `我听不到 ${channelMention(channelId)} 中的任何人：管理员让我听不见了。请右键点击我，取消“服务器拒听”。`,
    inAudience: ({ channelId }) =>
      `我在 ${channelMention(channelId)} 的听众席：可以做字幕，但不能说话。需要讲堂管理员邀请我；使用 ${command('join')} 让我请求发言。`,
    mayNotSpeak: ({ channelId }) =>
      `Discord 不让我在 ${channelMention(channelId)} 中说话。请在那里授予我“说话”权限，再使用 ${command('leave')} 和 ${command('join')}。`,
    paused: `说话已暂停。使用 ${command('resume')} 继续。`,
    nobodyListens: '我的语音频道里没有人听，所以有文字在等待。有人加入后，我就开始说。',
    queue: ({ texts }) => (texts === 0 ? '队列是空的。' : format.plural(texts, { other: '队列里有 # 段文字。' })),
    queueFull: ({ texts }) =>
      `队列已满：${format.plural(texts, { other: '# 段文字' })}。请等待，或使用 ${command('stop')} 清空。`,
    keysMissing: `这个语音频道的加密还没有协商好，所以没人能听到我。如果超过一分钟，请先使用 ${command('leave')}，再使用 ${command('join')}。`,
    keysChanging: '有人加入或离开，加密密钥正在更换，只需片刻。',
    encrypted: ({ version, epoch }) =>
      `端到端加密（DAVE ${format.number(version)}，第 ${format.number(epoch)} 纪元）。`,
    privacyCode: ({ code }) => `语音隐私码：${inlineCode(code)}。它应与 Discord 向你显示的一致。`,
    notEndToEnd: '没有端到端加密：讲堂从来没有，只有到 Discord 服务器的路上是加密的。',
    traffic: ({ sent, received }) =>
      `最近一分钟的数据包：发送 ${format.number(sent)}，接收 ${format.number(received)}。`,
    noLoss: '没有丢包。',
    loss: ({ share }) =>
      `最近一分钟里说的话有 ${format.percent(share)} 在传给我的路上丢失了，所以字幕有缺口。如果一直这样，请给语音频道换一个区域。`,
    holes: ({ holes, ms }) =>
      `最近一分钟我说话断了${format.plural(holes, { other: ' # 次' })}（${format.number(ms)} 毫秒）：语音服务传来声音太慢。`,
    undecryptable: ({ userIds }) => `我无法解密 ${named(userIds)} 说的话。请他们离开语音频道再重新加入。`,
    unknownSpeakers: 'Discord 没有告诉我是谁在说话，所以缺了某人的话。请那个人停一下，或重新加入。',

    captionsOff: `字幕已关闭。使用 ${command('captions start')} 开启。`,
    captionsOn: ({ channelId }) => `字幕显示在 ${channelMention(channelId)}。`,
    captionDelay: ({ delayMs }) => `说完后 ${format.number(delayMs / 1_000, 1)} 秒出字幕。`,
    captionsSlow: ({ delayMs }) => `字幕来得晚：说完后要 ${format.number(delayMs / 1_000, 1)} 秒。语音服务很慢。`,
    clipsWaiting: ({ clips }) =>
      `${format.plural(clips, { other: '# 段录音' })}在等语音服务。它们的字幕会晚到，但不会丢失。`,
    youOptedOut: `你拒绝了字幕，所以我不给你做字幕。使用 ${command('privacy opt-in')} 更改。`,
    youHaveNotOptedIn: `这个服务器只给同意的人做字幕，而你还没有同意。使用 ${command('privacy opt-in')} 更改。`,
    youAreMuted: '管理员把你静音了，所以我听不到你。请让管理员取消“服务器静音”。',
    youMutedYourself: '你在 Discord 里关了麦克风。',
    youMayNotSpeak: '你不能在这个频道说话，所以我听不到你。在讲堂里，请先请求发言。',
    unheardByChoice: ({ people }) => format.plural(people, { other: '这里有 # 人选择了不做字幕。' }),
    optedOut: ({ userIds }) => `拒绝了字幕，所以没有字幕：${named(userIds)}。`,
    notOptedIn: ({ userIds }) => `使用 ${command('privacy opt-in')} 同意之前没有字幕：${named(userIds)}。`,
    mutedByServer: ({ userIds }) => `被管理员静音，所以我听不到：${named(userIds)}。`,
    notSpeakers: ({ userIds }) => `在听众席，或没有“说话”权限，所以我听不到：${named(userIds)}。`,
    botsUnheard: ({ userIds }) => `机器人没有字幕：${named(userIds)}。管理员可以在 ${command('settings')} 中更改。`,

    speechOk: ({ ms }) => `有响应（${format.number(ms)} 毫秒），密钥有效。`,
    keyRejected: '语音服务拒绝了我的密钥，所以我不能说话，也不能做字幕。机器人的运营者需要检查 `SPEECH_API_KEY`。',
    outOfCredits: ({ freeModel }) =>
      format.sentences([
        '语音服务的账户没有 API 余额了，所以我不能说话，也不能做字幕。机器人的运营者需要充值；API 余额与语音服务平台自身的余额是分开的。',
        ...(freeModel === undefined
          ? []
          : [`或将 ${inlineCode(`SPEECH_MODEL=${freeModel}`)} 写入设置，这样没有余额也能说话。`]),
      ]),
    creditForCaptions: ({ model }) =>
      `用 ${inlineCode(model)} 说话是免费的，但字幕和 ${command('transcribe')} 需要 API 余额，而账户没有余额。机器人的运营者可以充值；API 余额与语音服务平台自身的余额是分开的。`,
    speechBusy: '请求太多，语音服务拒绝了一些。请一分钟后再试。',
    speechDown: '语音服务暂时出现问题：文本无法朗读，字幕会延迟。请过一分钟再试。',
    speechFailedLately: '由于语音服务出现问题，这里最近的一段文本朗读失败。请再试一次。',
    speechAway:
      '语音服务没有响应，所以我不能说话，也不能做字幕。我会继续尝试；如果一直这样，机器人的运营者需要检查网络和 `SPEECH_API_URL`。',
    speechOdd: '语音服务的响应不符合预期。机器人的运营者需要检查 `SPEECH_API_URL` 和日志。',
    speechFull: '语音服务的请求已达上限，所以文字和字幕在排队。过一会儿就好。',
    liveDown: '与语音服务的快速连接失败了，所以说话会比平时晚开始。我会继续尝试。',
    credit: ({ credit }) => `余额：${format.number(Number(credit), 2)}。`,
    requests: ({ underWay, limit, waiting }) =>
      `请求：${format.number(underWay)}/${format.number(limit)} 进行中，${format.number(waiting)} 等待中。`,

    limitsOk: '离每日限额都还远。',
    usedUp: ({ kind, whose, resetsAtMs }) => `${OWNERS[whose]}今天的${KINDS[kind]}限额已用完，${ago(resetsAtMs)}重置。`,
    turnedOff: ({ kind, whose }) =>
      `${OWNERS[whose]}的${KINDS[kind]}每日限额是 0，所以已关闭。服务器管理员或机器人的运营者可以提高它。`,
    nearlyUsedUp: ({ kind, whose, resetsAtMs, share }) =>
      `${OWNERS[whose]}今天的${KINDS[kind]}限额已用 ${format.percent(share)}，${ago(resetsAtMs)}重置。`,

    databaseAway: '我的数据库没有响应，所以设置、文字稿和新字幕都不可用。机器人的运营者需要检查。',
    databaseOk: ({ ms }) => `数据库有响应（${format.number(ms)} 毫秒）。`,
    diskFull: '我的磁盘快满了，字幕可能会丢失。机器人的运营者需要腾出空间。',
    diskLow: '我的磁盘空间不多了。机器人的运营者应该腾出空间。',
    diskUnknown: '我的磁盘无法读取。机器人的运营者需要检查。',
    diskFree: ({ bytes }) => `磁盘可用空间 ${format.bytes(bytes)}。`,
    behindProxy: '我通过代理上网。语音无法走代理，直接使用 UDP。',
    versions: ({ mynah, node }) => `Mynah ${mynah}，Node.js ${node}。`,
    machineOk: '数据库有响应，磁盘也有空间。',

    notChecked: ({ group }) => `没能及时检查：${group}。请稍后重新检查。`,
  },
};

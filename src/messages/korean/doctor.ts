import { channelMention, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('ko');

const MAX_NAMED = 10;

const ago = (atMs: number): string => time(Math.floor(atMs / 1_000), TimestampStyles.RelativeTime);

function named(userIds: readonly string[]): string {
  const mentions = userIds.slice(0, MAX_NAMED).map((id) => userMention(id));
  const rest = userIds.length - mentions.length;
  return format.list(rest > 0 ? [...mentions, format.plural(rest, { other: '그 외 #명' })] : mentions);
}

const KINDS = { characters: '말하기', captions: '자막', transcription: '받아쓰기' } as const;
const OWNERS = { person: '내', member: '내', guild: '이 서버의', account: '봇 전체의' } as const;

/** Korean: `/doctor`. */
export const doctorMessages: Messages['doctor'] = {
  command: { description: '여기서 제가 말하거나 듣지 못하는 이유와 해결 방법을 알아봐요' },

  allWell: '여기서는 모두 잘 돼요.',
  noProblems: '문제를 찾지 못했어요.',
  again: '다시 확인하기',
  checked: ({ atMs }) => `확인: ${ago(atMs)}`,

  groups: {
    here: '여기',
    voice: '음성',
    captions: '자막',
    speech: '음성 서비스',
    server: '이 서버의 한도',
    machine: '컴퓨터',
  },

  findings: {
    mayPost: '여기에 글을 쓸 수 있어요.',
    cannotPost: ({ channelId, permissions }) =>
      `${channelMention(channelId)} 채널에 글을 쓸 수 없어서 자막과 알림이 나오지 않아요. 저에게 그 채널의 ${format.list(permissions)} 권한을 주세요.`,
    missingExtras: ({ channelId, permissions }) =>
      `${channelMention(channelId)} 채널에서 말한 사람 이름으로 자막을 쓰거나 파일을 첨부하려면 저에게 그 채널의 ${format.list(permissions)} 권한을 주세요.`,
    youAreNotInVoice: '지금 음성 채널에 있지 않아요. 음성 채널에 들어가서 다시 확인하면 그 채널도 살펴볼게요.',
    mayJoin: ({ channelId }) => `${channelMention(channelId)} 채널에 들어가서 말할 수 있어요.`,
    mayJoinStage: ({ channelId }) => `${channelMention(channelId)} 스테이지에 들어갈 수 있어요.`,
    cannotJoin: ({ channelId, permissions }) =>
      `${channelMention(channelId)} 채널에 들어가서 말할 수 없어요. 저에게 그 채널의 ${format.list(permissions)} 권한을 주세요.`,
    channelFull: ({ channelId, userLimit }) =>
      `${channelMention(channelId)} 채널이 가득 찼어요(최대 ${format.number(userLimit)}명). 자리를 비우거나, 인원 제한을 늘리거나, 저에게 멤버 이동 권한을 주세요.`,
    speakingForRoles: '이 서버에서는 정해진 역할만 저에게 말하게 할 수 있어요. 서버 관리자에게 역할을 요청해 주세요.',
    captionsForRoles: '이 서버에서는 정해진 역할만 자막을 시작할 수 있어요. 서버 관리자에게 역할을 요청해 주세요.',
    cannotReadChat:
      'Discord가 메시지를 보내 주지 않아서 채팅을 읽어 줄 수 없어요. 봇 운영자가 Message Content Intent를 켜고 저를 다시 시작해야 해요.',
    readsChat: '읽어 줄 메시지를 받고 있어요.',

    discordAway: 'Discord와 연결이 끊겼어요. 저절로 돌아오니 1분 뒤에 다시 확인해 주세요.',
    discordSlow: ({ pingMs }) =>
      `Discord의 응답이 느려요(${format.number(pingMs)}ms). 명령어와 입장이 평소보다 오래 걸려요.`,
    discordOk: ({ pingMs, sinceMs }) => `Discord에 연결됨: ${ago(sinceMs)}, ${format.number(pingMs)}ms.`,
    voiceHangs: '음성을 맡은 부분이 응답하지 않아요. 1분 안에 저절로 다시 시작하니 그때 다시 확인해 주세요.',
    inNoChannel: `저는 음성 채널에 있지 않아요. 음성 채널에 있을 때 ${command('say')}나 ${command('captions start')}를 쓰면 저도 들어갈게요.`,
    elsewhere: ({ channelId }) =>
      `저는 당신의 음성 채널이 아니라 ${channelMention(channelId)} 채널에 있어요. 그 채널로 오거나, ${command('join')}로 저를 불러 주세요.`,
    elsewhereHidden: `저는 당신이 볼 수 없는 음성 채널에 있어요. ${command('join')}로 저를 불러 주세요.`,
    stranded: ({ channelId }) =>
      `Discord에는 ${channelMention(channelId)} 채널에 있다고 나오지만 연결되어 있지 않아요. ${command('join')}로 다시 연결해 주세요.`,
    joining: ({ channelId }) => `${channelMention(channelId)} 채널에 들어가는 중이에요. 몇 초 뒤에 다시 확인해 주세요.`,
    reconnecting: ({ channelId, sinceMs }) =>
      `${channelMention(channelId)} 채널과 연결이 끊겨서(${ago(sinceMs)}) 다시 연결하고 있어요. 몇 분이 걸리면 ${command('leave')}를 쓴 다음 ${command('join')}를 써 주세요.`,
    voicePastProxy:
      '음성 연결에 실패하고 있어요. 저는 프록시를 거쳐 연결하는데 음성은 프록시를 쓸 수 없어요. 봇 운영자가 Discord 음성 서버로 나가는 UDP를 허용하고, 프록시에서 discord.media의 모든 포트를 열어야 해요.',
    connected: ({ channelId, sinceMs }) => `${channelMention(channelId)} 채널에 연결됨: ${ago(sinceMs)}.`,
    voicePing: ({ pingMs }) => `음성 서버: ${format.number(pingMs)}ms.`,
    botMuted: ({ channelId }) =>
      `${channelMention(channelId)} 채널에서 아무도 제 말을 들을 수 없어요. 관리자가 제 마이크를 껐어요. 저를 우클릭해서 서버 마이크 음소거를 해제해 주세요.`,
    botDeafened: ({ channelId }) =>
      `${channelMention(channelId)} 채널에서 아무 말도 들을 수 없어요. 관리자가 제 헤드셋을 껐어요. 저를 우클릭해서 서버 헤드셋 음소거를 해제해 주세요.`,
    inAudience: ({ channelId }) =>
      `저는 ${channelMention(channelId)} 채널의 청중이라서 자막은 되지만 말할 수는 없어요. 스테이지 관리자가 초대해야 해요. ${command('join')}를 쓰면 발언권을 요청할게요.`,
    mayNotSpeak: ({ channelId }) =>
      `Discord가 ${channelMention(channelId)} 채널에서 말하지 못하게 해요. 저에게 그 채널의 말하기 권한을 준 다음 ${command('leave')}와 ${command('join')}를 써 주세요.`,
    paused: `읽기를 멈춘 상태예요. ${command('resume')}로 계속할 수 있어요.`,
    nobodyListens: '음성 채널에 들을 사람이 없어서 글이 기다리고 있어요. 누군가 들어오면 읽을게요.',
    queue: ({ texts }) => (texts === 0 ? '대기열이 비어 있어요.' : format.plural(texts, { other: '대기열에 글 #개.' })),
    queueFull: ({ texts }) =>
      `대기열이 가득 찼어요(글 ${format.plural(texts, { other: '#개' })}). 기다리거나 ${command('stop')}로 비워 주세요.`,
    keysMissing: `이 음성 채널의 암호화가 아직 준비되지 않아서 아무도 제 말을 들을 수 없어요. 1분이 넘게 걸리면 ${command('leave')}를 쓴 다음 ${command('join')}를 써 주세요.`,
    keysChanging: '누군가 들어오거나 나가서 암호화 키를 바꾸는 중이에요. 잠깐이면 돼요.',
    encrypted: ({ version, epoch }) =>
      `종단간 암호화됨(DAVE ${format.number(version)}, 에포크 ${format.number(epoch)}).`,
    privacyCode: ({ code }) => `음성 개인정보 보호 코드: ${inlineCode(code)}. Discord에 표시되는 코드와 같아야 해요.`,
    notEndToEnd: '종단간 암호화가 아니에요. 스테이지에서는 언제나 Discord 서버까지만 암호화돼요.',
    traffic: ({ sent, received }) => `지난 1분 패킷: 보냄 ${format.number(sent)}, 받음 ${format.number(received)}.`,
    noLoss: '손실된 패킷이 없어요.',
    loss: ({ share }) =>
      `지난 1분 동안 말한 것의 ${format.percent(share)}가 저에게 오다가 사라져서 자막에 빈 곳이 있어요. 계속되면 음성 채널의 지역을 바꿔 보세요.`,
    holes: ({ holes, ms }) =>
      `지난 1분 동안 제 말이 ${format.plural(holes, { other: '#번' })} 끊겼어요(${format.number(ms)}ms). 음성 서비스가 소리를 너무 느리게 보내요.`,
    undecryptable: ({ userIds }) =>
      `${named(userIds)} 님의 말을 해독할 수 없어요. 음성 채널에서 나갔다가 다시 들어와 주세요.`,
    unknownSpeakers:
      'Discord가 누가 말하는지 알려 주지 않아서 누군가의 말이 빠졌어요. 그 사람이 잠깐 멈추거나 다시 들어와야 해요.',

    captionsOff: `자막이 꺼져 있어요. ${command('captions start')}로 켤 수 있어요.`,
    captionsOn: ({ channelId }) => `자막은 ${channelMention(channelId)} 채널에 나와요.`,
    captionDelay: ({ delayMs }) => `말한 뒤 ${format.number(delayMs / 1_000, 1)}초 만에 글이 나와요.`,
    captionsSlow: ({ delayMs }) =>
      `자막이 늦어요. 말한 뒤 ${format.number(delayMs / 1_000, 1)}초가 걸려요. 음성 서비스가 느려요.`,
    clipsWaiting: ({ clips }) =>
      `${format.plural(clips, { other: '녹음 #개' })}가 음성 서비스를 기다리고 있어요. 자막은 늦게 나오지만 사라지는 것은 없어요.`,
    youOptedOut: `자막을 거부해서 당신의 말은 자막에 나오지 않아요. ${command('privacy opt-in')}로 바꿀 수 있어요.`,
    youHaveNotOptedIn: `이 서버는 동의한 사람만 자막에 넣는데, 아직 동의하지 않았어요. ${command('privacy opt-in')}로 바꿀 수 있어요.`,
    youAreMuted: '관리자가 당신의 마이크를 꺼서 말을 들을 수 없어요. 서버 마이크 음소거를 해제해 달라고 요청해 주세요.',
    youMutedYourself: 'Discord에서 마이크가 꺼져 있어요.',
    youMayNotSpeak: '이 채널에서 말할 수 없어서 당신의 말을 들을 수 없어요. 스테이지라면 발언권을 요청해 주세요.',
    unheardByChoice: ({ people }) => format.plural(people, { other: '여기 있는 #명은 자막에 나오지 않기로 했어요.' }),
    optedOut: ({ userIds }) => `거부해서 자막에 나오지 않는 사람: ${named(userIds)}`,
    notOptedIn: ({ userIds }) =>
      `${command('privacy opt-in')}로 동의하기 전까지 자막에 나오지 않는 사람: ${named(userIds)}`,
    mutedByServer: ({ userIds }) => `관리자가 마이크를 꺼서 들을 수 없는 사람: ${named(userIds)}`,
    notSpeakers: ({ userIds }) => `청중이거나 말하기 권한이 없어서 들을 수 없는 사람: ${named(userIds)}`,
    botsUnheard: ({ userIds }) =>
      `봇은 자막에 나오지 않아요: ${named(userIds)}. 관리자가 ${command('settings')}에서 바꿀 수 있어요.`,

    speechOk: ({ ms }) => `응답하고(${format.number(ms)}ms) 키도 받아들여요.`,
    keyRejected:
      '음성 서비스가 제 키를 거부해서 말하기도 자막도 할 수 없어요. 봇 운영자가 `SPEECH_API_KEY`를 확인해야 해요.',
    outOfCredits: ({ freeModel }) =>
      format.sentences([
        '음성 서비스 계정의 API 크레딧이 없어서 말하기도 자막도 할 수 없어요. 봇 운영자가 충전해야 해요. 음성 서비스 플랫폼의 크레딧과는 별개예요.',
        ...(freeModel === undefined
          ? []
          : [`${inlineCode(`SPEECH_MODEL=${freeModel}`)}로 설정하면 크레딧 없이도 말할 수 있어요.`]),
      ]),
    creditForCaptions: ({ model }) =>
      `${inlineCode(model)} 모델로 말하는 것은 무료지만, 자막과 ${command('transcribe')}에는 API 크레딧이 필요한데 계정에 남은 크레딧이 없어요. 봇 운영자가 충전할 수 있어요. 음성 서비스 플랫폼의 크레딧과는 별개예요.`,
    speechBusy: '요청이 너무 많아서 음성 서비스가 거절하고 있어요. 1분 뒤에 다시 해 보세요.',
    speechDown: '지금 음성 서비스에 문제가 있어서 글을 읽지 못하고 자막이 늦어져요. 1분 후 다시 시도해 주세요.',
    speechFailedLately: '음성 서비스 문제로 여기서 마지막 글을 읽지 못했어요. 다시 시도해 주세요.',
    speechAway:
      '음성 서비스가 응답하지 않아서 말하기도 자막도 할 수 없어요. 계속 시도할게요. 오래가면 봇 운영자가 네트워크와 `SPEECH_API_URL`을 확인해야 해요.',
    speechOdd: '음성 서비스가 예상과 다르게 응답해요. 봇 운영자가 `SPEECH_API_URL`과 로그를 확인해야 해요.',
    speechFull: '음성 서비스에 허용된 만큼 요청이 진행 중이라 글과 자막이 차례를 기다려요. 저절로 풀려요.',
    liveDown: '음성 서비스와의 빠른 연결이 실패해서 말하기가 평소보다 늦게 시작돼요. 계속 시도할게요.',
    credit: ({ credit }) => `크레딧: ${format.number(Number(credit), 2)}.`,
    requests: ({ underWay, limit, waiting }) =>
      `요청: ${format.number(limit)}개 중 ${format.number(underWay)}개 진행, ${format.number(waiting)}개 대기.`,

    limitsOk: '하루 한도에 여유가 있어요.',
    usedUp: ({ kind, whose, resetsAtMs }) =>
      `${OWNERS[whose]} ${KINDS[kind]} 하루 한도를 다 썼어요. 초기화: ${ago(resetsAtMs)}`,
    turnedOff: ({ kind, whose }) =>
      `${OWNERS[whose]} ${KINDS[kind]} 하루 한도가 0이라서 꺼져 있어요. 서버 관리자나 봇 운영자가 늘릴 수 있어요.`,
    nearlyUsedUp: ({ kind, whose, resetsAtMs, share }) =>
      `${OWNERS[whose]} ${KINDS[kind]} 하루 한도의 ${format.percent(share)}를 썼어요. 초기화: ${ago(resetsAtMs)}`,

    databaseAway: '데이터베이스가 응답하지 않아서 설정, 스크립트, 새 자막을 쓸 수 없어요. 봇 운영자가 확인해야 해요.',
    databaseOk: ({ ms }) => `데이터베이스가 응답해요(${format.number(ms)}ms).`,
    diskFull: '디스크가 거의 가득 차서 자막이 사라질 수 있어요. 봇 운영자가 공간을 비워야 해요.',
    diskLow: '디스크 공간이 줄고 있어요. 봇 운영자가 공간을 비우는 게 좋아요.',
    diskUnknown: '디스크를 읽을 수 없어요. 봇 운영자가 확인해야 해요.',
    diskFree: ({ bytes }) => `디스크 여유 공간 ${format.bytes(bytes)}.`,
    behindProxy: '프록시를 거쳐 연결해요. 음성은 프록시를 쓸 수 없어서 UDP로 직접 연결해요.',
    versions: ({ mynah, node }) => `Mynah ${mynah}, Node.js ${node}.`,
    machineOk: '데이터베이스가 응답하고 디스크에도 여유가 있어요.',

    notChecked: ({ group }) => `제때 확인하지 못했어요: ${group}. 잠시 뒤에 다시 확인해 주세요.`,
  },
};

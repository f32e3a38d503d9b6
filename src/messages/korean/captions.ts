import { bold, channelMention, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { mentionPeople } from '../people.ts';
import { autoCaptionMessages } from './auto-captions.ts';
import { budgetMessages } from './budgets.ts';
import { captionAudienceMessages } from './caption-audience.ts';
import { captionOverlayMessages } from './caption-overlay.ts';
import { command } from './names.ts';

const format = createFormat('ko');

const start = command('captions start');
const stop = command('captions stop');
const exportCommand = command('captions export');
const optIn = command('privacy opt-in');
const optOut = command('privacy opt-out');
const erase = command('privacy erase');

const OPT_IN = '동의';
const OPT_OUT = '거부';

type Captions = Messages['captions'];
type EndReason = Parameters<Captions['ended']>[0]['reason'];

const people = (userIds: readonly string[]): string =>
  mentionPeople(userIds, {
    none: '없음',
    all: (named) => named.join(', '),
    some: (named, hidden) => `${named.join(', ')} 외 ${format.number(hidden)}명`,
  });

function place(voiceChannelId: string, textChannelId: string): string {
  return textChannelId === voiceChannelId ? '그 채널의 채팅에' : `${channelMention(textChannelId)} 채널에`;
}

/** The names of languages end in 어, so that 로 fits all of them. */
function languageSentence(language: string | undefined): string {
  return language === undefined ? '언어는 자동으로 감지해요.' : `언어는 ${language}로 설정되어 있어요.`;
}

function countCaptions(lines: number): string {
  return format.plural(lines, { other: '자막 #개' });
}

/** Korean: live captions. */
export const captionMessages: Captions = {
  command: {
    description: '음성 채널의 실시간 자막',
    start: {
      description: '내 음성 채널의 자막을 이 채널에 표시해요',
      language: '말하는 언어(기본값: 자동 감지)',
      interim: '말하는 중에도 자막을 보여 줘요(기본값: 예)',
    },
    stop: { description: '자막을 중지해요' },
    status: { description: '누구의 말이 자막으로 표시되는지, 지연과 품질은 어떤지 보여 줘요' },
    export: { description: '스크립트를 파일로 받아요', format: '일반 텍스트, 자막 또는 데이터' },
  },
  buttons: {
    optIn: OPT_IN,
    optOut: OPT_OUT,
    optBackIn: '다시 동의',
    stop: '중지',
    export: '내보내기',
    inChat: '음성 채널의 채팅에 표시',
    here: '확인하고 여기에 표시',
    confirm: '확인',
    formats: { txt: '텍스트(txt)', srt: '자막(srt)', vtt: '웹 자막(vtt)', json: '데이터(json)' },
  },

  channelStatus: '💬 실시간 자막 켜짐',
  channelStatusWith: ({ status }) => `💬 실시간 자막 켜짐 · ${status}`,
  webhookName: 'Mynah 자막',
  unnamedSpeaker: '누군가',
  late: '(늦은 자막)',
  transcriptTitle: ({ channelName }) => `${channelName} 채널의 자막`,

  started: ({ voiceChannelId, startedBy, language, consent, retentionDays, postedIn, confirmedBy }) => {
    const channel = channelMention(voiceChannelId);
    const on =
      postedIn === undefined
        ? `💬 ${channel} 채널의 실시간 자막이 켜져 있어요.`
        : `💬 ${channel} 채널의 실시간 자막이 ${channelMention(postedIn)} 채널에 표시되고 있어요.`;
    return [
      startedBy === undefined
        ? `${on} 사람이 들어오면 자동으로 시작돼요. ${languageSentence(language)}`
        : `${on} ${userMention(startedBy)}님이 시작했어요. ${languageSentence(language)}`,
      ...(confirmedBy === undefined
        ? []
        : [`${userMention(confirmedBy)}님이 확인해서, ${channel} 채널을 볼 수 없는 사람도 자막을 읽을 수 있어요.`]),
      consent === 'opt-in'
        ? `${bold(OPT_IN)} 버튼을 누르거나 ${optIn}를 사용한 사람의 말만 자막으로 표시돼요. 언제든지 다시 거부할 수 있고, 거부하면 모든 서버에 바로 적용돼요.`
        : `음성 채널에 있는 모든 사람의 말이 자막으로 표시돼요. 원하지 않으면 ${bold(OPT_OUT)} 버튼을 누르거나 ${optOut}를 사용하세요. 거부하면 모든 서버에 바로 적용돼요.`,
      `스크립트는 ${format.plural(retentionDays, { other: '#일' })} 후 삭제돼요. 내 자막을 더 일찍 지우려면 ${erase}를 사용하세요.`,
    ].join('\n');
  },

  joined: ({ userIds, textChannelId, voiceChannelId, consent }) => {
    const on =
      textChannelId === voiceChannelId
        ? `${channelMention(voiceChannelId)} 채널의 실시간 자막이 켜져 있어요.`
        : `${channelMention(voiceChannelId)} 채널의 실시간 자막이 ${channelMention(textChannelId)} 채널에 표시되고 있어요.`;
    const rule =
      consent === 'opt-in'
        ? `${bold(OPT_IN)} 버튼을 누르거나 ${optIn}를 사용한 사람의 말만 자막으로 표시돼요.`
        : `말하면 자막으로 표시돼요. 원하지 않으면 ${bold(OPT_OUT)} 버튼을 누르거나 ${optOut}를 사용하세요.`;
    return `💬 ${people(userIds)}: ${on} ${rule}`;
  },
  noticeEnded: ({ voiceChannelId }) => `${channelMention(voiceChannelId)} 채널의 실시간 자막이 끝났어요.`,
  chatNoticeMissing: ({ voiceChannelId, permissions }) =>
    permissions.length === 0
      ? `${channelMention(voiceChannelId)} 채널의 채팅에 이 공지를 올리지 못했어요. 그 채널에 있는 사람들에게 자막이 켜져 있다고 알려 주세요.`
      : `${channelMention(voiceChannelId)} 채널의 채팅에 이 공지를 올리지 못했어요. 저에게 그 채널의 ${format.list(permissions.map((name) => bold(name)))} 권한을 주세요.`,

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
    const on = `${channelMention(voiceChannelId)} 채널의 자막이 ${place(voiceChannelId, textChannelId)} 표시되고 있어요.`;
    const pending = `대기 중: ${format.number(pendingClips)}개`;
    const facts = [
      ...(delayMs === undefined ? [] : [`지연: ${format.number(delayMs / 1_000)}초`]),
      `손실된 소리: ${format.percent(lossShare)}`,
      pendingBytes === 0 ? pending : `${pending}(디스크에 ${format.bytes(pendingBytes)})`,
      isLiveTextOn ? '말하는 중 표시: 켜짐' : '말하는 중 표시: 꺼짐',
    ];
    const rest = [
      ...(notCaptioned.length === 0 ? [] : [`자막 제외: ${people(notCaptioned)}.`]),
      ...(consent === 'opt-in' ? ['동의한 사람의 말만 자막으로 표시돼요.'] : []),
    ].join(' ');
    return [
      startedBy === undefined
        ? `${on} ${since}에 자동으로 시작됐어요.`
        : `${on} ${userMention(startedBy)}님이 ${since}에 시작했어요.`,
      languageSentence(language),
      `자막 표시: ${people(captioned)}.`,
      ...(rest === '' ? [] : [rest]),
      facts.join(' · '),
    ].join('\n');
  },

  stopped: ({ voiceChannelId, lines }) =>
    lines === 0
      ? `${channelMention(voiceChannelId)} 채널의 자막을 중지했어요.`
      : `${channelMention(voiceChannelId)} 채널의 자막을 중지했어요. 스크립트에 ${countCaptions(lines)}가 있어요.`,

  ended: ({ voiceChannelId, textChannelId, reason, movedTo, usedUp, startsAgain }) => {
    const shownIn = channelMention(textChannelId);
    const captions = `${channelMention(voiceChannelId)} 채널의 자막`;
    const end: Readonly<Record<EndReason, string>> = {
      stopped: `${captions}이 끝났어요.`,
      emptied: `모두 나가서 ${captions}이 끝났어요.`,
      'voice-ended': `제가 음성 채널에서 나가서 ${captions}이 끝났어요.`,
      moved:
        movedTo === undefined
          ? `제가 이동해서 ${captions}이 끝났어요. 새 채널의 자막을 켜려면 ${start}을 사용하세요.`
          : `제가 ${channelMention(movedTo)} 채널로 이동해서 ${captions}이 끝났어요. 새 채널의 자막을 켜려면 ${start}을 사용하세요.`,
      budget: [
        `${captions}이 끝났어요.`,
        ...(usedUp === undefined ? [] : [budgetMessages.usedUp({ ...usedUp, kind: 'captions', left: 0 })]),
      ].join(' '),
      closed: startsAgain
        ? `제가 다시 시작하게 돼서 ${captions}이 끝났어요. 잠시 후 자동으로 다시 시작돼요.`
        : `제가 다시 시작하게 돼서 ${captions}이 끝났어요. 잠시 후 ${start}을 다시 사용해 주세요.`,
      'cannot-post': `${shownIn} 채널에 더 이상 글을 올릴 수 없어서 ${captions}이 끝났어요. 그 채널에 글을 올릴 수 있게 해 주거나, 다른 채널에서 ${start}을 사용해 주세요.`,
      'audience-widened': `이제 음성 채널을 볼 수 없는 사람도 ${shownIn} 채널을 읽을 수 있어서 ${captions}이 끝났어요. ${start}을 사용해서 자막을 표시할 곳을 골라 주세요.`,
      interrupted: startsAgain
        ? `제가 예기치 않게 멈춰서 ${captions}이 중단됐어요. 자동으로 다시 시작돼요.`
        : `제가 예기치 않게 멈춰서 ${captions}이 중단됐어요. 다시 시작하려면 ${start}을 사용하세요.`,
    };
    return end[reason];
  },
  endedTranscript: {
    attached: '스크립트를 첨부했어요.',
    export: `스크립트를 받으려면 ${exportCommand}를 사용하세요.`,
    nothing: '표시된 자막은 없어요.',
    pending: `아직 받아쓰지 못한 말이 있어요. 나중에 ${exportCommand}를 사용하면 그 내용도 받을 수 있어요.`,
  },

  chooseFormat: ({ voiceChannelId }) => `${channelMention(voiceChannelId)} 채널의 스크립트를 받을 형식을 골라 주세요.`,
  exported: ({ voiceChannelId, lines, isRunning }) =>
    isRunning
      ? `${channelMention(voiceChannelId)} 채널의 스크립트: 지금까지 ${countCaptions(lines)}.`
      : `${channelMention(voiceChannelId)} 채널의 스크립트: ${countCaptions(lines)}.`,

  refusals: {
    alreadyOn: ({ voiceChannelId, textChannelId }) =>
      `${channelMention(voiceChannelId)} 채널의 자막이 이미 ${place(voiceChannelId, textChannelId)} 표시되고 있어요. 끝내려면 ${stop}를 사용하세요.`,
    off: `여기에는 자막이 꺼져 있어요. 시작하려면 ${start}을 사용하세요.`,
    alreadyEnded: `그 자막은 이미 끝났어요. 새 자막이 켜져 있다면 ${stop}로 끝낼 수 있어요.`,
    oldStopButton: `오래된 버튼이라서 아무것도 중지하지 않았어요. 자막을 끝내려면 ${stop}를 사용하세요.`,
    notForYou: ({ voiceChannelId }) =>
      `${channelMention(voiceChannelId)} 채널은 본인이 들어갈 수 없는 곳이라서, 자막을 켜지 않을게요.`,
    joinFirst: `먼저 음성 채널에 참가한 다음 ${start}을 사용해 주세요.`,
    channelHidden: `이 채널을 볼 수 없어요. 저에게 이 채널의 ${bold('채널 보기')} 권한을 주거나 다른 채널을 사용해 주세요.`,
    permissionsMissing: ({ permissions }) =>
      `여기에 자막을 올릴 수 없어요. 서버 관리자에게 요청해서 저에게 이 채널의 ${format.list(permissions.map((name) => bold(name)))} 권한을 주세요.`,
    mayNotStop: ({ startedBy, voiceChannelId }) =>
      startedBy === undefined
        ? `${channelMention(voiceChannelId)} 채널에 있는 사람, 그리고 서버나 음성 채널을 관리하는 사람만 이 자막을 중지할 수 있어요.`
        : `${userMention(startedBy)}님, ${channelMention(voiceChannelId)} 채널에 있는 사람, 그리고 서버나 음성 채널을 관리하는 사람만 이 자막을 중지할 수 있어요.`,
    noTranscript: `여기에는 아직 스크립트가 없어요. 시작하려면 ${start}을 사용하세요.`,
    transcriptDeleted: '이 스크립트는 삭제됐어요.',
    transcriptHidden: '이 자막이 표시된 채널을 볼 권한이 없어서 스크립트를 드릴 수 없어요.',
    transcriptOfHiddenVoice: '이 자막의 음성 채널을 볼 권한이 없어서 스크립트를 드릴 수 없어요.',
    statusHidden: '이 자막의 음성 채널을 볼 권한이 없어서 상태를 보여 드릴 수 없어요.',
    notInThread: '이 자막은 참여하지 않은 비공개 스레드에 있어요. 그 스레드의 멤버에게 추가해 달라고 요청해 주세요.',
    accessUnknown:
      '이 자막의 채널을 볼 권한이 있는지 지금은 확인할 수 없어요. 비공개 스레드라면 저를 추가한 다음 다시 시도해 주세요.',
    nothingCaptioned: '아직 표시된 자막이 없어서 내보낼 내용이 없어요.',
    fileTooLarge: `스크립트가 이곳의 Discord 업로드 한도보다 커요. ${inlineCode('txt')}나 ${inlineCode('srt')} 형식으로 받아 보세요.`,
  },

  notices: {
    outage: ({ code }) => {
      const key = `음성 서비스가 제 API 키를 거부했어요. 봇 운영자에게 ${inlineCode('SPEECH_API_KEY')}를 확인해 달라고 요청해 주세요.`;
      const reasons: Readonly<Record<string, string>> = {
        SPEECH_UNAUTHORIZED: key,
        SPEECH_FORBIDDEN: key,
        SPEECH_OUT_OF_CREDITS:
          '음성 서비스 계정의 API 크레딧이 부족해요. 봇 운영자에게 충전을 요청해 주세요. 플랫폼 크레딧과는 별개예요.',
        SPEECH_RATE_LIMITED: '음성 서비스가 붐벼요.',
      };
      return `${reasons[code] ?? '음성 서비스가 응답하지 않아요.'} 말소리는 보관해 두었다가, 나중에 늦은 자막으로 표시해서 보여 드릴게요.`;
    },
    lost: ({ durationMs }) =>
      `저장 공간이 가득 차서, 아직 받아쓰지 못한 말 ${format.duration(Math.max(1_000, durationMs))} 분량이 사라졌어요.`,
    refused: ({ userIds, clips, reason }) =>
      [
        format.plural(
          clips,
          { other: '{people}: 녹음 #개를 자막으로 표시하지 못했어요.' },
          { people: people(userIds) },
        ),
        reason,
      ].join(' '),
    webhooksMissing: `자막마다 말한 사람의 이름과 프로필 사진을 표시하려면 저에게 이 채널의 ${bold('웹후크 관리하기')} 권한을 주세요.`,
  },
};

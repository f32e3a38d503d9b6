import { bold, channelMention, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command, option } from './names.ts';

const format = createFormat('ko');

const USUAL_VOICE = '평소 목소리';

const yourVoice = ({ title }: { readonly title: string }): string =>
  title === '' ? '고른 목소리가' : `고른 ${bold(title)} 목소리가`;

/** Korean: speaking in voice channels, and the commands for it. */
export const playbackMessages: Messages['playback'] = {
  commands: {
    say: {
      description: '글을 내 음성 채널에서 읽어 주거나 오디오 파일로 만들어요',
      options: {
        text: '읽을 글. 비워 두면 양식이 열려요',
        voice: '사용할 목소리. 제목을 입력하거나 ID를 붙여 넣으세요',
        style: '읽는 방식. 스타일을 고르거나 몇 마디로 설명하세요',
        speed: '0.5~2 사이의 속도(기본값: 평소 속도)',
        file: '읽는 대신 오디오 파일을 보내요',
      },
    },
    join: { description: '음성 채널에 참가해요', options: { channel: '참가할 채널. 비워 두면 내가 있는 채널이에요' } },
    leave: { description: '음성 채널에서 나가요' },
    skip: { description: '지금 읽고 있는 글을 건너뛰어요' },
    stop: { description: '읽기를 중지하고 대기열을 비워요' },
    pause: { description: '읽기를 일시정지해요' },
    resume: { description: '읽기를 계속해요' },
    queue: { description: '대기열을 보여 주고, 글을 뺄 수 있어요' },
  },

  join: {
    joined: ({ channelId }) =>
      `${channelMention(channelId)} 채널에 참가했어요. ${command('say')}를 사용하면 글을 읽어 드릴게요.`,
    moved: ({ channelId }) =>
      `${channelMention(channelId)} 채널로 이동했어요. ${command('say')}를 사용하면 글을 읽어 드릴게요.`,
    alreadyHere: ({ channelId }) =>
      `이미 ${channelMention(channelId)} 채널에 있어요. ${command('say')}를 사용하면 글을 읽어 드릴게요.`,
    missingPermissions: ({ channelId, permissions }) =>
      `${channelMention(channelId)} 채널에서 말할 수 없어요. 서버 관리자에게 요청해서 저에게 그 채널의 ${format.list(permissions)} 권한을 주세요.`,
    full: ({ channelId, userLimit }) =>
      `${channelMention(channelId)} 채널이 가득 찼어요(최대 ${format.number(userLimit)}명). 자리를 만들거나, 인원 제한을 늘리거나, 저에게 멤버 이동 권한을 주세요.`,
    unknownChannel:
      '그 음성 채널을 볼 수 없어요. 저에게 그 채널의 채널 보기와 연결 권한을 주거나 다른 채널을 골라 주세요.',
    noAnswer:
      'Discord가 참가를 허용하지 않았어요. 채널이 가득 찼거나 제가 들어갈 수 없는 채널일 수 있어요. 잠시 후 다시 시도해 주세요.',
    notReady: '채널에는 들어갔지만 음성 연결에 실패했어요. 잠시 후 다시 시도해 주세요.',
    busy: ({ retryAtMs }) =>
      `Discord가 1분 동안 참가할 수 있는 채널 수를 제한해서 아직 참가할 수 없어요. ${time(Math.ceil(retryAtMs / 1_000), TimestampStyles.RelativeTime)}에 다시 시도해 주세요.`,
    cancelled: '참가하기 전에 나가 달라는 요청을 받았어요.',
    noChannel: `먼저 음성 채널에 참가하거나 ${option('channel')} 옵션으로 채널을 골라 주세요.`,
    notForYou: ({ channelId }) =>
      `${channelMention(channelId)} 채널은 본인이 들어갈 수 없는 곳이라서, 제가 대신 참가하지 않을게요.`,
  },

  stage: {
    asked: ({ channelId }) =>
      `${channelMention(channelId)} 채널의 청중으로 들어가서 발언권을 요청했어요. 스테이지 관리자가 저를 초대해 주세요. 자막은 바로 쓸 수 있어요.`,
    mayNotAsk: ({ channelId }) =>
      `${channelMention(channelId)} 채널의 청중으로 들어갔어요. 자막은 쓸 수 있어요. 읽게 하려면 저를 발언자로 초대하거나, 저에게 그 채널의 발언권 요청 권한을 주세요.`,
    couldNotAsk: ({ channelId }) =>
      `${channelMention(channelId)} 채널의 청중으로 들어갔어요. 자막은 쓸 수 있어요. 발언권을 요청하지 못했으니 스테이지 관리자가 저를 초대해 주세요.`,
    waits: {
      asked: ({ channelId }) =>
        `${channelMention(channelId)} 채널의 청중이라서 발언권을 요청했어요. 스테이지 관리자가 초대할 때까지 대기열이 기다려요.`,
      mayNotAsk: ({ channelId }) =>
        `${channelMention(channelId)} 채널의 청중이라서 말할 수 없어요. 스테이지 관리자가 초대하거나 발언권 요청 권한을 줄 때까지 대기열이 기다려요.`,
      movedToAudience: ({ channelId }) =>
        `${channelMention(channelId)} 채널의 청중으로 옮겨져서 읽기를 멈췄어요. ${command('join')}를 쓰면 발언권을 다시 요청할게요.`,
    },
  },

  inUse: {
    join: ({ channelId }) =>
      `${channelMention(channelId)} 채널에서 사람들이 제 목소리를 듣고 있어요. 그 채널에 참가하거나, 그 사람들에게 ${command('leave')}를 사용해 달라고 요청해 주세요.`,
    say: ({ channelId, mayMove }) =>
      mayMove
        ? `지금 ${channelMention(channelId)} 채널에서 사용 중이에요. 그 채널에 참가하거나, ${command('join')}로 저를 불러 주세요.`
        : `지금 ${channelMention(channelId)} 채널에서 사용 중이에요. 그 채널에 참가하거나, ${option('file')} 옵션으로 오디오를 받아 주세요.`,
    captions: ({ channelId, mayMove }) =>
      mayMove
        ? `지금 ${channelMention(channelId)} 채널에서 사용 중이에요. 자막을 켜려면 그 채널에 참가하거나, ${command('join')}로 저를 불러 주세요.`
        : `지금 ${channelMention(channelId)} 채널에서 사용 중이에요. 자막을 켜려면 그 채널에 참가해 주세요.`,
  },

  notInVoice: `지금 이 서버의 음성 채널에 있지 않아요. ${command('join')}로 저를 불러 주세요.`,
  nothingToControl: '지금 음성 채널에 있지 않아요.',
  mayNotControl: ({ channelId }) =>
    `${channelMention(channelId)} 채널에 있는 사람, 그리고 서버나 음성 채널을 관리하는 사람만 할 수 있어요.`,

  left: ({ channelId }) => `${channelMention(channelId)} 채널에서 나갔어요.`,
  joinCancelled: ({ channelId }) => `취소했어요. ${channelMention(channelId)} 채널에 참가하지 않을게요.`,
  skipped: ({ userId }) => `${userMention(userId)}님의 글을 건너뛰었어요.`,
  skippedOwn: '보낸 글을 건너뛰었어요.',
  nothingToSkip: '지금 읽고 있는 글이 없어서 건너뛸 것이 없어요.',
  stopped: '중지했어요.',
  stoppedAndRemoved: ({ texts }) => format.plural(texts, { other: '중지하고 대기열에서 글 #개를 뺐어요.' }),
  nothingToStop: '지금 읽고 있는 글이 없어서 중지할 것이 없어요.',
  paused: `일시정지했어요. 계속하려면 ${command('resume')}을 사용하세요.`,
  alreadyPaused: `이미 일시정지한 상태예요. 계속하려면 ${command('resume')}을 사용하세요.`,
  resumed: '계속 읽을게요.',
  notPaused: '일시정지한 상태가 아니에요.',

  queue: {
    empty: `대기열이 비어 있어요. ${command('say')}로 글을 추가해 보세요.`,
    heading: ({ channelId }) => `${channelMention(channelId)} 채널:`,
    joiningHeading: ({ channelId }) => `${channelMention(channelId)} 채널에 참가하는 중:`,
    pausedHeading: ({ channelId }) => `${channelMention(channelId)} 채널(일시정지됨):`,
    item: ({ number, userId, state, text }) => `${number}\\. ${userMention(userId)}(${state}): ${text}`,
    states: {
      waiting: '대기 중',
      preparing: '준비 중',
      speaking: '읽는 중',
      paused: '일시정지됨',
      'waiting-for-listeners': '듣는 사람을 기다리는 중',
      'waiting-for-permission': '말할 권한을 기다리는 중',
    },
    hidden: ({ texts }) => format.plural(texts, { other: '…그 외 글 #개.' }),
    selectPlaceholder: '대기열에서 뺄 글…',
    removed: '대기열에서 뺐어요.',
    notFound: '그 글은 이제 대기열에 없어요.',
    notYours: '직접 추가한 글만 뺄 수 있어요.',
    notForYou: '제가 있는 음성 채널을 볼 권한이 없어서 대기열을 보여 드릴 수 없어요.',
  },

  say: {
    form: { title: '글 읽기', text: '내용' },
    voiceTooLong: `목소리 이름이 너무 길어서 양식을 열 수 없어요. 추천 목록에서 고르거나 ${option('text')} 옵션을 추가해 주세요.`,
    styles: {
      whispering: '속삭이는',
      'soft tone': '부드러운',
      shouting: '외치는',
      screaming: '비명을 지르는',
      'in a hurry tone': '다급한',
      happy: '행복한',
      excited: '신난',
      calm: '차분한',
      sad: '슬픈',
      angry: '화난',
      surprised: '놀란',
      nervous: '긴장한',
      scared: '겁먹은',
      confident: '자신 있는',
      proud: '자랑스러운',
      curious: '궁금한',
      grateful: '고마워하는',
      sarcastic: '비꼬는',
      embarrassed: '부끄러운',
      laughing: '웃는',
      sighing: '한숨 쉬는',
      sobbing: '흐느끼는',
    },
    knownStyles: ({ styles }) =>
      `스타일: ${format.list(styles.map((style) => inlineCode(style)))}. 몇 마디로 직접 설명해도 돼요.`,
    invalidStyle: ({ max }) =>
      `스타일은 ${inlineCode('속삭이는')}처럼 글자로만 최대 ${format.number(max)}자로 짧게 설명해 주세요.`,
    nothingToSpeak: '이 글에는 읽을 내용이 없어요. 단어를 추가해 주세요.',
    nothingInMessage: '이 메시지에는 읽을 내용이 없어요. 글이 있는 메시지를 골라 주세요.',
    queued: ({ ahead }) =>
      format.plural(ahead, {
        other: `대기열에 추가했어요. 앞에 글이 #개 있어요. ${command('queue')}에서 모두 볼 수 있어요.`,
      }),
    queuedWhilePaused: ({ ahead }) =>
      ahead === 0
        ? `대기열에 추가했어요. 지금은 일시정지한 상태예요. 계속하려면 ${command('resume')}을 사용하세요.`
        : format.plural(ahead, {
            other: `대기열에 추가했어요. 앞에 글이 #개 있어요. 지금은 일시정지한 상태예요. 계속하려면 ${command('resume')}을 사용하세요.`,
          }),
    fileInstead: '음성 채널에 있지 않아서 오디오로 드릴게요.',
    audioFor: ({ userId }) => `${userMention(userId)}님이 요청한 오디오예요.`,
    waitingForSound: '첫 소리를 기다리는 중…',
    waitingForPeople: '음성 채널에 들을 사람이 없어요. 누군가 들어오면 읽을게요.',
    waitingToContinue: '음성 채널에 들을 사람이 없어요. 누군가 들어오면 계속 읽을게요.',
    waitingForPermission: '아직 여기서 말할 수 없어요. 스테이지 관리자가 초대하거나 말하기 권한을 주면 읽을게요.',
    speaking: '읽는 중…',
    spoken: '다 읽었어요.',
    dropped: {
      skipped: '건너뛰었어요.',
      stopped: '중지했어요.',
      removed: '대기열에서 뺐어요.',
      'session-ended': '이 글을 다 읽기 전에 음성 채널에서 나갔어요.',
    },
    neverSpoken: '음성 채널에서 나가서 읽지 못했어요.',
    notContinued: `다시 시작하게 돼서 이 글을 끝까지 읽지 못했어요. ${command('say')}로 다시 보내 주세요.`,
    interrupted: ({ reason }) => `중간에 멈춰야 했어요. ${reason}`,
    tooManyTexts: ({ max }) =>
      `대기열이 가득 찼어요(${format.plural(max, { other: '글 #개' })}). 몇 개를 읽은 다음 다시 시도해 주세요.`,
    tooManyCharacters: ({ max }) =>
      `대기열이 가득 찼어요(${format.plural(max, { other: '#자' })}). 조금 읽은 다음 다시 시도해 주세요.`,
  },

  voice: {
    lost: {
      deleted: (voice) => `${yourVoice(voice)} 삭제됐어요.`,
      withdrawn: (voice) => `${yourVoice(voice)} 비공개로 바뀌었어요.`,
      gone: (voice) => `${yourVoice(voice)} 음성 서비스에서 삭제됐어요.`,
      failed: (voice) => `${yourVoice(voice)} 학습에 실패해서 쓸 수 없어요.`,
      'taken-down': (voice) => `${yourVoice(voice)} 음성 서비스에서 게시 중단됐어요.`,
    },
    refused: {
      ready: '지금은 음성 서비스가 요청한 목소리를 받아들이지 않아요.',
      training: '요청한 목소리는 아직 학습 중이에요.',
      failed: '요청한 목소리는 학습에 실패했어요.',
      'taken-down': '요청한 목소리는 음성 서비스에서 게시 중단됐어요.',
      'not-for-speech': '요청한 목소리는 글 읽기에 쓸 수 없어요.',
      gone: '요청한 목소리는 음성 서비스에서 삭제됐어요.',
    },
    now: {
      default: `앞으로는 기본 목소리로 읽을게요. ${command('voice use')}으로 다른 목소리를 고를 수 있어요.`,
      everywhere: `앞으로는 모든 곳에서 쓰려고 고른 목소리로 읽을게요. ${command('voice use')}으로 다른 목소리를 고를 수 있어요.`,
      here: `앞으로는 이 서버에서 쓰려고 고른 목소리로 읽을게요. ${command('voice use')}으로 다른 목소리를 고를 수 있어요.`,
      said: `앞으로는 ${command('say')}에서 마지막으로 쓴 목소리로 읽을게요. ${command('voice use')}으로 다른 목소리를 고를 수 있어요.`,
    },
    serverRefused: `지금은 이 서버의 목소리를 쓸 수 없어서 기본 목소리로 읽었어요. 서버 관리자는 ${command('settings')}에서 다른 목소리를 고를 수 있어요.`,
    usual: USUAL_VOICE,
    lastUsed: ({ title }) => (title === '' ? '마지막으로 쓴 목소리' : `${title} · 마지막으로 사용`),
    remembered: ({ title }) =>
      `앞으로 여기서 ${command('say')}를 쓰면 ${title === '' ? '이' : bold(title)} 목소리로 읽을게요. 되돌리려면 ${option('voice')} 옵션에서 “${USUAL_VOICE}”를 고르세요.`,
    thisTimeDefault: '대신 기본 목소리로 읽었어요.',
    choiceUnavailable: '지금은 고른 목소리를 확인할 수 없어서 기본 목소리로 읽었어요.',
  },

  notices: {
    leftAlone: ({ channelId }) =>
      `다른 사람이 없어서 ${channelMention(channelId)} 채널에서 나갔어요. ${command('join')}로 다시 불러 주세요.`,
    moved: ({ channelId }) => `${channelMention(channelId)} 채널로 옮겨졌어요. 여기서 계속할게요.`,
    movedWithoutPermissions: ({ channelId, permissions }) =>
      `${channelMention(channelId)} 채널로 옮겨졌는데, 이 채널에서는 말할 수 없어요. 저에게 그 채널의 ${format.list(permissions)} 권한을 주세요.`,
    movedToStage: ({ channelId }) =>
      `스테이지 채널인 ${channelMention(channelId)} 채널로 옮겨져서 지금은 청중이에요. 읽을 글이 생기면 발언권을 요청할게요.`,
    disconnected: ({ channelId }) =>
      `${channelMention(channelId)} 채널에서 연결이 끊겨서 대기열을 비웠어요. ${command('join')}로 다시 불러 주세요.`,
    channelDeleted: `음성 채널이 삭제되어 나왔고, 대기열을 비웠어요. ${command('join')}로 다른 채널에 불러 주세요.`,
    connectionLost: ({ channelId }) =>
      `${channelMention(channelId)} 채널과의 연결이 끊겼어요. ${command('join')}로 다시 불러 주세요.`,
  },
};

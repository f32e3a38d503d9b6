import { bold, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../../format.ts';
import type { Messages } from '../../messages.ts';
import { errorMessages } from '../errors.ts';
import { command, option } from '../names.ts';
import { COVER_FORMATS, voiceCommandMessages } from './voice-command.ts';
import { countVoices, listMessages } from './voice-list.ts';
import { serviceMessages } from './voice-service.ts';
import { named, soundMessage, useMessages } from './voice-use.ts';

const format = createFormat('ko');

type VoiceModels = Messages['voiceModels'];
type Offer = Parameters<VoiceModels['create']['offer']>[0];

const OPEN_FORM = '양식 열기';
const SAMPLE = '샘플';
const USE = '사용';

/** Korean: custom voices. */
export const voiceModelMessages: VoiceModels = {
  command: voiceCommandMessages,
  defaultVoice: '기본 목소리',
  presentVoice: ({ title }) => `${title === '' ? '제목 없음' : title} · 지금 내 목소리`,
  buttons: {
    confirm: '확인',
    cancel: '취소',
    delete: '삭제',
    keep: '그대로 두기',
    info: '정보',
    use: USE,
    useEverywhere: '모든 곳에서 사용',
    useOnlyHere: '여기서만 사용',
    resetHere: '여기서 초기화',
    resetEverywhere: '모든 곳에서 초기화',
    sample: SAMPLE,
    edit: '수정',
    openForm: OPEN_FORM,
    previous: '이전',
    next: '다음',
  },

  statusLabels: {
    ready: '사용 가능',
    training: '학습 중',
    failed: '학습 실패',
    'taken-down': '게시 중단됨',
    'not-for-speech': '읽기용 아님',
    gone: '삭제됨',
  },
  status: {
    ready: ({ title }) => `${named(title)} 목소리를 쓸 수 있어요.`,
    training: ({ title }) =>
      `${named(title)} 목소리는 아직 학습 중이에요. 몇 분 후 ${command('voice info')}로 다시 확인해 주세요.`,
    failed: ({ title }) =>
      `${named(title)} 목소리는 학습에 실패해서 쓸 수 없어요. 더 좋은 녹음으로 다시 만들어 주세요.`,
    'taken-down': ({ title }) => `${named(title)} 목소리는 음성 서비스에서 게시 중단됐어요.`,
    'not-for-speech': ({ title }) => `${named(title)} 목소리는 글 읽기용이 아니라서 쓸 수 없어요.`,
    gone: ({ title }) => `${named(title)} 목소리는 음성 서비스에서 삭제됐어요.`,
  },
  owners: { mine: '내 목소리', guild: '이 서버의 목소리', operator: '봇 운영자의 목소리', public: '공개' },

  unknown: ({ entered }) =>
    `여기서 “${entered}” 목소리를 찾을 수 없어요. 추천 목록에서 고르거나 ${command('voice list')}에서 찾아보세요.`,
  several: ({ entered }) =>
    `제목이 “${entered}”인 목소리가 여러 개 있어요. 추천 목록에서 고르거나 ID를 붙여 넣어 주세요.`,
  notYours: {
    public: ({ title }) => `${named(title)} 목소리는 공개 목소리라서 수정하거나 삭제할 수 없어요.`,
    operator: ({ title }) => `${named(title)} 목소리는 봇 운영자의 것이라서 수정하거나 삭제할 수 없어요.`,
    guild: ({ title }) =>
      `${named(title)} 목소리는 만든 사람과 ${bold('서버 관리하기')} 권한이 있는 멤버만 수정하거나 삭제할 수 있어요.`,
    someoneElse: ({ title }) => `${named(title)} 목소리는 다른 사람의 것이라서 수정하거나 삭제할 수 없어요.`,
    unknown: `이 목소리는 만든 사람과 ${bold('서버 관리하기')} 권한이 있는 멤버만 수정하거나 삭제할 수 있어요.`,
  },

  create: {
    offer: (offer) =>
      [
        `${named(offer.title)} 목소리를 만들까요?`,
        `${bold('음성 서비스로 보내는 것:')} ${sentParts(offer)}.`,
        `${bold('찾을 수 있는 사람:')} ${WHO_CAN_FIND[offer.visibleTo]}.`,
        '확인 버튼을 누르면 이 목소리를 사용할 권리가 있다는 뜻이에요. 내 목소리이거나, 목소리 주인이 허락한 목소리여야 해요. 확인한 기록은 시각, 녹음의 디지털 지문과 함께 보관해요.',
        offer.wasSent
          ? `아직 목소리를 만들지 않았어요. ${shortTime(offer.expiresAtMs)}까지 확인할 수 있어요.`
          : `아직 아무것도 보내지 않았어요. ${shortTime(offer.expiresAtMs)}까지 확인할 수 있어요.`,
      ].join('\n'),
    cancelled: '취소했어요. 보낸 것은 없어요.',
    cancelledSent: '취소했어요. 목소리는 만들지 않았어요.',
    expired: `확인할 수 있는 시간이 지났어요. ${command('voice create')}를 다시 사용해 주세요.`,
    expiredUnsent: `확인할 수 있는 시간이 지나서 아무것도 보내지 않았어요. ${command('voice create')}를 다시 사용해 주세요.`,
    expiredSent: `확인할 수 있는 시간이 지나서 목소리를 만들지 않았어요. ${command('voice create')}를 다시 사용해 주세요.`,
    alreadyAnswered: `이미 답한 질문이에요. ${command('voice list')}에서 내 목소리를 볼 수 있어요.`,
    sending: ({ title }) => `${named(title)} 목소리의 녹음을 음성 서비스로 보내는 중…`,
    waitingForTraining: ({ title }) => `${named(title)} 목소리를 만들었어요. 학습이 시작되기를 기다리는 중…`,
    training: ({ title }) => `${named(title)} 목소리를 만들었어요. 학습 중…`,
    ready: ({ title, id }) =>
      `${named(title)} 목소리를 쓸 수 있어요. 들어 보려면 ${bold(SAMPLE)}, 내 목소리로 쓰려면 ${bold(USE)} 버튼을 누르세요. ID: ${inlineCode(id)}`,
    trainingFailed: ({ title, id, recordings }) =>
      [
        `${named(title)} 목소리는 학습에 실패해서 쓸 수 없어요.`,
        ...recordings,
        `${command('voice delete')}로 삭제한 다음 더 좋은 녹음으로 다시 만들어 주세요. ID: ${inlineCode(id)}`,
      ].join('\n'),
    stillTraining: ({ title, id, afterMs }) =>
      `${named(title)} 목소리가 ${format.duration(afterMs)}째 학습 중이에요. ${command('voice info')}로 다시 확인해 주세요. ID: ${inlineCode(id)}`,
    notFollowed: ({ title, id }) =>
      `${named(title)} 목소리를 만들었지만 지금은 학습 상태를 알 수 없어요. ${command('voice info')}로 확인해 주세요. ID: ${inlineCode(id)}`,
    unsure: ({ title }) =>
      `음성 서비스가 응답하지 않아서 ${named(title)} 목소리가 만들어졌는지 알 수 없어요. 30분 후 ${command('voice list')}에서 확인해 주세요. 만들어졌다면 내 목소리로 표시돼요.`,
    busy: '다른 사람들의 목소리를 만들고 있어요. 1분 후 다시 시도해 주세요.',
    noRecording: `${option('audio')} 옵션에 목소리 녹음을 하나 이상 첨부해 주세요.`,
    needsCover: `공개 목소리에는 커버 이미지가 필요해요. ${option('cover')} 옵션에 ${COVER_FORMATS} 파일을 첨부하거나 공개 범위를 바꿔 주세요.`,
    limits: {
      none: `이 서버에서는 아무도 목소리를 만들 수 없어요. 서버 관리자가 ${command('settings')}에서 허용할 수 있어요.`,
      person: ({ max }) =>
        `이 서버에서는 한 사람이 목소리를 ${format.number(max)}개까지 만들 수 있어요. ${command('voice delete')}로 하나를 삭제하거나, 서버 관리자에게 ${command('settings')}에서 한도를 늘려 달라고 요청해 주세요.`,
      guild: ({ max }) =>
        `이 서버에서 만들 수 있는 ${countVoices(max)}를 이미 모두 만들었어요. ${command('voice delete')}로 하나를 삭제하거나, 서버 관리자에게 ${command('settings')}에서 한도를 늘려 달라고 요청해 주세요.`,
      account: '더 이상 목소리를 만들 수 없어요. 봇 운영자에게 공간을 확보해 달라고 요청해 주세요.',
      direct: ({ max }) =>
        `한 사람이 목소리를 ${format.number(max)}개까지 만들 수 있어요. ${command('voice delete')}로 하나를 삭제해 주세요.`,
    },
  },

  recordings: {
    empty: ({ name }) => `“${name}” 파일이 비어 있어요. 다시 업로드해 주세요.`,
    tooLarge: ({ name, maxBytes }) =>
      `“${name}” 파일이 너무 커요. 최대 ${format.sizeLimit(maxBytes)}까지 받을 수 있어요.`,
    tooShort: ({ name, minMs }) =>
      `“${name}” 녹음이 너무 짧아요. ${format.plural(minMs / 1_000, { other: '#초' })} 이상이어야 해요.`,
    tooLong: ({ name, maxMs }) =>
      `“${name}” 녹음이 너무 길어요. 최대 ${format.plural(maxMs / 60_000, { other: '#분' })}까지 받을 수 있어요.`,
    notAudio: ({ name, formats }) =>
      `“${name}” 파일에는 읽을 수 있는 오디오가 없어요. ${errorMessages.readableFormats({ formats })}`,
    noSound: ({ name }) => `“${name}” 파일에는 소리가 없어요. 녹음이나 소리가 있는 동영상을 첨부해 주세요.`,
    damaged: ({ name }) => `“${name}” 파일이 손상돼서 소리를 읽을 수 없어요. 다시 내보내거나 녹음해 주세요.`,
    protected: ({ name }) =>
      `“${name}” 파일은 복사 방지(DRM)가 되어 있어서 전용 플레이어에서만 열 수 있어요. 보호되지 않은 파일을 첨부해 주세요.`,
    unreadableSound: ({ name, formats }) =>
      `“${name}” 파일은 지원하지 않는 종류의 소리예요. 먼저 mp3나 wav로 변환해 주세요. ${errorMessages.readableFormats({ formats })}`,
    cutOff: ({ name }) => `“${name}” 파일이 중간에 잘려 있어요. 다시 업로드해 주세요.`,
    changed: ({ name }) => `“${name}” 파일이 확인한 뒤에 바뀌었어요. ${command('voice create')}를 다시 사용해 주세요.`,
    hasGaps: ({ name }) => `“${name}” 파일의 소리에 긴 공백이 있어요. 소리만 wav나 mp3로 업로드해 주세요.`,
  },

  fields: {
    titleMissing: '목소리에는 제목이 필요해요.',
    titleTooLong: ({ length, max }) =>
      `제목이 ${format.number(length)}자예요. 최대 ${format.number(max)}자까지 쓸 수 있어요.`,
    descriptionTooLong: ({ length, max }) =>
      `설명이 ${format.number(length)}자예요. 최대 ${format.number(max)}자까지 쓸 수 있어요.`,
    tagTooLong: ({ tag, max }) =>
      `“${tag}” 태그가 너무 길어요. 최대 ${format.number(max)}자까지 쓸 수 있어요. 태그는 쉼표로 구분해 주세요.`,
    tooManyTags: ({ count, max }) =>
      `태그를 ${format.number(count)}개 입력했어요. 최대 ${format.number(max)}개까지 쓸 수 있어요.`,
    invalidVisibility: '공개 범위는 `공개`, `일부공개`, `비공개` 중에서 골라 주세요.',
    transcriptCount: ({ recordings, transcripts }) =>
      format.plural(transcripts, {
        other: `녹음은 ${format.number(recordings)}개인데 스크립트는 #개예요. 스크립트를 \`|\`로 구분하거나 ${option('transcript')} 옵션을 비워 두세요.`,
      }),
    coverTooLarge: ({ maxBytes }) => `커버 이미지가 너무 커요. 최대 ${format.sizeLimit(maxBytes)}까지 받을 수 있어요.`,
    coverNotAnImage: `${option('cover')} 옵션의 파일은 쓸 수 있는 이미지가 아니에요. ${COVER_FORMATS} 파일을 첨부해 주세요.`,
  },

  list: listMessages,
  service: serviceMessages,

  info: {
    id: 'ID',
    status: '상태',
    visibility: '공개 범위',
    languages: '언어',
    tags: '태그',
    owner: '소유자',
    created: '만든 날짜',
    updated: '수정한 날짜',
    likes: '좋아요',
    uses: '사용 횟수',
    samples: '샘플',
    defaultText: '기본 문장',
    recordings: '녹음',
    none: '없음',
    you: '나',
    createdBy: ({ owner, userId }) => `${owner}, ${userMention(userId)}님이 만듦`,
    visibilities: {
      public: '공개: 음성 서비스의 목록에 있음',
      unlist: '일부 공개: ID를 아는 사람만',
      private: '비공개',
    },
    lockedVisibilities: {
      public: '공개: 음성 서비스의 목록에 있음(변경할 수 없음)',
      unlist: '일부 공개: ID를 아는 사람만(변경할 수 없음)',
      private: '비공개(변경할 수 없음)',
    },
    count: ({ count }) => format.number(count),
    sample: ({ title, text }) => (title === '' ? `“${text}”` : `${title}: “${text}”`),
    more: ({ count }) => format.plural(count, { other: '그 외 #개' }),
    recording: ({ name, durationMs, language, passed, problem }) =>
      [
        name,
        ...(durationMs === undefined ? [] : [seconds(durationMs)]),
        language === '' ? '언어 알 수 없음' : language,
        passed ? '✅ 통과' : `⚠️ ${problem === '' ? '품질 부족' : problem}`,
      ].join(' · '),
  },
  sampleReply: ({ title }) => `${named(title)} 목소리예요.`,
  sampleText: '안녕하세요! 제 목소리는 이렇게 들려요.',

  edit: {
    formTitle: '목소리 수정',
    formFields: {
      title: '제목',
      description: '설명',
      tags: '태그(쉼표로 구분)',
      visibility: ({ choices }) => `공개 범위: ${format.alternatives(choices)}`,
    },
    visibilityNames: { public: '공개', unlist: '일부공개', private: '비공개' },
    edited: ({ title, description, visibleTo, tags, hasNewCover }) =>
      [
        `${named(title)} 목소리를 수정했어요.`,
        ...(description === undefined ? [] : [`${bold('설명:')} ${description === '' ? '없음' : description}`]),
        ...(visibleTo === undefined ? [] : [`${bold('찾을 수 있는 사람:')} ${WHO_CAN_FIND[visibleTo]}`]),
        ...(tags === undefined ? [] : [`${bold('태그:')} ${tags.length === 0 ? '없음' : tags.join(', ')}`]),
        ...(hasNewCover ? [`${bold('커버 이미지:')} 변경됨`] : []),
      ].join('\n'),
    nothingDifferent: ({ title }) => `변경할 내용이 없어요. ${named(title)} 목소리는 이미 이렇게 되어 있어요.`,
    needsCover: ({ title }) =>
      `공개 목소리에는 커버 이미지가 필요한데, ${named(title)} 목소리에는 없어요. ${command('voice edit')}에서 ${option('visibility')}, ${option('cover')} 옵션을 함께 사용해 주세요.`,
    makersChoice: ({ title }) =>
      `${named(title)} 목소리를 더 많은 사람에게 공개하는 것은 만든 사람만 할 수 있어요. 공개 범위를 줄이거나 삭제할 수는 있어요.`,
    openForm: ({ title }) => `${named(title)} 목소리를 수정하려면 ${bold(OPEN_FORM)} 버튼을 누르세요.`,
  },

  delete: {
    question: ({ title, id, users }) =>
      `${named(title)} 목소리(${inlineCode(id)})를 삭제할까요? ${chosenBy(users)} 이 작업은 되돌릴 수 없어요.`,
    deleted: ({ title }) => `${named(title)} 목소리를 삭제했어요.`,
    alreadyDeleted: '이미 삭제된 목소리예요.',
    kept: ({ title }) => `${named(title)} 목소리를 그대로 두었어요.`,
  },

  sound: soundMessage,
  use: useMessages,
};

const WHO_CAN_FIND = {
  everyone: 'Discord 밖의 사람까지 누구나(음성 서비스의 공개 목록에 있음)',
  'with-id': 'ID를 아는 사람만',
  guild: '이 서버의 멤버만',
  'its-guild': '목소리를 만든 서버의 멤버만',
  maker: '나만',
} as const;

function chosenBy(users: number): string {
  if (users === 0) return '쓰고 있는 사람은 없어요.';
  return format.plural(users, {
    other: '쓰고 있는 사람이 #명 있어요. 삭제하면 다른 곳에서 고른 목소리나 기본 목소리를 쓰게 돼요.',
  });
}

function seconds(durationMs: number): string {
  return `${format.number(durationMs / 1_000)}초`;
}

function shortTime(timeMs: number): string {
  return time(Math.floor(timeMs / 1_000), TimestampStyles.ShortTime);
}

function sentParts({ recordings, hasTranscripts, hasDescription, tags, hasCover }: Offer): string {
  return [
    ...recordings.map(({ name, durationMs }) => `녹음 “${name}”(${seconds(durationMs)})`),
    ...(hasTranscripts ? ['스크립트'] : []),
    '제목',
    ...(hasDescription ? ['설명'] : []),
    ...(tags.length === 0 ? [] : [`태그 ${tags.map((tag) => `“${tag}”`).join(', ')}`]),
    ...(hasCover ? ['커버 이미지'] : []),
  ].join(', ');
}

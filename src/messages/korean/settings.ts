import { bold, channelMention, inlineCode, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';
import { settingFields } from './settings-fields.ts';

const format = createFormat('ko');

const dayCount = (days: number): string => format.plural(days, { other: '#일' });

/** Korean: the settings of a server. */
export const settingsMessages: Messages['settings'] = {
  command: { description: '이 서버에서 제가 어떻게 작동할지 보고 바꿔요' },

  title: '이 서버의 설정',
  intro: '변경하면 바로 적용돼요. 바꾸고 싶은 주제를 골라 주세요.',

  topics: {
    general: { title: '일반', about: '언어, 공지, 변경 로그' },
    access: { title: '이용 권한', about: '누가 무엇을 쓸 수 있는지' },
    muted: { title: '읽기 제외', about: '누구의 글을 읽지 않을지' },
    members: { title: '멤버', about: '멤버의 이름을 읽는 법과 목소리' },
    voice: { title: '목소리', about: '기본 목소리, 글 길이, 입장과 퇴장 알림' },
    reading: { title: '자동 읽기', about: '채팅을 어떻게 읽을지' },
    captions: { title: '자막', about: '누구의 말을 자막으로 표시하고, 스크립트를 얼마나 보관할지' },
    autoCaptions: { title: '자동 자막', about: '명령어 없이 자막이 시작되는 음성 채널' },
    voiceMessages: { title: '음성 메시지', about: '음성 메시지를 받아써서 답장할 곳' },
    limits: { title: '한도', about: '이 서버의 목소리와 하루 사용량' },
  },

  fields: settingFields,

  values: {
    on: '켜짐',
    off: '꺼짐',
    none: '없음',
    nobody: '없음',
    nobodyElse: '서버 관리하기 권한이 있는 사람만',
    everyone: '모두',
    nowhere: '없음',
    noLimit: '제한 없음',
    serverLanguage: '서버 기본 언어',
    botsVoice: '봇의 기본 목소리',
    ownWords: '기본 문구',
    detected: '자동 감지',
    optOut: '거부한 사람을 뺀 모두',
    optIn: '동의한 사람만',
    voiceMessages: {
      mention: '있다고 말하기',
      play: '재생',
      transcribe: '받아써서 읽기',
    },
    speed: ({ factor }) => `${format.number(factor, 2)}배`,
    volume: ({ decibels }) => `${format.number(decibels, 1)}dB`,
    characters: ({ count }) => format.plural(count, { other: '#자' }),
    minutes: ({ count }) => format.plural(count, { other: '#분' }),
    count: ({ count }) => format.number(count),
    days: ({ days }) => `${dayCount(days)} 후 삭제`,
    quoted: ({ text }) => inlineCode(text),
    list: ({ items }) => format.list(items),
    andMore: ({ items, more }) => `${items.join(', ')} 외 ${format.number(more)}개`,
  },

  deleted: {
    role: '삭제된 역할',
    channel: '삭제된 채널',
  },
  hiddenChannel: '어떤 채널',

  line: ({ label, value, about }) => `${bold(label)}: ${value}\n-# ${about}`,
  summary: ({ label, value }) => `${label}: ${value}`,
  allDefault: '모두 기본값',

  buttons: {
    back: '뒤로',
    turnOn: '켜기',
    turnOff: '끄기',
    edit: '수정',
    removeDeleted: '삭제된 항목 빼기',
    earlier: '이전 사람들',
    later: '다음 사람들',
  },

  placeholders: {
    everyone: '모두',
    chooseRoles: '역할 고르기',
    choosePeople: '사람 고르기',
    chooseChannels: '채널 고르기',
    chooseChannel: '채널 고르기',
  },

  options: {
    serverLanguage: '서버 기본 언어',
    anyLanguage: '언어 자동 감지',
    optOut: '거부한 사람을 뺀 모두의 말을 자막으로 표시',
    optIn: '동의한 사람의 말만 자막으로 표시',
    retention: ({ days }) => `${dayCount(days)} 후 스크립트 삭제`,
    voiceMessages: {
      mention: '음성 메시지가 있다고 말하기',
      play: '음성 메시지 재생하기',
      transcribe: '음성 메시지를 받아써서 읽기',
    },
  },

  forms: {
    number: ({ min, max }) => `${format.number(min, 2)}~${format.number(max, 2)}`,
    voice: '제목이나 ID. 비워 두면 기본 목소리',
    announcement: '{name}님의 말',
    prefix: '비워 두면 모두 읽어요',
    invalidNumber: ({ field, min, max }) =>
      `“${field}” 칸에는 ${format.number(min, 2)}~${format.number(max, 2)} 사이의 숫자를 입력해 주세요. 변경된 내용은 없어요.`,
    invalidWhole: ({ field, min, max }) =>
      `“${field}” 칸에는 ${format.number(min)}~${format.number(max)} 사이의 정수를 입력해 주세요. 변경된 내용은 없어요.`,
    announcementNeedsName: ({ typed }) =>
      `글쓴이 알림에는 ${inlineCode('{name}')} 자리가 있어야 해요. 변경된 내용은 없어요. 입력한 내용: ${typed}`,
  },

  autoCaptions: {
    none: '자동으로 자막이 시작되는 음성 채널이 없어요.',
    entry: ({ voice, text }) => `${voice} → ${text}`,
    chooseToRemove: '뺄 항목 고르기',
    howToAdd: `추가하려면 자막을 표시할 텍스트 채널에서 ${command('captions auto')}을 사용하세요.`,
  },

  members: {
    choose: '멤버 고르기',
    intro: '멤버를 고르면 이 서버에서 이름을 읽는 법과 목소리를 볼 수 있어요.',
    called: ({ userId, name }) => `${userMention(userId)} 님을 “${name}”라고 읽어요.`,
    uncalled: ({ userId }) => `${userMention(userId)} 님은 Discord에 보이는 이름으로 읽어요.`,
    sounds: ({ sound }) => `이 서버에서 쓰는 목소리: ${sound}`,
    usualVoice: '평소에 쓰는 목소리나 서버의 목소리',
    howToSetVoice: `멤버의 목소리를 바꾸려면 ${command('voice use')}의 옵션 ${inlineCode('멤버')}를 사용하세요.`,
    buttons: { setName: '이름 정하기', resetName: '이름 초기화', resetVoice: '목소리 초기화' },
    form: {
      title: '멤버의 이름을 읽는 법',
      label: '메시지 앞에 읽을 이름',
      placeholder: '비워 두면 Discord에 보이는 이름을 읽어요',
    },
  },

  notes: {
    stricterNow: `지금 켜져 있는 자막은 계속 동의한 사람의 말만 표시해요. 새 설정은 다음 ${command('captions start')}부터 적용돼요.`,
    logUnreachable: ({ channelId, permissions }) =>
      `${channelMention(channelId)} 채널에 변경 내용을 올릴 수 없어요. 저에게 그 채널의 ${format.list(permissions.map((name) => bold(name)))} 권한을 주세요.`,
    logDeleted: '로그 채널이 삭제됐어요. 다른 채널을 골라 주세요.',
    changedMeanwhile: '그사이 다른 사람이 이 목록을 바꿨어요. 지금 목록에서 다시 골라 주세요.',
  },

  log: {
    setting: ({ topic, label }) => `${topic} › ${label}`,
    changed: ({ person, setting, from, to }) => `${bold(person)}님이 ${bold(setting)} 설정을 바꿨어요: ${from} → ${to}`,
    listed: ({ person, setting, added, removed }) => {
      const parts = [
        ...(added.length === 0 ? [] : [`추가 ${format.list(added)}`]),
        ...(removed.length === 0 ? [] : [`제외 ${format.list(removed)}`]),
      ];
      return `${bold(person)}님이 ${bold(setting)} 설정을 바꿨어요: ${parts.join('; ')}`;
    },
  },

  refusals: {
    managersOnly: ({ roles }) =>
      roles.length === 0
        ? `${bold('서버 관리하기')} 권한이 있는 사람만 이 설정을 바꿀 수 있어요.`
        : `${bold('서버 관리하기')} 권한이나 ${format.alternatives(roles)} 역할이 있는 사람만 이 설정을 바꿀 수 있어요.`,
    serverManagersOnly: `설정을 바꿀 수 있는 사람은 ${bold('서버 관리하기')} 권한이 있는 사람만 고를 수 있어요.`,
    roleNeeded: ({ roles }) =>
      roles.length === 0
        ? `이 서버에서는 서버 관리자만 쓸 수 있어요. 서버 관리자가 ${command('settings')}에서 바꿀 수 있어요.`
        : `이 서버에서는 ${format.alternatives(roles)} 역할이 있어야 쓸 수 있어요. 서버 관리자에게 문의해 주세요.`,
    muted: '서버 관리자가 읽기에서 제외해서, 이 서버에서 쓴 글은 읽지 않아요.',
    authorMuted: '서버 관리자가 이 글을 쓴 사람을 읽기에서 제외해서 읽지 않아요.',
    authorUnknown: '이 글을 쓴 사람이 읽기에서 제외됐는지 확인하지 못해서 읽지 않았어요. 잠시 후 다시 시도해 주세요.',
    tooLong: ({ length, max }) =>
      `글이 ${format.number(length)}자예요. 이 서버에서는 ${format.number(max)}자까지만 읽을 수 있으니 줄여 주세요.`,
    /** The server's voice, but others may not know it. */
    voiceOnlyYours: ({ title }: { readonly title: string }): string =>
      `${bold(title)} 목소리는 나만 쓸 수 있어요. 이 서버에서 쓰려면 먼저 ${command('voice edit')} 명령어로 일부 공개로 바꾸세요.`,
    outdated: `오래된 설정 화면이에요. ${command('settings')}을 다시 사용해 주세요.`,
  },
};

import { bold, inlineCode } from '@discordjs/formatters';
import type { Messages } from '../messages.ts';
import { command, menu } from './names.ts';

const say = command('say');

/** Korean: the name of each setting, and what it does in a line. */
export const settingFields: Messages['settings']['fields'] = {
  'general.language': {
    label: '언어',
    about: '이 서버에서 제가 모두에게 쓰거나 말할 때 쓰는 언어예요.',
  },
  'notices.posted': {
    label: '공지',
    about: '빈 채널에서 나가거나, 옮겨지거나, 연결이 끊기면 알려요.',
  },
  'log.channelId': {
    label: '로그 채널',
    about: '설정이 바뀔 때마다 누가 바꿨는지 그 채널에 올려요.',
  },
  'access.managers': {
    label: '설정 변경',
    about: `${bold('서버 관리하기')} 권한이 있는 사람 외에 ${command('settings')} 명령어를 쓸 수 있는 역할이에요.`,
  },
  'access.speak': {
    label: '글 읽기',
    about: `${say}, ${command('join')}, 대기열과 ${menu('Speak')} 메뉴를 쓸 수 있어요.`,
  },
  'access.captions': {
    label: '자막',
    about: '자막을 시작하고 내보낼 수 있어요. 동의와 거부는 누구나 할 수 있어요.',
  },
  'access.transcribe': {
    label: '받아쓰기',
    about: '녹음을 받아쓸 수 있어요. 음성 메시지도 이 사람들이 보낸 것만 글로 답해요.',
  },
  'access.voices': {
    label: '목소리',
    about: '목소리를 만들고, 수정하고, 찾고, 고를 수 있어요.',
  },
  'muted.userIds': {
    label: '제외한 사람',
    about: '이 사람들이 쓴 글은 읽지 않아요.',
  },
  'muted.roleIds': {
    label: '제외한 역할',
    about: '이 역할이 있는 사람이 쓴 글은 읽지 않아요.',
  },
  'voice.voiceId': {
    label: '목소리',
    about: '목소리를 고르지 않은 사람의 글을 읽는 목소리예요.',
  },
  'voice.speed': {
    label: '속도',
    about: '그 목소리로 읽는 속도예요.',
  },
  'voice.volumeDb': {
    label: '음량',
    about: '그 목소리의 음량이에요.',
  },
  'lengths.say': {
    label: '글의 최대 길이',
    about: `이보다 긴 글은 ${say}로 읽을 수 없어요.`,
  },
  'lengths.reading': {
    label: '메시지의 최대 길이',
    about: '채팅을 읽을 때 이보다 긴 메시지는 줄여서 읽어요.',
  },
  'announcements.joins': {
    label: '입장 알림',
    about: '음성 채널에 누가 들어왔는지 말해요.',
  },
  'announcements.leaves': {
    label: '퇴장 알림',
    about: '음성 채널에서 누가 나갔는지 말해요.',
  },
  'captions.consent': {
    label: '동의',
    about: '누구의 말을 자막으로 표시할지 정해요.',
  },
  'captions.captionBots': {
    label: '봇',
    about: '봇의 말도 자막으로 표시해요.',
  },
  'captions.language': {
    label: '말하는 언어',
    about: `${command('captions start')}에서 따로 고르지 않았을 때 쓰는 자막 언어예요.`,
  },
  'captions.interim': {
    label: '말하는 중 표시',
    about: '말하는 중에도 자막을 보여 줘요.',
  },
  'captions.soundCues': {
    label: '소리 표시',
    about: '[웃음]처럼 말이 아닌 소리도 자막에 표시해요.',
  },
  'captions.retentionDays': {
    label: '스크립트',
    about: '언제 삭제할지 정해요.',
  },
  'reading.bots': {
    label: '봇',
    about: '봇이 쓴 글을 읽어요.',
  },
  'reading.webhooks': {
    label: '웹후크',
    about: '웹후크와 다른 채팅을 잇는 봇이 올린 글을 읽어요.',
  },
  'reading.proxied': {
    label: '대신 올린 메시지',
    about: 'PluralKit과 Tupperbox가 대신 올린 글을 그 사람의 글로 읽어요.',
  },
  'reading.voiceMessages': {
    label: '음성 메시지',
    about: '채팅을 읽을 때 음성 메시지를 어떻게 할지 정해요.',
  },
  'reading.skipPrefix': {
    label: '건너뛸 접두사',
    about: '이것으로 시작하는 메시지는 건너뛰어요.',
  },
  'reading.requiredRoleIds': {
    label: '필요한 역할',
    about: '이 역할 중 하나가 있는 사람의 글만 읽어요.',
  },
  'reading.announceWriters': {
    label: '글쓴이 이름',
    about: '글쓴이가 바뀌면 누구의 글인지 말해요.',
  },
  'reading.announcement': {
    label: '글쓴이 알림',
    about: `누구의 글인지 말하는 방식이에요. ${inlineCode('{name}')} 자리에 이름이 들어가요.`,
  },
  'reading.builtInPronunciations': {
    label: '줄임말',
    about: `${inlineCode('brb')} 같은 흔한 줄임말을 풀어서 읽어요.`,
  },
  'voiceMessages.transcribedIn': {
    label: '받아쓸 채널',
    about: '이 채널의 음성 메시지를 받아써서 답장해요.',
  },
  'voices.maxPerPerson': {
    label: '1인당 목소리',
    about: '한 사람이 이 서버에서 만들 수 있는 목소리 수예요.',
  },
  'voices.maxPerGuild': {
    label: '이 서버의 목소리',
    about: '이 서버에서 만들 수 있는 목소리 수예요.',
  },
  'budgets.charactersPerPerson': {
    label: '1인당 글자 수',
    about: '하루에 한 사람의 글을 얼마나 읽을지 정해요.',
  },
  'budgets.characters': {
    label: '이 서버의 글자 수',
    about: '하루에 이 서버의 글을 얼마나 읽을지 정해요.',
  },
  'budgets.captionMinutes': {
    label: '자막 시간(분)',
    about: '하루에 몇 분의 말을 자막으로 표시할지 정해요.',
  },
  'budgets.transcribeMinutesPerPerson': {
    label: '1인당 받아쓰기',
    about: '하루에 한 사람의 녹음을 몇 분까지 받아쓸지 정해요.',
  },
  'budgets.transcribeMinutes': {
    label: '이 서버의 받아쓰기',
    about: '하루에 이 서버의 녹음을 몇 분까지 받아쓸지 정해요.',
  },
};

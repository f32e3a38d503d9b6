import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';

const format = createFormat('ko');

/** Korean: what is spoken in place of what cannot be read as written. */
export const spokenMessages: Messages['spoken'] = {
  locale: 'ko',
  linkTo: ({ site }) => `${site} 링크`,
  links: ({ count, site }) => format.plural(count, { other: '{site} 링크 #개' }, { site }),
  link: '링크',
  invite: '디스코드 초대 링크',
  gif: 'GIF',
  gifs: ({ count }) => format.plural(count, { other: 'GIF #개' }),
  messageLink: '메시지 링크',
  codeBlock: '코드 블록',
  codeBlockIn: ({ language }) => `${language} 코드 블록`,
  spoiler: '스포일러',
  repeatedEmoji: ({ name, count }) => `${name} ${format.number(count)}개`,
  moreEmoji: ({ count }) => `그 밖의 이모지 ${format.number(count)}개`,
  flag: ({ country }) => `${country} 국기`,
  unknownMention: { user: '누군가', role: '역할', channel: '채널' },
  channel: ({ name }) => `${name} 채널`,
  command: ({ name }) => `${name} 명령어`,
  inUtc: ({ time }) => `협정 세계시 ${time}`,
  everyone: '모두',
  here: '접속 중인 모두',
  navigation: {
    customize: '채널 및 역할',
    browse: '채널 둘러보기',
    guide: '서버 가이드',
    linkedRoles: '연결된 역할',
  },
  quote: ({ text, isFollowed }) => (isFollowed ? `인용, ${text} 인용 끝.` : `인용, ${text}`),
  stickers: ({ names }) => `스티커, ${format.list(names)}`,
  files: {
    picture: ({ count }) => `사진 ${format.number(count)}장`,
    video: ({ count }) => `동영상 ${format.number(count)}개`,
    audio: ({ count }) => `오디오 파일 ${format.number(count)}개`,
    file: ({ count }) => `파일 ${format.number(count)}개`,
  },
  list: format.list,
  described: ({ what, description }) => `${what}, ${description}`,
  voiceMessage: '음성 메시지',
  transcribedVoiceMessage: ({ text }) => `음성 메시지, ${text}`,
  poll: ({ question, answers }) =>
    answers.length === 0 ? `투표, ${question}` : `투표, ${question} 선택지는 ${format.alternatives(answers)}`,
  forwarded: ({ text }) => (text === '' ? '전달된 메시지' : `전달된 메시지, ${text}`),
  reply: ({ name, text }) => (text === '' ? `${name}님에게 답장` : `${name}님에게 답장, ${text}`),
  longCode: '긴 코드',
  questionMark: '물음표',
  exclamationMark: '느낌표',
  andMore: '… 이하 생략',
};

import { bold, userMention } from '@discordjs/formatters';
import { createFormat } from '../../format.ts';
import type { Messages } from '../../messages.ts';
import { command } from '../names.ts';

const format = createFormat('ko');

/** A title as it is written in texts. */
export function named(title: string): string {
  return bold(title === '' ? '제목 없음' : title);
}

/** It ends in 목소리, maybe with parentheses: particles after it fit every voice. */
export const soundMessage: Messages['voiceModels']['sound'] = ({ title, speed = 1, volumeDb = 0 }) => {
  const name = title === undefined ? '기본 목소리' : `${named(title)} 목소리`;
  const details = [
    ...(speed === 1 ? [] : [`속도 ${format.number(speed, 2)}배`]),
    ...(volumeDb === 0 ? [] : [`음량 ${volumeDb > 0 ? '+' : ''}${format.number(volumeDb, 2)}dB`]),
  ];
  return details.length === 0 ? name : `${name}(${details.join(', ')})`;
};

/** Korean: the answers to `/voice use`. */
export const useMessages: Messages['voiceModels']['use'] = {
  here: ({ sound }) => `이제 이 서버에서는 ${sound}로 읽을게요.`,
  everywhere: ({ sound }) => `이제 모든 곳에서 ${sound}로 읽을게요. 서버마다 따로 골랐던 목소리는 해제했어요.`,
  onlyInItsServer: ({ sound }) =>
    `이제 ${sound}로 읽을게요. 한 서버에서만 쓸 수 있는 비공개 목소리라서, 다른 서버와 다이렉트 메시지에서는 기본 목소리를 써요.`,
  onlyInItsServerAndDirect: ({ sound }) =>
    `이제 다이렉트 메시지에서도 ${sound}로 읽을게요. 한 서버에서만 쓸 수 있는 비공개 목소리라서, 다른 서버에서는 기본 목소리를 써요.`,
  takenBackHere: '이 서버에서 고른 목소리를 초기화했어요.',
  takenBackEverywhere: '모든 서버에서 쓰려고 고른 목소리를 초기화했어요.',
  nowHere: ({ here, elsewhere }) => `${bold('이 서버:')} ${here} · ${bold('다른 곳:')} ${elsewhere}`,
  forMember: ({ userId, sound }) =>
    `이제 이 서버에서 ${userMention(userId)} 님의 글을 ${sound}로 읽어요. 본인은 ${command('voice use')}로 바꿀 수 있어요.`,
  notForMember: '그 멤버는 이 목소리를 쓸 수 없어요. 그 멤버가 쓸 수 있는 목소리를 고르세요.',
  membersByManagers: '다른 사람의 목소리는 이 서버의 설정을 바꿀 수 있는 사람만 정할 수 있어요.',
  membersInServers: '멤버의 목소리는 서버에서 정하세요.',
  nowEverywhere: ({ sound }) => `${bold('모든 곳:')} ${sound}`,
};

import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';

const format = createFormat('ko');

/** Korean: what every command, button and form can be answered, and Discord's own names for permissions. */
export const interactionMessages: Messages['interactions'] = {
  restarting: '다시 시작하는 중이에요. 잠시 후 다시 시도해 주세요.',
  tookTooLong: '너무 오래 걸려서 중단했어요. 다시 시도해 주세요.',
  unknownCommand: '이 명령어는 이제 없어요.',
  oldButton: '오래된 버튼이에요. 명령어를 다시 사용해 주세요.',
  oldForm: '오래된 양식이에요. 명령어를 다시 사용해 주세요.',
  formTooLate: 'Discord가 정한 3초 안에 양식을 열지 못했어요. 다시 시도해 주세요.',
  places: {
    outsideOnlyServer:
      '봇 운영자가 한 서버에서만 쓰도록 정했는데, 여기는 그 서버가 아니에요. 그 서버에서 사용해 주세요.',
    server: '봇 운영자가 허용한 서버에서만 쓸 수 있어요. 이 서버를 허용해 달라고 운영자에게 요청해 주세요.',
    direct: '봇 운영자가 서버에서만 쓰도록 정했어요. 다이렉트 메시지나 개인 앱이 아니라 서버에서 사용해 주세요.',
  },
  tooMany: ({ seconds }) =>
    `짧은 시간에 너무 많이 요청했어요. ${format.plural(seconds, { other: '#초' })} 후 다시 시도해 주세요.`,
  serverOnly: '제가 들어가 있는 서버에서만 쓸 수 있어요.',
  unknownLanguage: ({ entered }) => `“${entered}” 언어는 찾을 수 없어요. 추천 목록에서 골라 주세요.`,
  permissions: {
    viewChannel: '채널 보기',
    connect: '연결',
    speak: '말하기',
    sendMessages: '메시지 보내기',
    sendMessagesInThreads: '스레드에서 메시지 보내기',
    readMessageHistory: '메시지 기록 보기',
    createPublicThreads: '공개 스레드 만들기',
    manageWebhooks: '웹후크 관리하기',
    attachFiles: '파일 첨부',
  },
};

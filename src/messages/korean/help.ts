import { bold, inlineCode } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('ko');

const ONE_COMMAND = `명령어의 옵션은 ${command('help', 'command')}에서 볼 수 있어요.`;

/** Korean: `/help`. */
export const helpMessages: Messages['help'] = {
  command: {
    description: '제가 할 수 있는 일이나 명령어 사용법을 보여 줘요',
    options: { command: '설명을 볼 명령어(비워 두면 모두 보여 줘요)' },
  },
  introduction: {
    guild: ({ say }) =>
      `입력한 글을 읽어 주고, 사람들의 말을 자막으로 보여 주고, 녹음을 받아써요. 처음이라면 음성 채널에 참가해서 ${say} 명령어를 써 보세요. ${ONE_COMMAND}`,
    elsewhere: ({ say }) =>
      `여기서는 입력한 글을 오디오 파일로 만들고 녹음을 받아써요. 처음이라면 ${say} 명령어를 써 보세요. 제가 들어가 있는 서버에서는 음성 채널에서 글을 읽어 주고 자막도 보여 줘요. ${ONE_COMMAND}`,
  },
  groups: {
    speaking: '말하기',
    captions: '자막',
    transcription: '받아쓰기',
    voices: '목소리',
    settings: '개인정보와 설정',
    more: '도움말',
  },
  together: {
    control: '읽고 있는 글을 제어해요',
    autoread: '채널의 메시지를 음성 채널에서 읽어 줘요',
    pronunciations: '내 글이나 이 서버에서 단어를 어떻게 읽을지 정해요',
    voices: '목소리를 만들고, 찾고, 고르고, 수정하고, 삭제해요',
    consent: '모든 서버에서 내 말을 자막으로 표시할지 정해요',
  },
  names: ({ names }) => format.list(names),
  menus: { speak: '메시지의 글을 내 음성 채널에서 읽어 줘요', transcribe: '메시지에 있는 녹음을 받아써요' },
  menuPath: ({ name }) => bold(`앱 → ${name}`),
  entry: ({ name, description }) => `${name}: ${description}`,
  option: ({ name, description }) => `${inlineCode(name)}: ${description}`,
  requiredOption: ({ name, description }) => `${inlineCode(name)}(필수): ${description}`,
  withChoices: ({ description, choices }) =>
    `${description}. 선택지: ${format.alternatives(choices.map((choice) => inlineCode(choice)))}.`,
  noOptions: '옵션이 없어요.',
  menuUse: '메시지 메뉴에 있어요. 메시지를 마우스 오른쪽 버튼으로 클릭하거나 휴대폰에서는 길게 누르세요.',
  serverOnly: '서버에서만 쓸 수 있어요.',
  unknownCommand: ({ entered }) => `“${entered}” 명령어는 없어요. 추천 목록에서 골라 주세요.`,
};

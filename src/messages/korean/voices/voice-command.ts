import { createFormat } from '../../format.ts';
import type { Messages } from '../../messages.ts';

const format = createFormat('ko');

/** The formats that a voice's cover may have, as part of a sentence. */
export const COVER_FORMATS = format.alternatives(['png', 'jpeg', 'webp', 'gif']);

/** Korean: what `/voice` and its subcommands are described with where people choose and fill them in. */
export const voiceCommandMessages: Messages['voiceModels']['command'] = {
  description: '제가 글을 읽을 때 쓰는 목소리를 만들고, 고르고, 관리해요',
  voiceOption: '제목을 입력하거나 ID를 붙여 넣으세요',
  visibilityChoices: {
    public: '공개: 음성 서비스의 공개 목록에서 누구나(커버 필요)',
    unlist: '일부 공개: ID를 아는 사람만',
    private: '비공개: 여기 있는 사람만',
  },
  create: {
    description: '사용할 권리가 있는 녹음으로 목소리를 만들어요',
    options: {
      title: '목소리 제목',
      audio: '1초 이상인 목소리 녹음',
      audio2: '같은 목소리의 다른 녹음',
      audio3: '같은 목소리의 세 번째 녹음',
      transcript: '녹음에서 말하는 내용. 스크립트가 여러 개라면 |로 구분하세요',
      visibility: '목소리를 찾을 수 있는 사람(기본값: 비공개)',
      cover: `커버 이미지: ${COVER_FORMATS}`,
      description: '목소리에 대한 짧은 설명',
      tags: '검색에 쓸 단어. 쉼표로 구분하세요',
      enhance: '녹음의 음질을 먼저 개선해요(기본값: 예)',
      sample: '음성 서비스에서 샘플을 만들어요(기본값: 아니요)',
    },
  },
  list: {
    description: '내 목소리와 이 서버의 목소리, 또는 공개 목소리를 보여 줘요',
    options: {
      query: '제목에 들어 있는 단어',
      scope: '내 목소리와 이 서버의 목소리(기본값), 또는 공개 목소리',
      language: '이 언어를 말하는 목소리만',
      tag: '이 태그가 있는 목소리만',
      licensed: '목소리 주인이 음성 서비스에 사용을 허락한 공개 목소리만',
      sort: '정렬 순서(기본값: 최신순, 공개 목소리는 인기순)',
    },
    scopeChoices: { mine: '내 목소리와 이 서버의 목소리', public: '공개' },
    sortChoices: { popular: '인기순', used: '사용순', newest: '최신순', title: '제목순(공개 목소리 제외)' },
  },
  info: { description: '목소리의 자세한 정보를 보여 줘요' },
  edit: {
    description: '목소리를 수정해요. 옵션이 없으면 양식이 열려요',
    options: {
      title: '새 제목',
      description: '새 설명',
      visibility: '목소리를 찾을 수 있는 사람',
      tags: '새 태그. 쉼표로 구분하고, 지금 태그를 대신해요',
      cover: `새 커버 이미지: ${COVER_FORMATS}`,
    },
  },
  delete: { description: '목소리를 삭제해요. 아무도 쓸 수 없게 돼요' },
  use: {
    description: '내 글을 읽을 목소리를 골라요',
    voiceOption: '제목을 입력하거나 ID를 붙여 넣으세요. “기본 목소리”를 고르면 초기화돼요',
    options: {
      speed: '0.5~2 사이의 속도(1이 보통). 비워 두면 그대로예요',
      volume: '-20~20dB 사이의 음량(0이 보통). 비워 두면 그대로예요',
      member: '이 멤버의 목소리를 정해요. 서버 설정을 바꿀 수 있는 사람만 쓸 수 있어요',
    },
  },
};

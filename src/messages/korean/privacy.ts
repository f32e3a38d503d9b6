import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('ko');

const optOut = command('privacy opt-out');
const erase = command('privacy erase');

/** Korean: what is stored about a person. */
export const privacyMessages: Messages['privacy'] = {
  command: {
    description: '자막을 거부하고, 내 데이터를 보거나 삭제해요',
    show: '저장된 내 데이터를 보여 줘요',
    optOut: '모든 서버에서 내 말을 자막으로 표시하지 않게 해요',
    optIn: '모든 서버에서 내 말을 자막으로 표시하는 데 동의해요',
    erase: '저장된 내 데이터를 삭제해요',
  },
  buttons: {
    erase: '삭제',
    eraseWithMessages: '메시지까지 삭제',
    eraseOnly: '메시지는 두고 삭제',
    keep: '그대로 두기',
    optInEverywhere: '모든 서버에서 동의',
    optInOnlyHere: '이 서버만 동의',
  },

  optedOut: `거부했어요. 이제 어떤 서버에서도 내 말이 자막으로 표시되지 않아요. 저장된 자막을 삭제하려면 ${erase}를 사용하세요.`,
  optedIn: `모든 서버에서 동의했어요. 이제 자막이 켜져 있는 곳에서는 내 말이 자막으로 표시돼요. 거부하려면 ${optOut}를 사용하세요.`,
  optedInHere: {
    'opted-out': `이 서버에서만 동의했고, 다른 서버에서는 모두 거부한 상태예요. 여기서도 거부하려면 ${optOut}를 사용하세요.`,
    undecided: `이 서버에서만 동의했어요. 다른 서버에서는 그 서버의 설정을 따라요. 모든 곳에서 거부하려면 ${optOut}를 사용하세요.`,
  },

  items: {
    captions: ({ count }) => format.plural(count, { other: '자막 #개' }),
    messages: ({ count }) => format.plural(count, { other: '자막 메시지 #개' }),
    recordings: ({ count }) => format.plural(count, { other: '받아쓰지 않은 녹음 #개' }),
    voices: ({ count }) => format.plural(count, { other: '목소리 #개' }),
    confirmations: ({ count }) => format.plural(count, { other: '권리 확인 #개' }),
    choices: ({ count }) => format.plural(count, { other: '목소리 선택 #개' }),
    queuedTexts: ({ count }) => format.plural(count, { other: '대기열에 있는 글 #개' }),
    nicknames: ({ count }) => format.plural(count, { other: '메시지 앞에 읽는 이름 #개' }),
    identities: ({ count }) => format.plural(count, { other: '프록시 이름 #개' }),
    pronunciations: ({ count }) => format.plural(count, { other: '발음 #개' }),
    serverPronunciations: ({ count }) => format.plural(count, { other: '서버 발음 #개에 적힌 내 이름' }),
    autoCaptions: ({ count }) => format.plural(count, { other: '음성 채널 #개의 자동 자막에 적힌 내 이름' }),
    voicesWithConfirmations: ({ voices, confirmations }) =>
      format.list([
        format.plural(voices, { other: '목소리 #개' }),
        format.plural(confirmations, { other: '권리 확인 #개' }),
      ]),
  },

  decision: {
    optedIn: ({ at }) => `${at}에 모든 서버에서 자막에 동의했어요.`,
    optedOut: ({ at }) => `${at}에 자막을 거부했어요. 어떤 서버에서도 내 말이 자막으로 표시되지 않아요.`,
    optedOutExcept: ({ at, servers }) =>
      `${at}에 자막을 거부했어요. 따로 동의한 ${format.list(servers)}에서만 내 말이 자막으로 표시돼요.`,
    optedInOnly: ({ servers }) =>
      `${format.list(servers)}에서만 자막에 동의했어요. 다른 서버에서는 먼저 동의를 받는 서버가 아니면 내 말이 자막으로 표시돼요.`,
    undecided: '아직 동의하거나 거부하지 않았어요. 먼저 동의를 받는 서버가 아니면 내 말이 자막으로 표시돼요.',
  },
  servers: {
    unnamed: ({ count }) => format.plural(count, { other: '서버 #개' }),
    others: ({ count }) => format.plural(count, { other: '다른 서버 #개' }),
  },

  stored: {
    noCaptions: '저장된 내 자막이 없어요.',
    captions: ({ count, oldest }) =>
      format.plural(count, { other: '내 자막이 {oldest}부터 #개 저장되어 있어요.' }, { oldest }),
    recordings: ({ count }) => format.plural(count, { other: '아직 받아쓰지 않은 내 말의 녹음이 #개 있어요.' }),
    messages: ({ count }) => format.plural(count, { other: 'Discord 메시지 #개에 내 자막이 표시되어 있어요.' }),
    autoCaptions: ({ count }) => format.plural(count, { other: '음성 채널 #개에 자동 자막을 설정했어요.' }),
    noVoices: '만든 목소리가 없어요.',
    voices: ({ count }) => format.plural(count, { other: '목소리를 #개 만들었어요.' }),
    confirmations: ({ count }) => format.plural(count, { other: '권리 확인이 #개 저장되어 있어요.' }),
    choices: ({ count }) => format.plural(count, { other: '목소리 선택이 #개 저장되어 있어요.' }),
    pronunciations: ({ count }) => format.plural(count, { other: '내 발음 사전에 단어가 #개 있어요.' }),
    serverPronunciations: ({ count }) => format.plural(count, { other: '서버 발음 사전에 단어를 #개 추가했어요.' }),
    usage: `오늘 쓴 양은 ${command('usage')}에서 볼 수 있어요.`,
    queuedTexts: ({ count }) => format.plural(count, { other: '대기열에 내 글이 #개 있어요.' }),
    nicknames: ({ count }) => format.plural(count, { other: '서버 #개에서 내 메시지 앞에 읽을 이름을 정했어요.' }),
    identities: ({ count }) =>
      format.plural(count, { other: 'PluralKit이나 Tupperbox가 대신 글을 올리는 이름 #개를 알고 있어요.' }),
    mutes: ({ count }) => format.plural(count, { other: '직접 선택한 대로 서버 #개에서는 내 메시지를 읽지 않아요.' }),
    /** The names of these commands end in a vowel: 를 fits. */
    change: ({ commands }) => `바꾸려면 ${format.alternatives(commands)}를 사용하세요.`,
  },

  eraseQuestion: {
    ask: ({ items }) => `내 데이터(${format.list(items)})를 삭제할까요?`,
    captions: '모든 서버의 스크립트에서 내 자막이 사라져요.',
    voices: () => '삭제한 목소리는 다른 사람도 더 이상 쓸 수 없어요.',
    serverPronunciations: '서버 발음 사전에 추가한 단어는 내 이름 없이 남아요.',
    messages: ({ count }) =>
      format.plural(count, { other: 'Discord 메시지 #개에 내 자막이 표시되어 있는데, 이것도 함께 삭제할 수 있어요.' }),
    final: '이 작업은 되돌릴 수 없어요.',
  },
  nothingToErase: '삭제할 내 데이터가 없어요.',
  kept: '아무것도 삭제하지 않았어요.',

  erased: {
    nothing: '삭제한 데이터가 없어요.',
    items: ({ items }) => `내 데이터(${format.list(items)})를 삭제했어요.`,
    voicesLeft: ({ count }) =>
      format.plural(count, {
        other: `음성 서비스가 목소리 #개를 삭제하지 못했어요. 몇 분 후 ${erase}를 다시 사용해 주세요.`,
      }),
    decision: {
      'opted-in': '동의한 사실은 계속 지킬 수 있도록 보관해요.',
      'opted-out': '거부한 사실은 계속 지킬 수 있도록 보관해요.',
      both: '동의하고 거부한 사실은 계속 지킬 수 있도록 보관해요.',
    },
    mutes: '선택한 대로 내 메시지는 계속 읽지 않아요.',
    files: '이미 올리거나 다운로드한 스크립트 파일은 삭제할 수 없어요.',
  },
  erasedMessages: {
    kept: ({ count }) =>
      format.plural(count, {
        other: `Discord에 있는 자막 메시지 #개는 남겨 두었어요. 삭제하려면 ${erase}를 다시 사용하세요.`,
      }),
    underWay: ({ count }) =>
      format.plural(count, { other: 'Discord에 있는 자막 메시지 #개를 삭제하는 중이에요. 끝나면 알려 드릴게요.' }),
    deleted: ({ count }) => format.plural(count, { other: 'Discord에 있는 내 자막 메시지 #개를 삭제했어요.' }),
    nothing: '삭제할 자막 메시지가 남아 있지 않았어요.',
    refused: ({ count }) =>
      format.plural(count, {
        other: '자막 메시지 #개는 제가 그 서버에서 나왔거나 그 채널을 쓸 수 없어서 삭제할 수 없어요.',
      }),
    remaining: ({ count }) =>
      format.plural(count, {
        other: '자막 메시지 #개는 Discord가 응답하지 않아서 아직 삭제하지 못했어요. 계속 시도할게요.',
      }),
  },
};

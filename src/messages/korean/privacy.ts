import { bold, TimestampStyles, time } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('ko');

const optIn = command('privacy opt-in');
const optOut = command('privacy opt-out');
const erase = command('privacy erase');

type Privacy = Messages['privacy'];
type Counts = Omit<Parameters<Privacy['eraseQuestion']>[0], 'messages'>;
type CaptionMessages = Parameters<Privacy['erased']>[0]['messages'];
type DeletedMessages = Parameters<Privacy['messagesErased']>[0];

const messageCount = (count: number): string => format.plural(count, { other: '자막 메시지 #개' });

function listOf(counts: Counts, messages = 0): string {
  const { captions, recordings, voices, confirmations, choices, nicknames, autoCaptions } = counts;
  const { pronunciations, serverPronunciations } = counts;
  return format.list([
    ...(captions === 0 ? [] : [format.plural(captions, { other: '자막 #개' })]),
    ...(messages === 0 ? [] : [messageCount(messages)]),
    ...(recordings === 0 ? [] : [format.plural(recordings, { other: '받아쓰지 않은 녹음 #개' })]),
    ...(voices === 0 ? [] : [format.plural(voices, { other: '목소리 #개' })]),
    ...(confirmations === 0 ? [] : [format.plural(confirmations, { other: '권리 확인 #개' })]),
    ...(choices === 0 ? [] : [format.plural(choices, { other: '목소리 선택 #개' })]),
    ...(nicknames === 0 ? [] : [format.plural(nicknames, { other: '메시지 앞에 읽는 이름 #개' })]),
    ...(pronunciations === 0 ? [] : [format.plural(pronunciations, { other: '발음 #개' })]),
    ...(serverPronunciations === 0
      ? []
      : [format.plural(serverPronunciations, { other: '서버 발음 #개에 적힌 내 이름' })]),
    ...(autoCaptions === 0 ? [] : [format.plural(autoCaptions, { other: '음성 채널 #개의 자동 자막에 적힌 내 이름' })]),
  ]);
}

/** The commands that change each decision. All of them, and `erase`, end in a vowel: 를 fits. */
const decisionCommands = { 'opted-in': [optOut], 'opted-out': [optIn], undecided: [optOut, optIn] } as const;

function unreachedMessages({ refused, remaining }: DeletedMessages): string[] {
  const outOfReach = {
    other: '자막 메시지 #개는 제가 그 서버에서 나왔거나 그 채널을 쓸 수 없어서 삭제할 수 없어요.',
  };
  const later = { other: '자막 메시지 #개는 Discord가 응답하지 않아서 아직 삭제하지 못했어요. 계속 시도할게요.' };
  return [
    ...(refused === 0 ? [] : [format.plural(refused, outOfReach)]),
    ...(remaining === 0 ? [] : [format.plural(remaining, later)]),
  ];
}

function messageSentences(messages: CaptionMessages): string[] {
  switch (messages.kind) {
    case 'none':
      return [];
    case 'kept':
      return [
        format.plural(messages.count, {
          other: `Discord에 있는 자막 메시지 #개는 남겨 두었어요. 삭제하려면 ${erase}를 다시 사용하세요.`,
        }),
      ];
    case 'under-way':
      return [`Discord에 있는 ${messageCount(messages.count)}를 삭제하는 중이에요. 끝나면 알려 드릴게요.`];
    case 'over':
      return unreachedMessages(messages);
  }
}

const MAX_SERVERS = 10;

function listServers(names: readonly string[], others: number): string {
  const named = names.slice(0, MAX_SERVERS);
  const rest = others + names.length - named.length;
  const forms = named.length === 0 ? { other: '서버 #개' } : { other: '다른 서버 #개' };
  return format.list([...named.map((name) => bold(name)), ...(rest === 0 ? [] : [format.plural(rest, forms)])]);
}

function moment(atMs: number): string {
  return time(Math.floor(atMs / 1_000), TimestampStyles.ShortDateTime);
}

/** Korean: what is stored about a person. */
export const privacyMessages: Privacy = {
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
  optedInHere: ({ elsewhere }) =>
    elsewhere === 'opted-out'
      ? `이 서버에서만 동의했고, 다른 서버에서는 모두 거부한 상태예요. 여기서도 거부하려면 ${optOut}를 사용하세요.`
      : `이 서버에서만 동의했어요. 다른 서버에서는 그 서버의 설정을 따라요. 모든 곳에서 거부하려면 ${optOut}를 사용하세요.`,

  stored: ({
    consent,
    decidedAtMs,
    optedInServers,
    otherServers,
    oldestCaptionAtMs,
    captions,
    recordings,
    voices,
    confirmations,
    choices,
    nicknames,
    pronunciations,
    serverPronunciations,
    autoCaptions,
    messages,
    mutedIn,
  }) => {
    const on = decidedAtMs === undefined ? '' : `${moment(decidedAtMs)}에 `;
    const servers = listServers(optedInServers, otherServers);
    const decision = {
      'opted-in': `${on}모든 서버에서 자막에 동의했어요.`,
      'opted-out':
        servers === ''
          ? `${on}자막을 거부했어요. 어떤 서버에서도 내 말이 자막으로 표시되지 않아요.`
          : `${on}자막을 거부했어요. 따로 동의한 ${servers}에서만 내 말이 자막으로 표시돼요.`,
      undecided:
        servers === ''
          ? '아직 동의하거나 거부하지 않았어요. 먼저 동의를 받는 서버가 아니면 내 말이 자막으로 표시돼요.'
          : `${servers}에서만 자막에 동의했어요. 다른 서버에서는 먼저 동의를 받는 서버가 아니면 내 말이 자막으로 표시돼요.`,
    }[consent];
    const words = pronunciations + serverPronunciations + nicknames;
    const isAnythingStored =
      captions + recordings + voices + confirmations + choices + words + autoCaptions + messages > 0;
    const storedCaptions =
      oldestCaptionAtMs === undefined
        ? '내 자막이 #개 저장되어 있어요.'
        : `내 자막이 ${moment(oldestCaptionAtMs)}부터 #개 저장되어 있어요.`;
    const counted = (count: number, other: string): readonly string[] =>
      count === 0 ? [] : [format.plural(count, { other })];
    const reading = [
      ...counted(nicknames, '서버 #개에서 내 메시지 앞에 읽을 이름을 정했어요.'),
      ...counted(mutedIn, '직접 선택한 대로 서버 #개에서는 내 메시지를 읽지 않아요.'),
    ].join(' ');
    return [
      decision,
      [
        ...(captions === 0 ? ['저장된 내 자막이 없어요.'] : counted(captions, storedCaptions)),
        ...counted(recordings, '아직 받아쓰지 않은 내 말의 녹음이 #개 있어요.'),
        ...counted(messages, 'Discord 메시지 #개에 내 자막이 표시되어 있어요.'),
        ...counted(autoCaptions, '음성 채널 #개에 자동 자막을 설정했어요.'),
      ].join(' '),
      [
        ...(voices === 0 ? ['만든 목소리가 없어요.'] : counted(voices, '목소리를 #개 만들었어요.')),
        ...counted(confirmations, '권리 확인이 #개 저장되어 있어요.'),
        ...counted(choices, '목소리 선택이 #개 저장되어 있어요.'),
        ...counted(pronunciations, '내 발음 사전에 단어가 #개 있어요.'),
        ...counted(serverPronunciations, '서버 발음 사전에 단어를 #개 추가했어요.'),
        `오늘 쓴 양은 ${command('usage')}에서 볼 수 있어요.`,
      ].join(' '),
      ...(reading === '' ? [] : [reading]),
      `바꾸려면 ${format.alternatives([...(servers === '' ? decisionCommands[consent] : [optOut, optIn]), ...(isAnythingStored ? [erase] : [])])}를 사용하세요.`,
    ].join('\n');
  },

  eraseQuestion: ({ messages, ...counts }) => {
    const isAnythingStored = Object.values(counts).some((count) => count > 0);
    const shown = { other: 'Discord 메시지 #개에 내 자막이 표시되어 있는데, 이것도 함께 삭제할 수 있어요.' };
    const lostVoices = { other: '삭제한 목소리는 다른 사람도 더 이상 쓸 수 없어요.' };
    return [
      `내 데이터(${isAnythingStored ? listOf(counts) : messageCount(messages)})를 삭제할까요?`,
      ...(counts.captions === 0 ? [] : ['모든 서버의 스크립트에서 내 자막이 사라져요.']),
      ...(counts.voices === 0 ? [] : [format.plural(counts.voices, lostVoices)]),
      ...(counts.serverPronunciations === 0 ? [] : ['서버 발음 사전에 추가한 단어는 내 이름 없이 남아요.']),
      ...(messages === 0 || !isAnythingStored ? [] : [format.plural(messages, shown)]),
      '이 작업은 되돌릴 수 없어요.',
    ].join(' ');
  },
  nothingToErase: '삭제할 내 데이터가 없어요.',
  kept: '아무것도 삭제하지 않았어요.',

  erased: ({ remaining, decision, messages, mutedIn, ...counts }) => {
    const kept = {
      'opted-in': ['동의한 사실은 계속 지킬 수 있도록 보관해요.'],
      'opted-out': ['거부한 사실은 계속 지킬 수 있도록 보관해요.'],
      both: ['동의하고 거부한 사실은 계속 지킬 수 있도록 보관해요.'],
      undecided: [],
    }[decision];
    const deleted = messages.kind === 'over' ? messages.deleted : 0;
    const total = Object.values(counts).reduce((sum, count) => sum + count, deleted);
    const left = {
      other: `음성 서비스가 목소리 #개를 삭제하지 못했어요. 몇 분 후 ${erase}를 다시 사용해 주세요.`,
    };
    return [
      ...(total === 0
        ? messages.kind === 'under-way'
          ? []
          : ['삭제한 데이터가 없어요.']
        : [`내 데이터(${listOf(counts, deleted)})를 삭제했어요.`]),
      ...messageSentences(messages),
      ...(remaining === 0 ? [] : [format.plural(remaining, left)]),
      ...kept,
      ...(mutedIn === 0 ? [] : ['선택한 대로 내 메시지는 계속 읽지 않아요.']),
      '이미 올리거나 다운로드한 스크립트 파일은 삭제할 수 없어요.',
    ].join(' ');
  },
  messagesErased: (outcome) =>
    [
      ...(outcome.deleted === 0 ? [] : [`Discord에 있는 내 ${messageCount(outcome.deleted)}를 삭제했어요.`]),
      ...unreachedMessages(outcome),
    ].join(' ') || '삭제할 자막 메시지가 남아 있지 않았어요.',
};

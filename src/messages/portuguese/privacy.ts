import { bold, TimestampStyles, time } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

type Erased = Parameters<Messages['privacy']['erased']>[0];
type DeletedMessages = Parameters<Messages['privacy']['messagesErased']>[0];
type Counts = Omit<Erased, 'remaining' | 'decision' | 'messages' | 'mutedIn'>;

const format = createFormat('pt');

const optIn = command('privacy opt-in');
const optOut = command('privacy opt-out');
const erase = command('privacy erase');

const messageCount = (count: number): string =>
  format.plural(count, {
    one: '# mensagem de legenda',
    many: '# de mensagens de legenda',
    other: '# mensagens de legenda',
  });
const captionCount = (count: number): string =>
  format.plural(count, { one: '# legenda', many: '# de legendas', other: '# legendas' });
const voiceCount = (count: number): string =>
  format.plural(count, { one: '# voz', many: '# de vozes', other: '# vozes' });
const confirmationCount = (count: number): string =>
  format.plural(count, {
    one: '# confirmação de direitos',
    many: '# de confirmações de direitos',
    other: '# confirmações de direitos',
  });
const pronunciationCount = (count: number): string =>
  format.plural(count, { one: '# pronúncia', many: '# de pronúncias', other: '# pronúncias' });
const serverCount = (count: number): string =>
  format.plural(count, { one: '# servidor', many: '# de servidores', other: '# servidores' });

/** `2 legendas, 1 voz e 1 escolha de voz`, without zeros. */
function listOf(counts: Counts, messages = 0): string {
  const { captions, recordings, voices, confirmations, choices, nicknames, autoCaptions } = counts;
  const { pronunciations, serverPronunciations } = counts;
  return format.list([
    ...(captions === 0 ? [] : [captionCount(captions)]),
    ...(messages === 0 ? [] : [messageCount(messages)]),
    ...(recordings === 0
      ? []
      : [
          format.plural(recordings, {
            one: '# gravação pendente',
            many: '# de gravações pendentes',
            other: '# gravações pendentes',
          }),
        ]),
    ...(voices === 0 ? [] : [voiceCount(voices)]),
    ...(confirmations === 0 ? [] : [confirmationCount(confirmations)]),
    ...(choices === 0
      ? []
      : [
          format.plural(choices, {
            one: '# escolha de voz',
            many: '# de escolhas de voz',
            other: '# escolhas de voz',
          }),
        ]),
    ...(nicknames === 0
      ? []
      : [format.plural(nicknames, { one: '# nome falado', many: '# de nomes falados', other: '# nomes falados' })]),
    ...(pronunciations === 0 ? [] : [pronunciationCount(pronunciations)]),
    ...(serverPronunciations === 0
      ? []
      : [
          format.plural(serverPronunciations, {
            one: 'o seu nome em # pronúncia de um servidor',
            many: 'o seu nome em # de pronúncias de servidores',
            other: 'o seu nome em # pronúncias de servidores',
          }),
        ]),
    ...(autoCaptions === 0
      ? []
      : [
          format.plural(autoCaptions, {
            one: 'o seu nome nas legendas automáticas de # canal de voz',
            many: 'o seu nome nas legendas automáticas de # de canais de voz',
            other: 'o seu nome nas legendas automáticas de # canais de voz',
          }),
        ]),
  ]);
}

/** The commands that change each decision. */
const decisionCommands = { 'opted-in': [optOut], 'opted-out': [optIn], undecided: [optOut, optIn] } as const;

/** What the question about deleting names. */
function belongingsOf(counts: Counts): string {
  const { voices, confirmations, ...rest } = counts;
  const others = Object.values(rest).reduce((sum, count) => sum + count, 0);
  if (others > 0 || voices === 0 || confirmations === 0) return listOf(counts);
  const their = format.plural(confirmations, {
    one: 'a confirmação de direitos',
    many: 'as # de confirmações de direitos',
    other: 'as # confirmações de direitos',
  });
  return format.plural(voices, {
    one: `# voz com ${their} dela`,
    many: `# de vozes com ${their} delas`,
    other: `# vozes com ${their} delas`,
  });
}

/** What Mynah could not delete of the messages, and what it does about that. */
function unreachedMessages({ refused, remaining }: DeletedMessages): string[] {
  const outOfReach = {
    one: '# mensagem de legenda está fora do meu alcance: saí do servidor ou não posso usar o canal dela.',
    many: '# de mensagens de legenda estão fora do meu alcance: saí dos servidores ou não posso usar os canais delas.',
    other: '# mensagens de legenda estão fora do meu alcance: saí dos servidores ou não posso usar os canais delas.',
  };
  const later = {
    one: 'O Discord não respondeu sobre # mensagem de legenda. Vou continuar tentando.',
    many: 'O Discord não respondeu sobre # de mensagens de legenda. Vou continuar tentando.',
    other: 'O Discord não respondeu sobre # mensagens de legenda. Vou continuar tentando.',
  };
  return [
    ...(refused === 0 ? [] : [format.plural(refused, outOfReach)]),
    ...(remaining === 0 ? [] : [format.plural(remaining, later)]),
  ];
}

function messageSentences(messages: Erased['messages']): string[] {
  switch (messages.kind) {
    case 'none':
      return [];
    case 'kept':
      return [
        format.plural(messages.count, {
          one: `# mensagem de legenda continua no Discord. Use ${erase} de novo para excluí-la.`,
          many: `# de mensagens de legenda continuam no Discord. Use ${erase} de novo para excluí-las.`,
          other: `# mensagens de legenda continuam no Discord. Use ${erase} de novo para excluí-las.`,
        }),
      ];
    case 'under-way':
      return [`Estou excluindo ${messageCount(messages.count)} no Discord. Aviso quando terminar.`];
    case 'over':
      return unreachedMessages(messages);
  }
}

/** Most servers named in one list. */
const MAX_SERVERS = 10;

/** `**Um**, **Dois** e mais 3 servidores`; empty for none. */
function listServers(names: readonly string[], others: number): string {
  const named = names.slice(0, MAX_SERVERS);
  const rest = others + names.length - named.length;
  const more = named.length === 0 ? serverCount(rest) : `mais ${serverCount(rest)}`;
  return format.list([...named.map((name) => bold(name)), ...(rest === 0 ? [] : [more])]);
}

function moment(atMs: number): string {
  return time(Math.floor(atMs / 1_000), TimestampStyles.ShortDateTime);
}

/** Brazilian Portuguese: what is stored about a person. */
export const privacyMessages: Messages['privacy'] = {
  command: {
    description: 'Recusa as legendas e mostra ou exclui os seus dados',
    show: 'Mostra o que guardo sobre você',
    optOut: 'Recusa as legendas do que você diz, em todos os servidores',
    optIn: 'Aceita as legendas do que você diz, em todos os servidores',
    erase: 'Exclui o que guardo sobre você',
  },
  buttons: {
    erase: 'Excluir',
    eraseWithMessages: 'Excluir também as mensagens',
    eraseOnly: 'Excluir e deixar as mensagens',
    keep: 'Manter',
    optInEverywhere: 'Aceitar em todos os servidores',
    optInOnlyHere: 'Só neste servidor',
  },

  optedOut: `Você recusou as legendas: o que você diz não vai ser legendado em nenhum servidor. Use ${erase} para excluir as suas legendas guardadas.`,
  optedIn: `Você aceitou as legendas em todos os servidores: o que você diz é legendado onde elas estiverem ativas. Se mudar de ideia, use ${optOut}.`,
  optedInHere: ({ elsewhere }) =>
    elsewhere === 'opted-out'
      ? `Você aceitou as legendas só neste servidor e recusou em todos os outros. Use ${optOut} para recusar aqui também.`
      : `Você aceitou as legendas só neste servidor. Nos outros, valem as configurações de cada um. Use ${optOut} para recusar em todos.`,

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
    const you = decidedAtMs === undefined ? 'Você' : `Em ${moment(decidedAtMs)}, você`;
    const servers = listServers(optedInServers, otherServers);
    const decision = {
      'opted-in': `${you} aceitou as legendas em todos os servidores.`,
      'opted-out':
        servers === ''
          ? `${you} recusou as legendas: o que você diz não é legendado em nenhum servidor.`
          : `${you} recusou as legendas em todos os servidores, menos em ${servers}, onde aceitou.`,
      undecided:
        servers === ''
          ? 'Você não aceitou nem recusou as legendas: o que você diz é legendado, a não ser que o servidor só legende quem aceita.'
          : `Você só aceitou as legendas em ${servers}. Nos outros servidores, o que você diz é legendado, a não ser que o servidor só legende quem aceita.`,
    }[consent];
    const words = pronunciations + serverPronunciations + nicknames;
    const isAnythingStored =
      captions + recordings + voices + confirmations + choices + words + autoCaptions + messages > 0;
    const storedCaptions =
      oldestCaptionAtMs === undefined
        ? {
            one: 'Guardo # legenda sua.',
            many: 'Guardo # de legendas suas.',
            other: 'Guardo # legendas suas.',
          }
        : {
            one: `Guardo # legenda sua, de ${moment(oldestCaptionAtMs)}.`,
            many: `Guardo # de legendas suas; a mais antiga é de ${moment(oldestCaptionAtMs)}.`,
            other: `Guardo # legendas suas; a mais antiga é de ${moment(oldestCaptionAtMs)}.`,
          };
    const pending = {
      one: 'Falta transcrever # gravação da sua fala.',
      many: 'Falta transcrever # de gravações da sua fala.',
      other: 'Falta transcrever # gravações da sua fala.',
    };
    const shownMessages = {
      one: '# mensagem no Discord mostra legendas suas.',
      many: '# de mensagens no Discord mostram legendas suas.',
      other: '# mensagens no Discord mostram legendas suas.',
    };
    const givenConfirmations = {
      one: 'Guardo # confirmação de direitos.',
      many: 'Guardo # de confirmações de direitos.',
      other: 'Guardo # confirmações de direitos.',
    };
    const addedToServers = {
      one: 'Você adicionou # pronúncia a um servidor.',
      many: 'Você adicionou # de pronúncias a servidores.',
      other: 'Você adicionou # pronúncias a servidores.',
    };
    const setUp = {
      one: 'Você configurou as legendas automáticas de # canal de voz.',
      many: 'Você configurou as legendas automáticas de # de canais de voz.',
      other: 'Você configurou as legendas automáticas de # canais de voz.',
    };
    const voiceChoices = {
      one: 'Guardo # escolha de voz.',
      many: 'Guardo # de escolhas de voz.',
      other: 'Guardo # escolhas de voz.',
    };
    return [
      decision,
      [
        captions === 0 ? 'Não guardo nenhuma legenda sua.' : format.plural(captions, storedCaptions),
        ...(recordings === 0 ? [] : [format.plural(recordings, pending)]),
        ...(messages === 0 ? [] : [format.plural(messages, shownMessages)]),
        ...(autoCaptions === 0 ? [] : [format.plural(autoCaptions, setUp)]),
      ].join(' '),
      [
        voices === 0 ? 'Você não tem vozes.' : `Você criou ${voiceCount(voices)}.`,
        ...(confirmations === 0 ? [] : [format.plural(confirmations, givenConfirmations)]),
        ...(choices === 0 ? [] : [format.plural(choices, voiceChoices)]),
        ...(pronunciations === 0 ? [] : [`Você tem ${pronunciationCount(pronunciations)}.`]),
        ...(serverPronunciations === 0 ? [] : [format.plural(serverPronunciations, addedToServers)]),
        `${command('usage')} mostra o que você usou hoje.`,
      ].join(' '),
      ...(nicknames + mutedIn === 0
        ? []
        : [
            [
              ...(nicknames === 0
                ? []
                : [`Você escolheu um nome para a leitura das suas mensagens em ${serverCount(nicknames)}.`]),
              ...(mutedIn === 0
                ? []
                : [`Por escolha sua, não leio as suas mensagens em voz alta em ${serverCount(mutedIn)}.`]),
            ].join(' '),
          ]),
      `Para mudar isso, use ${format.alternatives([...(servers === '' ? decisionCommands[consent] : [optOut, optIn]), ...(isAnythingStored ? [erase] : [])])}.`,
    ].join('\n');
  },

  eraseQuestion: ({ messages, ...counts }) => {
    const isAnythingStored = Object.values(counts).some((count) => count > 0);
    const lostVoices = {
      one: 'Quem usa essa voz fica sem ela.',
      many: 'Quem usa essas vozes fica sem elas.',
      other: 'Quem usa essas vozes fica sem elas.',
    };
    const shown = {
      one: '# mensagem no Discord mostra legendas suas: também posso excluí-la.',
      many: '# de mensagens no Discord mostram legendas suas: também posso excluí-las.',
      other: '# mensagens no Discord mostram legendas suas: também posso excluí-las.',
    };
    return [
      `Excluir estes dados seus: ${isAnythingStored ? belongingsOf(counts) : messageCount(messages)}?`,
      ...(counts.captions === 0 ? [] : ['As suas legendas saem das transcrições de todos os servidores.']),
      ...(counts.voices === 0 ? [] : [format.plural(counts.voices, lostVoices)]),
      ...(counts.serverPronunciations === 0
        ? []
        : ['As pronúncias que você adicionou a servidores ficam, sem o seu nome.']),
      ...(messages === 0 || !isAnythingStored ? [] : [format.plural(messages, shown)]),
      'Não dá para desfazer.',
    ].join(' ');
  },
  nothingToErase: 'Não guardo nada seu para excluir.',
  kept: 'Nada foi excluído.',

  erased: ({ remaining, decision, messages, mutedIn, ...counts }) => {
    const kept = {
      'opted-in': ['Guardo a sua aceitação para poder respeitá-la.'],
      'opted-out': ['Guardo a sua recusa para poder respeitá-la.'],
      both: ['Guardo a sua recusa e as suas aceitações para poder respeitá-las.'],
      undecided: [],
    }[decision];
    const deleted = messages.kind === 'over' ? messages.deleted : 0;
    const total = Object.values(counts).reduce((sum, count) => sum + count, deleted);
    const left = {
      one: `O serviço de voz não conseguiu excluir # voz. Use ${erase} de novo em alguns minutos.`,
      many: `O serviço de voz não conseguiu excluir # de vozes. Use ${erase} de novo em alguns minutos.`,
      other: `O serviço de voz não conseguiu excluir # vozes. Use ${erase} de novo em alguns minutos.`,
    };
    return [
      ...(total === 0
        ? messages.kind === 'under-way'
          ? []
          : ['Nada foi excluído.']
        : [`Excluí estes dados seus: ${listOf(counts, deleted)}.`]),
      ...messageSentences(messages),
      ...(remaining === 0 ? [] : [format.plural(remaining, left)]),
      ...kept,
      ...(mutedIn === 0 ? [] : ['Continuo sem ler as suas mensagens em voz alta, como você escolheu.']),
      'Não posso excluir arquivos de transcrição que já foram postados ou baixados.',
    ].join(' ');
  },
  messagesErased: (outcome) =>
    [
      ...(outcome.deleted === 0 ? [] : [`Excluí ${messageCount(outcome.deleted)} no Discord.`]),
      ...unreachedMessages(outcome),
    ].join(' ') || 'Não havia mais mensagens de legenda para excluir.',
};

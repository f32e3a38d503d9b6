import { bold, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../../format.ts';
import type { Messages } from '../../messages.ts';
import { errorMessages } from '../errors.ts';
import { command, option } from '../names.ts';
import { COVER_FORMATS, voiceCommandMessages } from './voice-command.ts';
import { countVoices, listMessages } from './voice-list.ts';
import { serviceMessages } from './voice-service.ts';
import { named, soundMessage, useMessages } from './voice-use.ts';

type Offer = Parameters<Messages['voiceModels']['create']['offer']>[0];

const format = createFormat('pt');

const OPEN_FORM = 'Abrir formulário';
const SAMPLE = 'Amostra';
const USE = 'Usar';

/** Brazilian Portuguese: custom voices. */
export const voiceModelMessages: Messages['voiceModels'] = {
  command: voiceCommandMessages,
  defaultVoice: 'Voz padrão',
  presentVoice: ({ title }) => `${title === '' ? 'Sem título' : title} · a sua voz atual`,
  buttons: {
    confirm: 'Confirmar',
    cancel: 'Cancelar',
    delete: 'Excluir',
    keep: 'Manter',
    info: 'Info',
    use: USE,
    useEverywhere: 'Usar em todos os lugares',
    useOnlyHere: 'Usar só aqui',
    resetHere: 'Redefinir aqui',
    resetEverywhere: 'Redefinir em todos os lugares',
    sample: SAMPLE,
    edit: 'Editar',
    openForm: OPEN_FORM,
    previous: 'Anterior',
    next: 'Próxima',
  },

  statusLabels: {
    ready: 'pronta',
    training: 'em treinamento',
    failed: 'o treinamento falhou',
    'taken-down': 'retirada do ar',
    'not-for-speech': 'não serve para falar',
    gone: 'excluída',
  },
  status: {
    ready: ({ title }) => `${named(title)} está pronta.`,
    training: ({ title }) =>
      `${named(title)} ainda está em treinamento. Confira de novo em alguns minutos com ${command('voice info')}.`,
    failed: ({ title }) =>
      `O treinamento de ${named(title)} falhou, por isso não consigo falar com ela. Crie a voz de novo com gravações melhores.`,
    'taken-down': ({ title }) => `O serviço de voz retirou ${named(title)} do ar.`,
    'not-for-speech': ({ title }) => `${named(title)} não foi feita para falar, por isso não consigo usá-la.`,
    gone: ({ title }) => `${named(title)} foi excluída do serviço de voz.`,
  },
  owners: { mine: 'sua', guild: 'deste servidor', operator: 'do operador do bot', public: 'pública' },

  unknown: ({ entered }) =>
    `Não encontrei a voz “${entered}” aqui. Escolha uma das sugestões ou veja ${command('voice list')}.`,
  several: ({ entered }) => `Várias vozes se chamam “${entered}”. Escolha uma das sugestões ou cole o ID dela.`,
  notYours: {
    public: ({ title }) => `${named(title)} é uma voz pública, por isso você não pode mudá-la nem excluí-la.`,
    operator: ({ title }) => `${named(title)} é do operador do bot, por isso você não pode mudá-la nem excluí-la.`,
    guild: ({ title }) =>
      `Você não pode mudar nem excluir ${named(title)}. Só quem criou a voz e membros com permissão para Gerenciar servidor podem.`,
    someoneElse: ({ title }) => `${named(title)} é de outra pessoa, por isso você não pode mudá-la nem excluí-la.`,
    unknown:
      'Você não pode mudar nem excluir esta voz. Só quem a criou e membros com permissão para Gerenciar servidor podem.',
  },

  create: {
    offer: (offer) =>
      [
        `Criar a voz ${named(offer.title)}?`,
        `${bold('O que vai para o serviço de voz:')} ${sentParts(offer)}.`,
        `${bold('Quem pode encontrar:')} ${WHO_CAN_FIND[offer.visibleTo]}.`,
        'Ao confirmar, você declara que tem o direito de usar esta voz: ela é sua ou a pessoa dona dela permitiu. Guardo a sua confirmação com o horário e uma impressão digital das gravações.',
        offer.wasSent
          ? `Nenhuma voz foi criada ainda. Você pode confirmar até ${shortTime(offer.expiresAtMs)}.`
          : `Nada foi enviado ainda. Você pode confirmar até ${shortTime(offer.expiresAtMs)}.`,
      ].join('\n'),
    cancelled: 'Cancelado. Nada foi enviado.',
    cancelledSent: 'Cancelado. Nenhuma voz foi criada.',
    expired: `Esta pergunta expirou. Use ${command('voice create')} de novo.`,
    expiredUnsent: `Esta pergunta expirou, e nada foi enviado. Use ${command('voice create')} de novo.`,
    expiredSent: `Esta pergunta expirou, e nenhuma voz foi criada. Use ${command('voice create')} de novo.`,
    alreadyAnswered: `Você já respondeu. Use ${command('voice list')} para ver as suas vozes.`,
    sending: ({ title }) => `Enviando as gravações de ${named(title)} para o serviço de voz…`,
    waitingForTraining: ({ title }) => `${named(title)} foi criada. Esperando o treinamento começar…`,
    training: ({ title }) => `${named(title)} foi criada e está em treinamento…`,
    ready: ({ title, id }) =>
      `${named(title)} está pronta. Clique em ${bold(SAMPLE)} para ouvir ou em ${bold(USE)} para que ela seja a sua voz. O ID é ${inlineCode(id)}.`,
    trainingFailed: ({ title, id, recordings }) =>
      [
        `O treinamento de ${named(title)} falhou, por isso ela não pode ser usada.`,
        ...recordings,
        `Exclua a voz com ${command('voice delete')} e tente de novo com gravações melhores. O ID é ${inlineCode(id)}.`,
      ].join('\n'),
    stillTraining: ({ title, id, afterMs }) =>
      `${named(title)} ainda está em treinamento depois de ${format.duration(afterMs)}. Confira de novo com ${command('voice info')}. O ID é ${inlineCode(id)}.`,
    notFollowed: ({ title, id }) =>
      `${named(title)} foi criada, mas não consigo acompanhar o treinamento agora. Confira com ${command('voice info')}. O ID é ${inlineCode(id)}.`,
    unsure: ({ title }) =>
      `Não sei se ${named(title)} foi criada: o serviço de voz não respondeu. Veja ${command('voice list')} em meia hora. Se foi criada, ela está lá e é sua.`,
    busy: 'Estou ocupado com vozes de outras pessoas. Tente de novo em um minuto.',
    noRecording: `Anexe pelo menos uma gravação da voz em ${option('audio')}.`,
    needsCover: `Uma voz pública precisa de uma imagem de capa. Anexe um ${COVER_FORMATS} em ${option('cover')} ou escolha outra visibilidade.`,
    limits: {
      none: `Ninguém pode criar vozes neste servidor. Quem gerencia o servidor pode permitir isso em ${command('settings')}.`,
      person: ({ max }) =>
        `Você chegou ao limite deste servidor: ${countVoices(max)} por pessoa. Exclua uma com ${command('voice delete')} ou peça a quem gerencia o servidor para aumentar o limite em ${command('settings')}.`,
      guild: ({ max }) =>
        `Este servidor chegou ao limite: ${countVoices(max)}. Exclua uma com ${command('voice delete')} ou peça a quem gerencia o servidor para aumentar o limite em ${command('settings')}.`,
      account: 'Não consigo guardar mais vozes. Peça ao operador do bot para abrir espaço.',
      direct: ({ max }) =>
        `Você chegou ao limite: ${countVoices(max)} por pessoa. Exclua uma com ${command('voice delete')}.`,
    },
  },

  recordings: {
    empty: ({ name }) => `“${name}” está vazio. Envie de novo.`,
    tooLarge: ({ name, maxBytes }) => `“${name}” é grande demais. O limite é ${format.sizeLimit(maxBytes)}.`,
    tooShort: ({ name, minMs }) =>
      `“${name}” é curto demais. O mínimo é ${format.plural(minMs / 1_000, { one: '# segundo', many: '# de segundos', other: '# segundos' })}.`,
    tooLong: ({ name, maxMs }) =>
      `“${name}” é longo demais. O limite é ${format.plural(maxMs / 60_000, { one: '# minuto', many: '# de minutos', other: '# minutos' })}.`,
    notAudio: ({ name, formats }) =>
      `“${name}” não tem áudio que eu consiga ler. ${errorMessages.readableFormats({ formats })}`,
    noSound: ({ name }) => `“${name}” não tem som. Anexe uma gravação ou um vídeo com som.`,
    damaged: ({ name }) => `“${name}” está danificado, por isso não consigo ler o som. Exporte ou grave de novo.`,
    protected: ({ name }) =>
      `“${name}” é protegido contra cópia (DRM), e só o próprio player consegue abrir. Anexe um arquivo sem proteção.`,
    unreadableSound: ({ name, formats }) =>
      `Não consigo ler o tipo de som de “${name}”. Converta o arquivo para mp3 ou wav antes. ${errorMessages.readableFormats({ formats })}`,
    cutOff: ({ name }) => `“${name}” está cortado antes do fim. Envie de novo.`,
    changed: ({ name }) => `“${name}” mudou desde que o verifiquei. Use ${command('voice create')} de novo.`,
    hasGaps: ({ name }) => `“${name}” tem longas falhas no som. Envie só o som, em wav ou mp3.`,
  },

  fields: {
    titleMissing: 'Uma voz precisa de um título.',
    titleTooLong: ({ length, max }) =>
      `O título tem ${format.number(length)} caracteres. O limite é ${format.number(max)}.`,
    descriptionTooLong: ({ length, max }) =>
      `A descrição tem ${format.number(length)} caracteres. O limite é ${format.number(max)}.`,
    tagTooLong: ({ tag, max }) =>
      `A tag “${tag}” tem mais de ${format.number(max)} caracteres. Separe as tags com vírgulas.`,
    tooManyTags: ({ count, max }) => `Você escreveu ${format.number(count)} tags. O limite é ${format.number(max)}.`,
    invalidVisibility: 'Escolha `pública`, `não listada` ou `privada` como visibilidade.',
    transcriptCount: ({ recordings, transcripts }) =>
      format.plural(transcripts, {
        one: `Você anexou ${format.number(recordings)} gravações, mas escreveu só # transcrição. Coloque \`|\` entre as transcrições ou deixe ${option('transcript')} de fora.`,
        many: `Você anexou ${format.number(recordings)} gravações, mas escreveu # de transcrições. Coloque \`|\` entre as transcrições ou deixe ${option('transcript')} de fora.`,
        other: `Você anexou ${format.number(recordings)} gravações, mas escreveu # transcrições. Coloque \`|\` entre as transcrições ou deixe ${option('transcript')} de fora.`,
      }),
    coverTooLarge: ({ maxBytes }) => `A imagem de capa é grande demais. O limite é ${format.sizeLimit(maxBytes)}.`,
    coverNotAnImage: `O arquivo em ${option('cover')} não é uma imagem que eu possa usar. Anexe um ${COVER_FORMATS}.`,
  },

  list: listMessages,
  service: serviceMessages,

  info: {
    id: 'ID',
    status: 'Status',
    visibility: 'Visibilidade',
    languages: 'Idiomas',
    tags: 'Tags',
    owner: 'De quem é',
    created: 'Criada',
    updated: 'Atualizada',
    likes: 'Curtidas',
    uses: 'Usos',
    samples: 'Amostras',
    defaultText: 'Texto padrão',
    recordings: 'Gravações',
    none: 'não há',
    you: 'sua',
    createdBy: ({ owner, userId }) => `${owner}, criada por ${userMention(userId)}`,
    visibilities: {
      public: 'pública: na lista do serviço de voz',
      unlist: 'não listada: para quem tem o ID',
      private: 'privada',
    },
    lockedVisibilities: {
      public: 'pública: na lista do serviço de voz (bloqueada)',
      unlist: 'não listada: para quem tem o ID (bloqueada)',
      private: 'privada (bloqueada)',
    },
    count: ({ count }) => format.number(count),
    sample: ({ title, text }) => (title === '' ? `“${text}”` : `${title}: “${text}”`),
    more: ({ count }) => format.plural(count, { one: 'e mais #', many: 'e mais #', other: 'e mais #' }),
    recording: ({ name, durationMs, language, passed, problem }) =>
      [
        name,
        ...(durationMs === undefined ? [] : [seconds(durationMs)]),
        language === '' ? 'idioma desconhecido' : language,
        passed ? '✅ aprovada' : `⚠️ ${problem === '' ? 'qualidade insuficiente' : problem}`,
      ].join(' · '),
  },
  sampleReply: ({ title }) => `Esta é ${named(title)}:`,
  sampleText: 'Olá! É assim que eu falo.',

  edit: {
    formTitle: 'Editar uma voz',
    formFields: {
      title: 'Título',
      description: 'Descrição',
      tags: 'Tags, separadas por vírgulas',
      visibility: ({ choices }) => `Visibilidade: ${format.alternatives(choices)}`,
    },
    visibilityNames: { public: 'pública', unlist: 'não listada', private: 'privada' },
    edited: ({ title, description, visibleTo, tags, hasNewCover }) =>
      [
        `${named(title)} foi atualizada.`,
        ...(description === undefined ? [] : [`${bold('Descrição:')} ${description === '' ? 'nenhuma' : description}`]),
        ...(visibleTo === undefined ? [] : [`${bold('Quem pode encontrar:')} ${WHO_CAN_FIND[visibleTo]}`]),
        ...(tags === undefined ? [] : [`${bold('Tags:')} ${tags.length === 0 ? 'nenhuma' : tags.join(', ')}`]),
        ...(hasNewCover ? [`${bold('Imagem de capa:')} nova`] : []),
      ].join('\n'),
    nothingDifferent: ({ title }) => `Nada a mudar: ${named(title)} já está assim.`,
    needsCover: ({ title }) =>
      `Uma voz pública precisa de uma imagem de capa, e ${named(title)} não tem nenhuma. Use ${command('voice edit')} com ${option('visibility')} e ${option('cover')} juntos.`,
    makersChoice: ({ title }) =>
      `Só quem criou ${named(title)} pode deixá-la visível para mais pessoas. Você pode deixá-la menos visível ou excluí-la.`,
    openForm: ({ title }) => `Clique em ${bold(OPEN_FORM)} para editar ${named(title)}.`,
  },

  delete: {
    question: ({ title, id, users }) =>
      `Excluir ${named(title)} (${inlineCode(id)})? ${chosenBy(users)} Não dá para desfazer.`,
    deleted: ({ title }) => `${named(title)} foi excluída.`,
    alreadyDeleted: 'Esta voz já foi excluída.',
    kept: ({ title }) => `${named(title)} foi mantida.`,
  },

  sound: soundMessage,
  use: useMessages,
};

/** Who can find a voice, after a label. */
const WHO_CAN_FIND: Readonly<Record<Offer['visibleTo'], string>> = {
  everyone: 'qualquer pessoa, também fora do Discord (fica na lista pública do serviço de voz)',
  'with-id': 'qualquer pessoa que tenha o ID',
  guild: 'só quem está neste servidor',
  'its-guild': 'só quem está no servidor em que ela foi criada',
  maker: 'só você',
};

function chosenBy(users: number): string {
  if (users === 0) return 'Ninguém usa esta voz.';
  return format.plural(users, {
    one: '# pessoa usa esta voz; sem ela, volta à voz que escolheu para outros lugares ou à voz padrão.',
    many: '# de pessoas usam esta voz; sem ela, voltam à voz que escolheram para outros lugares ou à voz padrão.',
    other: '# pessoas usam esta voz; sem ela, voltam à voz que escolheram para outros lugares ou à voz padrão.',
  });
}

function seconds(durationMs: number): string {
  return `${format.number(durationMs / 1_000)} s`;
}

function shortTime(timeMs: number): string {
  return time(Math.floor(timeMs / 1_000), TimestampStyles.ShortTime);
}

function sentParts({ recordings, hasTranscripts, hasDescription, tags, hasCover }: Offer): string {
  return format.list([
    ...recordings.map(({ name, durationMs }) => `a gravação “${name}” (${seconds(durationMs)})`),
    ...(hasTranscripts
      ? [
          format.plural(recordings.length, {
            one: 'a transcrição',
            many: 'as transcrições',
            other: 'as transcrições',
          }),
        ]
      : []),
    'o título',
    ...(hasDescription ? ['a descrição'] : []),
    ...(tags.length === 0 ? [] : [`as tags ${format.list(tags.map((tag) => `“${tag}”`))}`]),
    ...(hasCover ? ['a imagem de capa'] : []),
  ]);
}

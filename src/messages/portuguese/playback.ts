import { bold, channelMention, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command, option } from './names.ts';

const format = createFormat('pt');

/** The suggestion that ends the use of the voice last named in `/say`. */
const USUAL_VOICE = 'Minha voz de sempre';

const yourVoice = ({ title }: { readonly title: string }): string =>
  title === '' ? 'A sua voz' : `A sua voz ${bold(title)}`;

/** Brazilian Portuguese: speaking in voice channels, and the commands for it. */
export const playbackMessages: Messages['playback'] = {
  commands: {
    say: {
      description: 'Fala um texto no seu canal de voz ou o envia como arquivo de áudio',
      options: {
        text: 'O texto a falar; sem ele, abre um formulário',
        voice: 'A voz a usar: comece a digitar o título ou cole o ID',
        style: 'Como falar: escolha um estilo ou descreva em poucas palavras',
        speed: 'Velocidade, de 0,5 a 2 (padrão: a sua velocidade de sempre)',
        file: 'Enviar um arquivo de áudio em vez de falar',
      },
    },
    join: {
      description: 'Entra em um canal de voz',
      options: { channel: 'O canal em que devo entrar; sem ele, entro no seu' },
    },
    leave: { description: 'Sai do canal de voz' },
    skip: { description: 'Pula o texto que está sendo falado' },
    stop: { description: 'Para de falar e esvazia a fila' },
    pause: { description: 'Pausa a fala' },
    resume: { description: 'Continua a fala' },
    queue: { description: 'Mostra a fila e remove textos dela' },
  },

  join: {
    joined: ({ channelId }) => `Entrei em ${channelMention(channelId)}. Use ${command('say')} para me fazer falar.`,
    moved: ({ channelId }) => `Fui para ${channelMention(channelId)}. Use ${command('say')} para me fazer falar.`,
    alreadyHere: ({ channelId }) =>
      `Já estou em ${channelMention(channelId)}. Use ${command('say')} para me fazer falar.`,
    missingPermissions: ({ channelId, permissions }) =>
      `Não consigo falar em ${channelMention(channelId)}. Peça a quem gerencia o servidor para me dar permissão para ${format.list(permissions)} lá.`,
    full: ({ channelId, userLimit }) =>
      `${channelMention(channelId)} está cheio (máximo: ${format.number(userLimit)}). Abra espaço, aumente o limite ou me dê permissão para Mover membros.`,
    unknownChannel: 'Não consigo ver esse canal de voz. Me dê permissão para Ver canal e Conectar lá ou escolha outro.',
    noAnswer:
      'O Discord não me deixou entrar. O canal pode estar cheio ou fechado para mim. Tente de novo daqui a pouco.',
    notReady: 'O Discord me deixou entrar, mas a conexão de voz falhou. Tente de novo daqui a pouco.',
    busy: ({ retryAtMs }) =>
      `Ainda não posso entrar: o Discord limita em quantos canais entro por minuto. Tente de novo ${time(Math.ceil(retryAtMs / 1_000), TimestampStyles.RelativeTime)}.`,
    cancelled: 'Me pediram para sair antes que eu entrasse.',
    noChannel: `Entre em um canal de voz ou escolha um com ${option('channel')}.`,
    notForYou: ({ channelId }) =>
      `Você não pode entrar em ${channelMention(channelId)}, por isso não vou entrar lá por você.`,
  },

  stage: {
    asked: ({ channelId }) =>
      `Estou na plateia de ${channelMention(channelId)} e pedi para falar. Um moderador do palco precisa me convidar; as legendas já funcionam.`,
    mayNotAsk: ({ channelId }) =>
      `Estou na plateia de ${channelMention(channelId)}, onde as legendas funcionam. Para eu falar, me convide a falar ou me dê lá a permissão Pedir para falar.`,
    couldNotAsk: ({ channelId }) =>
      `Estou na plateia de ${channelMention(channelId)}, onde as legendas funcionam. Não consegui pedir para falar: um moderador do palco precisa me convidar.`,
    waits: {
      asked: ({ channelId }) =>
        `Estou na plateia de ${channelMention(channelId)} e pedi para falar. Minha fila espera até um moderador do palco me convidar.`,
      mayNotAsk: ({ channelId }) =>
        `Não consigo falar da plateia de ${channelMention(channelId)}. Minha fila espera até um moderador do palco me convidar ou me dar a permissão Pedir para falar.`,
      movedToAudience: ({ channelId }) =>
        `Fui para a plateia de ${channelMention(channelId)} e parei de falar. Use ${command('join')} para eu pedir para falar de novo.`,
    },
  },

  inUse: {
    join: ({ channelId }) =>
      `Tem gente me ouvindo em ${channelMention(channelId)}. Entre lá ou peça que usem ${command('leave')}.`,
    say: ({ channelId, mayMove }) =>
      mayMove
        ? `Já estou em uso em ${channelMention(channelId)}. Entre nesse canal para falar ou use ${command('join')} para me trazer ao seu.`
        : `Já estou em uso em ${channelMention(channelId)}. Entre nesse canal para falar ou use ${option('file')} para receber o áudio.`,
    captions: ({ channelId, mayMove }) =>
      mayMove
        ? `Já estou em uso em ${channelMention(channelId)}. Entre nesse canal para legendá-lo ou use ${command('join')} para me trazer ao seu.`
        : `Já estou em uso em ${channelMention(channelId)}. Entre nesse canal para legendá-lo.`,
  },

  notInVoice: `Não estou em nenhum canal de voz aqui. Use ${command('join')} para me trazer ao seu.`,
  nothingToControl: 'Não estou em nenhum canal de voz.',
  mayNotControl: ({ channelId }) =>
    `Só quem está em ${channelMention(channelId)} ou gerencia o servidor ou os canais de voz pode fazer isso.`,

  left: ({ channelId }) => `Saí de ${channelMention(channelId)}.`,
  joinCancelled: ({ channelId }) => `Cancelado: não vou entrar em ${channelMention(channelId)}.`,
  skipped: ({ userId }) => `Pulei o texto de ${userMention(userId)}.`,
  skippedOwn: 'Pulei o seu texto.',
  nothingToSkip: 'Não há nada para pular: não estou falando.',
  stopped: 'Parei.',
  stoppedAndRemoved: ({ texts }) =>
    format.plural(texts, {
      one: 'Parei e removi # texto da fila.',
      many: 'Parei e removi # de textos da fila.',
      other: 'Parei e removi # textos da fila.',
    }),
  nothingToStop: 'Não há nada para parar: não estou falando.',
  paused: `Em pausa. Use ${command('resume')} para retomar.`,
  alreadyPaused: `Já estou em pausa. Use ${command('resume')} para retomar.`,
  resumed: 'Continuando.',
  notPaused: 'Não estou em pausa.',

  queue: {
    empty: `A fila está vazia. Adicione um texto com ${command('say')}.`,
    heading: ({ channelId }) => `Em ${channelMention(channelId)}:`,
    joiningHeading: ({ channelId }) => `Entrando em ${channelMention(channelId)}:`,
    pausedHeading: ({ channelId }) => `Em ${channelMention(channelId)} (em pausa):`,
    item: ({ number, userId, state, text }) => `${number}\\. ${userMention(userId)} (${state}): ${text}`,
    states: {
      waiting: 'na fila',
      preparing: 'preparando',
      speaking: 'falando',
      paused: 'em pausa',
      'waiting-for-listeners': 'esperando ouvintes',
      'waiting-for-permission': 'ainda sem permissão para falar',
    },
    hidden: ({ texts }) =>
      format.plural(texts, {
        one: '…e mais # texto.',
        many: '…e mais # de textos.',
        other: '…e mais # textos.',
      }),
    selectPlaceholder: 'Remover um texto…',
    removed: 'Removido da fila.',
    notFound: 'Esse texto não está mais na fila.',
    notYours: 'Você só pode remover os seus próprios textos.',
    notForYou: 'Você não pode ver o canal de voz em que estou, por isso não posso mostrar a fila dele.',
  },

  say: {
    form: { title: 'Falar um texto', text: 'Texto' },
    voiceTooLong: `O nome dessa voz é longo demais para o formulário. Escolha uma das sugestões ou preencha ${option('text')}.`,
    styles: {
      whispering: 'sussurrando',
      'soft tone': 'tom suave',
      shouting: 'gritando',
      screaming: 'berrando',
      'in a hurry tone': 'com pressa',
      happy: 'feliz',
      excited: 'empolgado',
      calm: 'calmo',
      sad: 'triste',
      angry: 'com raiva',
      surprised: 'surpreso',
      nervous: 'nervoso',
      scared: 'com medo',
      confident: 'confiante',
      proud: 'orgulhoso',
      curious: 'curioso',
      grateful: 'grato',
      sarcastic: 'sarcástico',
      embarrassed: 'envergonhado',
      laughing: 'rindo',
      sighing: 'suspirando',
      sobbing: 'soluçando',
    },
    knownStyles: ({ styles }) =>
      `Estilos: ${format.list(styles.map((style) => inlineCode(style)))}. Você também pode descrever um com poucas palavras suas.`,
    invalidStyle: ({ max }) =>
      `Descreva o estilo em poucas palavras, só com letras e no máximo ${format.number(max)} caracteres, como ${inlineCode('sussurrando')}.`,
    nothingToSpeak: 'Este texto não tem nada para falar. Adicione algumas palavras.',
    nothingInMessage: 'Esta mensagem não tem nada que eu possa falar. Escolha uma com texto.',
    queued: ({ ahead }) =>
      format.plural(ahead, {
        one: `Na fila, com # texto na frente do seu. ${command('queue')} mostra todos.`,
        many: `Na fila, com # de textos na frente do seu. ${command('queue')} mostra todos.`,
        other: `Na fila, com # textos na frente do seu. ${command('queue')} mostra todos.`,
      }),
    queuedWhilePaused: ({ ahead }) =>
      ahead === 0
        ? `Na fila. Estou em pausa; use ${command('resume')} para retomar.`
        : format.plural(ahead, {
            one: `Na fila, com # texto na frente do seu. Estou em pausa; use ${command('resume')} para retomar.`,
            many: `Na fila, com # de textos na frente do seu. Estou em pausa; use ${command('resume')} para retomar.`,
            other: `Na fila, com # textos na frente do seu. Estou em pausa; use ${command('resume')} para retomar.`,
          }),
    fileInstead: 'Você não está em um canal de voz, então aqui está o áudio.',
    audioFor: ({ userId }) => `${userMention(userId)} pediu este áudio:`,
    waitingForSound: 'Ainda esperando o primeiro som…',
    waitingForPeople: 'Não há ninguém no canal de voz para ouvir. Vou falar quando alguém entrar.',
    waitingToContinue: 'Não há ninguém no canal de voz para ouvir. Vou continuar quando alguém entrar.',
    waitingForPermission:
      'Ainda não posso falar aqui. Vou começar quando um moderador do palco me convidar ou quando eu tiver permissão para Falar.',
    speaking: 'Falando…',
    spoken: 'Concluído.',
    dropped: {
      skipped: 'Pulado.',
      stopped: 'Interrompido.',
      removed: 'Removido da fila.',
      'session-ended': 'Saí do canal de voz antes de terminar este texto.',
    },
    neverSpoken: 'Não falei este texto: saí do canal de voz.',
    notContinued: `Fui reiniciado e não consegui terminar de falar este texto. Envie de novo com ${command('say')}.`,
    interrupted: ({ reason }) => `Tive que parar no meio. ${reason}`,
    tooManyTexts: ({ max }) =>
      `A fila está cheia (${format.plural(max, { one: '# texto', many: '# de textos', other: '# textos' })}). Tente de novo quando eu tiver falado uma parte.`,
    tooManyCharacters: ({ max }) =>
      `A fila está cheia (${format.plural(max, { one: '# caractere', many: '# de caracteres', other: '# caracteres' })}). Tente de novo quando eu tiver falado uma parte.`,
  },

  voice: {
    lost: {
      deleted: (voice) => `${yourVoice(voice)} foi excluída.`,
      withdrawn: (voice) => `${yourVoice(voice)} agora é privada.`,
      gone: (voice) => `${yourVoice(voice)} foi excluída do serviço de voz.`,
      failed: (voice) => `${yourVoice(voice)} não pode ser usada: o treinamento falhou.`,
      'taken-down': (voice) => `${yourVoice(voice)} foi retirada do ar pelo serviço de voz.`,
    },
    refused: {
      ready: 'O serviço de voz não aceita agora a voz que você queria.',
      training: 'A voz que você queria ainda está em treinamento.',
      failed: 'O treinamento da voz que você queria falhou.',
      'taken-down': 'O serviço de voz retirou do ar a voz que você queria.',
      'not-for-speech': 'A voz que você queria não serve para falar.',
      gone: 'A voz que você queria foi excluída do serviço de voz.',
    },
    now: {
      default: `A partir de agora, falo por você com a voz padrão. Escolha outra com ${command('voice use')}.`,
      everywhere: `A partir de agora, falo por você com a voz que você escolheu para todos os lugares. Escolha outra com ${command('voice use')}.`,
      here: `A partir de agora, falo por você com a voz que você escolheu para este servidor. Escolha outra com ${command('voice use')}.`,
      said: `A partir de agora, falo por você com a última voz que você usou em ${command('say')}. Escolha outra com ${command('voice use')}.`,
    },
    serverRefused: `A voz deste servidor não pode ser usada agora, por isso esta é a voz padrão. Quem gerencia o servidor pode escolher outra em ${command('settings')}.`,
    usual: USUAL_VOICE,
    lastUsed: ({ title }) => (title === '' ? 'A última voz que você usou' : `${title} · última usada`),
    remembered: ({ title }) =>
      `Vou continuar usando ${title === '' ? 'esta voz' : bold(title)} no seu ${command('say')} aqui. Para voltar, escolha “${USUAL_VOICE}” em ${option('voice')}.`,
    thisTimeDefault: 'Desta vez, esta é a voz padrão.',
    choiceUnavailable: 'Não consigo consultar agora a voz que você escolheu, por isso esta é a voz padrão.',
  },

  notices: {
    leftAlone: ({ channelId }) =>
      `Saí de ${channelMention(channelId)} porque não havia mais ninguém lá. Use ${command('join')} para me trazer de volta.`,
    moved: ({ channelId }) => `Me moveram para ${channelMention(channelId)}, e continuo lá.`,
    movedWithoutPermissions: ({ channelId, permissions }) =>
      `Me moveram para ${channelMention(channelId)}, onde não consigo falar. Preciso de permissão para ${format.list(permissions)} lá.`,
    movedToStage: ({ channelId }) =>
      `Me moveram para ${channelMention(channelId)}, um canal palco. Estou na plateia e vou pedir para falar quando houver algo a dizer.`,
    disconnected: ({ channelId }) =>
      `Me desconectaram de ${channelMention(channelId)}, e a fila foi esvaziada. Use ${command('join')} para me trazer de volta.`,
    channelDeleted: `Saí porque o canal de voz foi excluído, e a fila foi esvaziada. Use ${command('join')} para me levar a outro.`,
    connectionLost: ({ channelId }) =>
      `Perdi a conexão com ${channelMention(channelId)}. Use ${command('join')} para me trazer de volta.`,
  },
};

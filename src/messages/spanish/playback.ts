import { bold, channelMention, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { permissionsPhrase } from './interactions.ts';
import { command, option } from './names.ts';

const format = createFormat('es');

const USUAL_VOICE = 'Mi voz habitual';

const yourVoice = ({ title }: { readonly title: string }): string =>
  title === '' ? 'Tu voz' : `Tu voz ${bold(title)}`;

/** Spanish: speaking in voice channels, and the commands for it. */
export const playbackMessages: Messages['playback'] = {
  commands: {
    say: {
      description: 'Lee un texto en tu canal de voz o te lo da como archivo de audio',
      options: {
        text: 'El texto que quieres oír; si lo omites, se abre un formulario',
        voice: 'La voz: empieza a escribir su título o pega su ID',
        style: 'Cómo decirlo: elige un estilo o descríbelo en pocas palabras',
        speed: 'Velocidad, de 0,5 a 2 (por defecto: la tuya habitual)',
        file: 'Envía un archivo de audio en lugar de hablar',
      },
    },
    join: {
      description: 'Entra en un canal de voz',
      options: { channel: 'El canal en el que debo entrar; si lo omites, el tuyo' },
    },
    leave: { description: 'Sale del canal de voz' },
    skip: { description: 'Salta el texto que se está leyendo' },
    stop: { description: 'Deja de hablar y vacía la cola' },
    pause: { description: 'Pausa la lectura' },
    resume: { description: 'Reanuda la lectura' },
    queue: { description: 'Muestra la cola y permite quitar textos de ella' },
  },

  join: {
    joined: ({ channelId }) => `Entré en ${channelMention(channelId)}. Usa ${command('say')} para que hable.`,
    moved: ({ channelId }) => `Ahora estoy en ${channelMention(channelId)}. Usa ${command('say')} para que hable.`,
    alreadyHere: ({ channelId }) => `Ya estaba en ${channelMention(channelId)}. Usa ${command('say')} para que hable.`,
    missingPermissions: ({ channelId, permissions }) =>
      `No puedo hablar en ${channelMention(channelId)}. Pide a alguien que gestione el servidor que me dé allí ${permissionsPhrase(permissions)}.`,
    full: ({ channelId, userLimit }) =>
      `${channelMention(channelId)} está lleno (máximo: ${format.number(userLimit)}). Espera a que salga alguien, sube su límite o dame el permiso ${bold('Mover miembros')}.`,
    unknownChannel: `No veo ese canal de voz. Dame allí ${permissionsPhrase(['Ver canal', 'Conectar'])} o elige otro.`,
    noAnswer:
      'Discord no me dejó entrar. Puede que el canal esté lleno o cerrado para mí. Inténtalo de nuevo en un momento.',
    notReady: 'Discord me dejó entrar, pero la conexión de voz falló. Inténtalo de nuevo en un momento.',
    busy: ({ retryAtMs }) =>
      `Aún no puedo entrar: Discord limita en cuántos canales entro por minuto. Inténtalo de nuevo ${time(Math.ceil(retryAtMs / 1_000), TimestampStyles.RelativeTime)}.`,
    cancelled: 'Alguien me pidió salir antes de que entrara.',
    noChannel: `Únete primero a un canal de voz o elige uno con ${option('channel')}.`,
    notForYou: ({ channelId }) => `No puedes entrar en ${channelMention(channelId)}, así que no entraré por ti.`,
  },

  stage: {
    asked: ({ channelId }) =>
      `Estoy entre el público de ${channelMention(channelId)} y pedí la palabra. Tiene que invitarme un moderador del escenario; los subtítulos ya funcionan.`,
    mayNotAsk: ({ channelId }) =>
      `Estoy entre el público de ${channelMention(channelId)}, donde funcionan los subtítulos. Para que hable, invítame a hablar o dame allí ${permissionsPhrase(['Solicitar hablar'])}.`,
    couldNotAsk: ({ channelId }) =>
      `Estoy entre el público de ${channelMention(channelId)}, donde funcionan los subtítulos. No pude pedir la palabra: tiene que invitarme un moderador del escenario.`,
    waits: {
      asked: ({ channelId }) =>
        `Estoy entre el público de ${channelMention(channelId)} y pedí la palabra. Mi cola espera hasta que me invite un moderador del escenario.`,
      mayNotAsk: ({ channelId }) =>
        `No puedo hablar entre el público de ${channelMention(channelId)}. Mi cola espera hasta que un moderador del escenario me invite o me dé ${permissionsPhrase(['Solicitar hablar'])}.`,
      movedToAudience: ({ channelId }) =>
        `Me pasaron al público de ${channelMention(channelId)}, así que dejé de hablar. Usa ${command('join')} para que pida la palabra otra vez.`,
    },
  },

  inUse: {
    join: ({ channelId }) =>
      `Hay gente escuchándome en ${channelMention(channelId)}. Únete a ese canal o pide que usen ${command('leave')}.`,
    say: ({ channelId, mayMove }) =>
      mayMove
        ? `Ya me están usando en ${channelMention(channelId)}. Únete a ese canal para que lea tu texto o usa ${command('join')} para traerme al tuyo.`
        : `Ya me están usando en ${channelMention(channelId)}. Únete a ese canal para que lea tu texto o usa ${option('file')} para obtener el audio.`,
    captions: ({ channelId, mayMove }) =>
      mayMove
        ? `Ya me están usando en ${channelMention(channelId)}. Únete a ese canal para subtitularlo o usa ${command('join')} para traerme al tuyo.`
        : `Ya me están usando en ${channelMention(channelId)}. Únete a ese canal para subtitularlo.`,
  },

  notInVoice: `Aquí no estoy en ningún canal de voz. Usa ${command('join')} para traerme al tuyo.`,
  nothingToControl: 'No estoy en ningún canal de voz.',
  mayNotControl: ({ channelId }) =>
    `Solo pueden hacer eso las personas que están en ${channelMention(channelId)} y quienes gestionan el servidor o sus canales de voz.`,

  left: ({ channelId }) => `Salí de ${channelMention(channelId)}.`,
  joinCancelled: ({ channelId }) => `Cancelado: no entraré en ${channelMention(channelId)}.`,
  skipped: ({ userId }) => `Salté el texto de ${userMention(userId)}.`,
  skippedOwn: 'Salté tu texto.',
  nothingToSkip: 'No hay nada que saltar: no estoy hablando.',
  stopped: 'Detenido.',
  stoppedAndRemoved: ({ texts }) =>
    format.plural(texts, {
      one: 'Detenido. También quité # texto de la cola.',
      many: 'Detenido. También quité # de textos de la cola.',
      other: 'Detenido. También quité # textos de la cola.',
    }),
  nothingToStop: 'No hay nada que detener: no estoy hablando.',
  paused: `En pausa. Usa ${command('resume')} para continuar.`,
  alreadyPaused: `Ya estoy en pausa. Usa ${command('resume')} para continuar.`,
  resumed: 'Reanudado.',
  notPaused: 'No estoy en pausa.',

  queue: {
    empty: `La cola está vacía. Añade textos con ${command('say')}.`,
    heading: ({ channelId }) => `En ${channelMention(channelId)}:`,
    joiningHeading: ({ channelId }) => `Entrando en ${channelMention(channelId)}:`,
    pausedHeading: ({ channelId }) => `En ${channelMention(channelId)} (en pausa):`,
    item: ({ number, userId, state, text }) => `${number}\\. ${userMention(userId)} (${state}): ${text}`,
    states: {
      waiting: 'en espera',
      preparing: 'en preparación',
      speaking: 'leyendo',
      paused: 'en pausa',
      'waiting-for-listeners': 'esperando a que alguien escuche',
      'waiting-for-permission': 'aún sin permiso para hablar',
    },
    hidden: ({ texts }) =>
      format.plural(texts, { one: '…y # texto más.', many: '…y # de textos más.', other: '…y # textos más.' }),
    selectPlaceholder: 'Quita un texto…',
    removed: 'Quitado de la cola.',
    notFound: 'Ese texto ya no está en la cola.',
    notYours: 'Solo puedes quitar tus propios textos.',
    notForYou: 'No ves el canal de voz en el que estoy, así que no puedo mostrarte su cola.',
  },

  say: {
    form: { title: 'Leer un texto en voz alta', text: 'Texto' },
    voiceTooLong: `El nombre de esa voz es demasiado largo para el formulario. Elígela entre las sugerencias o añade ${option('text')}.`,
    styles: {
      whispering: 'susurrando',
      'soft tone': 'en tono suave',
      shouting: 'a voces',
      screaming: 'a gritos',
      'in a hurry tone': 'con prisa',
      happy: 'con alegría',
      excited: 'con entusiasmo',
      calm: 'con calma',
      sad: 'con tristeza',
      angry: 'con rabia',
      surprised: 'con sorpresa',
      nervous: 'con nervios',
      scared: 'con miedo',
      confident: 'con seguridad',
      proud: 'con orgullo',
      curious: 'con curiosidad',
      grateful: 'con gratitud',
      sarcastic: 'con sarcasmo',
      embarrassed: 'con vergüenza',
      laughing: 'riendo',
      sighing: 'suspirando',
      sobbing: 'sollozando',
    },
    knownStyles: ({ styles }) =>
      `Estilos: ${format.list(styles.map((style) => inlineCode(style)))}. También puedes describir uno con tus propias palabras.`,
    invalidStyle: ({ max }) =>
      `Describe el estilo en pocas palabras, solo con letras y con ${format.number(max)} caracteres como máximo; por ejemplo, ${inlineCode('susurrando')}.`,
    nothingToSpeak: 'En este texto no hay nada que leer. Añade alguna palabra.',
    nothingInMessage: 'En este mensaje no hay nada que pueda leer. Elige uno con texto.',
    queued: ({ ahead }) =>
      format.plural(ahead, {
        one: `En cola: hay # texto antes que el tuyo. ${command('queue')} los muestra todos.`,
        many: `En cola: hay # de textos antes que el tuyo. ${command('queue')} los muestra todos.`,
        other: `En cola: hay # textos antes que el tuyo. ${command('queue')} los muestra todos.`,
      }),
    queuedWhilePaused: ({ ahead }) =>
      ahead === 0
        ? `En cola. Estoy en pausa; usa ${command('resume')} para continuar.`
        : format.plural(ahead, {
            one: `En cola: hay # texto antes que el tuyo. Estoy en pausa; usa ${command('resume')} para continuar.`,
            many: `En cola: hay # de textos antes que el tuyo. Estoy en pausa; usa ${command('resume')} para continuar.`,
            other: `En cola: hay # textos antes que el tuyo. Estoy en pausa; usa ${command('resume')} para continuar.`,
          }),
    fileInstead: 'No estás en un canal de voz, así que aquí tienes el audio.',
    audioFor: ({ userId }) => `Audio que pidió ${userMention(userId)}:`,
    waitingForSound: 'Todavía esperando el primer sonido…',
    waitingForPeople: 'No hay nadie en el canal de voz para oír esto. Hablaré cuando entre alguien.',
    waitingToContinue: 'No hay nadie en el canal de voz para oír esto. Seguiré cuando entre alguien.',
    waitingForPermission:
      'Aún no tengo permiso para hablar aquí. Empezaré cuando me invite un moderador del escenario o cuando tenga el permiso Hablar.',
    speaking: 'Leyendo…',
    spoken: 'Leído.',
    dropped: {
      skipped: 'Saltado.',
      stopped: 'Detenido.',
      removed: 'Quitado de la cola.',
      'session-ended': 'Salí del canal de voz antes de terminar este texto.',
    },
    neverSpoken: 'Sin leer: salí del canal de voz.',
    notContinued: `Me reinicié y no pude terminar de leer este texto. Vuelve a enviarlo con ${command('say')}.`,
    interrupted: ({ reason }) => `Tuve que parar a mitad del texto. ${reason}`,
    tooManyTexts: ({ max }) =>
      `La cola está llena (${format.plural(max, { one: '# texto', many: '# de textos', other: '# textos' })}). Inténtalo de nuevo cuando haya leído una parte.`,
    tooManyCharacters: ({ max }) =>
      `La cola está llena (${format.plural(max, { one: '# carácter', many: '# de caracteres', other: '# caracteres' })}). Inténtalo de nuevo cuando haya leído una parte.`,
  },

  voice: {
    lost: {
      deleted: (voice) => `${yourVoice(voice)} se eliminó.`,
      withdrawn: (voice) => `${yourVoice(voice)} ahora es privada.`,
      gone: (voice) => `${yourVoice(voice)} se eliminó del servicio de voz.`,
      failed: (voice) => `${yourVoice(voice)} no se puede usar: su entrenamiento falló.`,
      'taken-down': (voice) => `${yourVoice(voice)} ya no está disponible: el servicio de voz la retiró.`,
    },
    refused: {
      ready: 'El servicio de voz no acepta ahora mismo la voz que querías.',
      training: 'La voz que querías sigue en entrenamiento.',
      failed: 'El entrenamiento de la voz que querías falló.',
      'taken-down': 'El servicio de voz retiró la voz que querías.',
      'not-for-speech': 'La voz que querías no sirve para hablar.',
      gone: 'La voz que querías se eliminó del servicio de voz.',
    },
    now: {
      default: `A partir de ahora, tus textos suenan con la voz predeterminada. Elige otra con ${command('voice use')}.`,
      everywhere: `A partir de ahora, tus textos suenan con la voz que elegiste para todas partes. Elige otra con ${command('voice use')}.`,
      here: `A partir de ahora, tus textos suenan con la voz que elegiste para este servidor. Elige otra con ${command('voice use')}.`,
      said: `A partir de ahora, tus textos suenan con la última voz que usaste en ${command('say')}. Elige otra con ${command('voice use')}.`,
    },
    serverRefused: `Ahora mismo no se puede usar la voz de este servidor, así que suena la predeterminada. Quienes gestionan el servidor pueden elegir otra en ${command('settings')}.`,
    usual: USUAL_VOICE,
    lastUsed: ({ title }) => (title === '' ? 'La última voz que usaste' : `${title} · la última que usaste`),
    remembered: ({ title }) =>
      `Seguiré usando ${title === '' ? 'esta voz' : bold(title)} cuando uses ${command('say')} aquí. Para volver, pon «${USUAL_VOICE}» en ${option('voice')}.`,
    thisTimeDefault: 'Esta vez suena la voz predeterminada.',
    choiceUnavailable: 'Ahora mismo no puedo consultar la voz que elegiste, así que suena la predeterminada.',
  },

  notices: {
    leftAlone: ({ channelId }) =>
      `Salí de ${channelMention(channelId)} porque no quedaba nadie más. Usa ${command('join')} para que vuelva.`,
    moved: ({ channelId }) => `Me movieron a ${channelMention(channelId)} y sigo allí.`,
    movedWithoutPermissions: ({ channelId, permissions }) =>
      `Me movieron a ${channelMention(channelId)}, donde no puedo hablar. Dame allí ${permissionsPhrase(permissions)}.`,
    movedToStage: ({ channelId }) =>
      `Me movieron a ${channelMention(channelId)}, un canal de escenario. Estoy entre el público y pediré la palabra cuando haya algo que decir.`,
    disconnected: ({ channelId }) =>
      `Me desconectaron de ${channelMention(channelId)} y la cola se vació. Usa ${command('join')} para que vuelva.`,
    channelDeleted: `Salí porque se eliminó el canal de voz, y la cola se vació. Usa ${command('join')} para que vaya a otro.`,
    connectionLost: ({ channelId }) =>
      `Perdí la conexión con ${channelMention(channelId)}. Usa ${command('join')} para que vuelva.`,
  },
};

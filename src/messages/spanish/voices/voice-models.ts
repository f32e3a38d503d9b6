import { bold, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../../format.ts';
import type { Messages } from '../../messages.ts';
import { errorMessages } from '../errors.ts';
import { command, option } from '../names.ts';
import { COVER_FORMATS, voiceCommandMessages } from './voice-command.ts';
import { countVoices, listMessages } from './voice-list.ts';
import { serviceMessages } from './voice-service.ts';
import { named, soundMessage, useMessages } from './voice-use.ts';

const format = createFormat('es');

type VoiceModels = Messages['voiceModels'];
type Offer = Parameters<VoiceModels['create']['offer']>[0];

const OPEN_FORM = 'Abrir el formulario';
const SAMPLE = 'Muestra';
const USE = 'Usar';

/** Spanish: custom voices. */
export const voiceModelMessages: VoiceModels = {
  command: voiceCommandMessages,
  defaultVoice: 'Voz predeterminada',
  presentVoice: ({ title }) => `${title === '' ? 'Sin título' : title} · tu voz actual`,
  buttons: {
    confirm: 'Confirmar',
    cancel: 'Cancelar',
    delete: 'Eliminar',
    keep: 'Conservar',
    info: 'Detalles',
    use: USE,
    useEverywhere: 'Usar en todas partes',
    useOnlyHere: 'Usar solo aquí',
    resetHere: 'Restablecer aquí',
    resetEverywhere: 'Restablecer en todas partes',
    sample: SAMPLE,
    edit: 'Editar',
    openForm: OPEN_FORM,
    previous: 'Anterior',
    next: 'Siguiente',
  },

  statusLabels: {
    ready: 'lista',
    training: 'en entrenamiento',
    failed: 'entrenamiento fallido',
    'taken-down': 'retirada',
    'not-for-speech': 'no sirve para hablar',
    gone: 'eliminada',
  },
  status: {
    ready: ({ title }) => `${named(title)} está lista.`,
    training: ({ title }) =>
      `${named(title)} sigue en entrenamiento. Compruébalo en unos minutos con ${command('voice info')}.`,
    failed: ({ title }) =>
      `El entrenamiento de ${named(title)} falló, así que no puedo hablar con esta voz. Vuelve a crearla con mejores grabaciones.`,
    'taken-down': ({ title }) => `El servicio de voz retiró ${named(title)}.`,
    'not-for-speech': ({ title }) => `${named(title)} no sirve para hablar, así que no puedo usarla.`,
    gone: ({ title }) => `${named(title)} ya no existe en el servicio de voz: se eliminó.`,
  },
  owners: { mine: 'tuya', guild: 'de este servidor', operator: 'de quien administra el bot', public: 'pública' },

  unknown: ({ entered }) =>
    `Aquí no encuentro la voz «${entered}». Elige una de las sugerencias o consulta ${command('voice list')}.`,
  several: ({ entered }) => `Hay varias voces que se llaman «${entered}». Elige una de las sugerencias o pega su ID.`,
  notYours: {
    public: ({ title }) => `${named(title)} es una voz pública, así que no puedes cambiarla ni eliminarla.`,
    operator: ({ title }) =>
      `${named(title)} es de quien administra el bot, así que no puedes cambiarla ni eliminarla.`,
    guild: ({ title }) =>
      `No puedes cambiar ni eliminar ${named(title)}. Solo pueden hacerlo quien la creó y los miembros con el permiso ${bold('Gestionar servidor')}.`,
    someoneElse: ({ title }) => `${named(title)} es de otra persona, así que no puedes cambiarla ni eliminarla.`,
    unknown: `No puedes cambiar ni eliminar esta voz. Solo pueden hacerlo quien la creó y los miembros con el permiso ${bold('Gestionar servidor')}.`,
  },

  create: {
    offer: (offer) =>
      [
        `¿Crear la voz ${named(offer.title)}?`,
        `${bold('Se envía al servicio de voz:')} ${sentParts(offer)}.`,
        `${bold('Quién puede encontrarla:')} ${WHO_CAN_FIND[offer.visibleTo]}.`,
        'Al confirmar, declaras que tienes derecho a usar esta voz: es la tuya o su titular lo permite. Guardo tu confirmación con la hora y una huella digital de las grabaciones.',
        offer.wasSent
          ? `Todavía no se creó ninguna voz. Esta pregunta caduca ${relativeTime(offer.expiresAtMs)}.`
          : `Todavía no se envió nada. Esta pregunta caduca ${relativeTime(offer.expiresAtMs)}.`,
      ].join('\n'),
    cancelled: 'Cancelado. No se envió nada.',
    cancelledSent: 'Cancelado. No se creó ninguna voz.',
    expired: `Esta pregunta caducó. Vuelve a usar ${command('voice create')}.`,
    expiredUnsent: `Esta pregunta caducó y no se envió nada. Vuelve a usar ${command('voice create')}.`,
    expiredSent: `Esta pregunta caducó y no se creó ninguna voz. Vuelve a usar ${command('voice create')}.`,
    alreadyAnswered: `Ya respondiste a esto. Usa ${command('voice list')} para ver tus voces.`,
    sending: ({ title }) => `Enviando las grabaciones de ${named(title)} al servicio de voz…`,
    waitingForTraining: ({ title }) => `Voz ${named(title)} creada. Esperando a que empiece su entrenamiento…`,
    training: ({ title }) => `Voz ${named(title)} creada. Está en entrenamiento…`,
    ready: ({ title, id }) =>
      `${named(title)} está lista. Pulsa ${bold(SAMPLE)} para oírla o ${bold(USE)} para que sea tu voz. Su ID es ${inlineCode(id)}.`,
    trainingFailed: ({ title, id, recordings }) =>
      [
        `El entrenamiento de ${named(title)} falló, así que no se puede usar.`,
        ...recordings,
        `Elimínala con ${command('voice delete')} e inténtalo de nuevo con mejores grabaciones. Su ID es ${inlineCode(id)}.`,
      ].join('\n'),
    stillTraining: ({ title, id, afterMs }) =>
      `${named(title)} sigue en entrenamiento después de ${format.duration(afterMs)}. Compruébalo más tarde con ${command('voice info')}. Su ID es ${inlineCode(id)}.`,
    notFollowed: ({ title, id }) =>
      `Voz ${named(title)} creada, pero ahora no puedo seguir su entrenamiento. Compruébalo con ${command('voice info')}. Su ID es ${inlineCode(id)}.`,
    unsure: ({ title }) =>
      `No sé si ${named(title)} llegó a crearse: el servicio de voz no respondió. Mira ${command('voice list')} dentro de media hora. Si se creó, estará ahí y será tuya.`,
    busy: 'Ahora mismo estoy con las voces de otras personas. Inténtalo de nuevo en un minuto.',
    noRecording: `Adjunta al menos una grabación de la voz en ${option('audio')}.`,
    needsCover: `Una voz pública necesita una imagen de portada. Adjunta un archivo ${COVER_FORMATS} en ${option('cover')} o elige otra visibilidad.`,
    limits: {
      none: `Nadie puede crear voces en este servidor. Quien gestiona el servidor puede permitirlo en ${command('settings')}.`,
      person: ({ max }) =>
        `Ya tienes ${countVoices(max)}, el límite por persona de este servidor. Elimina una con ${command('voice delete')} o pide a alguien que gestione el servidor que suba el límite en ${command('settings')}.`,
      guild: ({ max }) =>
        `Este servidor ya tiene ${countVoices(max)}, que es su límite. Elimina una con ${command('voice delete')} o pide a alguien que gestione el servidor que suba el límite en ${command('settings')}.`,
      account: 'No puedo guardar más voces. Pide a quien administra el bot que libere espacio.',
      direct: ({ max }) =>
        `Ya tienes ${countVoices(max)}, el límite por persona. Elimina una con ${command('voice delete')}.`,
    },
  },

  recordings: {
    empty: ({ name }) => `«${name}» está vacío. Súbelo de nuevo.`,
    tooLarge: ({ name, maxBytes }) => `«${name}» es demasiado grande. El límite es de ${format.sizeLimit(maxBytes)}.`,
    tooShort: ({ name, minMs }) =>
      `«${name}» es demasiado corto. Debe durar ${format.plural(minMs / 1_000, { one: '# segundo', many: '# de segundos', other: '# segundos' })} como mínimo.`,
    tooLong: ({ name, maxMs }) =>
      `«${name}» es demasiado largo. El límite es de ${format.plural(maxMs / 60_000, { one: '# minuto', many: '# de minutos', other: '# minutos' })}.`,
    notAudio: ({ name, formats }) =>
      `«${name}» no contiene audio que yo pueda leer. ${errorMessages.readableFormats({ formats })}`,
    noSound: ({ name }) => `«${name}» no tiene sonido. Adjunta una grabación o un vídeo con sonido.`,
    damaged: ({ name }) => `«${name}» está dañado, así que no puedo leer su sonido. Vuelve a exportarlo o a grabarlo.`,
    protected: ({ name }) =>
      `«${name}» está protegido contra copia (DRM) y solo se abre en su propio reproductor. Adjunta un archivo sin protección.`,
    unreadableSound: ({ name, formats }) =>
      `No puedo leer el tipo de sonido de «${name}». Convierte antes el archivo a mp3 o wav. ${errorMessages.readableFormats({ formats })}`,
    cutOff: ({ name }) => `«${name}» se corta antes del final. Súbelo de nuevo.`,
    changed: ({ name }) => `«${name}» cambió después de que lo revisé. Vuelve a usar ${command('voice create')}.`,
    hasGaps: ({ name }) => `El sonido de «${name}» tiene huecos largos. Sube solo el sonido, en wav o mp3.`,
  },

  fields: {
    titleMissing: 'Una voz necesita un título.',
    titleTooLong: ({ length, max }) =>
      `El título tiene ${countCharacters(length)}. El límite es de ${format.number(max)}.`,
    descriptionTooLong: ({ length, max }) =>
      `La descripción tiene ${countCharacters(length)}. El límite es de ${format.number(max)}.`,
    tagTooLong: ({ tag, max }) =>
      `La etiqueta «${tag}» tiene más de ${countCharacters(max)}. Separa las etiquetas con comas.`,
    tooManyTags: ({ count, max }) =>
      `Escribiste ${format.number(count)} etiquetas. El límite es de ${format.number(max)}.`,
    invalidVisibility: 'Elige `pública`, `no listada` o `privada` como visibilidad.',
    transcriptCount: ({ recordings, transcripts }) => {
      const next = `Pon \`|\` entre las transcripciones u omite ${option('transcript')}.`;
      return format.plural(transcripts, {
        one: `Adjuntaste ${format.number(recordings)} grabaciones, pero solo escribiste # transcripción. ${next}`,
        many: `Adjuntaste ${format.number(recordings)} grabaciones, pero escribiste # de transcripciones. ${next}`,
        other: `Adjuntaste ${format.number(recordings)} grabaciones, pero escribiste # transcripciones. ${next}`,
      });
    },
    coverTooLarge: ({ maxBytes }) =>
      `La imagen de portada es demasiado grande. El límite es de ${format.sizeLimit(maxBytes)}.`,
    coverNotAnImage: `El archivo de ${option('cover')} no es una imagen que yo pueda usar. Adjunta un archivo ${COVER_FORMATS}.`,
  },

  list: listMessages,
  service: serviceMessages,

  info: {
    id: 'ID',
    status: 'Estado',
    visibility: 'Visibilidad',
    languages: 'Idiomas',
    tags: 'Etiquetas',
    owner: 'De quién es',
    created: 'Creación',
    updated: 'Última actualización',
    likes: 'Me gusta',
    uses: 'Usos',
    samples: 'Muestras',
    defaultText: 'Texto predeterminado',
    recordings: 'Grabaciones',
    none: 'sin especificar',
    you: 'tuya',
    createdBy: ({ owner, userId }) => `${owner}, creada por ${userMention(userId)}`,
    visibilities: {
      public: 'pública: en la lista del servicio de voz',
      unlist: 'no listada: para quien tenga su ID',
      private: 'privada',
    },
    lockedVisibilities: {
      public: 'pública: en la lista del servicio de voz (no se puede cambiar)',
      unlist: 'no listada: para quien tenga su ID (no se puede cambiar)',
      private: 'privada (no se puede cambiar)',
    },
    count: ({ count }) => format.number(count),
    sample: ({ title, text }) => (title === '' ? `«${text}»` : `${title}: «${text}»`),
    more: ({ count }) => format.plural(count, { one: 'y # más', many: 'y # más', other: 'y # más' }),
    recording: ({ name, durationMs, language, passed, problem }) =>
      [
        name,
        ...(durationMs === undefined ? [] : [seconds(durationMs)]),
        language === '' ? 'idioma desconocido' : language,
        passed ? '✅ válida' : `⚠️ ${problem === '' ? 'calidad insuficiente' : problem}`,
      ].join(' · '),
  },
  sampleReply: ({ title }) => `Así suena ${named(title)}:`,
  sampleText: '¡Hola! Así suena mi voz.',

  edit: {
    formTitle: 'Editar una voz',
    formFields: {
      title: 'Título',
      description: 'Descripción',
      tags: 'Etiquetas, separadas por comas',
      visibility: ({ choices }) => `Visibilidad: ${format.alternatives(choices)}`,
    },
    visibilityNames: { public: 'pública', unlist: 'no listada', private: 'privada' },
    edited: ({ title, description, visibleTo, tags, hasNewCover }) =>
      [
        `Voz ${named(title)} actualizada.`,
        ...(description === undefined
          ? []
          : [`${bold('Descripción:')} ${description === '' ? 'ninguna' : description}`]),
        ...(visibleTo === undefined ? [] : [`${bold('Quién puede encontrarla:')} ${WHO_CAN_FIND[visibleTo]}`]),
        ...(tags === undefined ? [] : [`${bold('Etiquetas:')} ${tags.length === 0 ? 'ninguna' : tags.join(', ')}`]),
        ...(hasNewCover ? [`${bold('Imagen de portada:')} nueva`] : []),
      ].join('\n'),
    nothingDifferent: ({ title }) => `No hay nada que cambiar: ${named(title)} ya está así.`,
    needsCover: ({ title }) =>
      `Una voz pública necesita una imagen de portada, y ${named(title)} no tiene. Usa ${command('voice edit')} con ${option('visibility')} y ${option('cover')} a la vez.`,
    makersChoice: ({ title }) =>
      `Solo quien creó ${named(title)} puede hacerla visible para más gente. Tú puedes hacerla menos visible o eliminarla.`,
    openForm: ({ title }) => `Pulsa ${bold(OPEN_FORM)} para editar ${named(title)}.`,
  },

  delete: {
    question: ({ title, id, users }) =>
      `¿Eliminar ${named(title)} (${inlineCode(id)})? ${chosenBy(users)} Esto no se puede deshacer.`,
    deleted: ({ title }) => `Voz ${named(title)} eliminada.`,
    alreadyDeleted: 'Esta voz ya estaba eliminada.',
    kept: ({ title }) => `${named(title)} se conserva.`,
  },

  sound: soundMessage,
  use: useMessages,
};

const WHO_CAN_FIND = {
  everyone: 'todo el mundo, también fuera de Discord (está en la lista pública del servicio de voz)',
  'with-id': 'quien tenga su ID',
  guild: 'solo la gente de este servidor',
  'its-guild': 'solo la gente del servidor en el que se creó',
  maker: 'solo tú',
} as const;

function chosenBy(users: number): string {
  if (users === 0) return 'Nadie la usa.';
  return format.plural(users, {
    one: 'La usa # persona; sin ella tendrá la voz que eligió para otros sitios o la predeterminada.',
    many: 'La usan # de personas; sin ella tendrán la voz que eligieron para otros sitios o la predeterminada.',
    other: 'La usan # personas; sin ella tendrán la voz que eligieron para otros sitios o la predeterminada.',
  });
}

function countCharacters(count: number): string {
  return format.plural(count, { one: '# carácter', many: '# de caracteres', other: '# caracteres' });
}

function seconds(durationMs: number): string {
  return `${format.number(durationMs / 1_000)} s`;
}

function relativeTime(timeMs: number): string {
  return time(Math.floor(timeMs / 1_000), TimestampStyles.RelativeTime);
}

function sentParts({ recordings, hasTranscripts, hasDescription, tags, hasCover }: Offer): string {
  const transcripts = { one: 'la transcripción', many: 'las transcripciones', other: 'las transcripciones' };
  return format.list([
    ...recordings.map(({ name, durationMs }) => `la grabación «${name}» (${seconds(durationMs)})`),
    ...(hasTranscripts ? [format.plural(recordings.length, transcripts)] : []),
    'el título',
    ...(hasDescription ? ['la descripción'] : []),
    ...(tags.length === 0 ? [] : [`las etiquetas ${format.list(tags.map((tag) => `«${tag}»`))}`]),
    ...(hasCover ? ['la imagen de portada'] : []),
  ]);
}

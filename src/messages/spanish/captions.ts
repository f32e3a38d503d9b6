import { bold, channelMention, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { mentionPeople } from '../people.ts';
import { autoCaptionMessages } from './auto-captions.ts';
import { budgetMessages } from './budgets.ts';
import { captionAudienceMessages } from './caption-audience.ts';
import { captionOverlayMessages } from './caption-overlay.ts';
import { permissionsPhrase } from './interactions.ts';
import { command } from './names.ts';

const format = createFormat('es');

const start = command('captions start');
const stop = command('captions stop');
const exportCommand = command('captions export');
const optIn = command('privacy opt-in');
const optOut = command('privacy opt-out');
const erase = command('privacy erase');

const OPT_IN = 'Aceptar subtítulos';
const OPT_OUT = 'Rechazar subtítulos';

type Captions = Messages['captions'];

const people = (userIds: readonly string[]): string =>
  mentionPeople(userIds, {
    none: 'nadie',
    all: (named) => format.list(named),
    some: (named, hidden) => format.list([...named, `${format.number(hidden)} más`]),
  });

/** Where captions appear, after the name of the voice channel. */
function place(voiceChannelId: string, textChannelId: string): string {
  return textChannelId === voiceChannelId ? 'en su chat' : `en ${channelMention(textChannelId)}`;
}

function languageSentence(language: string | undefined): string {
  return language === undefined ? 'Idioma: detección automática.' : `Idioma: ${language}.`;
}

function countCaptions(lines: number): string {
  return format.plural(lines, { one: '# subtítulo', many: '# de subtítulos', other: '# subtítulos' });
}

/** Spanish: live captions. */
export const captionMessages: Captions = {
  command: {
    description: 'Subtítulos en tiempo real de un canal de voz',
    start: {
      description: 'Subtitula tu canal de voz en este canal',
      language: 'El idioma que se habla (si lo omites, se detecta automáticamente)',
      interim: 'Muestra el texto mientras la persona aún habla (por defecto: sí)',
    },
    stop: { description: 'Detiene los subtítulos' },
    status: { description: 'Muestra a quién se subtitula, el retraso y la calidad' },
    export: { description: 'Te da la transcripción en un archivo', format: 'Texto, subtítulos o datos' },
  },
  buttons: {
    optIn: OPT_IN,
    optOut: OPT_OUT,
    optBackIn: 'Volver a aceptar',
    stop: 'Detener',
    export: 'Exportar',
    inChat: 'En el chat del canal de voz',
    here: 'Aquí, con confirmación',
    confirm: 'Confirmar',
    formats: { txt: 'Texto (txt)', srt: 'Subtítulos (srt)', vtt: 'Subtítulos web (vtt)', json: 'Datos (json)' },
  },

  channelStatus: '💬 Con subtítulos en tiempo real',
  channelStatusWith: ({ status }) => `💬 Con subtítulos en tiempo real · ${status}`,
  webhookName: 'Subtítulos de Mynah',
  unnamedSpeaker: 'Alguien',
  late: '(con retraso)',
  transcriptTitle: ({ channelName }) => `Subtítulos de ${channelName}`,

  started: ({ voiceChannelId, startedBy, language, consent, retentionDays, postedIn, confirmedBy }) => {
    const on = `💬 Los subtítulos en tiempo real de ${channelMention(voiceChannelId)} están activos${postedIn === undefined ? '' : ` en ${channelMention(postedIn)}`}.`;
    return [
      startedBy === undefined
        ? `${on} Empiezan automáticamente cuando alguien entra. ${languageSentence(language)}`
        : `${on} Los inició ${userMention(startedBy)}. ${languageSentence(language)}`,
      ...(confirmedBy === undefined
        ? []
        : [
            `También pueden leerlos personas que no ven ${channelMention(voiceChannelId)}, como confirmó ${userMention(confirmedBy)}.`,
          ]),
      consent === 'opt-in'
        ? `Solo se subtitula a quienes pulsen ${bold(OPT_IN)} o usen ${optIn}. Puedes volver a rechazarlos cuando quieras. El rechazo se aplica de inmediato, en todos los servidores.`
        : `Se subtitula a todas las personas del canal de voz, excepto a quienes pulsen ${bold(OPT_OUT)} o usen ${optOut}. El rechazo se aplica de inmediato, en todos los servidores.`,
      `La transcripción se elimina después de ${format.plural(retentionDays, { one: '# día', many: '# de días', other: '# días' })}. Usa ${erase} para eliminar antes tu parte.`,
    ].join('\n');
  },

  joined: ({ userIds, textChannelId, voiceChannelId, consent }) => {
    const where = textChannelId === voiceChannelId ? '' : ` en ${channelMention(textChannelId)}`;
    const rule =
      consent === 'opt-in'
        ? `Solo se subtitula a quienes pulsen ${bold(OPT_IN)} o usen ${optIn}.`
        : `Se subtitula lo que dices, a menos que pulses ${bold(OPT_OUT)} o uses ${optOut}.`;
    return `💬 ${people(userIds)}: los subtítulos en tiempo real de ${channelMention(voiceChannelId)} están activos${where}. ${rule}`;
  },
  noticeEnded: ({ voiceChannelId }) => `Los subtítulos en tiempo real de ${channelMention(voiceChannelId)} terminaron.`,
  chatNoticeMissing: ({ voiceChannelId, permissions }) =>
    permissions.length === 0
      ? `No pude publicar este aviso en el chat de ${channelMention(voiceChannelId)}. Di a quienes están allí que hay subtítulos.`
      : `No pude publicar este aviso en el chat de ${channelMention(voiceChannelId)}. Dame allí ${permissionsPhrase(permissions)}.`,

  audience: captionAudienceMessages,
  auto: autoCaptionMessages,
  overlay: captionOverlayMessages,

  status: ({
    voiceChannelId,
    textChannelId,
    startedBy,
    startedAtMs,
    language,
    captioned,
    notCaptioned,
    consent,
    delayMs,
    lossShare,
    pendingClips,
    pendingBytes,
    isLiveTextOn,
  }) => {
    const since = time(Math.floor(startedAtMs / 1_000), TimestampStyles.RelativeTime);
    const on = `Los subtítulos de ${channelMention(voiceChannelId)} están activos ${place(voiceChannelId, textChannelId)}.`;
    const pending = `Pendientes: ${format.number(pendingClips)}`;
    const facts = [
      ...(delayMs === undefined ? [] : [`Retraso: ${format.number(delayMs / 1_000)} s`]),
      `Audio perdido: ${format.percent(lossShare)}`,
      pendingBytes === 0 ? pending : `${pending} (${format.bytes(pendingBytes)} en disco)`,
      isLiveTextOn ? 'Texto provisional: sí' : 'Texto provisional: no',
    ];
    const rest = [
      ...(notCaptioned.length === 0 ? [] : [`Sin subtítulos: ${people(notCaptioned)}.`]),
      ...(consent === 'opt-in' ? ['Solo se subtitula a quienes aceptan.'] : []),
    ].join(' ');
    return [
      startedBy === undefined
        ? `${on} Empezaron automáticamente ${since}.`
        : `${on} Los inició ${userMention(startedBy)} ${since}.`,
      languageSentence(language),
      `Con subtítulos: ${people(captioned)}.`,
      ...(rest === '' ? [] : [rest]),
      facts.join(' · '),
    ].join('\n');
  },

  stopped: ({ voiceChannelId, lines }) =>
    lines === 0
      ? `Detuviste los subtítulos de ${channelMention(voiceChannelId)}.`
      : `Detuviste los subtítulos de ${channelMention(voiceChannelId)}. La transcripción tiene ${countCaptions(lines)}.`,

  ended: ({ voiceChannelId, textChannelId, reason, movedTo, usedUp, startsAgain }) => {
    const shownIn = channelMention(textChannelId);
    const ended = `Los subtítulos de ${channelMention(voiceChannelId)} terminaron`;
    const interrupted = `Los subtítulos de ${channelMention(voiceChannelId)} se interrumpieron porque dejé de funcionar de forma inesperada.`;
    const end: Readonly<Record<typeof reason, string>> = {
      stopped: `${ended}.`,
      emptied: `${ended} porque no quedaba nadie.`,
      'voice-ended': `${ended} porque salí del canal de voz.`,
      moved:
        movedTo === undefined
          ? `${ended} porque cambié de canal. Usa ${start} para subtitular el nuevo.`
          : `${ended} porque pasé a ${channelMention(movedTo)}. Usa ${start} para subtitular el nuevo canal.`,
      budget: [
        `${ended}.`,
        ...(usedUp === undefined ? [] : [budgetMessages.usedUp({ ...usedUp, kind: 'captions', left: 0 })]),
      ].join(' '),
      closed: startsAgain
        ? `${ended} porque me estoy reiniciando. Volverán a empezar automáticamente.`
        : `${ended} porque me estoy reiniciando. Vuelve a usar ${start} en un momento.`,
      'cannot-post': `${ended} porque ya no puedo publicar en ${shownIn}. Permíteme publicar allí o usa ${start} en otro canal.`,
      'audience-widened': `${ended} porque ahora hay personas que no ven ese canal pero pueden leer ${shownIn}. Usa ${start} para elegir dónde publicarlos.`,
      interrupted: startsAgain
        ? `${interrupted} Volverán a empezar automáticamente.`
        : `${interrupted} Usa ${start} para volver a iniciarlos.`,
    };
    return end[reason];
  },
  endedTranscript: {
    attached: 'La transcripción va adjunta.',
    export: `Usa ${exportCommand} para obtener la transcripción.`,
    nothing: 'No se subtituló nada.',
    pending: `Aún falta transcribir una parte. Usa ${exportCommand} más tarde para obtener también ese texto.`,
  },

  chooseFormat: ({ voiceChannelId }) => `Elige un formato para la transcripción de ${channelMention(voiceChannelId)}.`,
  exported: ({ voiceChannelId, lines, isRunning }) =>
    isRunning
      ? `Transcripción de ${channelMention(voiceChannelId)}: ${countCaptions(lines)} hasta ahora.`
      : `Transcripción de ${channelMention(voiceChannelId)}: ${countCaptions(lines)}.`,

  refusals: {
    alreadyOn: ({ voiceChannelId, textChannelId }) =>
      `Los subtítulos de ${channelMention(voiceChannelId)} ya están activos ${place(voiceChannelId, textChannelId)}. Usa ${stop} para terminarlos.`,
    off: `Aquí no hay subtítulos activos. Usa ${start} para iniciarlos.`,
    alreadyEnded: `Esos subtítulos ya terminaron. Si hay otros activos, usa ${stop} para terminarlos.`,
    oldStopButton: `Este botón ya no es válido, así que no detuve nada. Usa ${stop} para terminar los subtítulos.`,
    notForYou: ({ voiceChannelId }) =>
      `No puedes entrar en ${channelMention(voiceChannelId)}, así que no lo subtitularé por ti.`,
    joinFirst: `Únete primero a un canal de voz y luego usa ${start}.`,
    channelHidden: `No veo este canal. Dame aquí el permiso ${bold('Ver canal')} o usa otro canal.`,
    permissionsMissing: ({ permissions }) =>
      `No puedo publicar subtítulos aquí. Pide a alguien que gestione el servidor que me dé ${permissionsPhrase(permissions)} en este canal.`,
    mayNotStop: ({ startedBy, voiceChannelId }) =>
      startedBy === undefined
        ? `Solo pueden detener estos subtítulos las personas que están en ${channelMention(voiceChannelId)} y quienes gestionan el servidor o sus canales de voz.`
        : `Solo pueden detener estos subtítulos ${userMention(startedBy)}, las personas que están en ${channelMention(voiceChannelId)} y quienes gestionan el servidor o sus canales de voz.`,
    noTranscript: `Aquí no hay ninguna transcripción todavía. Usa ${start} para empezar una.`,
    transcriptDeleted: 'Esta transcripción ya se eliminó.',
    transcriptHidden: 'No ves el canal de estos subtítulos, así que no puedo darte su transcripción.',
    transcriptOfHiddenVoice: 'No ves el canal de voz de estos subtítulos, así que no puedo darte su transcripción.',
    statusHidden: 'No ves el canal de voz de estos subtítulos, así que no puedo mostrarte su estado.',
    notInThread: 'Estos subtítulos están en un hilo privado en el que no estás. Pide a alguien del hilo que te añada.',
    accessUnknown:
      'Ahora mismo no puedo comprobar si ves el canal de estos subtítulos. Si es un hilo privado, añádeme e inténtalo de nuevo.',
    nothingCaptioned: 'Todavía no se subtituló nada, así que no hay nada que exportar.',
    fileTooLarge: `La transcripción es más grande de lo que Discord permite aquí. Prueba con ${inlineCode('txt')} o ${inlineCode('srt')}.`,
  },

  notices: {
    outage: ({ code }) => {
      const key = `El servicio de voz rechaza mi clave de API. Pide a quien administra el bot que revise ${inlineCode('SPEECH_API_KEY')}.`;
      const reasons: Readonly<Record<string, string>> = {
        SPEECH_UNAUTHORIZED: key,
        SPEECH_FORBIDDEN: key,
        SPEECH_OUT_OF_CREDITS:
          'La cuenta del servicio de voz se quedó sin saldo de API. Pide a quien administra el bot que lo recargue: es independiente del saldo de la plataforma.',
        SPEECH_RATE_LIMITED: 'El servicio de voz está saturado.',
      };
      return `${reasons[code] ?? 'El servicio de voz no responde.'} Guardo lo que se dice. Sus subtítulos llegarán más tarde, marcados como retrasados.`;
    },
    lost: ({ durationMs }) =>
      `Se perdió parte de lo dicho (${format.duration(Math.max(1_000, durationMs))}) porque no queda espacio para el audio pendiente.`,
    refused: ({ userIds, clips, reason }) =>
      [
        format.plural(
          clips,
          {
            one: 'No se pudo subtitular una grabación de {people}.',
            many: 'No se pudieron subtitular # de grabaciones de {people}.',
            other: 'No se pudieron subtitular # grabaciones de {people}.',
          },
          { people: people(userIds) },
        ),
        reason,
      ].join(' '),
    webhooksMissing: `Dame el permiso ${bold('Gestionar webhooks')} en este canal para mostrar cada subtítulo con el nombre y la imagen de quien habla.`,
  },
};

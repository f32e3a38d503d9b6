import { channelMention, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { permissionsPhrase } from './interactions.ts';
import { command } from './names.ts';

const format = createFormat('es');

const MAX_NAMED = 10;

const ago = (atMs: number): string => time(Math.floor(atMs / 1_000), TimestampStyles.RelativeTime);

function named(userIds: readonly string[]): string {
  const mentions = userIds.slice(0, MAX_NAMED).map((id) => userMention(id));
  const rest = userIds.length - mentions.length;
  const others = format.plural(rest, { one: '# persona más', many: '# de personas más', other: '# personas más' });
  return format.list(rest > 0 ? [...mentions, others] : mentions);
}

const KINDS = { characters: 'hablar', captions: 'subtítulos', transcription: 'transcribir' } as const;
const OWNERS = {
  person: 'Tu límite diario',
  member: 'Tu límite diario',
  guild: 'El límite diario de este servidor',
  account: 'El límite diario del bot',
} as const;

/** Spanish: `/doctor`. */
export const doctorMessages: Messages['doctor'] = {
  command: { description: 'Averigua por qué no hablo o no oigo aquí y qué hacer' },

  allWell: 'Aquí funciona todo.',
  noProblems: 'No he encontrado ningún problema.',
  again: 'Comprobar otra vez',
  checked: ({ atMs }) => `Comprobado ${ago(atMs)}.`,

  groups: {
    here: 'Aquí',
    voice: 'Voz',
    captions: 'Subtítulos',
    speech: 'Servicio de voz',
    server: 'Límites de este servidor',
    machine: 'Equipo',
  },

  findings: {
    mayPost: 'Puedo escribir aquí.',
    cannotPost: ({ channelId, permissions }) =>
      `No puedo escribir en ${channelMention(channelId)}, así que faltan los subtítulos y los avisos. Dame allí ${permissionsPhrase(permissions)}.`,
    missingExtras: ({ channelId, permissions }) =>
      `Los subtítulos con nombre y foto y los archivos adjuntos necesitan algo más en ${channelMention(channelId)}: dame allí ${permissionsPhrase(permissions)}.`,
    youAreNotInVoice: 'No estás en ningún canal de voz. Entra en uno y comprueba otra vez para que también lo revise.',
    mayJoin: ({ channelId }) => `Puedo entrar en ${channelMention(channelId)} y hablar allí.`,
    mayJoinStage: ({ channelId }) => `Puedo entrar en el escenario ${channelMention(channelId)}.`,
    cannotJoin: ({ channelId, permissions }) =>
      `No puedo entrar en ${channelMention(channelId)} y hablar allí. Dame allí ${permissionsPhrase(permissions)}.`,
    channelFull: ({ channelId, userLimit }) =>
      `${channelMention(channelId)} está lleno (${format.number(userLimit)} como máximo). Haz sitio, sube su límite o dame ${permissionsPhrase(['Mover miembros'])}.`,
    speakingForRoles:
      'En este servidor solo algunos roles pueden hacerme hablar. Pide uno a alguien que gestione el servidor.',
    captionsForRoles:
      'En este servidor solo algunos roles pueden iniciar subtítulos. Pide uno a alguien que gestione el servidor.',
    cannotReadChat:
      'No puedo leer el chat en voz alta porque Discord no me envía los mensajes. Quien administra el bot tiene que activar Message Content Intent y reiniciarme.',
    readsChat: 'Recibo los mensajes que leo en voz alta.',

    discordAway:
      'Mi conexión con Discord está interrumpida. Vuelve por sí sola; comprueba otra vez dentro de un minuto.',
    discordSlow: ({ pingMs }) =>
      `Discord me responde despacio: ${format.number(pingMs)} ms. Los comandos y las entradas tardan más de lo normal.`,
    discordOk: ({ pingMs, sinceMs }) => `Conectado a Discord ${ago(sinceMs)}, ${format.number(pingMs)} ms.`,
    voiceHangs:
      'La parte de mí que lleva la voz no responde. Se reinicia sola en menos de un minuto; comprueba otra vez entonces.',
    inNoChannel: `No estoy en ningún canal de voz. Usa ${command('say')} o ${command('captions start')} mientras estés en uno y me uniré.`,
    elsewhere: ({ channelId }) =>
      `Estoy en ${channelMention(channelId)}, no en tu canal de voz. Ven allí o usa ${command('join')} para llevarme al tuyo.`,
    elsewhereHidden: `Estoy en un canal de voz que no puedes ver. Usa ${command('join')} para llamarme.`,
    stranded: ({ channelId }) =>
      `Discord me muestra en ${channelMention(channelId)}, pero no tengo conexión. Usa ${command('join')} para conectarme de nuevo.`,
    joining: ({ channelId }) =>
      `Estoy entrando en ${channelMention(channelId)}. Comprueba otra vez dentro de unos segundos.`,
    reconnecting: ({ channelId, sinceMs }) =>
      `Mi conexión con ${channelMention(channelId)} se cortó ${ago(sinceMs)} y la estoy recuperando. Si tarda minutos, usa ${command('leave')} y después ${command('join')}.`,
    voicePastProxy:
      'Mi conexión de voz falla. Estoy detrás de un proxy, que la voz no puede usar: quien administra el bot tiene que permitir la salida por UDP a los servidores de voz de Discord, y el proxy debe aceptar todos los puertos de discord.media.',
    connected: ({ channelId, sinceMs }) => `Conectado a ${channelMention(channelId)} ${ago(sinceMs)}.`,
    voicePing: ({ pingMs }) => `Servidor de voz: ${format.number(pingMs)} ms.`,
    botMuted: ({ channelId }) =>
      `Nadie me oye en ${channelMention(channelId)}: un moderador me silenció. Haz clic derecho en mí y quita Silenciar en el servidor.`,
    botDeafened: ({ channelId }) =>
      `No oigo a nadie en ${channelMention(channelId)}: un moderador me ensordeció. Haz clic derecho en mí y quita Ensordecer en el servidor.`,
    inAudience: ({ channelId }) =>
      `Estoy entre el público de ${channelMention(channelId)}: puedo subtitular, pero no hablar. Tiene que invitarme un moderador del escenario; con ${command('join')} pido la palabra.`,
    mayNotSpeak: ({ channelId }) =>
      `Discord no me deja hablar en ${channelMention(channelId)}. Dame allí ${permissionsPhrase(['Hablar'])} y después usa ${command('leave')} y ${command('join')}.`,
    paused: `La lectura está en pausa. Usa ${command('resume')} para continuar.`,
    nobodyListens:
      'Hay un texto esperando, porque no hay nadie en mi canal de voz para oírlo. Hablaré cuando entre alguien.',
    queue: ({ texts }) =>
      texts === 0
        ? 'La cola está vacía.'
        : format.plural(texts, {
            one: '# texto en la cola.',
            many: '# de textos en la cola.',
            other: '# textos en la cola.',
          }),
    queueFull: ({ texts }) =>
      `La cola está llena: ${format.plural(texts, { one: '# texto', many: '# de textos', other: '# textos' })}. Espera o vacíala con ${command('stop')}.`,
    keysMissing: `El cifrado de este canal de voz aún no está acordado, así que nadie me oye. Si tarda más de un minuto, usa ${command('leave')} y después ${command('join')}.`,
    keysChanging: 'Las claves de cifrado están cambiando porque alguien entró o salió. Tarda un momento.',
    encrypted: ({ version, epoch }) =>
      `Cifrado de extremo a extremo (DAVE ${format.number(version)}, época ${format.number(epoch)}).`,
    privacyCode: ({ code }) =>
      `Código de privacidad de voz: ${inlineCode(code)}. Debe coincidir con el que te muestra Discord.`,
    notEndToEnd:
      'Sin cifrado de extremo a extremo: los escenarios nunca lo tienen, solo el camino a los servidores de Discord.',
    traffic: ({ sent, received }) =>
      `Paquetes en el último minuto: ${format.number(sent)} enviados, ${format.number(received)} recibidos.`,
    noLoss: 'No se pierde ningún paquete.',
    loss: ({ share }) =>
      `El ${format.percent(share)} de lo que se dijo en el último minuto se perdió de camino a mí, así que los subtítulos tienen huecos. Si sigue así, prueba otra región para el canal de voz.`,
    holes: ({ holes, ms }) =>
      `${format.plural(holes, { one: 'Mi voz tuvo # corte', many: 'Mi voz tuvo # de cortes', other: 'Mi voz tuvo # cortes' })} en el último minuto (${format.number(ms)} ms): el servicio de voz envía el sonido demasiado despacio.`,
    undecryptable: ({ userIds }) =>
      `No puedo descifrar lo que dicen ${named(userIds)}. Tienen que salir del canal de voz y volver a entrar.`,
    unknownSpeakers:
      'Discord no me ha dicho quién habla, así que falta lo que dice alguien. Esa persona debería callar un momento o volver a entrar.',

    captionsOff: `Los subtítulos están desactivados. ${command('captions start')} los activa.`,
    captionsOn: ({ channelId }) => `Los subtítulos aparecen en ${channelMention(channelId)}.`,
    captionDelay: ({ delayMs }) => `El texto sigue a la voz tras ${format.number(delayMs / 1_000, 1)} s.`,
    captionsSlow: ({ delayMs }) =>
      `Los subtítulos llegan tarde: el texto sigue a la voz tras ${format.number(delayMs / 1_000, 1)} s. El servicio de voz va lento.`,
    clipsWaiting: ({ clips }) =>
      `${format.plural(clips, { one: '# grabación espera', many: '# de grabaciones esperan', other: '# grabaciones esperan' })} al servicio de voz. Sus subtítulos llegarán tarde y no se pierde nada.`,
    youOptedOut: `Rechazaste los subtítulos, así que no te subtitulo. ${command('privacy opt-in')} lo cambia.`,
    youHaveNotOptedIn: `Este servidor solo subtitula a quien acepta, y tú no lo has hecho. ${command('privacy opt-in')} lo cambia.`,
    youAreMuted: 'Un moderador te silenció, así que no te oigo. Pídele que quite Silenciar en el servidor.',
    youMutedYourself: 'Tu micrófono está silenciado en Discord.',
    youMayNotSpeak: 'No puedes hablar en este canal, así que no te oigo. Si es un escenario, pide la palabra.',
    unheardByChoice: ({ people }) =>
      format.plural(people, {
        one: '# persona de aquí ha elegido que no se la subtitule.',
        many: '# de personas de aquí han elegido que no se las subtitule.',
        other: '# personas de aquí han elegido que no se las subtitule.',
      }),
    optedOut: ({ userIds }) => `Rechazaron los subtítulos y no se les subtitula: ${named(userIds)}.`,
    notOptedIn: ({ userIds }) =>
      `No se les subtitula hasta que acepten con ${command('privacy opt-in')}: ${named(userIds)}.`,
    mutedByServer: ({ userIds }) => `Silenciados por un moderador, así que no los oigo: ${named(userIds)}.`,
    notSpeakers: ({ userIds }) => `Entre el público o sin el permiso Hablar, así que no los oigo: ${named(userIds)}.`,
    botsUnheard: ({ userIds }) =>
      `No se subtitula a los bots: ${named(userIds)}. Quienes gestionan el servidor pueden cambiarlo en ${command('settings')}.`,

    speechOk: ({ ms }) => `Responde (${format.number(ms)} ms) y acepta la clave.`,
    keyRejected:
      'El servicio de voz rechaza mi clave, así que no puedo hablar ni subtitular. Quien administra el bot tiene que revisar `SPEECH_API_KEY`.',
    outOfCredits: ({ freeModel }) =>
      format.sentences([
        'La cuenta del servicio de voz se quedó sin saldo de API, así que no puedo hablar ni subtitular. Quien administra el bot tiene que recargarlo; es independiente del saldo de la plataforma del propio servicio de voz.',
        ...(freeModel === undefined ? [] : [`Con ${inlineCode(`SPEECH_MODEL=${freeModel}`)} puedo hablar sin saldo.`]),
      ]),
    creditForCaptions: ({ model }) =>
      `Hablar con ${inlineCode(model)} es gratis, pero los subtítulos y ${command('transcribe')} necesitan saldo de API, y la cuenta no tiene. Quien administra el bot puede recargarlo; es independiente del saldo de la plataforma del propio servicio de voz.`,
    speechBusy: 'El servicio de voz rechaza peticiones porque hay demasiadas. Inténtalo otra vez dentro de un minuto.',
    speechDown:
      'El servicio de voz tiene problemas ahora mismo: los textos fallan y los subtítulos llegan más tarde. Inténtalo de nuevo en un minuto.',
    speechFailedLately: 'El servicio de voz tuvo problemas con el último texto de aquí. Inténtalo de nuevo.',
    speechAway:
      'El servicio de voz no responde, así que no puedo hablar ni subtitular. Sigo intentándolo; si dura, quien administra el bot tiene que revisar la red y `SPEECH_API_URL`.',
    speechOdd:
      'El servicio de voz no responde como se espera. Quien administra el bot tiene que revisar `SPEECH_API_URL` y los registros.',
    speechFull:
      'Hay tantas peticiones en curso en el servicio de voz como se permiten, así que los textos y subtítulos esperan su turno. Se pasa solo.',
    liveDown:
      'La conexión rápida con el servicio de voz falla, así que la voz empieza más tarde de lo normal. Sigo intentándolo.',
    credit: ({ credit }) => `Crédito: ${format.number(Number(credit), 2)}.`,
    requests: ({ underWay, limit, waiting }) =>
      `Peticiones: ${format.number(underWay)} de ${format.number(limit)} en curso, ${format.number(waiting)} en espera.`,

    limitsOk: 'Ningún límite diario está cerca.',
    usedUp: ({ kind, whose, resetsAtMs }) =>
      `${OWNERS[whose]} para ${KINDS[kind]} está agotado. Se renueva ${ago(resetsAtMs)}.`,
    turnedOff: ({ kind, whose }) =>
      `${OWNERS[whose]} para ${KINDS[kind]} es 0, así que está desactivado. Puede subirlo quien gestione el servidor o quien administra el bot.`,
    nearlyUsedUp: ({ kind, whose, resetsAtMs, share }) =>
      `${OWNERS[whose]} para ${KINDS[kind]} está usado al ${format.percent(share)}. Se renueva ${ago(resetsAtMs)}.`,

    databaseAway:
      'Mi base de datos no responde, así que no funcionan los ajustes, las transcripciones ni los subtítulos nuevos. Quien administra el bot tiene que revisarla.',
    databaseOk: ({ ms }) => `La base de datos responde (${format.number(ms)} ms).`,
    diskFull:
      'Mi disco está casi lleno, así que pueden perderse subtítulos. Quien administra el bot tiene que hacer sitio.',
    diskLow: 'Mi disco se está llenando. Quien administra el bot debería hacer sitio.',
    diskUnknown: 'No puedo leer mi disco. Quien administra el bot tiene que revisarlo.',
    diskFree: ({ bytes }) => `Hay ${format.bytes(bytes)} de disco libres.`,
    behindProxy: 'Estoy detrás de un proxy. La voz no puede usarlo y va directamente, por UDP.',
    versions: ({ mynah, node }) => `Mynah ${mynah}, Node.js ${node}.`,
    machineOk: 'La base de datos responde y hay sitio en el disco.',

    notChecked: ({ group }) => `No pude comprobar esto a tiempo: ${group}. Comprueba otra vez en un momento.`,
  },
};

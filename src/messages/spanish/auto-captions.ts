import { bold, channelMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { permissionsPhrase } from './interactions.ts';
import { command, option } from './names.ts';

const format = createFormat('es');

const auto = command('captions auto');
const stop = command('captions stop');

/** Voice channels named in one list. */
const MAX_LISTED = 10;
/** Discord's bound on a thread's name, in UTF-16 units. */
const MAX_THREAD_NAME_LENGTH = 100;

type AutoMessages = Messages['captions']['auto'];
type Entry = Parameters<AutoMessages['list']>[0]['entries'][number];

function entry({ voiceChannelId, textChannelId, isThreaded, language }: Entry): string {
  const [voice, text] = [channelMention(voiceChannelId), channelMention(textChannelId)];
  const where = isThreaded ? `${voice} en hilos de ${text}` : `${voice} en ${text}`;
  return language === undefined ? `- ${where}` : `- ${where} (${language})`;
}

/** Spanish: captions that start by themselves. */
export const autoCaptionMessages: AutoMessages = {
  command: {
    description: 'Inicia los subtítulos cada vez que alguien entra en un canal de voz',
    voiceChannel: 'El canal de voz que quieres subtitular',
    mode: 'Activa o desactiva los subtítulos automáticos',
    modes: { on: 'activar', off: 'desactivar' },
    thread: 'Abre un hilo nuevo cada vez (por defecto: no)',
    language: 'El idioma que se habla (si lo omites, se detecta automáticamente)',
  },

  on: ({ voiceChannelId, textChannelId, isThreaded, isStarting }) => {
    const [voice, text] = [channelMention(voiceChannelId), channelMention(textChannelId)];
    if (isStarting) {
      return isThreaded
        ? `Los subtítulos de ${voice} empiezan enseguida, porque ya hay gente. A partir de ahora, empiezan cuando alguien entra, cada vez en un hilo nuevo de ${text}, y terminan cuando no queda nadie.`
        : `Los subtítulos de ${voice} empiezan enseguida en ${text}, porque ya hay gente. A partir de ahora, empiezan cuando alguien entra y terminan cuando no queda nadie.`;
    }
    return isThreaded
      ? `A partir de ahora, los subtítulos de ${voice} empiezan cuando alguien entra, cada vez en un hilo nuevo de ${text}. Terminan cuando no queda nadie.`
      : `A partir de ahora, los subtítulos de ${voice} empiezan en ${text} cuando alguien entra. Terminan cuando no queda nadie.`;
  },
  off: ({ voiceChannelId, isRunning }) =>
    isRunning
      ? `Los subtítulos de ${channelMention(voiceChannelId)} ya no empezarán automáticamente. Los de ahora siguen activos; usa ${stop} para terminarlos.`
      : `Los subtítulos de ${channelMention(voiceChannelId)} ya no empezarán automáticamente.`,
  confirm: ({ voiceChannelId, textChannelId }) =>
    `Hay personas que pueden leer ${channelMention(textChannelId)} pero no ven ${channelMention(voiceChannelId)}. Si confirmas, el aviso de estos subtítulos dirá que lo confirmaste tú.`,

  list: ({ entries }) => {
    const hidden = entries.length - MAX_LISTED;
    return [
      'Subtítulos que empiezan automáticamente:',
      ...entries.slice(0, MAX_LISTED).map(entry),
      ...(hidden > 0 ? [`- ${format.plural(hidden, { one: '# más', many: '# más', other: '# más' })}`] : []),
    ].join('\n');
  },

  threadName: ({ channelName, startedAtMs }) => {
    const date = format.date(startedAtMs);
    return `${channelName.slice(0, MAX_THREAD_NAME_LENGTH - date.length - 3).toWellFormed()} · ${date}`;
  },

  refusals: {
    mayNotManage: ({ voiceChannelId }) =>
      `Para configurar los subtítulos de ${channelMention(voiceChannelId)} necesitas el permiso ${bold('Gestionar canales')} en ese canal.`,
    mayNotPost: 'No puedes escribir en este canal, así que no publicaré subtítulos aquí por ti.',
    notSetUp: ({ voiceChannelId }) =>
      `Los subtítulos de ${channelMention(voiceChannelId)} no empiezan automáticamente.`,
    tooMany: ({ limit }) =>
      `Este servidor ya tiene subtítulos automáticos en ${format.plural(limit, { one: '# canal de voz', many: '# de canales de voz', other: '# canales de voz' })}, que es el límite. Desactívalos antes en otro canal.`,
    noThreadsHere: `Aquí no puedo abrir hilos. Usa ${auto} en un canal de texto, o sin ${option('thread')}.`,
    outdated: `Esta elección ya no es válida. Vuelve a usar ${auto}.`,
  },

  notStarted: {
    widerAudience: ({ voiceChannelId, textChannelId }) =>
      `No inicié los subtítulos de ${channelMention(voiceChannelId)}: hay personas que no ven ese canal pero pueden leer ${channelMention(textChannelId)}. Alguien con el permiso ${bold('Gestionar canales')} puede permitirlo con ${auto}.`,
    missingPermissions: ({ voiceChannelId, textChannelId, permissions }) =>
      permissions.length === 0
        ? `No puedo iniciar los subtítulos de ${channelMention(voiceChannelId)} porque no puedo publicar en ${channelMention(textChannelId)}. Usa ${auto} en otro canal.`
        : `No puedo iniciar los subtítulos de ${channelMention(voiceChannelId)}. Dame ${permissionsPhrase(permissions)} en ${channelMention(textChannelId)}.`,
    because: ({ voiceChannelId, reason }) => `No inicié los subtítulos de ${channelMention(voiceChannelId)}. ${reason}`,
  },
};

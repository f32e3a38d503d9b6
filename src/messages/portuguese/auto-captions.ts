import { bold, channelMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command, option } from './names.ts';

type AutoCaptions = Parameters<Messages['captions']['auto']['list']>[0]['entries'][number];

const format = createFormat('pt');

const auto = command('captions auto');
const stop = command('captions stop');
const MANAGE_CHANNELS = `permissão para ${bold('Gerenciar canais')}`;

/** Voice channels named in one list. */
const MAX_LISTED = 10;
/** Discord's bound on a thread's name, in UTF-16 units. */
const MAX_THREAD_NAME_LENGTH = 100;

function entry({ voiceChannelId, textChannelId, isThreaded, language }: AutoCaptions): string {
  const [voice, text] = [channelMention(voiceChannelId), channelMention(textChannelId)];
  const where = isThreaded ? `${voice} em tópicos de ${text}` : `${voice} em ${text}`;
  return language === undefined ? `- ${where}` : `- ${where} (${language})`;
}

/** Brazilian Portuguese: captions that start by themselves. */
export const autoCaptionMessages: Messages['captions']['auto'] = {
  command: {
    description: 'Inicia as legendas sempre que alguém entra em um canal de voz',
    voiceChannel: 'O canal de voz a legendar',
    mode: 'Ativa ou desativa as legendas automáticas',
    modes: { on: 'ativar', off: 'desativar' },
    thread: 'Abrir um novo tópico a cada vez (padrão: não)',
    language: 'O idioma falado (padrão: detectado automaticamente)',
  },

  on: ({ voiceChannelId, textChannelId, isThreaded, isStarting }) => {
    const [voice, text] = [channelMention(voiceChannelId), channelMention(textChannelId)];
    if (isStarting) {
      return isThreaded
        ? `As legendas de ${voice} começam em instantes, porque já tem gente lá. A partir de agora, elas começam quando alguém entra no canal, sempre em um novo tópico de ${text}, e terminam quando todo mundo sai.`
        : `As legendas de ${voice} começam em ${text} em instantes, porque já tem gente lá. A partir de agora, elas começam quando alguém entra no canal e terminam quando todo mundo sai.`;
    }
    return isThreaded
      ? `Agora, as legendas de ${voice} começam quando alguém entra no canal, sempre em um novo tópico de ${text}. Elas terminam quando todo mundo sai.`
      : `Agora, as legendas de ${voice} começam em ${text} quando alguém entra no canal. Elas terminam quando todo mundo sai.`;
  },
  off: ({ voiceChannelId, isRunning }) =>
    isRunning
      ? `As legendas de ${channelMention(voiceChannelId)} não começam mais automaticamente. As atuais continuam ativas. Use ${stop} para encerrá-las.`
      : `As legendas de ${channelMention(voiceChannelId)} não começam mais automaticamente.`,
  confirm: ({ voiceChannelId, textChannelId }) =>
    `Pessoas que não veem ${channelMention(voiceChannelId)} podem ler ${channelMention(textChannelId)}. Se você confirmar, o aviso destas legendas vai mostrar que foi você quem confirmou.`,

  list: ({ entries }) => {
    const hidden = entries.length - MAX_LISTED;
    return [
      'Legendas que começam automaticamente:',
      ...entries.slice(0, MAX_LISTED).map(entry),
      ...(hidden > 0 ? [`- ${format.plural(hidden, { one: 'mais #', many: 'mais #', other: 'mais #' })}`] : []),
    ].join('\n');
  },

  threadName: ({ channelName, startedAtMs }) => {
    const date = format.date(startedAtMs);
    return `${channelName.slice(0, MAX_THREAD_NAME_LENGTH - date.length - 3).toWellFormed()} · ${date}`;
  },

  refusals: {
    mayNotManage: ({ voiceChannelId }) =>
      `Você precisa de ${MANAGE_CHANNELS} em ${channelMention(voiceChannelId)} para configurar as legendas dele.`,
    mayNotPost: 'Você não pode postar neste canal, por isso não vou postar legendas aqui por você.',
    notSetUp: ({ voiceChannelId }) => `As legendas de ${channelMention(voiceChannelId)} não começam automaticamente.`,
    tooMany: ({ limit }) =>
      `Este servidor tem legendas automáticas em ${format.number(limit)} canais de voz, que é o limite. Desative as de um deles antes.`,
    noThreadsHere: `Não consigo abrir tópicos aqui. Use ${auto} em um canal de texto ou sem ${option('thread')}.`,
    outdated: `Esta escolha expirou. Use ${auto} de novo.`,
  },

  notStarted: {
    widerAudience: ({ voiceChannelId, textChannelId }) =>
      `Não iniciei as legendas de ${channelMention(voiceChannelId)}: pessoas que não veem esse canal podem ler ${channelMention(textChannelId)}. Alguém com ${MANAGE_CHANNELS} nele pode permitir isso com ${auto}.`,
    missingPermissions: ({ voiceChannelId, textChannelId, permissions }) =>
      permissions.length === 0
        ? `Não consigo iniciar as legendas de ${channelMention(voiceChannelId)}: não posso postar em ${channelMention(textChannelId)}. Use ${auto} em outro canal.`
        : `Não consigo iniciar as legendas de ${channelMention(voiceChannelId)}. Preciso de permissão para ${format.list(permissions.map((name) => bold(name)))} em ${channelMention(textChannelId)}.`,
    because: ({ voiceChannelId, reason }) => `Não iniciei as legendas de ${channelMention(voiceChannelId)}. ${reason}`,
  },
};

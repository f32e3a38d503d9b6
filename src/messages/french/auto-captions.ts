import { bold, channelMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command, option } from './names.ts';

const format = createFormat('fr');

type AutoCaptions = Messages['captions']['auto'];
type Entry = Parameters<AutoCaptions['list']>[0]['entries'][number];

const auto = command('captions auto');
const stop = command('captions stop');

const MAX_LISTED = 10;
/** Discord's bound on a thread's name, in UTF-16 units. */
const MAX_THREAD_NAME_LENGTH = 100;

function entry({ voiceChannelId, textChannelId, isThreaded, language }: Entry): string {
  const [voice, text] = [channelMention(voiceChannelId), channelMention(textChannelId)];
  const where = isThreaded ? `${voice} dans des fils de ${text}` : `${voice} dans ${text}`;
  return language === undefined ? `- ${where}` : `- ${where} (${language})`;
}

/** French: captions that start by themselves. */
export const autoCaptionMessages: AutoCaptions = {
  command: {
    description: "Activer les sous-titres dès que quelqu'un rejoint un salon vocal",
    voiceChannel: 'Le salon vocal à sous-titrer',
    mode: 'Activer ou désactiver les sous-titres automatiques',
    modes: { on: 'activer', off: 'désactiver' },
    thread: 'Ouvrir un nouveau fil à chaque fois (par défaut : non)',
    language: 'La langue parlée (par défaut : détectée automatiquement)',
  },

  on: ({ voiceChannelId, textChannelId, isThreaded, isStarting }) => {
    const [voice, text] = [channelMention(voiceChannelId), channelMention(textChannelId)];
    if (isStarting) {
      return isThreaded
        ? `Les sous-titres de ${voice} s'activent dans un instant, car il y a déjà du monde. Désormais, ils s'activent dès que quelqu'un rejoint le salon, à chaque fois dans un nouveau fil de ${text}, et s'arrêtent quand tout le monde est parti.`
        : `Les sous-titres de ${voice} s'activent dans ${text} dans un instant, car il y a déjà du monde. Désormais, ils s'activent dès que quelqu'un rejoint le salon et s'arrêtent quand tout le monde est parti.`;
    }
    return isThreaded
      ? `Désormais, les sous-titres de ${voice} s'activent dès que quelqu'un rejoint le salon, à chaque fois dans un nouveau fil de ${text}. Ils s'arrêtent quand tout le monde est parti.`
      : `Désormais, les sous-titres de ${voice} s'activent dans ${text} dès que quelqu'un rejoint le salon. Ils s'arrêtent quand tout le monde est parti.`;
  },
  off: ({ voiceChannelId, isRunning }) =>
    isRunning
      ? `Les sous-titres de ${channelMention(voiceChannelId)} ne s'activent plus automatiquement. Ceux en cours continuent : utilise ${stop} pour les arrêter.`
      : `Les sous-titres de ${channelMention(voiceChannelId)} ne s'activent plus automatiquement.`,
  confirm: ({ voiceChannelId, textChannelId }) =>
    `Des personnes qui ne voient pas ${channelMention(voiceChannelId)} peuvent lire ${channelMention(textChannelId)}. Si tu confirmes, l'annonce de ces sous-titres indiquera que c'est toi qui as confirmé.`,

  list: ({ entries }) => {
    const hidden = entries.length - MAX_LISTED;
    return [
      "Sous-titres qui s'activent automatiquement :",
      ...entries.slice(0, MAX_LISTED).map(entry),
      ...(hidden > 0 ? [`- ${format.plural(hidden, { one: '# autre', many: "# d'autres", other: '# autres' })}`] : []),
    ].join('\n');
  },

  threadName: ({ channelName, startedAtMs }) => {
    const date = format.date(startedAtMs);
    return `${channelName.slice(0, MAX_THREAD_NAME_LENGTH - date.length - 3).toWellFormed()} · ${date}`;
  },

  refusals: {
    mayNotManage: ({ voiceChannelId }) =>
      `Il te faut la permission ${bold('Gérer les salons')} dans ${channelMention(voiceChannelId)} pour configurer ses sous-titres.`,
    mayNotPost: 'Tu ne peux pas publier toi-même dans ce salon, je ne vais donc pas y publier de sous-titres pour toi.',
    notSetUp: ({ voiceChannelId }) =>
      `Les sous-titres de ${channelMention(voiceChannelId)} ne s'activent pas automatiquement.`,
    tooMany: ({ limit }) =>
      `Ce serveur a atteint la limite des sous-titres automatiques : ${format.plural(limit, {
        one: '# salon vocal',
        many: '# de salons vocaux',
        other: '# salons vocaux',
      })}. Désactive-les d'abord dans l'un d'eux.`,
    noThreadsHere: `Je ne peux pas ouvrir de fil ici. Utilise ${auto} dans un salon textuel, ou sans ${option('thread')}.`,
    outdated: `Ce choix n'est plus à jour. Utilise de nouveau ${auto}.`,
  },

  notStarted: {
    widerAudience: ({ voiceChannelId, textChannelId }) =>
      `Je n'ai pas activé les sous-titres de ${channelMention(voiceChannelId)} : des personnes qui ne voient pas ce salon peuvent lire ${channelMention(textChannelId)}. Une personne qui y a la permission ${bold('Gérer les salons')} peut l'autoriser avec ${auto}.`,
    missingPermissions: ({ voiceChannelId, textChannelId, permissions }) =>
      permissions.length === 0
        ? `Je ne peux pas activer les sous-titres de ${channelMention(voiceChannelId)} : je ne peux pas publier dans ${channelMention(textChannelId)}. Utilise ${auto} dans un autre salon.`
        : `Je ne peux pas activer les sous-titres de ${channelMention(voiceChannelId)}. Accorde-moi ${format.list(permissions.map((name) => bold(name)))} dans ${channelMention(textChannelId)}.`,
    because: ({ voiceChannelId, reason }) =>
      `Je n'ai pas activé les sous-titres de ${channelMention(voiceChannelId)}. ${reason}`,
  },
};

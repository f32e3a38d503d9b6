import { bold, userMention } from '@discordjs/formatters';
import { createFormat } from '../../format.ts';
import type { Messages } from '../../messages.ts';
import { command } from '../names.ts';

const format = createFormat('fr');

/** A title as it is written in texts. */
export function named(title: string): string {
  return bold(title === '' ? 'Sans titre' : title);
}

/** A voice with how fast and loud it speaks. */
export const soundMessage: Messages['voiceModels']['sound'] = ({ title, speed = 1, volumeDb = 0 }) => {
  const name = title === undefined ? 'la voix par défaut' : named(title);
  const details = [
    ...(speed === 1 ? [] : [`vitesse ${format.number(speed, 2)}×`]),
    ...(volumeDb === 0 ? [] : [`${volumeDb > 0 ? '+' : ''}${format.number(volumeDb, 2)} dB`]),
  ];
  return details.length === 0 ? name : `${name} (${details.join(', ')})`;
};

/** French: the answers to `/voice use`. */
export const useMessages: Messages['voiceModels']['use'] = {
  here: ({ sound }) => `Sur ce serveur, ta voix est maintenant ${sound}.`,
  everywhere: ({ sound }) =>
    `Partout, ta voix est maintenant ${sound}. Elle remplace celles que tu avais choisies pour certains serveurs.`,
  onlyInItsServer: ({ sound }) =>
    `Ta voix est maintenant ${sound}. Elle est réservée à un serveur : sur les autres et en message privé, j'utilise la voix par défaut.`,
  onlyInItsServerAndDirect: ({ sound }) =>
    `Ta voix est maintenant ${sound}, y compris en message privé. Elle est réservée à un serveur : sur les autres, j'utilise la voix par défaut.`,
  takenBackHere: 'Ton choix pour ce serveur est réinitialisé.',
  takenBackEverywhere: 'Ton choix pour tous les serveurs est réinitialisé.',
  nowHere: ({ here, elsewhere }) => `${bold('Sur ce serveur :')} ${here} · ${bold('Ailleurs :')} ${elsewhere}`,
  forMember: ({ userId, sound }) =>
    `${userMention(userId)} parle maintenant avec ${sound} sur ce serveur. ${command('voice use')} permet de changer cela.`,
  notForMember: "Ce membre ne peut pas utiliser cette voix. Choisis-en une qu'il peut utiliser.",
  membersByManagers:
    "Seules les personnes qui peuvent changer les paramètres de ce serveur peuvent choisir une voix pour quelqu'un d'autre.",
  membersInServers: 'Les voix des membres se choisissent sur un serveur.',
  nowEverywhere: ({ sound }) => `${bold('Partout :')} ${sound}`,
};

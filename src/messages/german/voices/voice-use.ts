import { bold, userMention } from '@discordjs/formatters';
import { createFormat } from '../../format.ts';
import type { Messages } from '../../messages.ts';
import { command } from '../names.ts';

const format = createFormat('de');

/** A title as it is written in texts. */
export function named(title: string): string {
  return bold(title === '' ? 'Ohne Titel' : title);
}

/** A voice with how fast and loud it speaks. */
export const soundMessage: Messages['voiceModels']['sound'] = ({ title, speed = 1, volumeDb = 0 }) => {
  const name = title === undefined ? 'die Standardstimme' : named(title);
  const details = [
    ...(speed === 1 ? [] : [`${format.number(speed, 2)}× Tempo`]),
    ...(volumeDb === 0 ? [] : [`${volumeDb > 0 ? '+' : ''}${format.number(volumeDb, 2)} dB`]),
  ];
  return details.length === 0 ? name : `${name} (${details.join(', ')})`;
};

/** German: the answers to `/voice use`. */
export const useMessages: Messages['voiceModels']['use'] = {
  here: ({ sound }) => `Deine Stimme auf diesem Server ist jetzt ${sound}.`,
  everywhere: ({ sound }) =>
    `Deine Stimme ist jetzt überall ${sound}. Das ersetzt, was du auf einzelnen Servern gewählt hattest.`,
  onlyInItsServer: ({ sound }) =>
    `Deine Stimme ist jetzt ${sound}. Es gibt sie nur auf einem Server; auf anderen Servern und in Direktnachrichten verwende ich die Standardstimme.`,
  onlyInItsServerAndDirect: ({ sound }) =>
    `Deine Stimme ist jetzt ${sound}, auch in Direktnachrichten. Es gibt sie nur auf einem Server; auf anderen Servern verwende ich die Standardstimme.`,
  takenBackHere: 'Deine Auswahl für diesen Server ist zurückgesetzt.',
  takenBackEverywhere: 'Deine Auswahl für alle Server ist zurückgesetzt.',
  nowHere: ({ here, elsewhere }) => `${bold('Auf diesem Server:')} ${here} · ${bold('Anderswo:')} ${elsewhere}`,
  forMember: ({ userId, sound }) =>
    `${userMention(userId)} spricht auf diesem Server jetzt mit ${sound}. Mit ${command('voice use')} lässt sich das ändern.`,
  notForMember: 'Dieses Mitglied darf diese Stimme nicht verwenden. Wähle eine, die es verwenden kann.',
  membersByManagers: 'Nur wer die Einstellungen dieses Servers ändern darf, kann für andere eine Stimme wählen.',
  membersInServers: 'Stimmen für Mitglieder kannst du nur auf einem Server wählen.',
  nowEverywhere: ({ sound }) => `${bold('Überall:')} ${sound}`,
};

import { bold, userMention } from '@discordjs/formatters';
import { createFormat } from '../../format.ts';
import type { Messages } from '../../messages.ts';
import { command } from '../names.ts';

const format = createFormat('es');

/** A title as it is written in texts. */
export function named(title: string): string {
  return bold(title === '' ? 'Sin título' : title);
}

/** A voice with how fast and loud it speaks. */
export const soundMessage: Messages['voiceModels']['sound'] = ({ title, speed = 1, volumeDb = 0 }) => {
  const name = title === undefined ? 'la voz predeterminada' : named(title);
  const details = [
    ...(speed === 1 ? [] : [`velocidad ${format.number(speed, 2)}×`]),
    ...(volumeDb === 0 ? [] : [`${volumeDb > 0 ? '+' : ''}${format.number(volumeDb, 2)} dB`]),
  ];
  return details.length === 0 ? name : `${name} (${details.join('; ')})`;
};

/** Spanish: the answers to `/voice use`. */
export const useMessages: Messages['voiceModels']['use'] = {
  here: ({ sound }) => `Tu voz en este servidor es ahora ${sound}.`,
  everywhere: ({ sound }) =>
    `Tu voz en todas partes es ahora ${sound}. Reemplaza lo que elegiste para servidores concretos.`,
  onlyInItsServer: ({ sound }) =>
    `Tu voz es ahora ${sound}. Es privada de un servidor, así que en los demás y en los mensajes directos uso la voz predeterminada.`,
  onlyInItsServerAndDirect: ({ sound }) =>
    `Tu voz es ahora ${sound}, también en los mensajes directos. Es privada de un servidor, así que en los demás uso la voz predeterminada.`,
  takenBackHere: 'Se restableció tu elección para este servidor.',
  takenBackEverywhere: 'Se restableció tu elección para todos los servidores.',
  nowHere: ({ here, elsewhere }) =>
    `${bold('En este servidor:')} ${here} · ${bold('En los demás sitios:')} ${elsewhere}`,
  forMember: ({ userId, sound }) =>
    `Ahora ${userMention(userId)} habla con ${sound} en este servidor. Puede cambiarlo con ${command('voice use')}.`,
  notForMember: 'Ese miembro no puede usar esta voz. Elige una que pueda usar.',
  membersByManagers: 'Solo quien puede cambiar los ajustes de este servidor puede elegir una voz para otra persona.',
  membersInServers: 'Las voces de los miembros se eligen en un servidor.',
  nowEverywhere: ({ sound }) => `${bold('En todas partes:')} ${sound}`,
};

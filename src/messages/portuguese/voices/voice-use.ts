import { bold, userMention } from '@discordjs/formatters';
import { createFormat } from '../../format.ts';
import type { Messages } from '../../messages.ts';
import { command } from '../names.ts';

const format = createFormat('pt');

/** A title as it is written in texts. */
export function named(title: string): string {
  return bold(title === '' ? 'Sem título' : title);
}

/** A voice with how fast and loud it speaks. */
export const soundMessage: Messages['voiceModels']['sound'] = ({ title, speed = 1, volumeDb = 0 }) => {
  const name = title === undefined ? 'a voz padrão' : named(title);
  const details = [
    ...(speed === 1 ? [] : [`velocidade ${format.number(speed, 2)}×`]),
    ...(volumeDb === 0 ? [] : [`${volumeDb > 0 ? '+' : ''}${format.number(volumeDb, 2)} dB`]),
  ];
  return details.length === 0 ? name : `${name} (${details.join('; ')})`;
};

/** Brazilian Portuguese: the answers to `/voice use`. */
export const useMessages: Messages['voiceModels']['use'] = {
  here: ({ sound }) => `Agora, a sua voz neste servidor é ${sound}.`,
  everywhere: ({ sound }) =>
    `Agora, a sua voz em todos os lugares é ${sound}. Ela substitui o que você escolheu em cada servidor.`,
  onlyInItsServer: ({ sound }) =>
    `Agora, a sua voz é ${sound}. Ela é privada e só vale em um servidor; nos outros e nas mensagens diretas, uso a voz padrão.`,
  onlyInItsServerAndDirect: ({ sound }) =>
    `Agora, a sua voz é ${sound}, também nas mensagens diretas. Ela é privada e só vale em um servidor; nos outros, uso a voz padrão.`,
  takenBackHere: 'A sua escolha para este servidor foi redefinida.',
  takenBackEverywhere: 'A sua escolha para todos os servidores foi redefinida.',
  nowHere: ({ here, elsewhere }) => `${bold('Neste servidor:')} ${here} · ${bold('Nos outros lugares:')} ${elsewhere}`,
  forMember: ({ userId, sound }) =>
    `Agora ${userMention(userId)} fala com ${sound} neste servidor. Dá para mudar isso com ${command('voice use')}.`,
  notForMember: 'Esse membro não pode usar esta voz. Escolha uma que ele possa usar.',
  membersByManagers: 'Só quem pode mudar as configurações deste servidor pode escolher uma voz para outra pessoa.',
  membersInServers: 'As vozes dos membros são escolhidas em um servidor.',
  nowEverywhere: ({ sound }) => `${bold('Em todos os lugares:')} ${sound}`,
};

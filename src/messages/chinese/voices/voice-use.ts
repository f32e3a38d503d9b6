import { bold, userMention } from '@discordjs/formatters';
import { createFormat } from '../../format.ts';
import type { Messages } from '../../messages.ts';
import { command } from '../names.ts';

type VoiceModels = Messages['voiceModels'];

const format = createFormat('zh');

/** A title as it is written in texts. */
export function named(title: string): string {
  return bold(title === '' ? '无标题' : title);
}

export const soundMessage: VoiceModels['sound'] = ({ title, speed = 1, volumeDb = 0 }) => {
  const name = title === undefined ? '默认声音' : named(title);
  const details = [
    ...(speed === 1 ? [] : [`语速 ${format.number(speed, 2)}×`]),
    ...(volumeDb === 0 ? [] : [`音量 ${volumeDb > 0 ? '+' : ''}${format.number(volumeDb, 2)} dB`]),
  ];
  return details.length === 0 ? name : `${name}（${details.join('，')}）`;
};

/** Simplified Chinese: the answers to `/voice use`. */
export const useMessages: VoiceModels['use'] = {
  here: ({ sound }) => `你在此服务器的声音已更改为：${sound}。`,
  everywhere: ({ sound }) => `你的全局声音已更改为：${sound}。它取代了你在各服务器的选择。`,
  onlyInItsServer: ({ sound }) =>
    `你的声音已更改为：${sound}。它是某个服务器私有的，所以在其他服务器和私信中，我会使用默认声音。`,
  onlyInItsServerAndDirect: ({ sound }) =>
    `你的声音已更改为：${sound}，私信中也适用。它是某个服务器私有的，所以在其他服务器中，我会使用默认声音。`,
  takenBackHere: '已重置你在此服务器的选择。',
  takenBackEverywhere: '已重置你在所有服务器的选择。',
  nowHere: ({ here, elsewhere }) => `${bold('在此服务器：')}${here} · ${bold('其他地方：')}${elsewhere}`,
  forMember: ({ userId, sound }) =>
    `在此服务器中，${userMention(userId)} 现在的声音是：${sound}。对方可以用 ${command('voice use')} 更改。`,
  notForMember: '该成员不能使用此声音。请选择对方可以使用的声音。',
  membersByManagers: '只有可以更改此服务器设置的人才能为别人选择声音。',
  membersInServers: '请在服务器中为成员选择声音。',
  nowEverywhere: ({ sound }) => `${bold('全局：')}${sound}`,
};

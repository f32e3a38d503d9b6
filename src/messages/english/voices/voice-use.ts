import { bold, userMention } from '@discordjs/formatters';
import { createFormat } from '../../format.ts';
import { command } from '../names.ts';

const format = createFormat('en');

interface Sound {
  /** Sanitized; empty where the voice has none. */
  readonly title: string | undefined;
  readonly speed: number | undefined;
  readonly volumeDb: number | undefined;
}

interface Sounding {
  readonly sound: string;
}

/** A title as it is written in texts. */
export function named(title: string): string {
  return bold(title === '' ? 'Untitled' : title);
}

/** A voice with how fast and loud it speaks; `undefined` for the default voice, and for what nobody chose. */
export const soundMessage = ({ title, speed = 1, volumeDb = 0 }: Sound): string => {
  const name = title === undefined ? 'the default voice' : named(title);
  const details = [
    ...(speed === 1 ? [] : [`${format.number(speed, 2)}× speed`]),
    ...(volumeDb === 0 ? [] : [`${volumeDb > 0 ? '+' : ''}${format.number(volumeDb, 2)} dB`]),
  ];
  return details.length === 0 ? name : `${name} (${details.join(', ')})`;
};

/** English: the answers to `/voice use`. `sound` is a voice with its speed and volume. */
export const useMessages = {
  here: ({ sound }: Sounding) => `Your voice in this server is now ${sound}.`,
  everywhere: ({ sound }: Sounding) =>
    `Your voice everywhere is now ${sound}. It replaces your choices for individual servers.`,
  /** A voice that only one server may use was chosen everywhere. */
  onlyInItsServer: ({ sound }: Sounding) =>
    `Your voice is now ${sound}. It's private to one server, so in other servers and in direct messages I use the default voice.`,
  /** The same, for the voice's creator. */
  onlyInItsServerAndDirect: ({ sound }: Sounding) =>
    `Your voice is now ${sound}, also in direct messages. It's private to one server, so in other servers I use the default voice.`,
  takenBackHere: 'Your choice for this server is reset.',
  takenBackEverywhere: 'Your choice for all servers is reset.',
  /** What applies where now. */
  nowHere: ({ here, elsewhere }: { readonly here: string; readonly elsewhere: string }) =>
    `${bold('In this server:')} ${here} · ${bold('Elsewhere:')} ${elsewhere}`,
  /** Of somebody else, by a manager. */
  forMember: ({ userId, sound }: Sounding & { readonly userId: string }) =>
    `${userMention(userId)} speaks with ${sound} in this server now. They can change that with ${command('voice use')}.`,
  notForMember: 'That member may not use this voice. Choose one that they can use.',
  membersByManagers: "Only people who may change this server's settings can choose a voice for someone else.",
  membersInServers: 'Choose voices for members in a server.',
  nowEverywhere: ({ sound }: Sounding) => `${bold('Everywhere:')} ${sound}`,
};

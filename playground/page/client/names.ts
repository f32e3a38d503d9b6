import type { ChannelView, PersonView, ServerView } from '../protocol.ts';
import { mentionedPath } from './commands/offered-commands.ts';
import type { PageState } from './state.ts';

/** Discord's numbers for the kinds of channels that the page tells apart. */
const VOICE_CHANNELS: ReadonlySet<number> = new Set([2, 13]);
const DIRECT_CHANNEL = 1;
const THREADS: ReadonlySet<number> = new Set([10, 11, 12]);

export function isThread({ type }: ChannelView): boolean {
  return THREADS.has(type);
}

export function isVoiceChannel({ type }: ChannelView): boolean {
  return VOICE_CHANNELS.has(type);
}

/** The server that is open; `undefined`: direct messages. */
export function openServer({ servers, serverId }: PageState): ServerView | undefined {
  return servers.find(({ id }) => id === serverId);
}

/** Someone by their id, in the open server first: names are the same in all of them. */
export function findPerson(state: PageState, id: string): PersonView | undefined {
  const servers = [openServer(state), ...state.servers];
  for (const server of servers) {
    const person = server?.members.find((member) => member.id === id);
    if (person !== undefined) return person;
  }
  return undefined;
}

export function findRole({ servers }: PageState, id: string): ServerView['roles'][number] | undefined {
  return servers.flatMap(({ roles }) => roles).find((role) => role.id === id);
}

/** A channel of any server, and the server. */
export function findChannel(
  { servers }: PageState,
  id: string | undefined,
): { readonly server: ServerView; readonly channel: ChannelView } | undefined {
  for (const server of servers) {
    const channel = server.channels.find((candidate) => candidate.id === id);
    if (channel !== undefined) return { server, channel };
  }
  return undefined;
}

/** The path of a command that is mentioned, in the visitor's language. */
export function commandPath({ commands, serverId, welcome }: PageState, id: string, name: string): string {
  const offered = commands.get(serverId ?? '') ?? [];
  return mentionedPath(offered, { id, name }, welcome?.visitor.locale ?? 'en-US');
}

/** The bot that the playground runs. */
export function findBot({ servers }: PageState): PersonView | undefined {
  return servers.flatMap(({ members }) => members).find(({ isBot }) => isBot);
}

/** The visitor's direct messages, as a channel. */
export function directChannel({ welcome }: PageState, botName: string): ChannelView {
  return {
    id: welcome?.visitor.directChannelId ?? '',
    name: botName,
    type: DIRECT_CHANNEL,
    parentId: undefined,
    isArchived: false,
    status: '',
    voiceMembers: [],
    userLimit: 0,
    canWrite: true,
  };
}

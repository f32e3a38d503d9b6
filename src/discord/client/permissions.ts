import { PermissionFlagsBits, PermissionsBitField } from 'discord.js';

/** What decides whether the bot can be heard in a channel. */
export interface VoiceChannelFacts {
  readonly channelId: string;
  readonly kind: 'voice' | 'stage';
  /** What the bot may do there, as Discord's permission bits. */
  readonly permissions: bigint;
  /** Most people that fit in; 0 means no limit. */
  readonly userLimit: number;
  /** Everybody connected but the bot itself. */
  readonly memberCount: number;
}

/** Why the bot does not even try to enter a channel. */
export type JoinRefusal =
  | { readonly kind: 'missing-permissions'; readonly channelId: string; readonly missing: readonly string[] }
  | { readonly kind: 'full'; readonly channelId: string; readonly userLimit: number }
  | { readonly kind: 'stage'; readonly channelId: string };

/** Needed to be heard in a voice channel, with the names of Discord's own settings page. */
const NEEDED = [
  ['View Channel', PermissionFlagsBits.ViewChannel],
  ['Connect', PermissionFlagsBits.Connect],
  ['Speak', PermissionFlagsBits.Speak],
] as const;

/** Says why entering this channel would be in vain; `undefined` when nothing speaks against it. */
export function refusalToJoin(channel: VoiceChannelFacts): JoinRefusal | undefined {
  const { channelId, userLimit } = channel;
  if (channel.kind === 'stage') return { kind: 'stage', channelId };
  const granted = new PermissionsBitField(channel.permissions);
  const missing = NEEDED.filter(([, bit]) => !granted.has(bit)).map(([name]) => name);
  if (missing.length > 0) return { kind: 'missing-permissions', channelId, missing };
  const isFull = userLimit > 0 && channel.memberCount >= userLimit;
  if (isFull && !granted.has(PermissionFlagsBits.MoveMembers)) return { kind: 'full', channelId, userLimit };
  return undefined;
}

/** Whether these permission bits make somebody one who may steer the bot from anywhere in the guild. */
export function isManager(permissions: bigint): boolean {
  return new PermissionsBitField(permissions).any([
    PermissionFlagsBits.ManageGuild,
    PermissionFlagsBits.MoveMembers,
    PermissionFlagsBits.MuteMembers,
  ]);
}

/** Whether these permission bits of a channel let somebody enter it. */
export function mayEnter(permissions: bigint): boolean {
  return new PermissionsBitField(permissions).has([PermissionFlagsBits.ViewChannel, PermissionFlagsBits.Connect]);
}

/** Names of what the bot lacks to show captions in a text channel or thread with these permission bits. */
export function missingForCaptions(permissions: bigint, isThread: boolean): string[] {
  const granted = new PermissionsBitField(permissions);
  const send = isThread
    ? (['Send Messages in Threads', PermissionFlagsBits.SendMessagesInThreads] as const)
    : (['Send Messages', PermissionFlagsBits.SendMessages] as const);
  const needed = [['View Channel', PermissionFlagsBits.ViewChannel] as const, send];
  return needed.filter(([, bit]) => !granted.has(bit)).map(([name]) => name);
}

/** Whether these permission bits of a channel let the bot find and make webhooks there. */
export function mayUseWebhooks(permissions: bigint): boolean {
  return new PermissionsBitField(permissions).has([
    PermissionFlagsBits.ViewChannel,
    PermissionFlagsBits.ManageWebhooks,
  ]);
}

/** Whether these permission bits of a channel let the bot post files there. */
export function mayAttachFiles(permissions: bigint): boolean {
  return new PermissionsBitField(permissions).has([PermissionFlagsBits.ViewChannel, PermissionFlagsBits.AttachFiles]);
}

/** Whether these permission bits of a channel or thread let the bot post messages there, and files when it `hasFiles`. */
export function mayPost(permissions: bigint, isThread: boolean, hasFiles: boolean): boolean {
  return missingForCaptions(permissions, isThread).length === 0 && (!hasFiles || mayAttachFiles(permissions));
}

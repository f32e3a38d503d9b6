import { PermissionFlagsBits, PermissionsBitField } from 'discord.js';
import type { Messages } from '../../messages/messages.ts';

/** A permission that the bot asks for by its name in the catalogue. */
export type PermissionKey = keyof Messages['interactions']['permissions'];

/** What decides whether the bot can speak in a channel. */
export interface VoiceChannelFacts {
  readonly channelId: string;
  readonly kind: 'voice' | 'stage';
  /** What the bot may do there, as Discord's permission bits. */
  readonly permissions: bigint;
  /** Most members that fit in; 0 means no limit. */
  readonly userLimit: number;
  /** Everyone connected except the bot. */
  readonly memberCount: number;
}

/** Why the bot does not try to enter a channel. */
export type JoinRefusal =
  | { readonly kind: 'missing-permissions'; readonly channelId: string; readonly missing: readonly PermissionKey[] }
  | { readonly kind: 'full'; readonly channelId: string; readonly userLimit: number };

type NeededPermission = readonly [PermissionKey, bit: bigint];

/** Needed to be in a voice or stage channel. */
const TO_ENTER: readonly NeededPermission[] = [
  ['viewChannel', PermissionFlagsBits.ViewChannel],
  ['connect', PermissionFlagsBits.Connect],
];

/** Needed to speak, by the kind of the channel: on a stage, its moderators decide who speaks. */
const TO_SPEAK: Readonly<Record<VoiceChannelFacts['kind'], readonly NeededPermission[]>> = {
  voice: [...TO_ENTER, ['speak', PermissionFlagsBits.Speak]],
  stage: TO_ENTER,
};

/** Why the bot could not speak in this channel, or not enter it; `undefined` when it could, on a stage if it is let. */
export function refusalToJoin(channel: VoiceChannelFacts): JoinRefusal | undefined {
  const { channelId, kind, userLimit } = channel;
  const missing = missingToSpeak(kind, channel.permissions);
  if (missing.length > 0) return { kind: 'missing-permissions', channelId, missing };
  const isFull = userLimit > 0 && channel.memberCount >= userLimit;
  if (isFull && !has(channel.permissions, PermissionFlagsBits.MoveMembers))
    return { kind: 'full', channelId, userLimit };
  return undefined;
}

/** What the bot lacks to be in a channel of this kind with these permission bits, and to speak in a voice channel. */
export function missingToSpeak(kind: VoiceChannelFacts['kind'], permissions: bigint): PermissionKey[] {
  return missingOf(TO_SPEAK[kind], permissions);
}

/** Whether these permission bits, of a voice channel or of the guild, let a member control the bot there from outside. */
export function isManager(permissions: bigint): boolean {
  return new PermissionsBitField(permissions).any([
    PermissionFlagsBits.ManageGuild,
    PermissionFlagsBits.MoveMembers,
    PermissionFlagsBits.MuteMembers,
  ]);
}

/** Whether these permission bits of a channel let a member see it. */
export function maySee(permissions: bigint): boolean {
  return has(permissions, PermissionFlagsBits.ViewChannel);
}

/** Whether these permission bits of a channel let a member enter it. */
export function mayEnter(permissions: bigint): boolean {
  return new PermissionsBitField(permissions).has([PermissionFlagsBits.ViewChannel, PermissionFlagsBits.Connect]);
}

/** What the bot lacks to show captions in a text channel or thread with these permission bits. */
export function missingCaptionPermissions(permissions: bigint, isThread: boolean): PermissionKey[] {
  const toSend: NeededPermission = isThread
    ? ['sendMessagesInThreads', PermissionFlagsBits.SendMessagesInThreads]
    : ['sendMessages', PermissionFlagsBits.SendMessages];
  return missingOf([['viewChannel', PermissionFlagsBits.ViewChannel], toSend], permissions);
}

/** What the bot lacks to show captions in people's names, and to attach files, in a channel with these permission bits. */
export function missingExtras(permissions: bigint): PermissionKey[] {
  const extras: readonly NeededPermission[] = [
    ['manageWebhooks', PermissionFlagsBits.ManageWebhooks],
    ['attachFiles', PermissionFlagsBits.AttachFiles],
  ];
  return missingOf(extras, permissions);
}

/** What the bot lacks to open threads for captions in a text channel with these permission bits. */
export function missingThreadPermissions(permissions: bigint): PermissionKey[] {
  const toOpen: readonly NeededPermission[] = [
    ['viewChannel', PermissionFlagsBits.ViewChannel],
    ['createPublicThreads', PermissionFlagsBits.CreatePublicThreads],
    ['sendMessagesInThreads', PermissionFlagsBits.SendMessagesInThreads],
  ];
  return missingOf(toOpen, permissions);
}

/** Whether these permission bits of a channel let the bot find and create webhooks there. */
export function mayUseWebhooks(permissions: bigint): boolean {
  return new PermissionsBitField(permissions).has([
    PermissionFlagsBits.ViewChannel,
    PermissionFlagsBits.ManageWebhooks,
  ]);
}

/** What the bot lacks to answer messages in a text channel or thread with these permission bits. */
export function missingToReply(permissions: bigint, isThread: boolean): PermissionKey[] {
  const history: NeededPermission = ['readMessageHistory', PermissionFlagsBits.ReadMessageHistory];
  return [...missingCaptionPermissions(permissions, isThread), ...missingOf([history], permissions)];
}

/** Whether these permission bits of a channel let the bot list the messages there. */
export function mayReadHistory(permissions: bigint): boolean {
  return new PermissionsBitField(permissions).has([
    PermissionFlagsBits.ViewChannel,
    PermissionFlagsBits.ReadMessageHistory,
  ]);
}

/** Whether these permission bits of a channel let the bot delete messages of others there. */
export function mayManageMessages(permissions: bigint): boolean {
  return new PermissionsBitField(permissions).has([
    PermissionFlagsBits.ViewChannel,
    PermissionFlagsBits.ManageMessages,
  ]);
}

/** Whether these permission bits of a channel let the bot post files there. */
export function mayAttachFiles(permissions: bigint): boolean {
  return new PermissionsBitField(permissions).has([PermissionFlagsBits.ViewChannel, PermissionFlagsBits.AttachFiles]);
}

/** Whether these permission bits of a channel or thread let the bot post messages there, and files when it `hasFiles`. */
export function mayPost(permissions: bigint, isThread: boolean, hasFiles: boolean): boolean {
  return missingCaptionPermissions(permissions, isThread).length === 0 && (!hasFiles || mayAttachFiles(permissions));
}

/** Whether these permission bits of a channel or thread let the bot post voice messages there, which need no Attach Files. */
export function maySendVoiceMessages(permissions: bigint, isThread: boolean): boolean {
  return mayPost(permissions, isThread, false) && has(permissions, PermissionFlagsBits.SendVoiceMessages);
}

function missingOf(needed: readonly NeededPermission[], permissions: bigint): PermissionKey[] {
  return needed.filter(([, bit]) => !has(permissions, bit)).map(([key]) => key);
}

function has(permissions: bigint, bit: bigint): boolean {
  return new PermissionsBitField(permissions).has(bit);
}

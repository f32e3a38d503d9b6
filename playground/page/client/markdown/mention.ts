import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { findChannel, findPerson, findRole, isVoiceChannel } from '../names.ts';
import { openChannel } from '../navigation.ts';
import { usePage, usePageState } from '../page.ts';
import { Icon } from '../parts/icon.ts';

/** Someone, a channel or a role by its name. A channel opens when it is pressed. */
export function Mention({ kind, id }: { readonly kind: 'person' | 'channel' | 'role'; readonly id: string }): VNode {
  if (kind === 'channel') return html`<${ChannelMention} id=${id} />`;
  return kind === 'role' ? html`<${RoleMention} id=${id} />` : html`<${PersonMention} id=${id} />`;
}

function PersonMention({ id }: { readonly id: string }): VNode {
  const { texts } = usePage();
  const name = usePageState((state) => findPerson(state, id)?.name);
  const isMe = usePageState(({ welcome }) => welcome?.visitor.id === id);
  return html`<span class="mention ${isMe ? 'is-me' : ''}">@${name ?? texts.messages.unknownPerson}</span>`;
}

function RoleMention({ id }: { readonly id: string }): VNode {
  const { texts } = usePage();
  const name = usePageState((state) => findRole(state, id)?.name);
  return html`<span class="mention">@${name ?? texts.messages.unknownRole}</span>`;
}

function ChannelMention({ id }: { readonly id: string }): VNode {
  const { store, texts } = usePage();
  const channel = usePageState((state) => findChannel(state, id)?.channel);
  if (channel === undefined) return html`<span class="mention">#${texts.messages.unknownChannel}</span>`;
  const open = (): void => store.update((state) => openChannel(state, id));
  return html`
    <button type="button" class="mention" onClick=${open}>
      <${Icon} name=${isVoiceChannel(channel) ? 'speaker' : 'hash'} />${channel.name}
    </button>
  `;
}

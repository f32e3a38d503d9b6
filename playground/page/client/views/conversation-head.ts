import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { ChannelView } from '../../protocol.ts';
import { isThread, isVoiceChannel } from '../names.ts';
import { usePage, usePageState } from '../page.ts';
import { Icon, type IconName } from '../parts/icon.ts';
import type { PageState } from '../state.ts';
import { HelpButton } from '../tour/help-button.ts';

/** The name of the open channel, and what else can be shown beside it. */
export function ConversationHead({ channel }: { readonly channel: ChannelView }): VNode {
  const { store, texts } = usePage();
  const icon: IconName = isThread(channel) ? 'thread' : isVoiceChannel(channel) ? 'speaker' : 'hash';
  return html`
    <header class="conversation-head">
      <button
        type="button"
        class="icon-button is-narrow-only"
        aria-label=${texts.shell.showChannels}
        onClick=${() => store.update(() => ({ pane: 'channels' }))}
      >
        <${Icon} name="menu" />
      </button>
      <${Icon} name=${channel.parentId === undefined && channel.type === 1 ? 'message' : icon} />
      <h2 class="ellipsis" dir="auto">${channel.name}</h2>
      ${channel.status !== '' && html`<p class="conversation-status ellipsis" dir="auto">${channel.status}</p>`}
      <div class="conversation-tools">
        <${HelpButton} />
        <${SideToggle} side="faults" icon="faults" name=${texts.shell.showFaults} />
        <${SideToggle} side="members" icon="members" name=${texts.shell.showMembers} />
      </div>
    </header>
  `;
}

interface SideToggleProps {
  readonly side: NonNullable<PageState['side']>;
  readonly icon: IconName;
  readonly name: string;
}

function SideToggle({ side, icon, name }: SideToggleProps): VNode {
  const { store } = usePage();
  const isOpen = usePageState((state) => state.side === side);
  const toggle = (): void =>
    store.update(() => (isOpen ? { side: undefined, pane: 'conversation' } : { side, pane: 'side' }));
  return html`
    <button type="button" class="icon-button" title=${name} aria-label=${name} aria-pressed=${isOpen ? 'true' : 'false'} onClick=${toggle}>
      <${Icon} name=${icon} />
    </button>
  `;
}

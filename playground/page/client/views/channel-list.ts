import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import type { ChannelView, ServerView } from '../../protocol.ts';
import { isThread, isVoiceChannel } from '../names.ts';
import { openChannel } from '../navigation.ts';
import { attempt, usePage, usePageState } from '../page.ts';
import { Icon, type IconName } from '../parts/icon.ts';
import { VoiceMembers } from '../voice/voice-members.ts';
import { UnreadBadge } from './unread-badge.ts';

interface ChannelsProps {
  readonly server: ServerView;
}

/** The text channels of a server with their threads. */
export function TextChannels({ server }: ChannelsProps): VNode | null {
  const { texts } = usePage();
  const id = useId();
  const channels = server.channels.filter((channel) => !isThread(channel) && !isVoiceChannel(channel));
  if (channels.length === 0) return null;
  return html`
    <section aria-labelledby=${id}>
      <h3 class="channels-title" id=${id}>${texts.shell.textChannels}</h3>
      <ul class="channel-list">
        ${channels.map(
          (channel) => html`
            <li key=${channel.id}>
              <${ChannelButton} channel=${channel} icon="hash" kind=${texts.shell.textChannel} />
              <${Threads} server=${server} channel=${channel} />
            </li>
          `,
        )}
      </ul>
    </section>
  `;
}

/** The voice channels of a server, with who is in them. */
export function VoiceChannels({ server }: ChannelsProps): VNode | null {
  const { texts } = usePage();
  const id = useId();
  const channels = server.channels.filter(isVoiceChannel);
  if (channels.length === 0) return null;
  return html`
    <section aria-labelledby=${id}>
      <h3 class="channels-title" id=${id}>${texts.shell.voiceChannels}</h3>
      <ul class="channel-list">
        ${channels.map((channel) => html`<li key=${channel.id}><${VoiceChannel} server=${server} channel=${channel} /></li>`)}
      </ul>
    </section>
  `;
}

function VoiceChannel({ server, channel }: { readonly server: ServerView; readonly channel: ChannelView }): VNode {
  const page = usePage();
  const { texts } = page;
  const isInside = usePageState(
    ({ welcome }) => welcome !== undefined && channel.voiceMembers.includes(welcome.visitor.id),
  );
  const join = (): void => void attempt(page, { kind: 'join-voice', channelId: channel.id });
  return html`
    <div class="channel-row">
      <${ChannelButton} channel=${channel} icon="speaker" kind=${texts.shell.voiceChannel} />
      ${
        !isInside &&
        html`
          <button type="button" class="join" aria-label=${texts.shell.joinVoice({ channel: channel.name })} onClick=${join}>
            ${texts.shell.join}
          </button>
        `
      }
    </div>
    ${channel.status !== '' && html`<p class="channel-status" dir="auto">${channel.status}</p>`}
    <${VoiceMembers} channel=${channel} />
    <${Threads} server=${server} channel=${channel} />
  `;
}

function Threads({ server, channel }: { readonly server: ServerView; readonly channel: ChannelView }): VNode | null {
  const { texts } = usePage();
  const openId = usePageState((state) => state.channelId);
  const threads = server.channels.filter((thread) => isThread(thread) && thread.parentId === channel.id);
  const archived = threads.filter(({ isArchived }) => isArchived);
  if (threads.length === 0) return null;
  const list = (shown: readonly ChannelView[]): VNode => html`
    <ul class="threads" aria-label=${texts.shell.threadsOf({ channel: channel.name })}>
      ${shown.map((thread) => html`<li key=${thread.id}><${ChannelButton} channel=${thread} icon="thread" kind=${texts.shell.thread} /></li>`)}
    </ul>
  `;
  return html`
    ${archived.length < threads.length && list(threads.filter(({ isArchived }) => !isArchived))}
    ${
      archived.length > 0 &&
      html`
        <details class="archived" open=${archived.some(({ id }) => id === openId)}>
          <summary>${texts.shell.archivedThreads({ count: archived.length })}</summary>
          ${list(archived)}
        </details>
      `
    }
  `;
}

interface ChannelButtonProps {
  readonly channel: ChannelView;
  readonly icon: IconName;
  /** What it is, for screen readers. */
  readonly kind: string;
}

function ChannelButton({ channel, icon, kind }: ChannelButtonProps): VNode {
  const { store } = usePage();
  const isOpen = usePageState((state) => state.channelId === channel.id);
  const unread = usePageState((state) => state.unread.get(channel.id));
  return html`
    <button
      type="button"
      class="channel ${unread === undefined ? '' : 'is-unread'}"
      data-channel=${channel.id}
      aria-current=${isOpen ? 'page' : undefined}
      onClick=${() => store.update((state) => openChannel(state, channel.id))}
    >
      <${Icon} name=${icon} />
      <span class="visually-hidden">${kind}</span>
      <span class="ellipsis" dir="auto">${channel.name}</span>
      <${UnreadBadge} unread=${unread} />
    </button>
  `;
}

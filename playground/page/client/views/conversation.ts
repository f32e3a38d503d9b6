import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { ChannelView } from '../../protocol.ts';
import { Composer } from '../composer/composer.ts';
import { forgetHistories, loadNewest } from '../history.ts';
import { MessageList } from '../messages/message-list.ts';
import { directChannel, findBot, findChannel } from '../names.ts';
import { usePage, usePageState } from '../page.ts';
import { withNotice } from '../state.ts';
import { allUnread } from '../unread.ts';
import { VoiceMessageButton } from '../voice/voice-message-button.ts';
import { ConversationHead } from './conversation-head.ts';

/** The open channel: its head, its messages, and where one writes. */
export function Conversation(): VNode {
  const { texts } = usePage();
  const channel = useOpenChannel();
  const isConnected = usePageState((state) => state.isConnected);
  const isBotReady = usePageState((state) => state.isBotReady);
  useHistory(channel?.id, isConnected);
  useTitle(channel?.name);
  const state = isConnected ? (isBotReady ? undefined : texts.shell.botStarting) : texts.shell.reconnecting;
  return html`
    <main class="conversation">
      <h1 class="visually-hidden">${texts.shell.title}</h1>
      ${channel !== undefined && html`<${ConversationHead} channel=${channel} />`}
      <div class="banners" role="status">${state !== undefined && html`<p class="banner">${state}</p>`}</div>
      ${channel !== undefined && html`<${MessageList} key=${channel.id} channel=${channel} />`}
      ${channel !== undefined && html`<${Writing} channel=${channel} />`}
    </main>
  `;
}

function Writing({ channel }: { readonly channel: ChannelView }): VNode {
  const { texts } = usePage();
  if (!channel.canWrite) return html`<p class="cannot-write">${texts.messages.cannotWrite}</p>`;
  return html`
    <${Composer} key=${channel.id} channel=${channel} />
    <div class="voice-recording"><${VoiceMessageButton} channelId=${channel.id} /></div>
  `;
}

function useOpenChannel(): ChannelView | undefined {
  const found = usePageState((state) => findChannel(state, state.channelId)?.channel);
  const welcome = usePageState((state) => state.welcome);
  const botName = usePageState((state) => findBot(state)?.name ?? 'Mynah');
  const isDirect = usePageState((state) => state.channelId === state.welcome?.visitor.directChannelId);
  const { store } = usePage();
  const direct = useMemo(() => directChannel(store.state, botName), [store, welcome, botName]);
  return isDirect ? direct : found;
}

/** Loads the newest messages of a channel when it opens, and again when the connection comes back. */
function useHistory(channelId: string | undefined, isConnected: boolean): void {
  const { store, connection } = usePage();
  useEffect(() => {
    if (!isConnected) store.update(forgetHistories);
    else if (channelId !== undefined) {
      loadNewest(store, connection, channelId).catch((error: Error) =>
        store.update((state) => withNotice(state, error.message)),
      );
    }
  }, [store, connection, channelId, isConnected]);
}

/** The title of the tab: where one is, and how many messages mention the visitor elsewhere. */
function useTitle(name: string | undefined): void {
  const { texts } = usePage();
  const unread = usePageState((state) => state.unread);
  const pings = allUnread(unread)?.pings ?? 0;
  useEffect(() => {
    if (name === undefined) document.title = texts.shell.title;
    else
      document.title =
        pings > 0 ? texts.shell.titleWithPings({ pings, channel: name }) : texts.shell.titleOf({ channel: name });
  }, [name, pings, texts]);
}

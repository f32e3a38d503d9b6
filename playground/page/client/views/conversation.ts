import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { MessageMenu } from '../commands/message-menu.ts';
import { Composer } from '../composer/composer.ts';
import { FaultPanel } from '../faults/fault-panel.ts';
import { usePageState } from '../page.ts';
import { LanguageChoice } from '../tour/language-choice.ts';
import { VoiceMembers } from '../voice/voice-members.ts';
import { VoicePanel } from '../voice/voice-panel.ts';

export function Conversation(): VNode {
  const channel = usePageState(({ servers, channelId }) =>
    servers.flatMap((server) => server.channels).find(({ id }) => id === channelId),
  );
  const messages = usePageState((state) => state.messages.get(state.channelId ?? ''));
  return html`<main>
    ${messages?.map((message) => html`<p>${message.content} <${MessageMenu} message=${message} /></p>`)}
    ${channel && html`<${VoiceMembers} channel=${channel} /><${Composer} channel=${channel} />`}
    <${VoicePanel} /><${FaultPanel} /><${LanguageChoice} />
  </main>`;
}

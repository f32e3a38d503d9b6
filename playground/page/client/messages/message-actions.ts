import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { MessageView } from '../../protocol.ts';
import { MessageMenu } from '../commands/message-menu.ts';
import { usePage, usePageState } from '../page.ts';
import { Icon, type IconName } from '../parts/icon.ts';

interface MessageActionsProps {
  readonly message: MessageView;
  readonly onDelete: () => void;
}

/** What one can do with a message. */
export function MessageActions({ message, onDelete }: MessageActionsProps): VNode | null {
  const { store, texts } = usePage();
  const isEditing = usePageState(({ editingId }) => editingId === message.id);
  if (message.isLoading || isEditing) return null;
  const canEdit = message.isOwn && !message.isVoiceMessage;
  const reply = (): void => store.update(() => ({ replyingTo: message, editingId: undefined }));
  const edit = (): void => store.update(() => ({ editingId: message.id, replyingTo: undefined }));
  return html`
    <div class="message-actions" role="group" aria-label=${texts.messages.actions}>
      ${!message.isEphemeral && html`<${Action} icon="reply" name=${texts.messages.reply} onPress=${reply} />`}
      ${canEdit && html`<${Action} icon="edit" name=${texts.messages.edit} onPress=${edit} />`}
      ${message.isOwn && html`<${Action} icon="delete" name=${texts.messages.delete} onPress=${onDelete} />`}
      <${MessageMenu} message=${message} />
    </div>
  `;
}

function Action({
  icon,
  name,
  onPress,
}: {
  readonly icon: IconName;
  readonly name: string;
  readonly onPress: () => void;
}): VNode {
  return html`<button type="button" class="icon-button" title=${name} aria-label=${name} onClick=${onPress}><${Icon} name=${icon} /></button>`;
}

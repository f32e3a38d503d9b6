import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { usePage, usePageState } from '../page.ts';
import { Icon } from '../parts/icon.ts';
import type { ComposerDraft } from './composer-draft.ts';
import { changeDraft, recall } from './composer-state.ts';
import { FileList } from './file-field.ts';
import { MAX_MESSAGE_CHARACTERS } from './picked-files.ts';
import { ReplyBanner } from './reply-banner.ts';
import { type ComposerProps, MESSAGE_FIELD, TextField } from './text-field.ts';
import { useSend } from './use-send.ts';

/** Characters that are left when the box begins to say so. */
const SHOWS_LEFT_BELOW = 200;

/** The composer while a message is written, or a command looked for. */
export function MessageBox({ channel, composer, open }: ComposerProps): VNode {
  const { store, texts, locale } = usePage();
  const history = usePageState((state) => state.history);
  const replyingTo = usePageState((state) => state.replyingTo);
  const { problems, isSending, send, add } = useSend(channel.id, composer);
  const { text, files } = composer;
  const words = texts.commands.composer;
  const isReply = replyingTo?.channelId === channel.id;
  const change = (next: Partial<ComposerDraft>): void => store.update(changeDraft(channel.id, () => next));
  const takeFiles = (event: Event, list: globalThis.FileList | undefined): void => {
    if (list === undefined || list.length === 0) return;
    event.preventDefault();
    add([...list]);
  };
  const press = (event: KeyboardEvent): void => {
    const { target, key } = event;
    if (event.isComposing || event.defaultPrevented) return;
    const isField = target instanceof HTMLElement && target.id === MESSAGE_FIELD;
    const wantsOlder = isField && key === 'ArrowUp' && text === '';
    const recalled = wantsOlder ? recall(composer, history, open.commands, true) : undefined;
    if (key === 'Enter' && isField && !event.shiftKey) void send();
    else if (key === 'Escape' && isReply) store.update(() => ({ replyingTo: undefined }));
    else if (recalled !== undefined) change(recalled);
    else return;
    event.preventDefault();
  };
  const left = MAX_MESSAGE_CHARACTERS - Array.from(text).length;
  return html`
    <form class="composer" novalidate aria-busy=${isSending ? 'true' : undefined} aria-label=${words.label} onKeyDown=${press}
          onSubmit=${(event: Event) => {
            event.preventDefault();
            void send();
          }}
          onPaste=${(event: ClipboardEvent) => takeFiles(event, event.clipboardData?.files)}
          onDragOver=${(event: Event) => event.preventDefault()}
          onDrop=${(event: DragEvent) => takeFiles(event, event.dataTransfer?.files)}>
      ${isReply && html`<${ReplyBanner} name=${replyingTo.author.name} />`}
      <${FileList} files=${files} locale=${locale} label=${words.files}
                   onRemove=${(index: number) => change({ files: files.toSpliced(index, 1) })} />
      <div class="composer-line">
        <${FileButton} label=${words.addFiles} onPick=${add} />
        <${TextField} channel=${channel} composer=${composer} open=${open} />
        <button type="submit" class="button is-primary">${words.send}</button>
      </div>
      ${left < SHOWS_LEFT_BELOW && left >= 0 && html`<p class="composer-left" role="status">${words.charactersLeft({ count: left })}</p>`}
      <div class="composer-problems" role="alert">${problems.map((line) => html`<p key=${line}>${line}</p>`)}</div>
    </form>`;
}

function FileButton({
  label,
  onPick,
}: {
  readonly label: string;
  readonly onPick: (files: readonly File[]) => void;
}): VNode {
  const take = ({ currentTarget }: { currentTarget: HTMLInputElement }): void => {
    const picked = [...(currentTarget.files ?? [])];
    currentTarget.value = '';
    onPick(picked);
  };
  return html`
    <span class="composer-files" title=${label}>
      <input type="file" multiple aria-label=${label} onChange=${take} /><${Icon} name="plus" />
    </span>`;
}

import { html } from 'htm/preact';
import type { RefObject, VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ChannelView } from '../../protocol.ts';
import { Combobox } from '../commands/combobox.ts';
import { startDraft } from '../commands/command-draft.ts';
import { FileList } from '../commands/file-field.ts';
import type { OpenPlace } from '../commands/place.ts';
import { uploadFiles, UploadError } from '../commands/run-command.ts';
import { usePage, usePageState } from '../page.ts';
import { type ComposerDraft, changeDraft, offersFor, recall, typeText } from './composer-state.ts';
import { addFiles, MAX_MESSAGE_CHARACTERS } from './picked-files.ts';
import { ReplyBanner } from './reply-banner.ts';

/** The id of the box, whether it is a message's or a command's. */
export const MESSAGE_FIELD = 'composer-text';

/** Characters that are left when the box begins to say so. */
const SHOWS_LEFT_BELOW = 200;

interface MessageBoxProps {
  readonly channel: ChannelView;
  readonly composer: ComposerDraft;
  readonly open: OpenPlace;
}

/** The composer while a message is written, or a command looked for. */
export function MessageBox({ channel, composer, open }: MessageBoxProps): VNode {
  const { store, connection, texts, locale } = usePage();
  const history = usePageState((state) => state.history);
  const replyingTo = usePageState((state) => state.replyingTo);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isSending, setSending] = useState(false);
  const { text, files } = composer;
  const words = texts.commands.composer;
  const replyTo = replyingTo?.channelId === channel.id ? replyingTo.id : undefined;

  const change = (next: Partial<ComposerDraft>): void => store.update(changeDraft(channel.id, () => next));
  const add = (added: readonly File[]): void => {
    if (added.length === 0) return;
    const picked = addFiles(files, added);
    const leftOut = picked.leftOut === 0 ? [] : [words.filesLeftOut(picked.leftOut)];
    setProblems([...picked.tooLarge.map(words.fileTooLarge), ...leftOut]);
    change({ files: picked.files });
  };
  const send = async (): Promise<void> => {
    const { length } = Array.from(text.trim());
    if (isSending || (length === 0 && files.length === 0)) return;
    if (length > MAX_MESSAGE_CHARACTERS) return setProblems([words.tooLong(MAX_MESSAGE_CHARACTERS, length)]);
    setSending(true);
    setProblems([]);
    try {
      const ids = await uploadFiles(files);
      const reply = replyTo === undefined ? {} : { replyTo };
      await connection.request({ kind: 'send', channelId: channel.id, content: text.trim(), files: ids, ...reply });
      // What was typed while it was sent stays.
      store.update(changeDraft(channel.id, (now) => ({ text: now.text === text ? '' : now.text, files: [] })));
      if (replyTo !== undefined) store.update(() => ({ replyingTo: undefined }));
    } catch (error) {
      const isUpload = error instanceof UploadError;
      setProblems([isUpload ? texts.commands.problems.upload : error instanceof Error ? error.message : String(error)]);
    } finally {
      setSending(false);
    }
  };
  const press = (event: KeyboardEvent): void => {
    if (event.isComposing || event.defaultPrevented) return;
    const isField = event.target instanceof HTMLElement && event.target.id === MESSAGE_FIELD;
    const recalled = isField && event.key === 'ArrowUp' && text === '' ? recall(composer, history, open.commands, true) : undefined;
    if (event.key === 'Enter' && isField && !event.shiftKey) void send();
    else if (event.key === 'Escape' && replyTo !== undefined) store.update(() => ({ replyingTo: undefined }));
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
          onPaste=${(event: ClipboardEvent) => {
            const pasted = [...(event.clipboardData?.files ?? [])];
            if (pasted.length === 0) return;
            event.preventDefault();
            add(pasted);
          }}
          onDragOver=${(event: Event) => event.preventDefault()}
          onDrop=${(event: DragEvent) => {
            event.preventDefault();
            add([...(event.dataTransfer?.files ?? [])]);
          }}>
      ${replyTo !== undefined && html`<${ReplyBanner} name=${replyingTo?.author.name} />`}
      <${FileList} files=${files} locale=${locale} label=${words.files} remove=${words.removeFile}
                   onRemove=${(index: number) => change({ files: files.toSpliced(index, 1) })} />
      <div class="composer-line">
        <${FileButton} label=${words.addFiles} onPick=${add} />
        <${TextField} channel=${channel} composer=${composer} open=${open} />
        <button type="submit" class="composer-send" disabled=${isSending}>${isSending ? words.sending : words.send}</button>
      </div>
      ${left < SHOWS_LEFT_BELOW && left >= 0 && html`<p class="composer-left" role="status">${words.charactersLeft(left)}</p>`}
      <div class="composer-problems" role="alert">${problems.map((line) => html`<p key=${line}>${line}</p>`)}</div>
    </form>`;
}

function FileButton({ label, onPick }: { readonly label: string; readonly onPick: (files: readonly File[]) => void }): VNode {
  const take = ({ currentTarget }: { currentTarget: HTMLInputElement }): void => {
    const picked = [...(currentTarget.files ?? [])];
    currentTarget.value = '';
    onPick(picked);
  };
  return html`
    <span class="composer-files" title=${label}>
      <input type="file" multiple aria-label=${label} onChange=${take} /><span aria-hidden="true">+</span>
    </span>`;
}

/**
 * The box itself. While a command is looked for it is a combobox, which a box of several lines can't be: then another field
 * takes its place, with the caret where it was.
 */
function TextField({ channel, composer, open }: MessageBoxProps): VNode {
  const { store, texts } = usePage();
  const { text } = composer;
  const { composer: words, list } = texts.commands;
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const caret = useRef<number>(undefined);
  const offers = useMemo(() => offersFor(text, open.commands), [text, open.commands]);
  const entries = useMemo(
    () => (offers ?? []).map(({ shownPath, description }) => ({ label: `/${shownPath}`, hint: description })),
    [offers],
  );
  const isCommand = offers !== undefined;
  const wasCommand = useRef(isCommand);
  useLayoutEffect(() => {
    if (wasCommand.current === isCommand) return;
    wasCommand.current = isCommand;
    const at = caret.current ?? text.length;
    field.current?.focus();
    field.current?.setSelectionRange(at, at);
  }, [isCommand]);
  const isDirect = open.place.isDirect;
  const placeholder = isDirect ? words.directPlaceholder(channel.name) : words.placeholder(channel.name);
  const type = (typed: string, input: HTMLInputElement | HTMLTextAreaElement): void => {
    caret.current = input.selectionStart ?? undefined;
    store.update(changeDraft(channel.id, () => typeText(typed, open.commands)));
  };
  if (!isCommand) {
    return html`<${PlainText} field=${field} text=${text} label=${placeholder} onType=${type} />`;
  }
  return html`
    <${Combobox} id=${MESSAGE_FIELD} input=${field} text=${text} entries=${entries} listLabel=${list.label} opensOnFocus=${true}
                 highlightsFirst=${true} attributes=${{ 'aria-label': list.input }} onType=${type}
                 status=${list.found(entries.length)}
                 onPick=${(index: number) => {
                   const command = offers[index];
                   const draft = command && { text: '', command: startDraft(command), recalled: undefined };
                   if (draft !== undefined) store.update(changeDraft(channel.id, () => draft));
                 }} />`;
}

interface PlainTextProps {
  readonly field: RefObject<HTMLTextAreaElement>;
  readonly text: string;
  readonly label: string;
  readonly onType: (text: string, input: HTMLTextAreaElement) => void;
}

function PlainText({ field, text, label, onType }: PlainTextProps): VNode {
  // Where the browser can't size fields by their content, it is done by hand.
  useEffect(() => {
    const { current } = field;
    if (current === null || CSS.supports('field-sizing', 'content')) return;
    current.style.setProperty('height', 'auto');
    current.style.setProperty('height', `${current.scrollHeight}px`);
  }, [text]);
  return html`
    <textarea id=${MESSAGE_FIELD} ref=${field} rows="1" aria-label=${label} placeholder=${label} value=${text}
              onInput=${({ currentTarget }: { currentTarget: HTMLTextAreaElement }) => onType(currentTarget.value, currentTarget)}
    ></textarea>`;
}

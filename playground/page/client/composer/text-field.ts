import { html } from 'htm/preact';
import type { RefObject, VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { ChannelView } from '../../protocol.ts';
import { Combobox } from '../commands/combobox.ts';
import { startDraft } from '../commands/command-draft.ts';
import type { OpenPlace } from '../commands/place.ts';
import { usePage } from '../page.ts';
import type { ComposerDraft } from './composer-draft.ts';
import { changeDraft, offersFor, typeText } from './composer-state.ts';

/** The id of the box, whether it is a message's or a command's. */
export const MESSAGE_FIELD = 'composer-text';

export interface ComposerProps {
  readonly channel: ChannelView;
  readonly composer: ComposerDraft;
  readonly open: OpenPlace;
}

/**
 * The box itself. While a command is looked for it is a combobox, which a box of several lines can't be: then another field
 * takes its place, with the caret where it was.
 */
export function TextField({ channel, composer, open }: ComposerProps): VNode {
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
  useEffect(() => {
    // A command may have been typed before the bot's commands were known, or in another language.
    if (text.startsWith('/')) store.update(changeDraft(channel.id, (draft) => typeText(draft.text, open.commands)));
  }, [open.commands]);
  const placeholder = open.isDirect
    ? words.directPlaceholder({ name: channel.name })
    : words.placeholder({ channel: channel.name });
  const type = (typed: string, input: HTMLInputElement | HTMLTextAreaElement): void => {
    caret.current = input.selectionStart ?? undefined;
    store.update(changeDraft(channel.id, () => typeText(typed, open.commands)));
  };
  if (!isCommand) {
    return html`<${PlainText} field=${field} text=${text} label=${placeholder} onType=${type} />`;
  }
  return html`
    <${Combobox} id=${MESSAGE_FIELD} input=${field} text=${text} entries=${entries} listLabel=${list.label} opensOnFocus=${true} picksAndMoves=${true}
                 highlightsFirst=${true} attributes=${{ 'aria-label': list.input }} onType=${type}
                 status=${list.found({ count: entries.length })}
                 onPick=${(index: number) => {
                   const command = offers[index];
                   const draft = command && { text: '', command: startDraft(command), recalled: undefined };
                   if (draft !== undefined) store.update(changeDraft(channel.id, () => draft));
                 }} />`;
}

interface PlainTextProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
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

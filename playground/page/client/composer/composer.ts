import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { ChannelView } from '../../protocol.ts';
import { CommandBox } from '../commands/command-box.ts';
import { useOpenPlace } from '../commands/place.ts';
import { usePage, usePageState } from '../page.ts';
import { EMPTY_DRAFT } from './composer-draft.ts';
import { changeDraft, typeText } from './composer-state.ts';
import { focusComposer } from './focus-composer.ts';
import { MessageBox } from './message-box.ts';

/** Where the visitor writes messages and commands. */
export function Composer({ channel }: { readonly channel: ChannelView }): VNode {
  const { store, texts } = usePage();
  const open = useOpenPlace();
  const composer = usePageState((state) => state.drafts.get(channel.id)) ?? EMPTY_DRAFT;
  const insertion = usePageState((state) => state.insertion);
  const replyingTo = usePageState((state) => state.replyingTo?.id);
  const { command: draft } = composer;
  const command = open.commands.find(({ path }) => path === draft?.path);
  const hasCommand = command !== undefined;
  useTakeInsertion(channel.id, insertion);
  const hadCommand = useRef(hasCommand);
  useLayoutEffect(() => {
    // A command that was run or left gives the focus back to the box.
    if (hadCommand.current && !hasCommand) focusComposer();
    hadCommand.current = hasCommand;
  }, [hasCommand]);
  useLayoutEffect(() => {
    if (replyingTo !== undefined) focusComposer();
  }, [replyingTo]);
  useEffect(() => {
    // A command that is no longer offered, as after a change of language or place, is left.
    if (draft !== undefined && !hasCommand) store.update(changeDraft(channel.id, () => ({ command: undefined })));
  }, [draft, hasCommand, channel.id, store]);
  if (!channel.canWrite) return html`<p class="composer composer-closed">${texts.commands.composer.readOnly}</p>`;
  if (draft !== undefined && hasCommand) {
    const edited = { channelId: channel.id, command, composer, draft, place: open.suggestions };
    return html`
      <${CommandBox} key=${`${channel.id} ${command.path}`} edited=${edited} commands=${open.commands} locale=${open.locale} />`;
  }
  return html`<${MessageBox} key=${channel.id} channel=${channel} composer=${composer} open=${open} />`;
}

/** Takes a text that another part of the page puts into the composer, as a pressed command. */
function useTakeInsertion(channelId: string, insertion: string | undefined): void {
  const { store } = usePage();
  const { commands } = useOpenPlace();
  useLayoutEffect(() => {
    if (insertion === undefined) return;
    // A space ends the command's name, as if it was typed.
    const typed = insertion.startsWith('/') ? `${insertion} ` : insertion;
    if (insertion !== '') store.update(changeDraft(channelId, () => typeText(typed, commands)));
    store.update(() => ({ insertion: undefined }));
    focusComposer();
  }, [insertion, channelId, commands, store]);
}

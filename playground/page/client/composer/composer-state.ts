import { type CommandDraft, type OptionDraft, startDraft } from '../commands/command-draft.ts';
import type { OfferedCommand } from '../commands/offered-commands.ts';
import { readTyped } from '../commands/read-typed.ts';
import { searchCommands } from '../commands/search-commands.ts';
import type { PageState } from '../state.ts';
import { type ComposerDraft, EMPTY_DRAFT } from './composer-draft.ts';

/** Commands of the history that are kept. */
const MAX_HISTORY = 50;

/** Changes the draft of a channel: `store.update(changeDraft(channelId, (draft) => …))`. */
export function changeDraft(
  channelId: string,
  change: (draft: ComposerDraft) => Partial<ComposerDraft>,
): (state: PageState) => Pick<PageState, 'drafts'> {
  return ({ drafts }) => {
    const draft = drafts.get(channelId) ?? EMPTY_DRAFT;
    return { drafts: new Map([...drafts, [channelId, { ...draft, ...change(draft) }]]) };
  };
}

/**
 * Puts a command into the composer of the channel that is open, with what its options shall hold. The composer takes it and
 * gets the focus; a text that stands there stays under it.
 */
export function putCommand(
  command: OfferedCommand,
  values: Readonly<Record<string, OptionDraft>> = {},
): (state: PageState) => Partial<PageState> {
  return (state) => {
    if (state.channelId === undefined) return {};
    const draft = { command: startDraft(command, values), recalled: undefined };
    return { ...changeDraft(state.channelId, () => draft)(state), insertion: '' };
  };
}

/** What a typed text makes of a draft: a command as soon as one is named whole, as in `/say hello`. */
export function typeText(text: string, commands: readonly OfferedCommand[]): Partial<ComposerDraft> {
  const typed = text.startsWith('/') ? readTyped(text, commands) : undefined;
  if (typed === undefined) return { text };
  const values = Object.fromEntries(Object.entries(typed.texts).map(([name, value]) => [name, { text: value }]));
  return { text: '', command: startDraft(typed.command, values), recalled: undefined };
}

/** The commands that a text may become; `undefined` if it is a message. */
export function offersFor(text: string, commands: readonly OfferedCommand[]): readonly OfferedCommand[] | undefined {
  if (!text.startsWith('/') || text.includes('\n')) return undefined;
  const found = searchCommands(commands, text);
  return found.length === 0 ? undefined : found;
}

/** Keeps a command in the history. The same command twice in a row is kept once. */
export function withHistory(
  { history }: Pick<PageState, 'history'>,
  command: CommandDraft,
): Pick<PageState, 'history'> {
  const isSame = JSON.stringify(history.at(-1)) === JSON.stringify(command);
  return { history: isSame ? [...history.slice(0, -1), command] : [...history, command].slice(-MAX_HISTORY) };
}

/**
 * The draft that arrow up (`older: true`) or down brings: a command that is offered here, or the empty box after the newest.
 * `undefined` if there is none.
 */
export function recall(
  { recalled }: ComposerDraft,
  history: readonly CommandDraft[],
  commands: readonly OfferedCommand[],
  older: boolean,
): Partial<ComposerDraft> | undefined {
  const isOffered = (index: number): boolean => {
    const entry = history.at(-1 - index);
    return commands.some(({ path }) => path === entry?.path);
  };
  const from = recalled ?? -1;
  const step = older ? 1 : -1;
  for (let index = from + step; index >= 0 && index < history.length; index += step) {
    if (isOffered(index)) return { command: history.at(-1 - index), recalled: index, text: '' };
  }
  return older ? undefined : { command: undefined, recalled: undefined };
}

/** A command that is left becomes the text that brought it, without the space that ended it. */
export function leaveToText({ shownPath }: OfferedCommand): Partial<ComposerDraft> {
  return { text: `/${shownPath}`, command: undefined, recalled: undefined };
}

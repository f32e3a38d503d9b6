import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { usePage } from '../page.ts';
import { Combobox } from './combobox.ts';
import { type CommandDraft, furtherOptions } from './command-draft.ts';
import type { OfferedCommand, OfferedOption } from './offered-commands.ts';
import { MORE_FIELD } from './use-command-editor.ts';

interface MoreOptionsProps {
  readonly command: OfferedCommand;
  readonly draft: CommandDraft;
  readonly onOpen: (option: OfferedOption) => void;
  readonly onFocus: () => void;
}

/** Offers the options that have no field yet, behind the others as in Discord. */
export function MoreOptions({ command, draft, onOpen, onFocus }: MoreOptionsProps): VNode | null {
  const { texts } = usePage();
  const [typed, setTyped] = useState('');
  const { run } = texts.commands;
  const all = furtherOptions(command, draft, '');
  const found = useMemo(() => furtherOptions(command, draft, typed), [command, draft, typed]);
  const entries = useMemo(
    () => found.map(({ shownName, description }) => ({ label: shownName, hint: description })),
    [found],
  );
  if (all.length === 0) return null;
  const pick = (option: OfferedOption | undefined): void => {
    setTyped('');
    if (option !== undefined) onOpen(option);
  };
  const type = (text: string): void => {
    const named = all.find(({ name, shownName }) => text === `${name}:` || text === `${shownName}:`);
    if (named === undefined) setTyped(text);
    else pick(named);
  };
  return html`
    <div class="command-option option-more">
      <${Combobox} id=${MORE_FIELD} text=${typed} entries=${entries} listLabel=${run.more} opensOnFocus=${true} picksAndMoves=${true}
                   highlightsFirst=${typed !== ''} onFocus=${onFocus} onType=${type}
                   status=${entries.length === 0 ? run.noMatches : run.foundSuggestions({ count: entries.length })}
                   attributes=${{ 'aria-label': run.more, placeholder: run.morePlaceholder({ count: all.length }) }}
                   onPick=${(index: number) => pick(found[index])} />
    </div>`;
}

import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { usePage } from '../page.ts';
import type { OptionProblem } from './check-option.ts';
import type { OfferedCommand } from './offered-commands.ts';
import { problemText } from './problem-text.ts';

interface CommandProblemsProps {
  readonly command: OfferedCommand;
  /** By canonical option names. */
  readonly problems: Readonly<Record<string, OptionProblem>>;
  /** Why running the command failed. */
  readonly failure: string | undefined;
}

/** What is wrong with a command, each in words. */
export function CommandProblems({ command, problems, failure }: CommandProblemsProps): VNode {
  const { texts } = usePage();
  const wrong = command.options.flatMap(({ name, shownName }) => {
    const problem = problems[name];
    if (problem === undefined) return [];
    return [texts.commands.problems.in({ option: shownName, problem: problemText(problem, texts.commands) })];
  });
  const lines = failure === undefined ? wrong : [...wrong, failure];
  return html`<div class="composer-problems" role="alert">${lines.map((line) => html`<p key=${line}>${line}</p>`)}</div>`;
}

import type { Texts } from '../texts/texts.ts';
import type { OptionProblem } from './check-option.ts';

/** What people read about a problem with an option. */
export function problemText(problem: OptionProblem, { problems }: Texts['commands']): string {
  switch (problem.kind) {
    case 'too-small':
      return problems['too-small'](problem.min);
    case 'too-large':
      return problems['too-large'](problem.max);
    case 'too-short':
      return problems['too-short'](problem.min);
    case 'too-long':
      return problems['too-long'](problem.max, problem.length);
    default:
      return problems[problem.kind];
  }
}

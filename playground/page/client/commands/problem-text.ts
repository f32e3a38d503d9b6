import type { Texts } from '../texts/text-types.ts';
import type { OptionProblem } from './check-option.ts';

/** What people read about a problem with an option. */
export function problemText(problem: OptionProblem, { problems }: Texts['commands']): string {
  switch (problem.kind) {
    case 'too-small':
      return problems['too-small']({ min: String(problem.min) });
    case 'too-large':
      return problems['too-large']({ max: String(problem.max) });
    case 'too-short':
      return problems['too-short']({ min: problem.min });
    case 'too-long':
      return problems['too-long']({ max: problem.max, length: problem.length });
    default:
      return problems[problem.kind];
  }
}

import { wordErrorRate } from './captions-session.ts';

/** Sentences that flite speaks and PocketSphinx understands word for word. */
export const WEATHER = 'The weather is nice today.';
export const PARK = 'We are going to the park after lunch.';
export const BROTHER = 'My brother lives in the big city.';
export const TEA = 'I would like a cup of tea.';

/** Some 11 s of speech without a pause that would end it: on a busy machine, its first words take a while to be shown. */
export const LONG_SPEECH = [PARK, BROTHER, WEATHER, TEA, PARK].join(' ');

/** A predicate: the text has at most one wrong word in five. */
export function has(said: string): (text: string) => boolean {
  return (text) => wordErrorRate(said, text) <= 0.2;
}

import { wordErrorRate } from './captions-session.ts';

/** Sentences that flite speaks and PocketSphinx understands word for word. */
export const WEATHER = 'The weather is nice today.';
export const PARK = 'We are going to the park after lunch.';
export const BROTHER = 'My brother lives in the big city.';
export const TEA = 'I would like a cup of tea.';

/** Some 20 s of speech: on a busy machine, its first words can take 11 s to be shown. */
export const LONG_SPEECH = [PARK, BROTHER, WEATHER, TEA, PARK, BROTHER, WEATHER, TEA, PARK].join(' ');

/** A predicate: the share of wrong words in the text is at most this, by default one in five. */
export function has(said: string, mostWrong = 0.2): (text: string) => boolean {
  return (text) => wordErrorRate(said, text) <= mostWrong;
}

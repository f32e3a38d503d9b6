/**
 * Styles that every model of the service knows, from its documentation: tones, then feelings, then sounds.
 * https://docs.fish.audio/developer-guide/core-features/emotions
 */
export const EXPRESSION_STYLES = [
  'whispering',
  'soft tone',
  'shouting',
  'screaming',
  'in a hurry tone',
  'happy',
  'excited',
  'calm',
  'sad',
  'angry',
  'surprised',
  'nervous',
  'scared',
  'confident',
  'proud',
  'curious',
  'grateful',
  'sarcastic',
  'embarrassed',
  'laughing',
  'sighing',
  'sobbing',
] as const;

/** Takes styles in parentheses, and only those that it knows; later models take any words in brackets. */
const FIRST_MODEL = 's1';

/**
 * The expression mark of a style for a speech model; `undefined` when the model does not know the style. The style must be
 * of words only.
 */
export function expressionMark(style: string, model: string): string | undefined {
  if (model !== FIRST_MODEL) return `[${style}]`;
  const known = EXPRESSION_STYLES.find((each) => each === style.toLowerCase());
  return known && `(${known})`;
}

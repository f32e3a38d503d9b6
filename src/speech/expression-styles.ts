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

/** The expression mark of a style, which must be of words only. Marks in parentheses, as `s1` took them, are read out. */
export function expressionMark(style: string): string {
  return `[${style}]`;
}

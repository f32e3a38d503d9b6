import { withoutPhonemes } from '../text/pronunciation/phonemes.ts';
import { hasTokenEdge, makeSpeakable } from '../text/spoken/speakable.ts';

/** A text with its writer's name before it, in the words of the server's template. The name may hold phonemes. */
export function namedText(template: string, { name, text }: { readonly name: string; readonly text: string }): string {
  const named = `${makeSpeakable(template).replaceAll('{name}', () => name)} ${text}`;
  const spelled = withoutPhonemes(named);
  // Parts that are harmless alone could make a control token together.
  return hasTokenEdge(spelled) ? makeSpeakable(spelled) : named;
}

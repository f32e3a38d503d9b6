/** A piece of formatted text, as the page draws it: what can't be drawn safely is not in here. */
export type RichText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'break' }
  | {
      readonly kind: 'strong' | 'em' | 'underline' | 'strike' | 'spoiler' | 'quote' | 'subtext';
      readonly children: readonly RichText[];
    }
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly children: readonly RichText[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'code-block'; readonly text: string; readonly language: string | undefined }
  | { readonly kind: 'link'; readonly href: string; readonly children: readonly RichText[] }
  | {
      readonly kind: 'list';
      /** Number of the first item; `undefined`: not numbered. */
      readonly start: number | undefined;
      readonly items: readonly (readonly RichText[])[];
    }
  | { readonly kind: 'person' | 'channel' | 'role'; readonly id: string }
  | { readonly kind: 'everyone' | 'here' }
  | { readonly kind: 'command'; readonly id: string; readonly name: string }
  | { readonly kind: 'custom-emoji'; readonly name: string }
  | { readonly kind: 'emoji'; readonly text: string }
  | {
      readonly kind: 'time';
      /** Seconds since 1970. */
      readonly seconds: number;
      readonly format: string;
    };

/** Emoji that stand alone are large up to this number, as in Discord. */
const MOST_LARGE_EMOJI = 30;

/** Whether a text consists of nothing but a few emoji. */
export function isOnlyEmoji(nodes: readonly RichText[]): boolean {
  const emoji = nodes.filter(({ kind }) => kind === 'emoji' || kind === 'custom-emoji');
  const others = nodes.filter((node) => !emoji.includes(node));
  return (
    emoji.length > 0 &&
    emoji.length <= MOST_LARGE_EMOJI &&
    others.every((node) => node.kind === 'break' || (node.kind === 'text' && node.text.trim() === ''))
  );
}

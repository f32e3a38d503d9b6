/**
 * Invisible and silent characters: control characters except white space, lone surrogates, annotation marks and all that
 * Unicode calls ignorable, except the two joiners.
 */
const INVISIBLE = /(?![\t-\r\u0085])\p{Cc}|\p{Cs}|[\ufff9-\ufffb]|(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu;

/** Joiners stay where scripts need them: between emoji, after marks and in Arabic. */
const STRAY_JOINERS = /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\p{M}\p{Script=Arabic}])[\u200c\u200d]+/gu;

/** `<:name:id>` and `<a:name:id>`, as Discord writes a server's own emoji. */
const CUSTOM_EMOJI = /<a?:(\w+):\d+>/g;

/** A control token of the service, including the wide and small forms that NFKC normalizes to ASCII. */
const CONTROL_TOKEN = /[<＜﹤][|｜][^<＜﹤>＞﹥]*[|｜][>＞﹥]/gu;
/** The edge of an incomplete token. */
const TOKEN_EDGE = /[<＜﹤][|｜]|[|｜][>＞﹥]/gu;

/** A line end without punctuation. A full stop makes the voice pause there. */
const UNMARKED_LINE_END = /([\p{L}\p{M}\p{N}])[^\S\r\n\u2028\u2029]*[\r\n\u2028\u2029]\s*(?=\S)/gu;

/** A text without invisible and silent characters. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '').replace(STRAY_JOINERS, '');
}

/**
 * Turns a message into text that can be synthesized. Removes the service's control tokens `<|…|>`, however they are
 * nested or hidden, and invisible characters; replaces custom emoji with their names and white space with single spaces;
 * ends every line with punctuation, so that the voice pauses. Keeps `[expression]` markup. The result is in Unicode NFC.
 * Returns '' when no letter or digit is left.
 */
export function makeSpeakable(text: string): string {
  const words = withoutControlTokens(withoutInvisible(text)).normalize('NFC');
  const plain = words.replace(UNMARKED_LINE_END, '$1. ').replace(/\s+/gu, ' ').trim();
  return /[\p{L}\p{N}]/u.test(plain) ? plain : '';
}

/** True if a control token of the service or the edge of one is in the text, in whatever width its marks are. */
export function hasTokenEdge(text: string): boolean {
  return text.search(TOKEN_EDGE) !== -1;
}

/** A text without control tokens `<|…|>` and edges of them, and with custom emoji as their names. Removing one token can create another. */
export function withoutControlTokens(text: string): string {
  let before: string;
  let after = text;
  do {
    before = after;
    after = before.replace(CUSTOM_EMOJI, '$1').replace(CONTROL_TOKEN, '');
    if (after === before) after = before.replace(TOKEN_EDGE, '');
  } while (after !== before);
  return after;
}

/**
 * What is neither seen nor heard: control characters (white space apart), lone surrogates, annotation marks and all that
 * Unicode counts as ignorable. The two joiners stay where writing needs them: between emoji, after marks and in Arabic.
 */
const UNHEARD =
  /(?![\t-\r\u0085])\p{Cc}|\p{Cs}|[\ufff9-\ufffb]|(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\p{M}\p{Script=Arabic}])[\u200c\u200d]+/gu;

/** `<:name:id>` and `<a:name:id>`, as Discord writes a server's own emoji. */
const CUSTOM_EMOJI = /<a?:(\w+):\d+>/g;

/** A control token of the service, also with the wide and small forms that NFKC turns into the plain ones. */
const CONTROL_TOKEN = /[<＜﹤][|｜][^<＜﹤>＞﹥]*[|｜][>＞﹥]/gu;
/** What is left of tokens that are not whole. */
const TOKEN_EDGE = /[<＜﹤][|｜]|[|｜][>＞﹥]/gu;

/** Line ends, which a voice should mark by a pause; a full stop is put where the line has no mark of its own. */
const UNMARKED_LINE_END = /([\p{L}\p{M}\p{N}])[^\S\r\n\u2028\u2029]*[\r\n\u2028\u2029]\s*(?=\S)/gu;

/**
 * Makes of a message what can be said: the service's control tokens `<|…|>` are taken out, however they are nested or
 * hidden, custom emoji become their names, invisible characters go, white space becomes single spaces, and a line that
 * ends without a mark gets a full stop, so that the voice pauses. The result is in Unicode NFC. `[expression]` markup
 * stays. Returns '' when no letter and no digit is left.
 */
export function makeSpeakable(text: string): string {
  const words = withoutMarkup(text.replace(UNHEARD, '')).normalize('NFC');
  const plain = words.replace(UNMARKED_LINE_END, '$1. ').replace(/\s+/gu, ' ').trim();
  return /[\p{L}\p{N}]/u.test(plain) ? plain : '';
}

/** Takes markup out until none is left: what stands around one token can be another once it is gone. */
function withoutMarkup(text: string): string {
  let before: string;
  let after = text;
  do {
    before = after;
    after = before.replace(CUSTOM_EMOJI, '$1').replace(CONTROL_TOKEN, '');
    if (after === before) after = before.replace(TOKEN_EDGE, '');
  } while (after !== before);
  return after;
}

/**
 * Phonemes are written by people as `{EH1 N JH AH0 N IH1 R}`. On their way to the speech service they travel inside the
 * text, as Unicode's interlinear annotations: the spelling and its phonemes between three characters that
 * `makeSpeakable` removes from everything that people write. Only `src/speech` turns them into control tokens, and it
 * checks them again.
 */
const START = '\ufff9';
const SEPARATOR = '\ufffa';
const END = '\ufffb';

/** An annotation: the spelling, then the phonemes. */
const ANNOTATION = /\ufff9([^\ufff9-\ufffb]*)\ufffa([^\ufff9-\ufffb]*)\ufffb/g;
const STRAY_MARK = /[\ufff9-\ufffb]/g;
/** Phonemes of an annotation that was cut in two: at the end of its first part, at the start of its second. */
const TORN_PHONEMES = /\ufffa[^\ufff9-\ufffb]*\ufffb?|^[^\ufff9-\ufffb]*\ufffb/g;

/** Longest phonemes of an entry, in characters: some thirty sounds. */
const MAX_LENGTH = 120;

/** Arpabet as in CMUdict (cmudict.symbols): vowels may have a stress, 0 to 2. */
const ARPABET_VOWEL = '(?:AA|AE|AH|AO|AW|AY|EH|ER|EY|IH|IY|OW|OY|UH|UW)[0-2]?';
const ARPABET_CONSONANT = '(?:B|CH|D|DH|F|G|HH|JH|K|L|M|N|NG|P|R|S|SH|T|TH|V|W|Y|Z|ZH)';
const ARPABET = new RegExp(
  `^(?:${ARPABET_VOWEL}|${ARPABET_CONSONANT})(?: (?:${ARPABET_VOWEL}|${ARPABET_CONSONANT}))*$`,
);

/** Pinyin syllables, each with its tone, 1 to 5. */
const PINYIN_INITIAL = '(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?';
const PINYIN_FINAL =
  '(?:iang|iong|uang|ueng|ang|eng|ing|ong|iao|ian|uai|uan|üan|ai|ei|ao|ou|an|en|er|ia|ie|iu|in|ua|uo|ui|un|üe|ve|ue|ün|[aoeiuüv])';
const PINYIN_SYLLABLE = `${PINYIN_INITIAL}${PINYIN_FINAL}[1-5]`;
const PINYIN = new RegExp(`^${PINYIN_SYLLABLE}(?: ${PINYIN_SYLLABLE})*$`);

/** OpenJTalk's romaji; each vowel and N has its pitch, 0 for low and 1 for high. */
const ROMAJI = /^(?:(?:ky|gy|sh|ch|ts|ty|dy|ny|hy|by|py|my|ry|[kgszjtdnhfbpmyrwv])?[aiueo][01]|N[01]|cl)+$/;

/** Reads `{…}` into phonemes of one of the service's alphabets: `undefined` for anything else. */
export function readPhonemes(as: string): string | undefined {
  const [, inner = ''] = /^\{([^{}]*)\}$/.exec(as.trim()) ?? [];
  const phonemes = inner.trim().replace(/\s+/g, ' ');
  return isPhonemes(phonemes) ? phonemes : undefined;
}

/** True for what people mean as phonemes, well-formed or not. */
export function looksLikePhonemes(as: string): boolean {
  return /^\s*\{.*\}\s*$/s.test(as);
}

/** Marks a spelling with its phonemes. */
export function annotate(spelling: string, phonemes: string): string {
  return `${START}${spelling.replace(STRAY_MARK, '')}${SEPARATOR}${phonemes}${END}`;
}

/** The text with the spelling in place of phonemes: what people read, and what is spoken where the service refuses them. */
export function withoutPhonemes(text: string): string {
  return withoutMarks(text.replace(ANNOTATION, '$1'));
}

/** True if there are phonemes in the text. */
export function hasPhonemes(text: string): boolean {
  return withoutPhonemes(text) !== text;
}

/** The text in order: what is spoken as written, and phonemes, one part for each unit that the service takes. */
export type SpeechPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'phonemes'; readonly phonemes: string };

/** Takes a text with annotations apart. Phonemes that are in no alphabet of the service become their spelling. */
export function speechParts(text: string): SpeechPart[] {
  const parts: SpeechPart[] = [];
  const addText = (part: string): void => {
    const plain = withoutMarks(part);
    if (plain !== '') parts.push({ kind: 'text', text: plain });
  };
  let end = 0;
  for (const { 0: annotation, 1: spelling = '', 2: phonemes = '', index } of text.matchAll(ANNOTATION)) {
    addText(text.slice(end, index));
    if (isPhonemes(phonemes))
      parts.push(...units(phonemes).map((unit) => ({ kind: 'phonemes' as const, phonemes: unit })));
    else addText(spelling);
    end = index + annotation.length;
  }
  addText(text.slice(end));
  return parts;
}

function withoutMarks(text: string): string {
  return text.replace(TORN_PHONEMES, '').replace(STRAY_MARK, '');
}

function isPhonemes(phonemes: string): boolean {
  return phonemes.length <= MAX_LENGTH && (ARPABET.test(phonemes) || PINYIN.test(phonemes) || ROMAJI.test(phonemes));
}

/** The service takes one English word or Japanese phrase at a time, but one Chinese syllable. */
function units(phonemes: string): string[] {
  return PINYIN.test(phonemes) ? phonemes.split(' ') : [phonemes];
}

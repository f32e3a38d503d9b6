const WIDE = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー〜～]$/u;
const HALF_WIDE_MARK = /[。！？｡、，；：…」』）】〉》]$/u;
const ENDS_WITH_MARK = /[.!?…,;:–—。！？、，；：\]]["'”’»」』)）]*$/u;

/** A text with the mark that makes the voice pause at its end, in the text's own script; as it is where it has one. */
export function endSentence(text: string): string {
  if (text === '' || ENDS_WITH_MARK.test(text)) return text;
  return `${text}${WIDE.test(text) ? '。' : '.'}`;
}

/** Sentences one after another, each but the last with a mark at its end. */
export function joinSentences(sentences: readonly string[]): string {
  const said = sentences.filter((sentence) => sentence !== '');
  return said
    .map((sentence, index) => (index === said.length - 1 ? sentence : endSentence(sentence)))
    .map((sentence, index) => (index === said.length - 1 || HALF_WIDE_MARK.test(sentence) ? sentence : `${sentence} `))
    .join('');
}

/** A text without the characters at its end that match. A regular expression that ends with `$` would try each of them. */
export function withoutEnd(text: string, char: RegExp): string {
  let end = text.length;
  while (end > 0 && char.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** What separates a text from something that is said apart after it: a comma of its script, or only a space after a mark. */
export function pauseAfter(text: string, locale: string): string {
  if (text === '' || /[\p{Ps}\p{Pi}¡¿/]$/u.test(text) || /(?:^|\s)["']$/.test(text)) return '';
  if (HALF_WIDE_MARK.test(text)) return text.endsWith('…') ? ' ' : '';
  if (/[,;:.!?–—\]-]$/.test(text)) return ' ';
  if (!WIDE.test(text)) return ', ';
  return locale.startsWith('zh') ? '，' : '、';
}

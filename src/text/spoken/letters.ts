/** Letters in the shape of others, which fonts of chat names use: mathematical, full-width and circled ones. */
const STYLED = /[\u{1d400}-\u{1d7ff}\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u2460-\u2473\u24b6-\u24e9\u2100-\u214f]+/gu;
const SQUARED = /[\u{1f130}-\u{1f149}\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]/gu;
const SQUARED_ROWS = [0x1f130, 0x1f150, 0x1f170];
const SMALL_CAPITALS = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ';
/** No language stacks three; scripts that need marks have their own. */
const STACKED_MARKS = /[\p{sc=Inherited}&&\p{M}]{3}/v;
const MANY_STACKED_MARKS = /[\p{sc=Inherited}&&\p{M}]{3,}/gv;
const MARKS = /[\p{sc=Inherited}&&\p{M}]/gv;
/** Two in a row, because single ones are letters of phonetic scripts. */
const SMALL_CAPITAL_RUN = new RegExp(`[${SMALL_CAPITALS.replace('x', '')}]{2}[${SMALL_CAPITALS}]*`, 'gu');
/** Two letters, each a sign of running text such as №. */
const SIGNS = /[\u2116\u2103\u2109\u2126\u212a\u212b]/u;

/** A text in ordinary letters, in NFC. */
export function withPlainLetters(text: string): string {
  return withoutStackedMarks(text)
    .replace(STYLED, (run) =>
      Array.from(run)
        .map((char) => (SIGNS.test(char) ? char : char.normalize('NFKC')))
        .join(''),
    )
    .replace(SQUARED, squaredLetter)
    .replace(SMALL_CAPITAL_RUN, (run) => Array.from(run).map(plainCapital).join(''))
    .normalize('NFC');
}

/** A text without the marks that people stack onto letters (“Zalgo”). Where there are stacks, single marks are strays of them. */
function withoutStackedMarks(text: string): string {
  const apart = text.normalize('NFD');
  if (!STACKED_MARKS.test(apart)) return text;
  return apart.replace(MANY_STACKED_MARKS, '').normalize('NFC').replace(MARKS, '');
}

function squaredLetter(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  const first = SQUARED_ROWS.findLast((start) => code >= start) ?? code;
  return String.fromCodePoint(0x41 + code - first);
}

function plainCapital(char: string): string {
  const index = Array.from(SMALL_CAPITALS).indexOf(char);
  return index === -1 ? char : String.fromCodePoint(0x61 + index);
}

import type { CaptionElements } from './caption-list.ts';
import type { Line } from './line-book.ts';
import { fileNameFor, type SavedLine, savedText } from './saved-text.ts';

type ShownLine = CaptionElements & { readonly line: Line };

/** What is selected of the shown lines, cut where the selection begins and ends; empty when nothing is. */
export function selectedLines(lines: Iterable<ShownLine>): SavedLine[] {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return [];
  const range = selection.getRangeAt(0);
  return [...lines].flatMap(({ line, words }) => {
    if (!range.intersectsNode(words)) return [];
    const start = range.startContainer === words ? range.startOffset : 0;
    const end = range.endContainer === words ? range.endOffset : words.length;
    const text = words.data.slice(start, end).trim();
    return text === '' ? [] : [{ ...line, text }];
  });
}

/** Copies text. False when the browser doesn't allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Saves lines as a text file, as if they were downloaded. */
export function downloadLines(lines: readonly SavedLine[], locale: string, name: string): void {
  const file = new Blob([`${savedText(lines, locale)}\n`], { type: 'text/plain;charset=utf-8' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = fileNameFor(name, new Date());
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The clipboard's own interface is only for pages by https and on this machine. */
function copyBySelection(text: string): boolean {
  const copied = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener('copy', copied, { capture: true });
  try {
    return document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', copied, { capture: true });
  }
}

import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { usePage } from '../page.ts';
import { Icon } from '../parts/icon.ts';
import { fileSize } from './file-size.ts';

interface FileFieldProps {
  readonly id: string;
  readonly files: readonly File[];
  /** How many it takes. */
  readonly max: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly onChange: (files: readonly File[]) => void;
  readonly onFocus?: () => void;
}

/** Where files are chosen or dropped, with those that are there. */
export function FileField({ id, files, max, attributes, onChange, onFocus }: FileFieldProps): VNode {
  const { texts, locale } = usePage();
  const input = useRef<HTMLInputElement>(null);
  const { commands } = texts;
  const prompt = max === 1 && files.length > 0 ? commands.run.changeFile : commands.form.addFiles({ max });
  const add = (added: readonly File[]): void =>
    onChange(max === 1 ? added.slice(-1) : [...files, ...added].slice(0, max));
  // The files live in the draft: the same one can be chosen again after it was removed.
  const take = (): void => {
    const { current } = input;
    if (current === null) return;
    const added = [...(current.files ?? [])];
    current.value = '';
    if (added.length > 0) add(added);
  };
  return html`
    <div class="file-field"
         onDragOver=${(event: DragEvent) => event.preventDefault()}
         onDrop=${(event: DragEvent) => {
           event.preventDefault();
           event.stopPropagation();
           add([...(event.dataTransfer?.files ?? [])]);
         }}>
      <span class="file-choose">
        <input id=${id} ref=${input} type="file" multiple=${max > 1} ...${attributes} onChange=${take} onFocus=${onFocus} />
        <span aria-hidden="true">${prompt}</span>
      </span>
      <${FileList} files=${files} locale=${locale} onRemove=${(index: number) => {
        onChange(files.toSpliced(index, 1));
        input.current?.focus();
      }} />
    </div>`;
}

interface FileListProps {
  readonly files: readonly File[];
  readonly locale: string;
  readonly label?: string;
  readonly onRemove: (index: number) => void;
}

/** Files that will be sent, each with what it looks like, its size, and a button that removes it. */
export function FileList({ files, locale, label, onRemove }: FileListProps): VNode | null {
  const { removeFile } = usePage().texts.commands.composer;
  if (files.length === 0) return null;
  return html`
    <ul class="picked-files" aria-label=${label}>
      ${files.map(
        (file, index) => html`
          <li key=${`${file.name}-${file.lastModified}-${index}`}>
            ${file.type.startsWith('image/') && html`<${Picture} file=${file} />`}
            <span class="file-name">${file.name}</span>
            <span class="file-size">${fileSize(file.size, locale)}</span>
            <button type="button" class="icon-button" aria-label=${removeFile({ name: file.name })} onClick=${() => onRemove(index)}><${Icon} name="close" /></button>
          </li>`,
      )}
    </ul>`;
}

/** Sides of a preview in pixels of the screen, at most. */
const PREVIEW_PIXELS = 160;

/** A picture, drawn onto a canvas: the page's policy allows no `blob:` addresses. */
function Picture({ file }: { readonly file: File }): VNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const draw = async (): Promise<void> => {
      const bitmap = await createImageBitmap(file);
      const { current } = canvas;
      const scale = Math.min(1, PREVIEW_PIXELS / Math.max(bitmap.width, bitmap.height));
      if (current !== null) {
        current.width = Math.max(1, Math.round(bitmap.width * scale));
        current.height = Math.max(1, Math.round(bitmap.height * scale));
        current.getContext('2d')?.drawImage(bitmap, 0, 0, current.width, current.height);
      }
      bitmap.close();
    };
    // What is called a picture may be none: then it is listed by its name only.
    draw().catch(() => canvas.current?.setAttribute('hidden', ''));
  }, [file]);
  return html`<canvas ref=${canvas} class="file-picture" aria-hidden="true" width="1" height="1"></canvas>`;
}

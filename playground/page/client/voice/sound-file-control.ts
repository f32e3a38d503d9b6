import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { usePage } from '../page.ts';
import { useVoice } from './use-voice.ts';

/** A sound file that the visitor says in the channel: chosen here, or dropped on the panel. */
export function SoundFile(): VNode {
  const { texts, locale } = usePage();
  const { voice, state } = useVoice();
  const speak = (files: FileList | null | undefined): void => {
    const [file] = files ?? [];
    if (file !== undefined) void voice.speakFile(file);
  };
  if (state.file !== undefined) {
    const { name, share } = state.file;
    const percent = new Intl.NumberFormat(locale, { style: 'percent' }).format(share);
    return html`
      <div class="voice-row">
        <label class="voice-file">
          <span class="ellipsis" dir="auto">${texts.voice.fileProgress({ name })}</span>
          <progress max="1" value=${share}>${percent}</progress>
        </label>
        <button type="button" class="button" onClick=${() => voice.stopFile()}>${texts.voice.stopFile}</button>
      </div>
    `;
  }
  return html`
    <details class="voice-more">
      <summary>${texts.voice.file}</summary>
      <div class="voice-settings">
        <input
          type="file"
          aria-label=${texts.voice.file}
          accept="audio/*,video/mp4,video/webm"
          onChange=${(event: Event) => {
            if (event.currentTarget instanceof HTMLInputElement) speak(event.currentTarget.files);
          }}
        />
        <p class="hint">${texts.voice.fileHint}</p>
      </div>
    </details>
  `;
}

/** What makes the voice panel a place to drop a sound file on, and whether one is held over it. */
export function useSoundDrop(): { readonly isOver: boolean; readonly handlers: Readonly<Record<string, unknown>> } {
  const { voice } = useVoice();
  const [isOver, setOver] = useState(false);
  const drag =
    (isInside: boolean) =>
    (event: DragEvent): void => {
      event.preventDefault();
      setOver(isInside);
    };
  const drop = (event: DragEvent): void => {
    drag(false)(event);
    // Composers take files that are dropped elsewhere.
    event.stopPropagation();
    const [file] = event.dataTransfer?.files ?? [];
    if (file !== undefined) void voice.speakFile(file);
  };
  return { isOver, handlers: { onDragOver: drag(true), onDragLeave: drag(false), onDrop: drop } };
}

import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { usePage } from '../page.ts';
import { useVoice } from './use-voice.ts';

/** A sound file, chosen or dropped, that the visitor says in the channel. */
export function SoundFile(): VNode {
  const { texts, locale } = usePage();
  const { voice, state } = useVoice();
  const [isOver, setOver] = useState(false);
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
          <span class="ellipsis" dir="auto">${texts.voice.fileProgress(name)}</span>
          <progress max="1" value=${share}>${percent}</progress>
        </label>
        <button type="button" class="button" onClick=${() => voice.stopFile()}>${texts.voice.stopFile}</button>
      </div>
    `;
  }
  const drag =
    (isInside: boolean) =>
    (event: DragEvent): void => {
      event.preventDefault();
      setOver(isInside);
    };
  return html`
    <div
      class="voice-drop"
      data-over=${isOver}
      onDragOver=${drag(true)}
      onDragLeave=${drag(false)}
      onDrop=${(event: DragEvent) => {
        drag(false)(event);
        // Composers take files that are dropped elsewhere.
        event.stopPropagation();
        speak(event.dataTransfer?.files);
      }}
    >
      <label>
        ${texts.voice.file}
        <input
          type="file"
          accept="audio/*,video/mp4,video/webm"
          onChange=${(event: Event) => {
            if (event.currentTarget instanceof HTMLInputElement) speak(event.currentTarget.files);
          }}
        />
      </label>
      <p class="hint">${texts.voice.fileHint}</p>
    </div>
  `;
}

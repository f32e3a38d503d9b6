import { html } from 'htm/preact';
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { commandPath } from '../names.ts';
import { usePage, usePageState } from '../page.ts';
import { useNow } from '../parts/use-now.ts';
import { formatTimestamp, isoTime, untilNextChange } from '../times.ts';

/** A command by its name in the visitor's language; pressed, it is in the composer, ready to send. */
export function CommandMention({ id, name }: { readonly id: string; readonly name: string }): VNode {
  const { store, texts } = usePage();
  const command = `/${usePageState((state) => commandPath(state, id, name))}`;
  const write = (): void => store.update(() => ({ insertion: `${command} `, pane: 'conversation' }));
  return html`<button type="button" class="mention" title=${texts.messages.writeCommand({ command })} onClick=${write}>${command}</button>`;
}

/** What is covered until it is pressed. */
export function Spoiler({ children }: { readonly children?: ComponentChildren }): VNode {
  const { texts } = usePage();
  const [isShown, setShown] = useState(false);
  if (isShown) return html`<span class="spoiler is-shown">${children}</span>`;
  return html`
    <button type="button" class="spoiler" aria-label=${texts.messages.spoiler} onClick=${() => setShown(true)}>
      <span aria-hidden="true" inert>${children}</span>
    </button>
  `;
}

/** A point in time in the visitor's language and time zone; relative ones tick. */
export function Timestamp({ seconds, format }: { readonly seconds: number; readonly format: string }): VNode {
  const { locale } = usePage();
  const timeMs = seconds * 1000;
  const now = useNow((at) => (format === 'R' ? untilNextChange(timeMs, at) : undefined));
  return html`
    <time class="timestamp" datetime=${isoTime(timeMs)} title=${formatTimestamp(locale, timeMs, 'F', now)}>
      ${formatTimestamp(locale, timeMs, format, now)}
    </time>
  `;
}

/** Lines of code; wide ones are scrolled, also by keyboard. */
export function CodeBlock({ text, language }: { readonly text: string; readonly language: string | undefined }): VNode {
  const { texts } = usePage();
  const label = language === undefined ? texts.messages.codeBlock : texts.messages.codeBlockIn({ language });
  return html`<pre tabindex="0" role="group" aria-label=${label}><code>${text}</code></pre>`;
}

import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ServerView } from '../../protocol.ts';
import { attempt, usePage, usePageState } from '../page.ts';

/** The longest text that someone says here; Discord's messages are no longer. */
const MAX_LENGTH = 2_000;
/** What they may say where the playground has no sentences: the local voices speak English only. */
const SENTENCES = [
  'The weather is nice today and we are going to the park.',
  'My brother lives in the big city and he likes it there very much.',
  'Would you like another cup of tea?',
];

/** Lets a scripted person join the visitor's channel and say something. */
export function LetSpeak({ server }: { readonly server: ServerView }): VNode | null {
  const page = usePage();
  const { texts } = page;
  const sentences = usePageState((state) => state.welcome?.samples.sentences);
  const scripted = server.members.filter(({ isScripted }) => isScripted);
  const [who, setWho] = useState<string>();
  const [text, setText] = useState('');
  const [speaking, setSpeaking] = useState<string>();
  const speaker = scripted.find(({ id }) => id === who) ?? scripted[0];
  if (speaker === undefined) return null;
  const samples = sentences === undefined || sentences.length === 0 ? SENTENCES : sentences;
  const say = async (event: Event): Promise<void> => {
    event.preventDefault();
    const said = text.trim() === '' ? (samples[0] ?? '') : text;
    setSpeaking(speaker.name);
    await attempt(page, { kind: 'let-speak', personId: speaker.id, text: said });
    setSpeaking(undefined);
  };
  const read =
    (set: (value: string) => void) =>
    (event: Event): void => {
      const { currentTarget: field } = event;
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) set(field.value);
    };
  return html`
    <details class="voice-more">
      <summary>${texts.voice.letSay}</summary>
      <form class="voice-settings" onSubmit=${say}>
        <label>
          ${texts.voice.who}
          <select value=${speaker.id} onChange=${read(setWho)}>
            ${scripted.map(({ id, name }) => html`<option key=${id} value=${id}>${name}</option>`)}
          </select>
        </label>
        <label>
          ${texts.voice.text}
          <input
            type="text"
            list="sample-sentences"
            maxlength=${MAX_LENGTH}
            placeholder=${samples[0] ?? ''}
            value=${text}
            onInput=${read(setText)}
          />
        </label>
        <datalist id="sample-sentences">
          ${samples.map((sample) => html`<option key=${sample} value=${sample}></option>`)}
        </datalist>
        <button type="submit" class="button" aria-disabled=${speaking !== undefined}>${texts.voice.say}</button>
        <p role="status" class="hint">${speaking === undefined ? '' : texts.voice.saying({ name: speaking })}</p>
      </form>
    </details>
  `;
}

import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { usePage, usePageState } from '../page.ts';
import { figureRows } from './figure-rows.ts';

/** Live figures of the visitor and the bot. */
export function Figures(): VNode {
  const { texts, locale } = usePage();
  const figures = usePageState((state) => state.figures);
  return html`
    <section aria-labelledby="figures-title">
      <h3 id="figures-title">${texts.voice.figures}</h3>
      <dl class="figures">
        ${figureRows(figures, texts.voice, locale).map(
          ({ label, value }) => html`
            <div key=${label} class="figure">
              <dt>${label}</dt>
              <dd data-known=${value !== undefined}>${value ?? texts.voice.unknown}</dd>
            </div>
          `,
        )}
      </dl>
    </section>
  `;
}

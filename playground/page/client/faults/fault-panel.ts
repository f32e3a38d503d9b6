import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { usePage } from '../page.ts';
import { FaultButton, FaultSwitch } from './fault-controls.ts';
import { Figures } from './figures.ts';

/** Faults to switch on and live figures; stands beside the conversation. */
export function FaultPanel(): VNode {
  const { texts } = usePage();
  return html`
    <div class="faults">
      <${Figures} />
      <section aria-labelledby="faults-title">
        <h2 id="faults-title">${texts.voice.faults}</h2>
        <p class="voice-note">${texts.voice.faultsHint}</p>
        <h3>${texts.voice.lasting}</h3>
        <ul class="fault-list">
          ${(['service-down', 'rate-limited', 'slow', 'packet-loss', 'jitter'] as const).map(
            (name) => html`<li key=${name}><${FaultSwitch} name=${name} /></li>`,
          )}
        </ul>
        <h3>${texts.voice.happening}</h3>
        <ul class="fault-list">
          ${(['kick-bot', 'drop-gateway', 'kill-voice-thread'] as const).map(
            (name) => html`<li key=${name}><${FaultButton} name=${name} /></li>`,
          )}
        </ul>
      </section>
    </div>
  `;
}

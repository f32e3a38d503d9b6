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
        <h3 id="faults-title">${texts.voice.faults}</h3>
        <p class="hint">${texts.voice.faultsHint}</p>
        <h4>${texts.voice.lasting}</h4>
        <ul class="fault-list">
          ${(['service-down', 'rate-limited', 'slow', 'packet-loss', 'jitter'] as const).map(
            (name) => html`<li key=${name}><${FaultSwitch} name=${name} /></li>`,
          )}
        </ul>
        <h4>${texts.voice.happening}</h4>
        <ul class="fault-list">
          ${(['kick-bot', 'drop-gateway', 'kill-voice-thread'] as const).map(
            (name) => html`<li key=${name}><${FaultButton} name=${name} /></li>`,
          )}
        </ul>
      </section>
    </div>
  `;
}

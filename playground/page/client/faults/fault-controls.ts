import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { FaultName } from '../../protocol.ts';
import { attempt, usePage, usePageState } from '../page.ts';

/** Faults with an amount: what it begins with, and its limits. A share is shown in percent. */
const AMOUNTS: Readonly<Partial<Record<FaultName, Amount>>> = {
  slow: { usual: 3_000, least: 500, most: 10_000, step: 500, unit: 'ms' },
  'packet-loss': { usual: 0.1, least: 0.01, most: 0.5, step: 0.01, unit: 'share' },
  jitter: { usual: 150, least: 20, most: 500, step: 10, unit: 'ms' },
};

interface Amount {
  readonly usual: number;
  readonly least: number;
  readonly most: number;
  readonly step: number;
  readonly unit: 'ms' | 'share';
}

interface FaultProps {
  readonly name: FaultName;
}

/** A fault that lasts until it is switched off. */
export function FaultSwitch({ name }: FaultProps): VNode {
  const page = usePage();
  const { texts } = page;
  const active = usePageState(({ faults }) => faults.active.find((fault) => fault.name === name));
  const isAvailable = usePageState(({ faults }) => !faults.unavailable.includes(name));
  const limits = AMOUNTS[name];
  const [chosen, setChosen] = useState(limits?.usual);
  const amount = active?.amount ?? chosen;
  const isOn = active !== undefined;
  const inServer = useServer();
  const set = (on: boolean, value: number | undefined): void => {
    void attempt(page, {
      ...inServer,
      kind: 'set-fault',
      name,
      isOn: on,
      ...(value === undefined ? {} : { amount: value }),
    });
  };
  return html`
    <div class="fault" data-on=${isOn}>
      <label class="fault-name">
        <input
          type="checkbox"
          role="switch"
          checked=${isOn}
          disabled=${!isAvailable}
          aria-describedby=${`watch-${name}`}
          onChange=${() => set(!isOn, amount)}
        />
        ${texts.voice.faultNames[name]}
      </label>
      <${Watch} name=${name} isAvailable=${isAvailable} />
      ${
        limits !== undefined &&
        isAvailable &&
        html`<${AmountSlider}
          label=${texts.voice.amountOf({ fault: texts.voice.faultNames[name] })}
          limits=${limits}
          value=${amount}
          onChange=${(value: number) => {
            setChosen(value);
            if (isOn) set(true, value);
          }}
        />`
      }
    </div>
  `;
}

/** A fault that happens once. */
export function FaultButton({ name }: FaultProps): VNode {
  const page = usePage();
  const { texts } = page;
  const isAvailable = usePageState(({ faults }) => !faults.unavailable.includes(name));
  const inServer = useServer();
  return html`
    <div class="fault">
      <button
        type="button"
        class="button"
        disabled=${!isAvailable}
        aria-describedby=${`watch-${name}`}
        onClick=${() => attempt(page, { ...inServer, kind: 'set-fault', name, isOn: true })}
      >
        ${texts.voice.faultNames[name]}
      </button>
      <${Watch} name=${name} isAvailable=${isAvailable} />
    </div>
  `;
}

/** The server that is open: where the bot is kicked. */
function useServer(): { readonly serverId?: string } {
  const serverId = usePageState((state) => state.serverId);
  return serverId === undefined ? {} : { serverId };
}

/** What to watch, or why this playground can't cause the fault. */
function Watch({ name, isAvailable }: FaultProps & { readonly isAvailable: boolean }): VNode {
  const { texts } = usePage();
  const text = isAvailable ? texts.voice.faultWatch[name] : texts.voice.needsLocalSpeech;
  return html`<p id=${`watch-${name}`} class="hint">${text}</p>`;
}

interface SliderProps {
  readonly label: string;
  readonly limits: Amount;
  readonly value: number | undefined;
  readonly onChange: (value: number) => void;
}

function AmountSlider({ label, limits, value, onChange }: SliderProps): VNode {
  const { locale } = usePage();
  const { least, most, step, usual, unit } = limits;
  const style = unit === 'share' ? ({ style: 'percent' } as const) : ({ style: 'unit', unit: 'millisecond' } as const);
  const shown = new Intl.NumberFormat(locale, style).format(value ?? usual);
  return html`
    <div class="fault-amount">
      <input
        type="range"
        aria-label=${label}
        aria-valuetext=${shown}
        min=${least}
        max=${most}
        step=${step}
        value=${value ?? usual}
        onChange=${({ currentTarget }: Event) => {
          if (currentTarget instanceof HTMLInputElement) onChange(currentTarget.valueAsNumber);
        }}
      />
      <output>${shown}</output>
    </div>
  `;
}

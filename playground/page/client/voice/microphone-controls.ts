import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { usePage } from '../page.ts';
import type { SpeechMode } from './speech-gate.ts';
import { useVoice } from './use-voice.ts';
import type { Voice, VoiceState } from './voice.ts';

/** Held to talk anywhere in the page; no browser uses it for itself. */
const TALK_KEY = 'F8';
const QUIETEST_DB = -80;
const MODES: readonly SpeechMode[] = ['voice-activity', 'push-to-talk'];

interface ControlProps {
  readonly voice: Voice;
  readonly state: VoiceState;
}

/** The microphone: on and off, mute, when it sends, and how loud it is. */
export function MicrophoneControls(): VNode {
  const { texts } = usePage();
  const { voice, state } = useVoice();
  if (state.microphone !== 'on') {
    const isOpening = state.microphone === 'opening';
    return html`
      <button type="button" class="button is-primary" aria-disabled=${isOpening} onClick=${() => voice.openMicrophone()}>
        ${isOpening ? texts.voice.openingMicrophone : texts.voice.openMicrophone}
      </button>
    `;
  }
  return html`
    <fieldset class="voice-microphone">
      <legend class="visually-hidden">${texts.voice.microphone}</legend>
      <div class="voice-row">
        <button
          type="button"
          class="button"
          aria-pressed=${state.isMuted}
          onClick=${() => voice.setMuted(!state.isMuted)}
        >
          ${texts.voice.mute}
        </button>
        <button type="button" class="button" onClick=${() => voice.closeMicrophone()}>
          ${texts.voice.closeMicrophone}
        </button>
      </div>
      <${LevelMeter} voice=${voice} />
      ${state.settings.mode === 'push-to-talk' && html`<${TalkButton} voice=${voice} state=${state} />`}
      <details>
        <summary>${texts.voice.mode}</summary>
        <${SpeechSettings} voice=${voice} state=${state} />
      </details>
    </fieldset>
  `;
}

/** Drawn 50 times a second, so past the page's state. */
function LevelMeter({ voice }: Pick<ControlProps, 'voice'>): VNode {
  const { texts } = usePage();
  const meter = useRef<HTMLMeterElement>(null);
  useEffect(
    () =>
      voice.listenToLevel((levelDb) => {
        if (meter.current !== null) meter.current.value = Math.max(QUIETEST_DB, levelDb);
      }),
    [voice],
  );
  return html`
    <meter ref=${meter} class="voice-level" min=${QUIETEST_DB} max="0" value=${QUIETEST_DB} aria-label=${texts.voice.level}>
    </meter>
  `;
}

function TalkButton({ voice, state }: ControlProps): VNode {
  const { texts } = usePage();
  useEffect(() => listenToTalkKey(voice), [voice]);
  const hold = (isHeld: boolean) => (): void => voice.hold(isHeld);
  const key =
    (isHeld: boolean) =>
    (event: KeyboardEvent): void => {
      if (event.key === ' ' || event.key === 'Enter') voice.hold(isHeld);
    };
  return html`
    <button
      type="button"
      class="button is-primary"
      aria-pressed=${state.isHeld}
      aria-keyshortcuts=${TALK_KEY}
      aria-describedby="talk-hint"
      onPointerDown=${hold(true)}
      onPointerUp=${hold(false)}
      onPointerLeave=${hold(false)}
      onPointerCancel=${hold(false)}
      onKeyDown=${key(true)}
      onKeyUp=${key(false)}
      onBlur=${hold(false)}
    >
      ${texts.voice.hold}
    </button>
    <p id="talk-hint" class="hint">${texts.voice.holdHint({ key: TALK_KEY })}</p>
  `;
}

/** Whoever leaves the window while holding the key never lets it go there. */
function listenToTalkKey(voice: Voice): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const onKey =
    (isHeld: boolean) =>
    (event: KeyboardEvent): void => {
      if (event.key !== TALK_KEY) return;
      event.preventDefault();
      voice.hold(isHeld);
    };
  addEventListener('keydown', onKey(true), { signal });
  addEventListener('keyup', onKey(false), { signal });
  addEventListener('blur', () => voice.hold(false), { signal });
  return () => {
    stop.abort();
    voice.hold(false);
  };
}

function SpeechSettings({ voice, state }: ControlProps): VNode {
  const { texts, locale } = usePage();
  const { settings } = state;
  const decibels = new Intl.NumberFormat(locale).format(settings.thresholdDb);
  return html`
    <div class="voice-settings">
      <div role="radiogroup" aria-label=${texts.voice.mode}>
        ${MODES.map(
          (mode) => html`
            <label key=${mode}>
              <input
                type="radio"
                name="speech-mode"
                checked=${settings.mode === mode}
                onChange=${() => voice.set({ mode })}
              />
              ${texts.voice.modes[mode]}
            </label>
          `,
        )}
      </div>
      ${
        settings.mode === 'voice-activity' &&
        html`<label>
          ${texts.voice.threshold}
          <input
            type="range"
            min=${QUIETEST_DB}
            max="-10"
            value=${settings.thresholdDb}
            aria-valuetext=${`${decibels} dB`}
            onInput=${(event: Event) => voice.set({ thresholdDb: numberOf(event) })}
          />
          <span>${decibels} dB</span>
        </label>`
      }
      ${(['echoCancellation', 'noiseSuppression'] as const).map(
        (name) => html`
          <label key=${name}>
            <input
              type="checkbox"
              checked=${settings[name]}
              aria-describedby="next-time"
              onChange=${() => voice.set({ [name]: !settings[name] })}
            />
            ${texts.voice[name]}
          </label>
        `,
      )}
      <p id="next-time" class="hint">${texts.voice.appliesNext}</p>
    </div>
  `;
}

function numberOf({ currentTarget }: Event): number {
  return currentTarget instanceof HTMLInputElement ? currentTarget.valueAsNumber : 0;
}

import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { AttachmentView } from '../../protocol.ts';
import { usePage } from '../page.ts';
import { Icon } from '../parts/icon.ts';
import { clockTime } from '../times.ts';
import { waveformBars } from './waveform.ts';

const BARS = 44;
const BAR_STEP = 5;
const BAR_WIDTH = 3;
const HEIGHT = 32;
const SEEK_STEP_S = 0.1;

/** A voice message: its waveform shows how far it is played, and takes one to any place in it. */
export function VoiceMessage({ file }: { readonly file: AttachmentView }): VNode {
  const { texts } = usePage();
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const [seconds, setSeconds] = useState(0);
  const length = file.durationSecs ?? 0;
  const bars = useMemo(() => waveformBars(file.waveform ?? '', BARS), [file.waveform]);
  const toggle = (): void => {
    const player = audio.current;
    if (player?.paused === false) player.pause();
    else player?.play().catch(() => setBroken(true));
  };
  const seek = (event: InputEvent): void => {
    const at = Number((event.target as HTMLInputElement).value);
    setSeconds(at);
    if (audio.current !== null) audio.current.currentTime = at;
  };
  const end = (): void => {
    setPlaying(false);
    setSeconds(0);
  };
  const name = isPlaying ? texts.messages.pause : texts.messages.play;
  return html`
    <div class="voice-message" role="group" aria-label=${texts.messages.voiceMessage({ length: clockTime(length) })}>
      <button type="button" class="voice-message-play" aria-label=${name} title=${name} onClick=${toggle}>
        <${Icon} name=${isPlaying ? 'pause' : 'play'} />
      </button>
      <div class="waveform">
        <${Bars} bars=${bars} share=${length === 0 ? 0 : seconds / length} />
        <input
          type="range"
          min="0"
          max=${length}
          step=${SEEK_STEP_S}
          value=${seconds}
          aria-label=${texts.messages.seek}
          aria-valuetext=${texts.messages.position({ at: clockTime(seconds), length: clockTime(length) })}
          onInput=${seek}
        />
      </div>
      <span class="voice-message-time">${clockTime(isPlaying || seconds > 0 ? seconds : length)}</span>
      <audio
        ref=${audio}
        src=${file.url}
        preload="metadata"
        onPlay=${() => setPlaying(true)}
        onPause=${() => setPlaying(false)}
        onTimeUpdate=${({ target }: Event) => setSeconds((target as HTMLAudioElement).currentTime)}
        onEnded=${end}
      ></audio>
      ${isBroken && html`<p class="hint" role="alert">${texts.messages.unplayable}</p>`}
    </div>
  `;
}

function Bars({ bars, share }: { readonly bars: readonly number[]; readonly share: number }): VNode {
  const rect = (height: number, index: number): VNode => html`
    <rect
      class=${(index + 0.5) / BARS <= share ? 'is-played' : ''}
      x=${index * BAR_STEP}
      y=${((1 - height) * HEIGHT) / 2}
      width=${BAR_WIDTH}
      height=${height * HEIGHT}
      rx=${BAR_WIDTH / 2}
    />
  `;
  return html`<svg viewBox="0 0 ${BARS * BAR_STEP - (BAR_STEP - BAR_WIDTH)} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">${bars.map(rect)}</svg>`;
}

import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { attempt, usePage } from '../page.ts';
import { LetSpeak } from './let-speak.ts';
import { MicrophoneControls } from './microphone-controls.ts';
import { SoundFile, useSoundDrop } from './sound-file-control.ts';
import { useOwnChannel, useVoice } from './use-voice.ts';
import { Volumes } from './volumes.ts';

/** The visitor's voice connection: microphone, volume, leave. Stands under the list of channels. */
export function VoicePanel(): VNode | null {
  const page = usePage();
  const { texts } = page;
  const own = useOwnChannel();
  const { voice, state } = useVoice();
  const { isOver, handlers } = useSoundDrop();
  if (own === undefined) return null;
  return html`
    <section class="voice-panel" aria-label=${texts.voice.panel} data-over=${isOver} ...${handlers}>
      <div class="voice-head">
        <p class="voice-place" dir="auto">${texts.voice.connectedTo({ channel: own.channel.name, server: own.server.name })}</p>
        <button type="button" class="button is-danger" onClick=${() => attempt(page, { kind: 'leave-voice' })}>
          ${texts.voice.leave}
        </button>
      </div>
      <div role="status" class="voice-status">
        ${state.hearing === 'unsupported' && html`<p class="problem">${texts.voice.cannotHear}</p>`}
        ${state.hearing === 'blocked' && html`<p class="problem">${texts.voice.blocked}</p>`}
        ${state.problem !== undefined && html`<p class="problem">${texts.voice.problems[state.problem]}</p>`}
      </div>
      ${
        state.hearing === 'blocked' &&
        html`<button type="button" class="button is-primary" onClick=${() => voice.turnOnSound()}>
          ${texts.voice.turnOnSound}
        </button>`
      }
      <${MicrophoneControls} />
      <${SoundFile} />
      <${LetSpeak} server=${own.server} />
      <${Volumes} server=${own.server} channel=${own.channel} />
    </section>
  `;
}

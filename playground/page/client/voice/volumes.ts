import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { ChannelView, ServerView } from '../../protocol.ts';
import { usePage, usePageState } from '../page.ts';
import { useVoice } from './use-voice.ts';

interface SliderProps {
  readonly label: string;
  /** 0 to `most`; 1 is as it was sent. */
  readonly value: number;
  readonly most: number;
  readonly onChange: (value: number) => void;
}

/** How loud everybody is, and each person. */
export function Volumes({ server, channel }: { readonly server: ServerView; readonly channel: ChannelView }): VNode {
  const { texts } = usePage();
  const { voice, state } = useVoice();
  const visitorId = usePageState(({ welcome }) => welcome?.visitor.id);
  const others = channel.voiceMembers.flatMap((id) => {
    const person = server.members.find((member) => member.id === id);
    return person === undefined || id === visitorId ? [] : [person];
  });
  return html`
    <details class="voice-more">
      <summary>${texts.voice.volume}</summary>
      <div class="voice-settings">
        <${Slider}
          label=${texts.voice.volumeOfAll}
          value=${state.settings.volume}
          most=${1}
          onChange=${(volume: number) => voice.set({ volume })}
        />
        <ul class="voice-people">
          ${others.map(({ id, name }) => {
            const gain = state.gains.get(id) ?? 1;
            return html`
              <li key=${id}>
                <${Slider}
                  label=${texts.voice.volumeOf({ name })}
                  value=${gain}
                  most=${2}
                  onChange=${(value: number) => voice.setGain(id, value)}
                />
                <label>
                  <input type="checkbox" checked=${gain === 0} onChange=${() => voice.setGain(id, gain === 0 ? 1 : 0)} />
                  ${texts.voice.mutePerson({ name })}
                </label>
              </li>
            `;
          })}
        </ul>
      </div>
    </details>
  `;
}

function Slider({ label, value, most, onChange }: SliderProps): VNode {
  const { locale } = usePage();
  const percent = new Intl.NumberFormat(locale, { style: 'percent' }).format(value);
  return html`
    <label class="voice-slider">
      <span dir="auto">${label}</span>
      <input
        type="range"
        min="0"
        max=${most}
        step="0.05"
        value=${value}
        aria-valuetext=${percent}
        onInput=${({ currentTarget }: Event) => {
          if (currentTarget instanceof HTMLInputElement) onChange(currentTarget.valueAsNumber);
        }}
      />
    </label>
  `;
}

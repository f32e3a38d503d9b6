import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { usePage } from '../page.ts';
import { withNotice } from '../state.ts';
import { MessageRecorder } from './message-recorder.ts';
import { canSpeak, MicrophoneError } from './microphone.ts';

/** Records a voice message for a channel and sends it; stands beside the composer. Nothing where the browser can't encode. */
export function VoiceMessageButton({ channelId }: { readonly channelId: string }): VNode | null {
  const { texts, store, connection, voice, locale } = usePage();
  const recorder = useRef<MessageRecorder | undefined>(undefined);
  /** Grows with every recording, so that one that was given up while the browser asked is not kept. */
  const attempts = useRef(0);
  const [seconds, setSeconds] = useState<number>();
  const discard = (): void => {
    attempts.current += 1;
    recorder.current?.discard();
    recorder.current = undefined;
    setSeconds(undefined);
  };
  // Another channel, or none: what was recorded was meant for this one.
  useEffect(() => discard, [channelId]);
  const report = (error: unknown): void => {
    const text =
      error instanceof MicrophoneError
        ? texts.voice.problems[error.problem]
        : error instanceof Error
          ? error.message
          : texts.voice.problems['not-said'];
    store.update((state) => withNotice(state, text));
  };
  const record = async (): Promise<void> => {
    setSeconds(0);
    attempts.current += 1;
    const attempt = attempts.current;
    try {
      const started = await MessageRecorder.start(voice.state.settings, setSeconds);
      if (attempt === attempts.current) recorder.current = started;
      else started.discard();
    } catch (error) {
      setSeconds(undefined);
      report(error);
    }
  };
  const send = async (): Promise<void> => {
    try {
      await recorder.current?.send(connection, channelId);
    } catch (error) {
      report(error);
    }
    recorder.current = undefined;
    setSeconds(undefined);
  };
  if (!canSpeak()) return null;
  if (seconds === undefined) {
    return html`<button type="button" class="button" onClick=${record}>${texts.voice.record}</button>`;
  }
  const length = new Intl.NumberFormat(locale, { style: 'unit', unit: 'second' }).format(seconds);
  return html`
    <div class="voice-recorder">
      <span>${texts.voice.recording({ seconds: length })}</span>
      <button type="button" class="button is-primary" onClick=${send}>${texts.voice.sendRecording}</button>
      <button type="button" class="button" onClick=${discard}>${texts.voice.discardRecording}</button>
    </div>
  `;
}

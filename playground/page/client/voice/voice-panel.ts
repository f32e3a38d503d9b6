import type { VNode } from 'preact';

/** The visitor's voice connection: microphone, volume, leave. Stands under the list of channels. */
export function VoicePanel(): VNode | null {
  return null;
}

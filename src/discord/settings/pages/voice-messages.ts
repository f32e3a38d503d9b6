import type { Page } from '../controls.ts';
import { channels, setting, TEXT_CHANNELS } from '../fields.ts';

const transcribedIn = setting('voiceMessages', 'transcribedIn');

/** Where voice messages are answered. */
export const VOICE_MESSAGES: Page = {
  topic: 'voiceMessages',
  controls: [channels({ ...transcribedIn, max: transcribedIn.bounds.max }, TEXT_CHANNELS)],
};

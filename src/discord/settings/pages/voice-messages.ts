import { SETTING_BOUNDS } from '../../../settings/server-settings.ts';
import type { Page } from '../controls.ts';
import { channels, serverField, TEXT_CHANNELS } from '../fields.ts';

/** Where voice messages are answered. */
export const VOICE_MESSAGES: Page = {
  topic: 'voiceMessages',
  controls: [
    channels('voiceMessages.transcribedIn', serverField('voiceMessages', 'transcribedIn'), {
      ...{ max: SETTING_BOUNDS.channels, types: TEXT_CHANNELS },
    }),
  ],
};

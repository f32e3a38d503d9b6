import type { ReadingServices } from '../reading/reading-services.ts';
import type { Page } from './controls.ts';
import { ACCESS } from './pages/access.ts';
import { CAPTIONS } from './pages/captions.ts';
import { GENERAL } from './pages/general.ts';
import { limitsPage } from './pages/limits.ts';
import { MUTED } from './pages/muted.ts';
import { READING } from './pages/reading.ts';
import { voicePage } from './pages/voice.ts';
import { VOICE_MESSAGES } from './pages/voice-messages.ts';

/** Its list is drawn apart: it has no settings. */
const AUTO_CAPTIONS: Page = { topic: 'autoCaptions', controls: [] };

/** Drawn apart, too: it is about one member at a time. */
const MEMBERS: Page = { topic: 'members', controls: [] };

/** All pages, in the order of the first one. */
export function settingsPages(services: Pick<ReadingServices, 'voices' | 'budgets'>): readonly Page[] {
  return [
    GENERAL,
    ACCESS,
    MUTED,
    MEMBERS,
    voicePage(services),
    READING,
    CAPTIONS,
    AUTO_CAPTIONS,
    VOICE_MESSAGES,
    limitsPage(services),
  ];
}

import type { ReadingServices } from '../reading/reading-services.ts';
import type { QueuedTexts } from './queued-texts.ts';

/** What shows and erases what is stored about a person. */
export interface PrivacyServices extends ReadingServices {
  readonly queuedTexts: QueuedTexts;
}

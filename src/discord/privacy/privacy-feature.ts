import type { Core } from '../core/core.ts';
import type { Feature } from '../core/feature.ts';
import type { PrivacyServices } from './privacy-services.ts';
import { createQueuedTexts } from './queued-texts.ts';

/** Creates what `/privacy` needs beyond what other features give to commands. */
export function createPrivacyFeature(
  { engine }: Core,
  parts: Omit<Parameters<typeof createQueuedTexts>[0], 'engine'>,
): Feature<Pick<PrivacyServices, 'queuedTexts'>> {
  return { services: { queuedTexts: createQueuedTexts({ engine, ...parts }) } };
}

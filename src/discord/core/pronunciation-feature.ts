import type { PronunciationsOptions } from '../../pronunciations/pronunciations.ts';
import type { Pronunciations } from '../../pronunciations/pronunciations-api.ts';
import type { Core } from './core.ts';
import type { CoreServices } from './core-services.ts';
import type { Feature } from './feature.ts';

/** What pronunciations are built from. */
export interface PronunciationFeatureOptions {
  /** The bot closes it. */
  readonly createPronunciations: (parts: Pick<PronunciationsOptions, 'builtInLanguage'>) => Pronunciations;
}

/** Creates the dictionaries of people and servers. */
export function createPronunciationFeature(
  { settings, publicMessages }: Core,
  { createPronunciations }: PronunciationFeatureOptions,
): Feature<Pick<CoreServices, 'pronunciations'>> {
  const pronunciations = createPronunciations({
    builtInLanguage: async (guildId) => {
      const { reading } = await settings.of(guildId);
      return reading.builtInPronunciations ? (await publicMessages(guildId)).spoken.locale : undefined;
    },
  });
  return { services: { pronunciations }, close: () => pronunciations.close() };
}

import type { Captions } from '../../captions/captions-api.ts';
import type { CaptionServices } from '../captions/caption-services.ts';
import type { Core } from '../core/core.ts';
import type { Feature } from '../core/feature.ts';
import { createDiscordView } from './discord-view.ts';
import { createDoctor, type Doctor } from './doctor.ts';
import type { DoctorSources } from './doctor-sources.ts';

/** What the doctor is built from. */
export interface DoctorFeatureOptions {
  /** What `/doctor` asks beside Discord. */
  readonly doctorSources: DoctorSources;
}

/** Creates the doctor, which hears of everything in voice. `readsChat`: whether any channel of the guild is read aloud. */
export function createDoctorFeature(
  core: Core,
  options: DoctorFeatureOptions & {
    readonly captions: Captions;
    readonly captionPlaces: CaptionServices['captionPlaces'];
    readonly readsChat: (guildId: string) => Promise<boolean>;
  },
): Feature<{ readonly doctor: Doctor }> {
  const { client, engine, directory, access, budgets } = core;
  const { captions, captionPlaces, readsChat, doctorSources: sources } = options;
  const doctor = createDoctor({
    ...{ engine, discord: createDiscordView(client), directory, access, captions, captionPlaces, budgets, sources },
    receivesMessages: core.services.receivesMessages,
    readsChat,
  });
  return { services: { doctor }, onVoiceEvent: (event) => doctor.onVoiceEvent(event) };
}

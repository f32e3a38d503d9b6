import { z } from 'zod';

const limit = z.int().min(0).max(1_000);

/** How many voices can be created in a server, in all and by each person. */
export const VOICE_SETTINGS = z.object({ maxPerPerson: limit.default(5), maxPerGuild: limit.default(50) });

export type VoiceSettings = Readonly<z.output<typeof VOICE_SETTINGS>>;

/** They apply outside of servers too, where only `maxPerPerson` counts. */
export const DEFAULT_VOICE_SETTINGS: VoiceSettings = VOICE_SETTINGS.parse({});

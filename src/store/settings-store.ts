import { z } from 'zod';
import { MynahError } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { Connection } from './connection.ts';
import { storeCall } from './store-error.ts';

/** What those who manage a guild decide about captions. `retentionDays` is a whole number, 1–3650. */
interface CaptionSettings {
  readonly consent: 'opt-out' | 'opt-in';
  readonly captionBots: boolean;
  readonly retentionDays: number;
  readonly language: string | undefined;
}

/** Settings of guilds. */
export interface SettingsStore {
  /** Gives the defaults for what was never set, and the stricter choice for what cannot be read. */
  captionSettings(guildId: string): Promise<CaptionSettings>;
  /** @throws {MynahError} STORE_INVALID_SETTINGS when a value is out of its range; nothing is stored then. */
  setCaptionSettings(guildId: string, settings: CaptionSettings): Promise<void>;
}

const CAPTIONS_TOPIC = 'captions';

const consent = z.enum(['opt-out', 'opt-in']);
const retentionDays = z.int().min(1).max(3650);
const language = z.string().min(1).max(35).optional();

const writtenSchema = z.object({ consent, captionBots: z.boolean(), retentionDays, language });

const DEFAULTS = { consent: 'opt-out', captionBots: false, retentionDays: 30 } as const;

/** A field that cannot be read must not caption people who are safe from it. */
const readSchema = z.object({
  consent: consent.default(DEFAULTS.consent).catch('opt-in'),
  captionBots: z.boolean().default(DEFAULTS.captionBots).catch(DEFAULTS.captionBots),
  retentionDays: retentionDays.default(DEFAULTS.retentionDays).catch(DEFAULTS.retentionDays),
  language: language.catch(undefined),
});

/** The settings in an open database. */
export function createSettingsStore({ db }: Connection, log: Logger): SettingsStore {
  return {
    captionSettings: (guildId) =>
      storeCall(async () => {
        const row = await db
          .selectFrom('guild_settings')
          .select('document')
          .where('guild_id', '=', guildId)
          .where('topic', '=', CAPTIONS_TOPIC)
          .executeTakeFirst();
        return readSettings(row?.document ?? '{}', guildId, log);
      }),
    setCaptionSettings: (guildId, settings) =>
      storeCall(async () => {
        const document = writeSettings(settings);
        await db
          .insertInto('guild_settings')
          .values({ guild_id: guildId, topic: CAPTIONS_TOPIC, document })
          .onConflict((conflict) => conflict.columns(['guild_id', 'topic']).doUpdateSet({ document }))
          .execute();
      }),
  };
}

function readSettings(document: string, guildId: string, log: Logger): CaptionSettings {
  const stored = parseObject(document);
  if (!writtenSchema.partial().safeParse(stored).success) log.warn({ guildId }, 'stored settings cannot be read');
  const settings = readSchema.parse(stored ?? { consent: 'opt-in' });
  return { ...settings, language: settings.language };
}

function parseObject(document: string): unknown {
  try {
    return z.looseObject({}).parse(JSON.parse(document));
  } catch {
    return undefined;
  }
}

function writeSettings(settings: CaptionSettings): string {
  const checked = writtenSchema.safeParse(settings);
  if (checked.success) return JSON.stringify(checked.data);
  const fields = checked.error.issues.map(({ path }) => path.join('.')).join(', ');
  throw new MynahError('STORE_INVALID_SETTINGS', `settings out of range: ${fields}`, { cause: checked.error });
}

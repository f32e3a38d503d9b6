import { z } from 'zod';
import type { BudgetSettings } from '../budgets/budget-limits.ts';
import type { BudgetSettingsStore } from '../budgets/budgets-ports.ts';
import type { SettingsStore } from '../captions/captions-ports.ts';
import { MynahError } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { ServerSettingsStore, VoiceMessageNoticeStore } from '../settings/settings-ports.ts';
import type { VoiceSettingsStore } from '../voice-models/voice-model-ports.ts';
import type { VoiceSettings } from '../voice-models/voice-settings.ts';
import type { Connection } from './connection.ts';
import { parseStored } from './storable.ts';
import { withStoreErrors } from './store-error.ts';

type Settings = SettingsStore &
  VoiceSettingsStore &
  BudgetSettingsStore &
  ServerSettingsStore &
  VoiceMessageNoticeStore;

type Topic = 'captions' | 'voices' | 'budgets' | 'server' | 'voice-message-notices';

const consent = z.enum(['opt-out', 'opt-in']);
const retentionDays = z.int().min(1).max(3650);
const language = z.string().min(1).max(35).optional();

const writtenSchema = z.object({
  consent,
  captionBots: z.boolean(),
  soundCues: z.boolean(),
  retentionDays,
  language,
});

const DEFAULTS = { consent: 'opt-out', captionBots: false, soundCues: false, retentionDays: 30 } as const;

/** A field that cannot be read must not caption people who did not agree to it. */
const readSchema = z.object({
  consent: consent.default(DEFAULTS.consent).catch('opt-in'),
  captionBots: z.boolean().default(DEFAULTS.captionBots).catch(DEFAULTS.captionBots),
  soundCues: z.boolean().default(DEFAULTS.soundCues).catch(DEFAULTS.soundCues),
  retentionDays: retentionDays.default(DEFAULTS.retentionDays).catch(DEFAULTS.retentionDays),
  language: language.catch(undefined),
});

const voiceLimit = z.int().min(0).max(1_000);
const voicesWrittenSchema = z.object({ maxPerPerson: voiceLimit, maxPerGuild: voiceLimit });
const VOICE_DEFAULTS: VoiceSettings = { maxPerPerson: 5, maxPerGuild: 50 };
const voicesReadSchema = z.object({
  maxPerPerson: voiceLimit.default(VOICE_DEFAULTS.maxPerPerson).catch(VOICE_DEFAULTS.maxPerPerson),
  maxPerGuild: voiceLimit.default(VOICE_DEFAULTS.maxPerGuild).catch(VOICE_DEFAULTS.maxPerGuild),
});

/** What a form takes; a limit that cannot be read leaves the operator's in force. */
const dailyLimit = z.int().min(0).max(1_000_000_000_000).optional();
const budgetsWrittenSchema = z.object({
  charactersPerPerson: dailyLimit,
  characters: dailyLimit,
  captionMinutes: dailyLimit,
  transcribeMinutesPerPerson: dailyLimit,
  transcribeMinutes: dailyLimit,
});
const budgetsReadSchema = z.object({
  charactersPerPerson: dailyLimit.catch(undefined),
  characters: dailyLimit.catch(undefined),
  captionMinutes: dailyLimit.catch(undefined),
  transcribeMinutesPerPerson: dailyLimit.catch(undefined),
  transcribeMinutes: dailyLimit.catch(undefined),
});
const NO_BUDGETS: BudgetSettings = {
  charactersPerPerson: undefined,
  characters: undefined,
  captionMinutes: undefined,
  transcribeMinutesPerPerson: undefined,
  transcribeMinutes: undefined,
};

const noticesSchema = z.record(z.string(), z.number()).catch({});

/**
 * The settings of guilds. Reading gives the default for what was never set, and the stricter choice for what cannot be
 * read. Writing throws MynahError STORE_INVALID_SETTINGS when a value is out of range, and stores nothing then.
 */
export function createSettingsStore({ db }: Connection, log: Logger): Settings {
  const read = async (guildId: string, topic: Topic): Promise<string> => {
    const row = await db
      .selectFrom('guild_settings')
      .select('document')
      .where('guild_id', '=', guildId)
      .where('topic', '=', topic)
      .executeTakeFirst();
    return row?.document ?? '{}';
  };
  const write = async (guildId: string, topic: Topic, document: string): Promise<void> => {
    await db
      .insertInto('guild_settings')
      .values({ guild_id: guildId, topic, document })
      .onConflict((conflict) => conflict.columns(['guild_id', 'topic']).doUpdateSet({ document }))
      .execute();
  };
  return withStoreErrors<Settings>({
    retentionDays: async () => {
      const rows = await db.selectFrom('guild_settings').selectAll().where('topic', '=', 'captions').execute();
      return new Map(
        rows.map(({ guild_id, document }) => [guild_id, readSchema.parse(parseObject(document) ?? {}).retentionDays]),
      );
    },
    captionSettings: async (guildId) => {
      const stored = parseObject(await read(guildId, 'captions'));
      warnUnless(writtenSchema.partial().safeParse(stored).success, guildId, log);
      const settings = readSchema.parse(stored ?? { consent: 'opt-in' });
      return { ...settings, language: settings.language };
    },
    setCaptionSettings: async (guildId, settings) =>
      write(guildId, 'captions', toDocument(writtenSchema.safeParse(settings))),
    voiceSettings: async (guildId) => {
      const stored = parseObject(await read(guildId, 'voices'));
      warnUnless(voicesWrittenSchema.partial().safeParse(stored).success, guildId, log);
      return voicesReadSchema.parse(stored ?? {});
    },
    setVoiceSettings: async (guildId, settings) =>
      write(guildId, 'voices', toDocument(voicesWrittenSchema.safeParse(settings))),
    budgetSettings: async (guildId) => {
      const stored = parseObject(await read(guildId, 'budgets'));
      warnUnless(budgetsWrittenSchema.safeParse(stored).success, guildId, log);
      return { ...NO_BUDGETS, ...budgetsReadSchema.parse(stored ?? {}) };
    },
    setBudgetSettings: async (guildId, settings) =>
      write(guildId, 'budgets', toDocument(budgetsWrittenSchema.safeParse(settings))),
    serverSettings: (guildId) => read(guildId, 'server'),
    setServerSettings: (guildId, document) => write(guildId, 'server', document),
    // A notice that cannot be read is posted again.
    voiceMessageNotices: async (guildId) =>
      noticesSchema.parse(parseObject(await read(guildId, 'voice-message-notices'))),
    setVoiceMessageNotices: (guildId, notices) => write(guildId, 'voice-message-notices', JSON.stringify(notices)),
  });
}

function warnUnless(readable: boolean, guildId: string, log: Logger): void {
  if (!readable) log.warn({ guildId }, 'stored settings cannot be read');
}

function parseObject(document: string): unknown {
  return z.looseObject({}).safeParse(parseStored(document)).data;
}

function toDocument(checked: z.ZodSafeParseResult<object>): string {
  if (checked.success) return JSON.stringify(checked.data);
  const fields = checked.error.issues.map(({ path }) => path.join('.')).join(', ');
  throw new MynahError('STORE_INVALID_SETTINGS', `settings out of range: ${fields}`, { cause: checked.error });
}

import {
  type APIActionRowComponent,
  type APIStringSelectComponent,
  ComponentType,
  PermissionFlagsBits,
} from 'discord.js';
import { type BudgetLimits, type BudgetSettings, operatorLimits } from '../src/budgets/budget-limits.ts';
import type { CaptionSettings } from '../src/captions/captions-ports.ts';
import { buttonRow } from '../src/discord/interactions/buttons.ts';
import {
  type Command,
  type CommandDefinition,
  GUILD_ONLY,
  type GuildPlace,
  type InteractionContext,
  type Modal,
  type SubmitContext,
} from '../src/discord/interactions/command.ts';
import { languageChoices } from '../src/discord/interactions/languages.ts';
import { ephemeral, type Reply } from '../src/discord/interactions/replies.ts';
import { requireGuild } from '../src/discord/playback/session-control.ts';
import type { Services } from '../src/discord/services.ts';
import { UserError } from '../src/errors.ts';
import type { Messages } from '../src/messages/messages.ts';
import type { VoiceSettings } from '../src/voice-models/voice-settings.ts';

const NAME = 'settings';

const define = ({ settings: { command } }: Messages): CommandDefinition => ({
  name: NAME,
  description: command.description,
  ...GUILD_ONLY,
  default_member_permissions: PermissionFlagsBits.ManageGuild.toString(),
});

/** How long transcripts may be kept, in days. */
const RETENTION_DAYS = [1, 3, 7, 14, 30, 60, 90, 180, 365, 730, 3_650];
/** The service detects the language. */
const ANY_LANGUAGE = 'any';
/** Discord's limit of options in one select. */
const MAX_SELECT_OPTIONS = 25;

/** The selects take four of the five rows that Discord allows, so limits are in forms. */
const VOICES = 'voices';
const VOICES_ID = `settings:${VOICES}`;
const BUDGETS = 'budgets';
const BUDGETS_ID = `settings:${BUDGETS}`;
/** In the order of the form, which takes at most five. */
const BUDGET_FIELDS = [
  'charactersPerPerson',
  'characters',
  'captionMinutes',
  'transcribeMinutesPerPerson',
  'transcribeMinutes',
] as const satisfies readonly (keyof BudgetSettings)[];
/** The highest limit of voices. */
const MAX_VOICES = 1_000;

type Option = readonly [value: string, label: string];

type SettingsServices = Pick<Services, 'budgets' | 'captions' | 'voices'>;

/** `/settings`: a panel with the server's settings of captions, voices and budgets. Every choice applies immediately. */
export function createSettings({ budgets, captions, voices }: SettingsServices): Command {
  const panel = async (guildId: string, captioned: CaptionSettings, messages: Messages): Promise<Reply> => {
    const [limits, daily] = await Promise.all([voices.settings(guildId), budgets.settings(guildId)]);
    const isStricterNow = captions.runningConsent(guildId) === 'opt-in' && captioned.consent === 'opt-out';
    const state = { captioned, limits, daily: effective(daily, budgets.limits), isStricterNow };
    return panelOf(state, messages);
  };
  return {
    name: NAME,
    define,
    run: async (context) => {
      const { guildId } = requireGuildManager(context);
      await context.answer(await panel(guildId, await captions.settings(guildId), context.messages));
    },
    component: async (context) => {
      const { guildId } = requireGuildManager(context);
      const { messages, argument, values } = context;
      if (argument === VOICES) return context.openModal(limitsForm(await voices.settings(guildId), messages));
      if (argument === BUDGETS) {
        return context.openModal(budgetsForm(await budgets.settings(guildId), budgets.limits, messages));
      }
      const changed = change(await captions.settings(guildId), argument, values[0] ?? '', messages);
      await captions.setSettings(guildId, changed);
      await context.update(await panel(guildId, changed, messages));
    },
    submit: async (context) => {
      const { guildId } = requireGuildManager(context);
      if (context.argument === BUDGETS) await budgets.setSettings(guildId, readBudgets(context, budgets.limits));
      else await voices.setSettings(guildId, readLimits(context));
      await context.update(await panel(guildId, await captions.settings(guildId), context.messages));
    },
  };
}

function limitsForm({ maxPerPerson, maxPerGuild }: VoiceSettings, { settings: { voiceLimits } }: Messages): Modal {
  const placeholder = voiceLimits.placeholder({ max: MAX_VOICES });
  const number = { style: 'short', required: true, maxLength: 4, placeholder } as const;
  return {
    customId: VOICES_ID,
    title: voiceLimits.title,
    fields: [
      { ...number, id: 'person', label: voiceLimits.perPerson, value: String(maxPerPerson) },
      { ...number, id: 'guild', label: voiceLimits.inServer, value: String(maxPerGuild) },
    ],
  };
}

function readLimits(context: SubmitContext): VoiceSettings {
  const read = (id: string): number => {
    const typed = context.field(id).trim();
    if (/^\d{1,4}$/.test(typed) && Number(typed) <= MAX_VOICES) return Number(typed);
    throw new UserError(context.messages.settings.voiceLimits.invalid({ max: MAX_VOICES }));
  };
  return { maxPerPerson: read('person'), maxPerGuild: read('guild') };
}

function budgetsForm(stored: BudgetSettings, limits: BudgetLimits, { budgets }: Messages): Modal {
  const highest = operatorLimits(limits);
  const { settings } = budgets;
  return {
    customId: BUDGETS_ID,
    title: settings.title,
    fields: BUDGET_FIELDS.map((id) => ({
      id,
      label: settings.fields[id],
      style: 'short',
      required: false,
      maxLength: 9,
      placeholder: settings.placeholder({ max: highest[id] }),
      // One above what the operator has set since would make the whole form invalid.
      ...(stored[id] === undefined ? {} : { value: String(Math.min(stored[id], highest[id])) }),
    })),
  };
}

/** @throws {UserError} unless every field is empty or a number that is not above the operator's. */
function readBudgets(context: SubmitContext, limits: BudgetLimits): BudgetSettings {
  const highest = operatorLimits(limits);
  const { settings } = context.messages.budgets;
  const read = (id: (typeof BUDGET_FIELDS)[number]): number | undefined => {
    const typed = context.field(id).trim();
    if (typed === '') return undefined;
    if (!/^\d{1,9}$/.test(typed)) throw new UserError(settings.invalid({ field: settings.fields[id] }));
    const max = highest[id];
    if (Number(typed) > max) throw new UserError(settings.tooHigh({ field: settings.fields[id], max }));
    return Number(typed);
  };
  return {
    charactersPerPerson: read('charactersPerPerson'),
    characters: read('characters'),
    captionMinutes: read('captionMinutes'),
    transcribeMinutesPerPerson: read('transcribeMinutesPerPerson'),
    transcribeMinutes: read('transcribeMinutes'),
  };
}

/** The limits that apply: the operator may have lowered theirs since. */
function effective(stored: BudgetSettings, limits: BudgetLimits): ReturnType<typeof operatorLimits> {
  const highest = operatorLimits(limits);
  const lower = (id: keyof BudgetSettings): number => Math.min(highest[id], stored[id] ?? highest[id]);
  return {
    charactersPerPerson: lower('charactersPerPerson'),
    characters: lower('characters'),
    captionMinutes: lower('captionMinutes'),
    transcribeMinutesPerPerson: lower('transcribeMinutesPerPerson'),
    transcribeMinutes: lower('transcribeMinutes'),
  };
}

function requireGuildManager(context: InteractionContext): GuildPlace {
  const place = requireGuild(context);
  if (place.managesGuild) return place;
  throw new UserError(context.messages.settings.managersOnly);
}

function change(settings: CaptionSettings, what: string, value: string, messages: Messages): CaptionSettings {
  switch (what) {
    case 'consent':
      return { ...settings, consent: value === 'opt-in' ? 'opt-in' : 'opt-out' };
    case 'bots':
      return { ...settings, captionBots: value === 'yes' };
    case 'retention':
      return { ...settings, retentionDays: Number(value) };
    case 'language':
      return { ...settings, language: value === ANY_LANGUAGE ? undefined : value };
    default:
      throw new UserError(messages.settings.outdated);
  }
}

interface PanelState {
  readonly captioned: CaptionSettings;
  readonly limits: VoiceSettings;
  readonly daily: ReturnType<typeof operatorLimits>;
  /** Captions are on, with a stricter consent rule than the setting. */
  readonly isStricterNow: boolean;
}

function panelOf({ captioned, limits, daily, isStricterNow }: PanelState, messages: Messages): Reply {
  const { settings, budgets, format } = messages;
  const { consent, captionBots, retentionDays, language } = captioned;
  const { options, voiceLimits } = settings;
  const content = settings.panel({
    ...{ consent, isStricterNow, captionBots, retentionDays },
    language: language === undefined ? undefined : format.language(language),
    voicesPerPerson: limits.maxPerPerson,
    voicesInServer: limits.maxPerGuild,
  });
  return {
    ...ephemeral(`${content}\n${budgets.settings.summary(daily)}`),
    components: [
      select('consent', consent, [
        ['opt-out', options.optOut],
        ['opt-in', options.optIn],
      ]),
      select('bots', captionBots ? 'yes' : 'no', [
        ['no', options.withoutBots],
        ['yes', options.withBots],
      ]),
      select(
        'retention',
        String(retentionDays),
        [...new Set([...RETENTION_DAYS, retentionDays])]
          .toSorted((one, other) => one - other)
          .map((days) => [String(days), options.retention({ days })]),
      ),
      select('language', language ?? ANY_LANGUAGE, languageOptions(language, messages)),
      buttonRow([
        [VOICES_ID, voiceLimits.button],
        [BUDGETS_ID, budgets.settings.button],
      ]),
    ],
  };
}

function languageOptions(current: string | undefined, messages: Messages): Option[] {
  const { options } = messages.settings;
  const common = languageChoices('', messages).map(({ value }) => value);
  const codes = [...new Set([...(current === undefined ? [] : [current]), ...common])].slice(0, MAX_SELECT_OPTIONS - 1);
  const named = codes.map((code): Option => [code, options.language({ name: messages.format.language(code) })]);
  return [[ANY_LANGUAGE, options.anyLanguage], ...named];
}

function select(
  what: string,
  current: string,
  options: readonly Option[],
): APIActionRowComponent<APIStringSelectComponent> {
  return {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.StringSelect,
        custom_id: `settings:${what}`,
        options: options.map(([value, label]) => ({ value, label, default: value === current })),
      },
    ],
  };
}

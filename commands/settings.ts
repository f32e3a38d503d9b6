import {
  type APIActionRowComponent,
  type APIStringSelectComponent,
  ComponentType,
  PermissionFlagsBits,
} from 'discord.js';
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
import { languageChoices, languageName } from '../src/discord/interactions/languages.ts';
import { ephemeral, type Reply } from '../src/discord/interactions/replies.ts';
import { requireGuild } from '../src/discord/playback/session-control.ts';
import type { Services } from '../src/discord/services.ts';
import { UserError } from '../src/errors.ts';
import { english } from '../src/messages/english.ts';
import type { Messages } from '../src/messages/messages.ts';
import type { VoiceSettings } from '../src/voice-models/voice-settings.ts';

const definition: CommandDefinition = {
  name: 'settings',
  description: english.settings.command.description,
  ...GUILD_ONLY,
  default_member_permissions: PermissionFlagsBits.ManageGuild.toString(),
};

/** How long transcripts may be kept, in days. */
const RETENTION_DAYS = [1, 3, 7, 14, 30, 60, 90, 180, 365, 730, 3_650];
/** The service detects the language. */
const ANY_LANGUAGE = 'any';
/** Discord's limit of options in one select. */
const MAX_SELECT_OPTIONS = 25;

/** The selects take four of the five rows that Discord allows, so the limits of voices are in a form. */
const VOICES = 'voices';
const VOICES_ID = `settings:${VOICES}`;
/** The highest limit of voices. */
const MAX_VOICES = 1_000;

type Option = readonly [value: string, label: string];

type SettingsServices = Pick<Services, 'captions' | 'voices'>;

/** `/settings`: a panel with the server's settings of captions and voices. Every choice applies immediately. */
export function createSettings({ captions, voices }: SettingsServices): Command {
  const panel = async (guildId: string, captioned: CaptionSettings, messages: Messages): Promise<Reply> => {
    const limits = await voices.settings(guildId);
    const isStricterNow = captions.runningConsent(guildId) === 'opt-in' && captioned.consent === 'opt-out';
    return panelOf({ captioned, limits, isStricterNow }, messages);
  };
  return {
    definition,
    run: async (context) => {
      const { guildId } = requireGuildManager(context);
      await context.answer(await panel(guildId, await captions.settings(guildId), context.messages));
    },
    component: async (context) => {
      const { guildId } = requireGuildManager(context);
      const { messages, argument, values } = context;
      if (argument === VOICES) return context.openModal(limitsForm(await voices.settings(guildId), messages));
      const changed = change(await captions.settings(guildId), argument, values[0] ?? '', messages);
      await captions.setSettings(guildId, changed);
      await context.update(await panel(guildId, changed, messages));
    },
    submit: async (context) => {
      const { guildId } = requireGuildManager(context);
      await voices.setSettings(guildId, readLimits(context));
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
  /** Captions are on, with a stricter consent rule than the setting. */
  readonly isStricterNow: boolean;
}

function panelOf({ captioned, limits, isStricterNow }: PanelState, { settings }: Messages): Reply {
  const { consent, captionBots, retentionDays, language } = captioned;
  const { options, voiceLimits } = settings;
  const content = settings.panel({
    ...{ consent, isStricterNow, captionBots, retentionDays },
    language: language === undefined ? undefined : languageName(language),
    voicesPerPerson: limits.maxPerPerson,
    voicesInServer: limits.maxPerGuild,
  });
  return {
    ...ephemeral(content),
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
      select('language', language ?? ANY_LANGUAGE, languageOptions(language, settings)),
      buttonRow([[VOICES_ID, voiceLimits.button]]),
    ],
  };
}

function languageOptions(current: string | undefined, { options }: Messages['settings']): Option[] {
  const common = languageChoices('').map(({ value }) => value);
  const codes = [...new Set([...(current === undefined ? [] : [current]), ...common])].slice(0, MAX_SELECT_OPTIONS - 1);
  const named = codes.map((code): Option => [code, options.language({ name: languageName(code) })]);
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

import {
  type APIActionRowComponent,
  type APIStringSelectComponent,
  ComponentType,
  PermissionFlagsBits,
} from 'discord.js';
import type { CaptionSettings } from '../src/captions/captions-ports.ts';
import { days } from '../src/discord/captions/caption-words.ts';
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
import type { VoiceSettings } from '../src/voice-models/voice-settings.ts';

const definition: CommandDefinition = {
  name: 'settings',
  description: 'Decide how captions and voices work in this server',
  ...GUILD_ONLY,
  default_member_permissions: PermissionFlagsBits.ManageGuild.toString(),
};

/** How long transcripts may be kept, in days. */
const RETENTION_DAYS = [1, 3, 7, 14, 30, 60, 90, 180, 365, 730, 3_650];
/** Stands for: the service finds out itself. */
const ANY_LANGUAGE = 'any';
/** Discord's bound on the options of one select. */
const MAX_SELECT_OPTIONS = 25;

/** The panel's select menus take four of the five rows that Discord allows: what is decided about voices is a form. */
const VOICES = 'voices';
const VOICES_ID = `settings:${VOICES}`;
/** Most voices that a limit may allow. */
const MAX_VOICES = 1_000;

type Option = readonly [value: string, label: string];

type SettingsServices = Pick<Services, 'captions' | 'voices'>;

/** `/settings`: a panel with what the guild decides about captions and voices; every choice holds at once. */
export function createSettings({ captions, voices }: SettingsServices): Command {
  const panel = async (guildId: string): Promise<Reply> => {
    const [captioned, limits] = await Promise.all([captions.settings(guildId), voices.settings(guildId)]);
    return panelOf(captioned, limits);
  };
  return {
    definition,
    run: async (context) => {
      const { guildId } = requireGuildManager(context);
      await context.answer(await panel(guildId));
    },
    component: async (context) => {
      const { guildId } = requireGuildManager(context);
      if (context.argument === VOICES) return context.openModal(limitsForm(await voices.settings(guildId)));
      const changed = change(await captions.settings(guildId), context.argument, context.values[0] ?? '');
      await captions.setSettings(guildId, changed);
      await context.update(panelOf(changed, await voices.settings(guildId)));
    },
    submit: async (context) => {
      const { guildId } = requireGuildManager(context);
      await voices.setSettings(guildId, readLimits(context));
      await context.update(await panel(guildId));
    },
  };
}

function limitsForm({ maxPerPerson, maxPerGuild }: VoiceSettings): Modal {
  const number = { style: 'short', required: true, maxLength: 4, placeholder: `0 to ${MAX_VOICES}` } as const;
  return {
    customId: VOICES_ID,
    title: 'Voices made in this server',
    fields: [
      { ...number, id: 'person', label: 'Most that one person may make', value: String(maxPerPerson) },
      { ...number, id: 'guild', label: 'Most in the whole server', value: String(maxPerGuild) },
    ],
  };
}

function readLimits(context: SubmitContext): VoiceSettings {
  const read = (id: string): number => {
    const typed = context.field(id).trim();
    if (/^\d{1,4}$/.test(typed) && Number(typed) <= MAX_VOICES) return Number(typed);
    throw new UserError(`A limit is a whole number from 0 to ${MAX_VOICES}. Nothing was changed.`);
  };
  return { maxPerPerson: read('person'), maxPerGuild: read('guild') };
}

function requireGuildManager(context: InteractionContext): GuildPlace {
  const place = requireGuild(context);
  if (place.managesGuild) return place;
  throw new UserError('Only those who may Manage Server can change these settings.');
}

function change(settings: CaptionSettings, what: string, value: string): CaptionSettings {
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
      throw new UserError('This panel is too old. Use `/settings` again.');
  }
}

function panelOf({ consent, captionBots, retentionDays, language }: CaptionSettings, limits: VoiceSettings): Reply {
  return {
    ...ephemeral(`Captions and voices in this server. What you choose holds at once.\n${limitsWords(limits)}`),
    components: [
      select('consent', consent, [
        ['opt-out', 'Everybody is captioned who did not opt out'],
        ['opt-in', 'Only those are captioned who opted in'],
      ]),
      select('bots', captionBots ? 'yes' : 'no', [
        ['no', 'Bots are not captioned'],
        ['yes', 'Bots are captioned too'],
      ]),
      select(
        'retention',
        String(retentionDays),
        [...new Set([...RETENTION_DAYS, retentionDays])]
          .toSorted((one, other) => one - other)
          .map((count) => [String(count), `Transcripts are deleted after ${days(count)}`]),
      ),
      select('language', language ?? ANY_LANGUAGE, languageOptions(language)),
      buttonRow([[VOICES_ID, 'Change how many voices may be made']]),
    ],
  };
}

function limitsWords({ maxPerPerson, maxPerGuild }: VoiceSettings): string {
  const count = (voices: number): string => (voices === 1 ? '1 voice' : `${voices} voices`);
  return `Each person may make ${count(maxPerPerson)} here; there may be ${count(maxPerGuild)} in all.`;
}

function languageOptions(current: string | undefined): Option[] {
  const common = languageChoices('').map(({ value }) => value);
  const codes = [...new Set([...(current === undefined ? [] : [current]), ...common])].slice(0, MAX_SELECT_OPTIONS - 1);
  const named = codes.map((code): Option => [code, `Language: ${languageName(code)}`]);
  return [[ANY_LANGUAGE, 'Language: recognized by itself'], ...named];
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

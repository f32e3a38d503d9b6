import { ApplicationCommandOptionType, ChannelType } from 'discord.js';
import { autoCaptionLines, pressAuto, runAuto } from '../src/discord/captions/automatic/auto-command.ts';
import { OVERLAY_LIMIT } from '../src/discord/captions/caption-limits.ts';
import { formatButtons, statusButtons, statusMessage } from '../src/discord/captions/caption-messages.ts';
import { optIn } from '../src/discord/captions/opt-in.ts';
import { createOverlayCommand } from '../src/discord/captions/overlay/overlay-command.ts';
import { overlayLines } from '../src/discord/captions/overlay/overlay-reply.ts';
import { createCaptionStart } from '../src/discord/captions/start/caption-start.ts';
import { mayStop, stopCaptions } from '../src/discord/captions/stop-captions.ts';
import { requireStatusAccess, requireTranscript } from '../src/discord/captions/transcript-access.ts';
import { transcriptFile } from '../src/discord/captions/transcript-file.ts';
import { ephemeral } from '../src/discord/client/replies.ts';
import { buttonRow } from '../src/discord/interactions/buttons.ts';
import {
  type Command,
  type CommandDefinition,
  type ComponentContext,
  GUILD_ONLY,
  type InteractionContext,
} from '../src/discord/interactions/command.ts';
import { OPT_IN_LIMIT } from '../src/discord/interactions/interaction-limits.ts';
import { languageChoices } from '../src/discord/interactions/languages.ts';
import { requireGuild } from '../src/discord/interactions/member-rights.ts';
import type { RateLimit } from '../src/discord/interactions/rate-limits.ts';
import type { Services } from '../src/discord/services.ts';
import { UserError } from '../src/errors.ts';
import type { Messages } from '../src/messages/messages.ts';
import { TRANSCRIPT_FORMATS, type TranscriptFormat } from '../src/text/transcript-format.ts';
import {
  CAPTION_AUTO_LIMIT,
  CAPTION_EXPORT_LIMIT,
  CAPTION_START_LIMIT,
  CAPTION_STATUS_LIMIT,
} from './command-limits.ts';

const SUBCOMMAND = ApplicationCommandOptionType.Subcommand;
const NAME = 'captions';

const define = ({ captions: { command: texts, auto, overlay } }: Messages): CommandDefinition => ({
  name: NAME,
  description: texts.description,
  ...GUILD_ONLY,
  options: [
    {
      type: SUBCOMMAND,
      name: 'start',
      description: texts.start.description,
      options: [
        {
          type: ApplicationCommandOptionType.String,
          name: 'language',
          description: texts.start.language,
          autocomplete: true,
        },
        { type: ApplicationCommandOptionType.Boolean, name: 'interim', description: texts.start.interim },
      ],
    },
    { type: SUBCOMMAND, name: 'stop', description: texts.stop.description },
    { type: SUBCOMMAND, name: 'status', description: texts.status.description },
    { type: SUBCOMMAND, name: 'overlay', description: overlay.command.description },
    {
      type: SUBCOMMAND,
      name: 'export',
      description: texts.export.description,
      options: [
        {
          type: ApplicationCommandOptionType.String,
          name: 'format',
          description: texts.export.format,
          required: true,
          choices: TRANSCRIPT_FORMATS.map((format) => ({ name: format, value: format })),
        },
      ],
    },
    {
      type: SUBCOMMAND,
      name: 'auto',
      description: auto.command.description,
      options: [
        {
          type: ApplicationCommandOptionType.Channel,
          name: 'voice_channel',
          description: auto.command.voiceChannel,
          channel_types: [ChannelType.GuildVoice, ChannelType.GuildStageVoice],
          required: true,
        },
        {
          type: ApplicationCommandOptionType.String,
          name: 'mode',
          description: auto.command.mode,
          required: true,
          choices: (['on', 'off'] as const).map((mode) => ({ name: auto.command.modes[mode], value: mode })),
        },
        { type: ApplicationCommandOptionType.Boolean, name: 'thread', description: auto.command.thread },
        {
          type: ApplicationCommandOptionType.String,
          name: 'language',
          description: auto.command.language,
          autocomplete: true,
        },
      ],
    },
  ],
});

/** Before the id of the session that a Stop button ends. */
const STOP = 'stop:';

type CaptionServices = Pick<
  Services,
  | 'budgets'
  | 'engine'
  | 'host'
  | 'directory'
  | 'captions'
  | 'captionPresence'
  | 'captionPlaces'
  | 'autoCaptions'
  | 'autoCaptionProblem'
  | 'overlayNotices'
  | 'overlays'
  | 'publicUrl'
  | 'publicMessages'
  | 'settings'
>;

/** `/captions`: starts, stops, shows and exports captions. The buttons under its messages do the same. */
export function createCaptions(services: CaptionServices): Command {
  const starting = createCaptionStart(services);
  const overlay = createOverlayCommand(services);
  return {
    name: NAME,
    define,
    runLimit: ({ subcommand }) =>
      ({
        ...{
          start: CAPTION_START_LIMIT,
          status: CAPTION_STATUS_LIMIT,
          auto: CAPTION_AUTO_LIMIT,
          export: CAPTION_EXPORT_LIMIT,
        },
        overlay: OVERLAY_LIMIT,
      })[subcommand ?? ''],
    componentLimit: (argument) => componentLimitOf(argument.split(':')[0]),
    autocomplete: async ({ typed, messages }) => languageChoices(typed, messages),
    run: (context) => {
      switch (context.options.subcommand) {
        case 'start':
          return starting.run(context);
        case 'stop':
          return stopCaptions(services, context);
        case 'status':
          return showStatus(services, context);
        case 'overlay':
          return overlay.run(context);
        case 'auto':
          return runAuto(services, context);
        default:
          return exportAs(services, context, formatOf(context.options.string('format')));
      }
    },
    component: async (context) => {
      const { argument, messages } = context;
      if (argument.startsWith(STOP)) return stopCaptions(services, context, argument.slice(STOP.length));
      switch (argument) {
        case 'opt-in':
          return pressOptIn(services, context);
        case 'opt-out':
          return pressOptOut(services, context);
        // Without a session's id, as buttons had it once: what it stands under may have ended.
        case 'stop':
          throw new UserError(messages.captions.refusals.oldStopButton);
        default:
          if (argument.startsWith('auto:')) return pressAuto(services, context);
          if (/^(?:links|revoke|revoke-all):/.test(argument)) return overlay.press(context);
          return argument.startsWith('start:') ? starting.press(context) : pressExport(services, context);
      }
    },
  };
}

/** Nobody has to wait to opt out, to end captions or to revoke a link to them. */
function componentLimitOf(action: string | undefined): RateLimit | 'unlimited' | undefined {
  switch (action) {
    case 'opt-out':
    case 'stop':
    case 'revoke':
    case 'revoke-all':
      return 'unlimited';
    case 'opt-in':
      return OPT_IN_LIMIT;
    case 'start':
      return CAPTION_START_LIMIT;
    case 'auto':
      return CAPTION_AUTO_LIMIT;
    case 'export':
      return CAPTION_EXPORT_LIMIT;
    default:
      return undefined;
  }
}

async function showStatus(services: CaptionServices, context: InteractionContext): Promise<void> {
  const { captions, directory, overlays } = services;
  const place = requireGuild(context);
  const { guildId } = place;
  const { messages, userId } = context;
  const status = await captions.status(guildId);
  const automatic = autoCaptionLines(services, context, place);
  if (status === undefined) throw new UserError([messages.captions.refusals.off, ...automatic].join('\n'));
  await requireStatusAccess(directory, context, status.session);
  const present = directory.peopleIn(guildId, status.session.voiceChannelId);
  const canStop = mayStop(directory, { place, userId }, status.session);
  // The status must be there also while the database is away.
  const links = await overlays.list(status.session.sessionId).catch(() => []);
  const hasLinks = links.some(({ createdBy }) => canStop || createdBy === userId);
  const components = [statusButtons(status.session, { canStop, hasLinks }, messages)];
  const content = [statusMessage(status, present, messages), ...overlayLines(links, messages), ...automatic].join('\n');
  await context.answer({ ...ephemeral(content), components });
}

/** `export`, `export:SESSION` or `export:SESSION:FORMAT`. Without a format, people choose one. */
async function pressExport(services: CaptionServices, context: ComponentContext): Promise<void> {
  const [, sessionId, format] = context.argument.split(':');
  if (format !== undefined) return exportAs(services, context, formatOf(format), sessionId);
  const { session } = await requireTranscript(services, context, sessionId);
  const content = context.messages.captions.chooseFormat(session);
  await context.answer({ ...ephemeral(content), components: [formatButtons(session, context.messages)] });
}

async function exportAs(
  services: CaptionServices,
  context: InteractionContext,
  format: TranscriptFormat,
  sessionId?: string,
): Promise<void> {
  const { messages, uploadLimitBytes } = context;
  const transcript = await requireTranscript(services, context, sessionId);
  const { voiceChannelId, endedAtMs } = transcript.session;
  const file = await transcriptFile(format, services.directory.channelName(voiceChannelId), transcript, messages);
  if (file.bytes.length > uploadLimitBytes) throw new UserError(messages.captions.refusals.fileTooLarge);
  const lines = transcript.lines.length;
  const content = messages.captions.exported({ voiceChannelId, lines, isRunning: endedAtMs === undefined });
  await context.answer({ ...ephemeral(content), files: [file] });
}

function formatOf(value: string | undefined): TranscriptFormat {
  return TRANSCRIPT_FORMATS.find((format) => format === value) ?? 'txt';
}

/** The button belongs to this server's captions, so it holds only here unless people want more. */
async function pressOptIn({ captions }: CaptionServices, context: InteractionContext): Promise<void> {
  await context.answer(await optIn(captions, context, { kind: 'here' }));
}

async function pressOptOut({ captions }: CaptionServices, context: InteractionContext): Promise<void> {
  const { captions: texts, privacy } = context.messages;
  await captions.setConsent(context.userId, 'opted-out');
  const components = [buttonRow([['captions:opt-in', texts.buttons.optBackIn]])];
  await context.answer({ ...ephemeral(privacy.optedOut), components });
}

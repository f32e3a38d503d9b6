import { ApplicationCommandOptionType } from 'discord.js';
import type { StoredTranscript } from '../src/captions/captions-api.ts';
import {
  formatButtons,
  startedButtons,
  startedMessage,
  statusButtons,
  statusMessage,
} from '../src/discord/captions/caption-messages.ts';
import { optIn } from '../src/discord/captions/opt-in.ts';
import { transcriptFile } from '../src/discord/captions/transcript-file.ts';
import { missingCaptionPermissions } from '../src/discord/client/permissions.ts';
import { buttonRow } from '../src/discord/interactions/buttons.ts';
import {
  type Command,
  type CommandContext,
  type CommandDefinition,
  type ComponentContext,
  GUILD_ONLY,
  type GuildPlace,
  type InteractionContext,
} from '../src/discord/interactions/command.ts';
import { languageChoices, resolveLanguage } from '../src/discord/interactions/languages.ts';
import { ephemeral } from '../src/discord/interactions/replies.ts';
import { joinCaller } from '../src/discord/playback/join-caller.ts';
import { notInVoice, requireGuild } from '../src/discord/playback/session-control.ts';
import type { Services } from '../src/discord/services.ts';
import { UserError } from '../src/errors.ts';
import { english } from '../src/messages/english.ts';
import type { Messages } from '../src/messages/messages.ts';
import { TRANSCRIPT_FORMATS, type TranscriptFormat } from '../src/text/transcript-format.ts';

const SUBCOMMAND = ApplicationCommandOptionType.Subcommand;
const texts = english.captions.command;

const definition = {
  name: 'captions',
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
  ],
} satisfies CommandDefinition;

type CaptionServices = Pick<Services, 'engine' | 'host' | 'directory' | 'captions' | 'channelStatus'>;

/** `/captions`: starts, stops, shows and exports captions. The buttons under its messages do the same. */
export function createCaptions(services: CaptionServices): Command {
  return {
    definition,
    autocomplete: async ({ typed }) => languageChoices(typed),
    run: (context) => {
      switch (context.options.subcommand) {
        case 'start':
          return start(services, context);
        case 'stop':
          return stop(services, context);
        case 'status':
          return showStatus(services, context);
        default:
          return exportAs(services, context, formatOf(context.options.string('format')));
      }
    },
    component: (context) => {
      switch (context.argument) {
        case 'opt-in':
          return pressOptIn(services, context);
        case 'opt-out':
          return pressOptOut(services, context);
        case 'stop':
          return stop(services, context);
        default:
          return pressExport(services, context);
      }
    },
  };
}

async function start(services: CaptionServices, context: CommandContext): Promise<void> {
  const { captions, channelStatus } = services;
  const { messages } = context;
  const place = requireGuild(context);
  const entered = context.options.string('language');
  const language = entered === undefined ? undefined : resolveLanguage(entered, messages);
  requireTextChannel(services, place, messages);
  const running = await captions.status(place.guildId);
  if (running !== undefined) return context.answer(ephemeral(messages.captions.refusals.alreadyOn(running.session)));
  // Joining can take a while, and everyone must see the answer.
  await context.defer('public');
  const voiceChannelId = await requireVoice(services, place, messages);
  const outcome = await captions.start({
    ...{ guildId: place.guildId, voiceChannelId, textChannelId: place.channelId, startedBy: context.userId },
    ...{ language, interim: context.options.boolean('interim') ?? true },
  });
  switch (outcome.kind) {
    case 'no-voice':
      throw notInVoice(messages);
    case 'already':
      return context.answer(ephemeral(messages.captions.refusals.alreadyOn(outcome.session)));
    case 'started': {
      const { session } = outcome;
      const settings = await captions.settings(place.guildId);
      const content = startedMessage(session, settings, messages);
      const components = [startedButtons(session, settings, messages)];
      await Promise.all([context.answer({ content, visibility: 'public', components }), channelStatus.set(session)]);
    }
  }
}

/** @throws {UserError} naming the permissions that the bot lacks to post captions in the channel. */
function requireTextChannel(
  { directory }: Pick<Services, 'directory'>,
  place: GuildPlace,
  { captions: { refusals }, interactions }: Messages,
): void {
  const channel = directory.textChannel(place.channelId);
  if (channel === undefined) throw new UserError(refusals.channelHidden);
  const missing = missingCaptionPermissions(channel.permissions, channel.webhookChannelId !== channel.channelId);
  if (missing.length === 0) return;
  throw new UserError(
    refusals.permissionsMissing({ permissions: missing.map((key) => interactions.permissions[key]) }),
  );
}

/** The voice channel to caption: the caller's, which the bot joins, or for managers the one that the bot is in. */
async function requireVoice(services: CaptionServices, place: GuildPlace, messages: Messages): Promise<string> {
  if (place.voiceChannelId !== undefined) {
    await joinCaller(services, place, place.voiceChannelId, { messages, purpose: 'captions' });
    return place.voiceChannelId;
  }
  const session = await services.engine.session(place.guildId);
  if (session !== undefined && place.isManager) return session.channelId;
  throw new UserError(messages.captions.refusals.joinFirst);
}

async function stop({ captions }: CaptionServices, context: InteractionContext): Promise<void> {
  const place = requireGuild(context);
  const { refusals, stopped } = context.messages.captions;
  const status = await captions.status(place.guildId);
  if (status === undefined) throw new UserError(refusals.off);
  const { startedBy, voiceChannelId } = status.session;
  const mayStop = startedBy === context.userId || place.voiceChannelId === voiceChannelId || place.isManager;
  if (!mayStop) throw new UserError(refusals.mayNotStop({ startedBy, voiceChannelId }));
  const outcome = await captions.stop(place.guildId);
  if (outcome.kind === 'not-running') throw new UserError(refusals.off);
  await context.answer(ephemeral(stopped({ voiceChannelId, lines: outcome.lines })));
}

async function showStatus({ captions, directory }: CaptionServices, context: InteractionContext): Promise<void> {
  const { guildId } = requireGuild(context);
  const { messages } = context;
  const status = await captions.status(guildId);
  if (status === undefined) throw new UserError(messages.captions.refusals.off);
  const present = directory.peopleIn(guildId, status.session.voiceChannelId);
  const components = [statusButtons(status.session, messages)];
  await context.answer({ ...ephemeral(statusMessage(status, present, messages)), components });
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
  const file = transcriptFile(format, services.directory.channelName(voiceChannelId), transcript, messages);
  if (file.bytes.length > uploadLimitBytes) throw new UserError(messages.captions.refusals.fileTooLarge);
  const lines = transcript.lines.length;
  const content = messages.captions.exported({ voiceChannelId, lines, isRunning: endedAtMs === undefined });
  await context.answer({ ...ephemeral(content), files: [file] });
}

/** @throws {UserError} when there is no transcript, it is empty, or its text channel is hidden from the person. */
async function requireTranscript(
  { captions, directory }: CaptionServices,
  context: InteractionContext,
  sessionId: string | undefined,
): Promise<StoredTranscript> {
  const { guildId, managesGuild } = requireGuild(context);
  const { refusals } = context.messages.captions;
  const transcript = await captions.transcript(guildId, sessionId);
  if (transcript === undefined) {
    throw new UserError(sessionId === undefined ? refusals.noTranscript : refusals.transcriptDeleted);
  }
  const { textChannelId } = transcript.session;
  const isDeleted = directory.textChannel(textChannelId) === undefined;
  if (isDeleted ? !managesGuild : !directory.maySee(textChannelId, context.userId)) {
    throw new UserError(refusals.transcriptHidden);
  }
  if (transcript.lines.length === 0) throw new UserError(refusals.nothingCaptioned);
  return transcript;
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

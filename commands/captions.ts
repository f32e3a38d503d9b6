import { ApplicationCommandOptionType } from 'discord.js';
import { noticeButtons, noticeWords, statusWords } from '../src/discord/captions/caption-words.ts';
import { TRANSCRIPT_FORMATS, transcriptFile } from '../src/discord/captions/transcript-offers.ts';
import { missingCaptionPermissions } from '../src/discord/client/permissions.ts';
import { buttonRow } from '../src/discord/interactions/buttons.ts';
import {
  type Command,
  type CommandContext,
  type CommandDefinition,
  GUILD_ONLY,
  type GuildPlace,
  type InteractionContext,
} from '../src/discord/interactions/command.ts';
import { languageChoices, resolveLanguage } from '../src/discord/interactions/languages.ts';
import { ephemeral, type ReplyFile } from '../src/discord/interactions/replies.ts';
import { joinCaller } from '../src/discord/playback/join-caller.ts';
import { notInVoice, requireGuild } from '../src/discord/playback/session-control.ts';
import type { Services } from '../src/discord/services.ts';
import { UserError } from '../src/errors.ts';
import type { Messages } from '../src/messages/messages.ts';
import type { TranscriptFormat } from '../src/text/captions-export.ts';

const SUBCOMMAND = ApplicationCommandOptionType.Subcommand;

const definition = {
  name: 'captions',
  description: 'Write down here what is said in a voice channel',
  ...GUILD_ONLY,
  options: [
    {
      type: SUBCOMMAND,
      name: 'start',
      description: 'Caption the voice channel that you are in, in this channel',
      options: [
        {
          type: ApplicationCommandOptionType.String,
          name: 'language',
          description: 'What is spoken; left out, it is recognized by itself',
          autocomplete: true,
        },
        {
          type: ApplicationCommandOptionType.Boolean,
          name: 'interim',
          description: 'Whether text appears while somebody still speaks (yes, unless you choose no)',
        },
      ],
    },
    { type: SUBCOMMAND, name: 'stop', description: 'End the captions' },
    { type: SUBCOMMAND, name: 'status', description: 'Show who is captioned, how fast and how well' },
    {
      type: SUBCOMMAND,
      name: 'export',
      description: 'Get the transcript as a file',
      options: [
        {
          type: ApplicationCommandOptionType.String,
          name: 'format',
          description: 'Plain text, subtitles, or data',
          required: true,
          choices: TRANSCRIPT_FORMATS.map((format) => ({ name: format, value: format })),
        },
      ],
    },
  ],
} satisfies CommandDefinition;

type CaptionServices = Pick<Services, 'engine' | 'host' | 'directory' | 'captions' | 'channelStatus'>;

/** `/captions`: begins, ends, shows and exports captions; the buttons under the notice do the same. */
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
          return exportFiles(
            services,
            context,
            TRANSCRIPT_FORMATS.filter((format) => format === context.options.string('format')),
          );
      }
    },
    component: (context) => {
      switch (context.argument) {
        case 'opt-in':
          return decide(services, context, 'opted-in');
        case 'opt-out':
          return decide(services, context, 'opted-out');
        case 'stop':
          return stop(services, context);
        default:
          return exportFiles(services, context, TRANSCRIPT_FORMATS);
      }
    },
  };
}

async function start(services: CaptionServices, context: CommandContext): Promise<void> {
  const { captions, channelStatus } = services;
  const place = requireGuild(context);
  const entered = context.options.string('language');
  const language = entered === undefined ? undefined : resolveLanguage(entered, context.messages);
  requireTextChannel(services, place, context.messages);
  const running = await captions.status(place.guildId);
  if (running !== undefined) return context.answer(ephemeral(alreadyWords(running.session)));
  // Coming to the channel can take a while, and everybody shall see the answer.
  await context.defer('public');
  const voiceChannelId = await requireVoice(services, place, context.messages);
  const outcome = await captions.start({
    ...{ guildId: place.guildId, voiceChannelId, textChannelId: place.channelId, startedBy: context.userId },
    ...{ language, interim: context.options.boolean('interim') ?? true },
  });
  switch (outcome.kind) {
    case 'no-voice':
      throw notInVoice(context.messages);
    case 'already':
      return context.answer(ephemeral(alreadyWords(outcome.session)));
    case 'started': {
      const settings = await captions.settings(place.guildId);
      const content = noticeWords(outcome.session, settings);
      await Promise.all([
        context.answer({ content, visibility: 'public', components: [noticeButtons(settings)] }),
        channelStatus.set(outcome.session),
      ]);
    }
  }
}

/** @throws {UserError} naming what the bot lacks to write in the channel where captions shall appear. */
function requireTextChannel(
  { directory }: Pick<Services, 'directory'>,
  place: GuildPlace,
  { interactions }: Messages,
): void {
  const channel = directory.textChannel(place.channelId);
  if (channel === undefined)
    throw new UserError('I cannot see this channel. Give me View Channel here, or try another.');
  const isThread = channel.webhookChannelId !== channel.channelId;
  const missing = missingCaptionPermissions(channel.permissions, isThread).map((key) => interactions.permissions[key]);
  if (missing.length === 0) return;
  throw new UserError(
    `I may not write captions here. Someone who manages the server has to give me in this channel: ${missing.join(', ')}.`,
  );
}

/** The voice channel to caption: the caller's, to which the bot comes, or for managers the one that the bot is in. */
async function requireVoice(services: CaptionServices, place: GuildPlace, messages: Messages): Promise<string> {
  if (place.voiceChannelId !== undefined) {
    await joinCaller(services, place, place.voiceChannelId, { messages, purpose: 'captions' });
    return place.voiceChannelId;
  }
  const session = await services.engine.session(place.guildId);
  if (session !== undefined && place.isManager) return session.channelId;
  throw new UserError('Join the voice channel that shall be captioned first.');
}

function alreadyWords(session: { readonly voiceChannelId: string; readonly textChannelId: string }): string {
  return `Captions of <#${session.voiceChannelId}> are on already, in <#${session.textChannelId}>. \`/captions stop\` ends them.`;
}

async function stop({ captions }: CaptionServices, context: InteractionContext): Promise<void> {
  const place = requireGuild(context);
  const status = await captions.status(place.guildId);
  if (status === undefined) throw captionsAreOff();
  const { startedBy, voiceChannelId } = status.session;
  const mayStop = startedBy === context.userId || place.voiceChannelId === voiceChannelId || place.isManager;
  if (!mayStop) {
    throw new UserError(
      `Only <@${startedBy}>, those who are in <#${voiceChannelId}>, or those who manage the server or its voice channels can end these captions.`,
    );
  }
  const outcome = await captions.stop(place.guildId);
  if (outcome.kind === 'not-running') throw captionsAreOff();
  const { lines, session } = outcome;
  await context.answer(
    ephemeral(`Captions of <#${session.voiceChannelId}> are off, with ${lines === 1 ? '1 line' : `${lines} lines`}.`),
  );
}

function captionsAreOff(): UserError {
  return new UserError('Captions are off here. `/captions start` begins them.');
}

async function showStatus({ captions, directory }: CaptionServices, context: InteractionContext): Promise<void> {
  const { guildId } = requireGuild(context);
  const status = await captions.status(guildId);
  if (status === undefined) throw captionsAreOff();
  const present = directory.peopleIn(guildId, status.session.voiceChannelId);
  await context.answer(ephemeral(statusWords(status, present)));
}

async function exportFiles(
  { captions, directory }: CaptionServices,
  context: InteractionContext,
  formats: readonly TranscriptFormat[],
): Promise<void> {
  const { guildId, managesGuild } = requireGuild(context);
  const transcript = await captions.transcript(guildId);
  if (transcript === undefined) throw new UserError('There is no transcript here yet. `/captions start` begins one.');
  const { session, lines } = transcript;
  const isDeleted = directory.textChannel(session.textChannelId) === undefined;
  if (isDeleted ? !managesGuild : !directory.maySee(session.textChannelId, context.userId)) {
    throw new UserError(`The last captions were in a channel that you cannot see, so I do not give you their text.`);
  }
  if (lines.length === 0) throw new UserError('Nothing has been captioned yet, so there is nothing to export.');
  const name = directory.channelName(session.voiceChannelId);
  const files = formats.map((format) => transcriptFile(format, name, session, lines));
  const sendable = files.filter(({ bytes }: ReplyFile) => bytes.length <= context.uploadLimitBytes);
  if (sendable.length === 0)
    throw new UserError('The transcript is larger than Discord takes here. Try `txt` or `srt`.');
  const content = `Captions of <#${session.voiceChannelId}>: ${lines.length === 1 ? '1 line' : `${lines.length} lines`}${session.endedAtMs === undefined ? ' so far' : ''}.`;
  await context.answer({ ...ephemeral(content), files: sendable });
}

async function decide(
  { captions }: CaptionServices,
  context: InteractionContext,
  consent: 'opted-in' | 'opted-out',
): Promise<void> {
  await captions.setConsent(context.userId, consent);
  const reply =
    consent === 'opted-out'
      ? {
          ...ephemeral('You are not captioned any more, in no server. `/privacy erase` deletes what was written down.'),
          components: [buttonRow([['captions:opt-in', 'Opt in again']])],
        }
      : ephemeral('You are captioned from now on. `/privacy opt-out` takes it back.');
  await context.answer(reply);
}

import { ApplicationCommandOptionType, ChannelType } from 'discord.js';
import { ephemeral } from '../src/discord/client/replies.ts';
import {
  type Command,
  type CommandContext,
  type CommandDefinition,
  GUILD_ONLY,
  type GuildPlace,
} from '../src/discord/interactions/command.ts';
import { mayControl, requireGuild } from '../src/discord/interactions/member-rights.ts';
import { joinMessage } from '../src/discord/playback/join-message.ts';
import type { StageStanding } from '../src/discord/playback/stage-voice.ts';
import type { Services } from '../src/discord/services.ts';
import { UserError } from '../src/errors.ts';
import type { Messages } from '../src/messages/messages.ts';
import { JOIN_LIMIT } from './command-limits.ts';

const NAME = 'join';

const define = ({
  playback: {
    commands: { join: texts },
  },
}: Messages): CommandDefinition => ({
  name: NAME,
  description: texts.description,
  ...GUILD_ONLY,
  options: [
    {
      type: ApplicationCommandOptionType.Channel,
      name: 'channel',
      description: texts.options.channel,
      channel_types: [ChannelType.GuildVoice, ChannelType.GuildStageVoice],
    },
  ],
});

type JoinServices = Pick<Services, 'engine' | 'host' | 'directory' | 'stageVoice'>;

/** `/join`: enters the caller's channel or the one named, unless that takes the bot away from people who listen. */
export function createJoin(services: JoinServices): Command {
  return {
    name: NAME,
    define,
    runLimit: () => JOIN_LIMIT,
    run: async (context) => {
      const { messages } = context;
      const place = requireGuild(context);
      const channelId = requireChannel(services, context, place);
      await requireFree(services, context, place, channelId);
      const outcome = await services.host.join({ guildId: place.guildId, channelId, textChannelId: place.channelId });
      const isThere = outcome.kind === 'joined' || outcome.kind === 'already-here';
      const standing = isThere ? await services.stageVoice.ask(place.guildId) : undefined;
      await context.answer(ephemeral(audienceMessage(standing, channelId, messages) ?? joinMessage(outcome, messages)));
    },
  };
}

/** What keeps the bot in a stage's audience; `undefined` where nothing does. */
function audienceMessage(
  standing: StageStanding | undefined,
  channelId: string,
  { playback: { stage } }: Messages,
): string | undefined {
  switch (standing) {
    case 'asked':
      return stage.asked({ channelId });
    case 'may-not-ask':
      return stage.mayNotAsk({ channelId });
    case 'failed':
      return stage.couldNotAsk({ channelId });
    case 'speaker':
    case undefined:
      return undefined;
  }
}

/** The channel to join. @throws {UserError} when there is none, or the caller may not enter it. */
function requireChannel(
  { directory }: JoinServices,
  { options, userId, messages }: CommandContext,
  { guildId, voiceChannelId }: GuildPlace,
): string {
  const { join } = messages.playback;
  const named = options.string('channel');
  if (named === undefined) {
    if (voiceChannelId === undefined) throw new UserError(join.noChannel);
    return voiceChannelId;
  }
  if (!directory.mayEnter(guildId, named, userId)) throw new UserError(join.notForYou({ channelId: named }));
  return named;
}

/** @throws {UserError} when people listen in another channel and the caller may not take the bot away from them. */
async function requireFree(
  { engine, directory }: JoinServices,
  { messages, userId }: CommandContext,
  place: GuildPlace,
  channelId: string,
): Promise<void> {
  const session = await engine.session(place.guildId);
  if (session === undefined || session.channelId === channelId) return;
  if (mayControl(directory, { place, userId }, session.channelId)) return;
  const hasListeners = directory.listenerCount(place.guildId, session.channelId) > 0;
  if (hasListeners) throw new UserError(messages.playback.inUse.join(session));
}

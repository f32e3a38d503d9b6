import { type APIApplicationCommandChannelOption, ApplicationCommandOptionType, ChannelType } from 'discord.js';
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
import type { RateLimit } from '../src/discord/interactions/rate-limits.ts';
import { ephemeral, type Reply, sanitize } from '../src/discord/interactions/replies.ts';
import { joinMessage } from '../src/discord/playback/join-message.ts';
import { requireGuild } from '../src/discord/playback/session-control.ts';
import type { Services } from '../src/discord/services.ts';
import { UserError } from '../src/errors.ts';
import type { Messages } from '../src/messages/messages.ts';
import type { BindingStatus } from '../src/reading/reading-api.ts';
import type { Binding, ReadingChoice } from '../src/reading/reading-ports.ts';

const SUBCOMMAND = ApplicationCommandOptionType.Subcommand;
const NAME = 'autoread';

/** Most channels of a server that are read aloud. */
const MAX_BINDINGS = 25;
/** As long as a nickname in Discord. */
const MAX_NAME_LENGTH = 32;

/** Where people write. */
const CHANNEL_TYPES: APIApplicationCommandChannelOption['channel_types'] = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.GuildVoice,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
  ChannelType.AnnouncementThread,
];

const define = ({ reading: { command: texts } }: Messages): CommandDefinition => {
  const channel = {
    type: ApplicationCommandOptionType.Channel as const,
    name: 'channel',
    description: texts.options.channel,
    channel_types: CHANNEL_TYPES,
  } satisfies APIApplicationCommandChannelOption;
  return {
    name: NAME,
    description: texts.description,
    ...GUILD_ONLY,
    options: [
      {
        type: SUBCOMMAND,
        name: 'on',
        description: texts.on,
        options: [
          channel,
          {
            type: ApplicationCommandOptionType.Boolean,
            name: 'auto_join',
            description: texts.options.autoJoin,
          },
        ],
      },
      { type: SUBCOMMAND, name: 'off', description: texts.off, options: [channel] },
      { type: SUBCOMMAND, name: 'status', description: texts.status, options: [channel] },
    ],
  };
};

/** Each change posts in the channel, and looks at all voice channels of the server. */
const CHANGE_LIMIT: RateLimit = { name: 'autoread', uses: 10, withinS: 60 };

type Parts = Pick<
  Services,
  'reading' | 'readingPlaces' | 'receivesMessages' | 'directory' | 'engine' | 'publicMessages'
>;

/** `/autoread`: which channels are read aloud, and who is read. */
export function createAutoread(parts: Parts): Command {
  return {
    name: NAME,
    define,
    runLimit: ({ subcommand }) => (subcommand === 'on' ? CHANGE_LIMIT : undefined),
    // Nobody has to wait to be read no longer.
    componentLimit: (argument) => (argument === 'mute' ? 'unlimited' : undefined),
    run: (context) => {
      switch (context.options.subcommand) {
        case 'on':
          return turnOn(parts, context);
        case 'off':
          return turnOff(parts, context);
        default:
          return showStatus(parts, context);
      }
    },
    component: async (context) => {
      const { guildId } = requireGuild(context);
      const { argument, messages, userId } = context;
      if (argument === 'name') return openNameForm(parts, context, guildId);
      if (argument.startsWith('wider:')) return widen(parts, context, argument.slice('wider:'.length));
      if (argument !== 'mute' && argument !== 'unmute') throw new UserError(messages.interactions.oldButton);
      const choice = { ...(await parts.reading.choiceOf(guildId, userId)), isMuted: argument === 'mute' };
      await parts.reading.choose(guildId, userId, choice);
      const { muted, unmuted } = messages.reading;
      await context.answer({
        ...ephemeral(choice.isMuted ? muted : unmuted),
        components: [buttonRow([muteButton(choice, messages)])],
      });
    },
    submit: async (context) => {
      const { guildId } = requireGuild(context);
      const { messages, userId } = context;
      const nickname = context.field('name').trim() || undefined;
      await parts.reading.choose(guildId, userId, { ...(await parts.reading.choiceOf(guildId, userId)), nickname });
      const { named, unnamed } = messages.reading;
      await context.answer(ephemeral(nickname === undefined ? unnamed : named({ name: sanitize(nickname) })));
    },
  };
}

async function turnOn(parts: Parts, context: CommandContext): Promise<void> {
  const { messages, options } = context;
  const { reading, readingPlaces, receivesMessages } = parts;
  const place = requireGuild(context);
  const { guildId } = place;
  const channelId = await requireManagedChannel(parts, context, place);
  if (!receivesMessages()) throw new UserError(messages.reading.noIntent);
  requireNotice(parts, channelId, messages);
  const before = reading.bindingOf(guildId, channelId);
  if (before === undefined && (await reading.status(guildId)).length >= MAX_BINDINGS) {
    throw new UserError(messages.reading.tooMany({ max: MAX_BINDINGS }));
  }
  const binding: Binding = {
    ...{ guildId, channelId },
    autoJoin: options.boolean('auto_join') ?? before?.autoJoin ?? false,
    widerListeners: before?.widerListeners ?? false,
  };
  await context.defer('ephemeral');
  if (before === undefined) await bindWithNotice(parts, binding, messages);
  else await reading.bind(binding);
  const closed = binding.widerListeners ? [] : readingPlaces.closedTo(guildId, channelId);
  const content = [
    messages.reading.turnedOn(binding),
    ...(closed.length === 0 ? [] : [messages.reading.closedTo({ channelId, voiceChannelIds: closed })]),
  ].join('\n');
  const wider = buttonRow([[`${NAME}:wider:${channelId}`, messages.reading.buttons.wider, 'danger']]);
  await context.answer({ ...ephemeral(content), ...(closed.length > 0 && { components: [wider] }) });
}

/** People whose messages are read aloud must know of it: a channel is bound once it has the notice. */
async function bindWithNotice(
  { directory, publicMessages, reading }: Parts,
  binding: Binding,
  messages: Messages,
): Promise<void> {
  const { guildId, channelId } = binding;
  const texts = await publicMessages(guildId);
  const posted = await directory.postReply(channelId, noticeOf(texts)).catch(() => false);
  if (!posted) throw new UserError(messages.reading.noNotice({ channelId }));
  try {
    await reading.bind(binding);
  } catch (error) {
    const notRead: Reply = { content: texts.reading.turnedOff({ channelId }), visibility: 'public' };
    // What failed may be stored all the same: the notice stands until it is certain that the channel isn't read.
    await reading
      .unbind(guildId, channelId)
      .then(() => directory.postReply(channelId, notRead))
      .catch(() => undefined);
    throw error;
  }
}

function noticeOf(messages: Messages): Reply {
  const { notice, buttons } = messages.reading;
  return {
    content: notice,
    visibility: 'public',
    components: [
      buttonRow([
        [`${NAME}:mute`, buttons.mute],
        [`${NAME}:name`, buttons.name],
      ]),
    ],
  };
}

async function widen(parts: Parts, context: ComponentContext, channelId: string): Promise<void> {
  const { messages, userId } = context;
  const place = requireGuild(context);
  requireManager(parts, place, userId, channelId, messages);
  const binding = parts.reading.bindingOf(place.guildId, channelId);
  if (binding === undefined) throw new UserError(messages.reading.notOn({ channelId }));
  const texts = (await parts.publicMessages(place.guildId)).reading;
  const notice: Reply = { content: texts.widerNotice({ userId }), visibility: 'public' };
  // Nobody is read to more people without knowing it.
  const posted = await parts.directory.postReply(channelId, notice).catch(() => false);
  if (!posted) throw new UserError(messages.reading.noWiderNotice({ channelId }));
  await parts.reading.bind({ ...binding, widerListeners: true });
  await context.update({ ...ephemeral(messages.reading.widened({ channelId })), components: [] });
}

async function turnOff(parts: Parts, context: CommandContext): Promise<void> {
  const { messages } = context;
  const place = requireGuild(context);
  const channelId = await requireManagedChannel(parts, context, place);
  const wasOn = await parts.reading.unbind(place.guildId, channelId);
  const { turnedOff, notOn } = messages.reading;
  await context.answer(ephemeral(wasOn ? turnedOff({ channelId }) : notOn({ channelId })));
}

async function showStatus(parts: Parts, context: CommandContext): Promise<void> {
  const { messages, options, userId } = context;
  const { reading, receivesMessages, directory, engine, readingPlaces } = parts;
  const { guildId } = requireGuild(context);
  const wanted = options.string('channel');
  const [all, choice, session] = await Promise.all([
    reading.status(guildId),
    reading.choiceOf(guildId, userId),
    engine.session(guildId),
  ]);
  const asked = all.filter(({ binding }) => wanted === undefined || binding.channelId === wanted);
  const access = await Promise.all(
    asked.map(({ binding }) => directory.textAccess(guildId, binding.channelId, userId)),
  );
  const visible = asked.filter((_status, index) => access[index] === 'visible');
  const { status } = messages.reading;
  const refusal = session === undefined ? readingPlaces.refusalOf(guildId) : undefined;
  const content = [
    ...(visible.length === 0
      ? [status.none]
      : visible.map((each) => statusLine(parts, each, session?.channelId, messages))),
    ...(receivesMessages() ? [] : [messages.reading.noIntent]),
    ...(refusal === undefined || visible.length === 0 ? [] : [joinMessage(refusal, messages)]),
    ...(choice.isMuted ? [status.youAreMuted] : visible.length === 0 ? [] : [status.youAreRead]),
  ].join('\n');
  const buttons = buttonRow([muteButton(choice, messages), [`${NAME}:name`, messages.reading.buttons.name]]);
  await context.answer({ ...ephemeral(content), components: [buttons] });
}

function statusLine(
  { directory }: Parts,
  { binding, readIn, why }: BindingStatus,
  botIn: string | undefined,
  messages: Messages,
): string {
  const { channelId, autoJoin } = binding;
  const { status } = messages.reading;
  const facts = directory.textChannel(channelId);
  const isThread = facts !== undefined && facts.webhookChannelId !== channelId;
  const missing = missingCaptionPermissions(facts?.permissions ?? 0n, isThread).filter((key) => key === 'viewChannel');
  if (missing.length > 0) {
    const permissions = missing.map((key) => messages.interactions.permissions[key]);
    return status.missing({ channelId, permissions });
  }
  if (readIn !== undefined) return status.readIn({ channelId, voiceChannelId: readIn });
  if (botIn === undefined || why === undefined || why === 'not-in-voice')
    return status.waiting({ channelId, autoJoin });
  return status[why]({ channelId, voiceChannelId: botIn });
}

async function openNameForm({ reading }: Parts, context: ComponentContext, guildId: string): Promise<void> {
  const { messages, userId } = context;
  const { form } = messages.reading;
  const { nickname } = await reading.choiceOf(guildId, userId);
  await context.openModal({
    customId: `${NAME}:name`,
    title: form.title,
    fields: [
      {
        ...{ id: 'name', label: form.label, style: 'short', required: false, maxLength: MAX_NAME_LENGTH },
        ...{ placeholder: form.placeholder },
        ...(nickname === undefined ? {} : { value: nickname }),
      },
    ],
  });
}

function muteButton({ isMuted }: ReadingChoice, { reading: { buttons } }: Messages) {
  return isMuted ? ([`${NAME}:unmute`, buttons.unmute] as const) : ([`${NAME}:mute`, buttons.mute] as const);
}

/** The channel that was named, else this one. @throws {UserError} when the person can't see it or doesn't manage it. */
async function requireManagedChannel(parts: Parts, context: CommandContext, place: GuildPlace): Promise<string> {
  const { messages, options, userId } = context;
  const channelId = options.string('channel') ?? place.channelId;
  const access = await parts.directory.textAccess(place.guildId, channelId, userId);
  if (access !== 'visible') throw new UserError(messages.reading.notVisible);
  requireManager(parts, place, userId, channelId, messages);
  return channelId;
}

function requireManager(
  { directory }: Parts,
  place: GuildPlace,
  userId: InteractionContext['userId'],
  channelId: string,
  messages: Messages,
): void {
  if (place.managesGuild || directory.managesText(channelId, userId)) return;
  throw new UserError(messages.reading.mayNotManage({ channelId }));
}

/** @throws {UserError} naming the permissions that the bot lacks to see the channel and post its notice. */
function requireNotice({ directory }: Parts, channelId: string, messages: Messages): void {
  const facts = directory.textChannel(channelId);
  const isThread = facts !== undefined && facts.webhookChannelId !== channelId;
  const missing = missingCaptionPermissions(facts?.permissions ?? 0n, isThread);
  if (missing.length === 0) return;
  const permissions = missing.map((key) => messages.interactions.permissions[key]);
  throw new UserError(messages.reading.status.missing({ channelId, permissions }));
}

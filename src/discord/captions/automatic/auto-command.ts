import type { AutoCaptions } from '../../../captions/auto-captions-ports.ts';
import { MAX_AUTO_CAPTIONS } from '../../../captions/automatic/automatic-api.ts';
import { UserError } from '../../../errors.ts';
import type { Messages } from '../../../messages/messages.ts';
import { ephemeral } from '../../client/replies.ts';
import { buttonRow } from '../../interactions/buttons.ts';
import type { CommandContext, ComponentContext, GuildPlace, InteractionContext } from '../../interactions/command.ts';
import { resolveLanguage } from '../../interactions/languages.ts';
import { maySeeChannel, requireGuild } from '../../interactions/member-rights.ts';
import type { CaptionServices } from '../caption-services.ts';

/** How long the question about readers can be answered. */
const EXPIRES_AFTER_MS = 10 * 60_000;

/** A snowflake, `1` for threads, a language, and the seconds since 1970 in base 36. */
const ARGUMENT = /^auto:(\d{17,20}):([01]):([a-z0-9-]{0,24}):([0-9a-z]{1,8})$/;

type AutoServices = Pick<
  CaptionServices,
  'autoCaptions' | 'autoCaptionProblem' | 'captions' | 'captionPlaces' | 'directory' | 'engine'
>;

/** What is to be set up, without who confirmed its readers. */
type Wish = Omit<AutoCaptions, 'setUpBy' | 'setUpAtMs' | 'widerReaders'>;

/** `/captions auto`, for people who manage the voice channel and may post in the text channel. @throws {UserError} for others. */
export async function runAuto(services: AutoServices, context: CommandContext): Promise<void> {
  const { options, messages } = context;
  const place = requireGuild(context);
  const voiceChannelId = options.string('voice_channel') ?? '';
  if (options.string('mode') === 'off') return turnOff(services, context, place, voiceChannelId);
  const entered = options.string('language');
  const wish: Wish = {
    ...{ guildId: place.guildId, voiceChannelId, textChannelId: place.channelId },
    isThreaded: options.boolean('thread') ?? false,
    language: entered === undefined ? undefined : resolveLanguage(entered, messages),
  };
  requirePossible(services, context, wish);
  if (services.captionPlaces.audience(wish.textChannelId, voiceChannelId) === 'within') {
    return context.answer(ephemeral(await turnOn(services, context, wish, false)));
  }
  const components = [buttonRow([[customIdOf(wish), messages.captions.buttons.confirm, 'primary']])];
  await context.answer({ ...ephemeral(messages.captions.auto.confirm(wish)), components });
}

/** The button below the question about readers who can't see the voice channel; its argument begins with `auto:`. */
export async function pressAuto(services: AutoServices, context: ComponentContext): Promise<void> {
  const { auto } = context.messages.captions;
  const { guildId, channelId } = requireGuild(context);
  const [, voiceChannelId, isThreaded, language = '', expires = ''] = ARGUMENT.exec(context.argument) ?? [];
  if (voiceChannelId === undefined || Number.parseInt(expires, 36) * 1_000 < Date.now()) {
    throw new UserError(auto.refusals.outdated);
  }
  const wish: Wish = {
    ...{ guildId, voiceChannelId, textChannelId: channelId, isThreaded: isThreaded === '1' },
    language: language === '' ? undefined : language,
  };
  requirePossible(services, context, wish);
  await context.update(ephemeral(await turnOn(services, context, wish, true)));
}

/** The captions that start by themselves, of the voice channels that the member may see; empty for none. */
export function autoCaptionLines(
  { autoCaptions, directory }: Pick<CaptionServices, 'autoCaptions' | 'directory'>,
  { userId, messages }: InteractionContext,
  place: GuildPlace,
): string[] {
  const seen = autoCaptions
    .list(place.guildId)
    .filter(({ voiceChannelId }) => maySeeChannel(directory, { place, userId }, voiceChannelId));
  const entries = seen.map((entry) => ({
    ...entry,
    language: entry.language && messages.format.language(entry.language),
  }));
  return entries.length === 0 ? [] : [messages.captions.auto.list({ entries })];
}

async function turnOff(
  { autoCaptions, captions, captionPlaces }: AutoServices,
  context: CommandContext,
  { guildId, managesGuild }: GuildPlace,
  voiceChannelId: string,
): Promise<void> {
  const { userId, messages } = context;
  const { auto } = messages.captions;
  if (!managesGuild && !captionPlaces.mayManage(voiceChannelId, userId)) throw mayNotManage(voiceChannelId, messages);
  const wasOn = await autoCaptions.remove(guildId, voiceChannelId);
  if (!wasOn) throw new UserError(auto.refusals.notSetUp({ voiceChannelId }));
  const status = await captions.status(guildId);
  await context.answer(
    ephemeral(auto.off({ voiceChannelId, isRunning: status?.session.voiceChannelId === voiceChannelId })),
  );
}

/** @throws {UserError} when the person may not set this up, or the bot lacks something for it. */
function requirePossible(
  { captionPlaces, autoCaptionProblem }: AutoServices,
  { userId, messages }: InteractionContext,
  wish: Wish,
): void {
  const { refusals } = messages.captions.auto;
  if (!captionPlaces.mayManage(wish.voiceChannelId, userId)) throw mayNotManage(wish.voiceChannelId, messages);
  if (!captionPlaces.mayPost(wish.textChannelId, userId)) throw new UserError(refusals.mayNotPost);
  const problem = autoCaptionProblem(wish);
  if (problem !== undefined) throw new UserError(problem.sentence(messages));
}

/** Stores it, and returns what the person reads of it. */
async function turnOn(
  services: AutoServices,
  { userId, messages }: InteractionContext,
  wish: Wish,
  widerReaders: boolean,
): Promise<string> {
  const { autoCaptions } = services;
  // Before they are set up: then they may start at once.
  const isStarting = await willStartNow(services, wish);
  const outcome = await autoCaptions.set({ ...wish, setUpBy: userId, widerReaders, setUpAtMs: Date.now() });
  const { on, refusals } = messages.captions.auto;
  if (outcome === 'too-many') throw new UserError(refusals.tooMany({ limit: MAX_AUTO_CAPTIONS }));
  return on({ ...wish, isStarting });
}

/** People are in the voice channel, and neither captions nor listeners keep the bot elsewhere. */
async function willStartNow(
  { captions, directory, engine }: AutoServices,
  { guildId, voiceChannelId }: Wish,
): Promise<boolean> {
  const hasPeople = (channelId: string): boolean => directory.peopleIn(guildId, channelId).length > 0;
  if (!hasPeople(voiceChannelId)) return false;
  const [status, session] = await Promise.all([captions.status(guildId), engine.session(guildId)]);
  if (status !== undefined) return false;
  return session === undefined || session.channelId === voiceChannelId || !hasPeople(session.channelId);
}

function mayNotManage(voiceChannelId: string, { captions: { auto } }: Messages): UserError {
  return new UserError(auto.refusals.mayNotManage({ voiceChannelId }));
}

function customIdOf({ voiceChannelId, isThreaded, language }: Wish): string {
  const expires = Math.ceil((Date.now() + EXPIRES_AFTER_MS) / 1_000).toString(36);
  return ['captions:auto', voiceChannelId, isThreaded ? 1 : 0, language ?? '', expires].join(':');
}

import { BudgetError } from '../../../budgets/budgets-api.ts';
import type { CaptionSession } from '../../../captions/captions-ports.ts';
import { UserError } from '../../../errors.ts';
import type { Messages } from '../../../messages/messages.ts';
import { ephemeral, type Reply } from '../../client/replies.ts';
import type { CommandContext, ComponentContext, GuildPlace, InteractionContext } from '../../interactions/command.ts';
import { resolveLanguage } from '../../interactions/languages.ts';
import { notInVoice, requireGuild } from '../../interactions/member-rights.ts';
import { readersOf } from '../../interactions/readers.ts';
import { joinCaller } from '../../playback/join-caller.ts';
import { startedButtons, startedMessage } from '../caption-messages.ts';
import type { CaptionServices } from '../caption-services.ts';
import type { ChatNotice } from '../presence/voice-chat-notices.ts';
import { type BegunCaptions, beginCaptions, type StartPlan } from './begin-captions.ts';
import { requireVoice, voiceChannelFor } from './captioned-channel.ts';
import { createOpenQuestions, type OpenQuestions } from './open-questions.ts';
import { guildObstacle, textObstacle } from './start-checks.ts';
import {
  choiceButtons,
  confirmButtons,
  createStartChoice,
  parseStartChoice,
  type StartChoice,
} from './start-choices.ts';

/** Starts captions for a person, who is asked where they go if others could read them there. */
export interface CaptionStart {
  /** `/captions start`. */
  run(context: CommandContext): Promise<void>;
  /** The buttons below its questions, whose arguments begin with `start:`. */
  press(context: ComponentContext): Promise<void>;
}

type StartingServices = Pick<
  CaptionServices,
  | 'budgets'
  | 'engine'
  | 'host'
  | 'directory'
  | 'captions'
  | 'captionPresence'
  | 'captionPlaces'
  | 'publicMessages'
  | 'settings'
>;

interface StartServices extends StartingServices {
  /** The public questions that nobody has confirmed yet. */
  readonly questions: OpenQuestions;
}

/** Why captions don't start: others are on. */
class AlreadyOn extends UserError {
  override readonly name = 'AlreadyOn';
  readonly session: CaptionSession;

  constructor(session: CaptionSession, { captions: { refusals } }: Messages) {
    super(refusals.alreadyOn(session));
    this.session = session;
  }
}

/** Who starts which captions, and where they go. */
interface Plan extends Omit<StartPlan, 'guildId' | 'isAnswer'> {
  readonly startedBy: string;
  /** The public question that this answers. */
  readonly question?: StartChoice;
}

/** Creates the starts of all guilds. */
export function createCaptionStart(given: StartingServices): CaptionStart {
  const services: StartServices = { ...given, questions: createOpenQuestions() };
  return {
    run: (context) => runStart(services, context),
    press: (context) => {
      const choice = parseStartChoice(context.argument);
      if (choice === undefined || choice.expiresAtMs < Date.now()) throw outdated(context.messages);
      switch (choice.action) {
        case 'chat':
          return startInChat(services, context, choice);
        case 'ask':
          return askForConfirmation(services, context, choice);
        case 'confirm':
          return pressConfirm(services, context, choice);
      }
    },
  };
}

async function runStart(services: StartServices, context: CommandContext): Promise<void> {
  const { messages, userId: startedBy } = context;
  const place = requireGuild(context);
  const entered = context.options.string('language');
  const language = entered === undefined ? undefined : resolveLanguage(entered, messages);
  const usual = (await services.settings.of(place.guildId)).captions;
  const interim = context.options.boolean('interim') ?? usual.interim;
  requireTextChannel(services, place.channelId, messages);
  await requireStartable(services, place, messages);
  const plan = { textChannelId: place.channelId, startedBy, language, interim, confirmedBy: undefined };
  const wanted = await voiceChannelFor(services, place, startedBy);
  if (wanted !== undefined && !isWithin(services, place.channelId, wanted)) {
    return context.answer(question(services, { ...plan, voiceChannelId: wanted }, messages));
  }
  // Joining can take a while, and everyone must see the answer.
  await context.defer('public');
  const voiceChannelId = await requireVoice(services, context, place);
  const final = { ...plan, voiceChannelId };
  if (!isWithin(services, place.channelId, voiceChannelId)) return context.answer(question(services, final, messages));
  await startHere(services, context, final);
}

/**
 * Captions that appear where the interaction was started: its answer is the notice. Without any notice they end.
 * `onStarted` runs once they are on, before the answer.
 */
async function startHere(
  services: StartServices,
  context: InteractionContext,
  plan: Plan,
  onStarted?: () => Promise<void>,
): Promise<void> {
  const messages = await readersOf(context, services.publicMessages);
  const { session, settings, notice } = await begin(services, context, plan);
  const components = [startedButtons(session, settings, messages)];
  const { confirmedBy } = plan;
  const content = [
    startedMessage(session, settings, messages, { confirmedBy, isElsewhere: false }),
    ...chatNoticeLine(notice, session, messages),
  ].join('\n');
  let isNoticed = notice.kind === 'posted' && plan.textChannelId !== plan.voiceChannelId;
  try {
    await onStarted?.();
    isNoticed = (await context.tryAnswer({ content, visibility: 'public', components })) || isNoticed;
  } finally {
    if (!isNoticed) services.captions.end(session.sessionId, 'cannot-post');
  }
}

async function startInChat(services: StartServices, context: ComponentContext, choice: StartChoice): Promise<void> {
  const { messages, userId } = context;
  const { audience } = messages.captions;
  const place = requireGuild(context);
  const { voiceChannelId, startedBy, language, interim } = choice;
  const wanted = await voiceChannelFor(services, place, userId);
  if (userId !== startedBy || wanted !== voiceChannelId) throw outdated(messages);
  requireChat(services, voiceChannelId, messages);
  await requireStartable(services, place, messages);
  if ((await requireVoice(services, context, place)) !== voiceChannelId) throw outdated(messages);
  const plan = { voiceChannelId, textChannelId: voiceChannelId, startedBy, language, interim, confirmedBy: undefined };
  const { session, notice } = await begin(services, context, plan);
  if (notice.kind === 'missing') {
    // Nobody could know of captions without their notice.
    services.captions.end(session.sessionId, 'cannot-post');
    throw chatClosed(notice, voiceChannelId, messages);
  }
  await context.update(ephemeral(audience.inChat({ voiceChannelId })));
}

async function askForConfirmation(
  services: StartServices,
  context: ComponentContext,
  choice: StartChoice,
): Promise<void> {
  const { messages, userId } = context;
  const { audience } = messages.captions;
  const place = requireGuild(context);
  const wanted = await voiceChannelFor(services, place, userId);
  if (userId !== choice.startedBy || wanted !== choice.voiceChannelId) throw outdated(messages);
  requireTextChannel(services, place.channelId, messages);
  await requireStartable(services, place, messages);
  if (services.captionPlaces.mayManage(choice.voiceChannelId, userId)) {
    return startHereAsManager(services, context, choice);
  }
  await context.update(ephemeral(audience.asked));
  const { startedBy, voiceChannelId, expiresAtMs } = choice;
  const readers = await readersOf(context, services.publicMessages);
  const content = readers.captions.audience.confirm({ startedBy, voiceChannelId, expiresAtMs });
  await context.answer({ content, visibility: 'public', components: confirmButtons(choice, readers) });
  services.questions.add(place.guildId, choice, () =>
    context.answer({
      content: readers.captions.audience.overtaken({ startedBy, voiceChannelId }),
      visibility: 'public',
    }),
  );
}

/** Captions for more readers, by someone who could confirm them for others too: the notice names them just the same. */
async function startHereAsManager(
  services: StartServices,
  context: ComponentContext,
  { voiceChannelId, startedBy, language, interim }: StartChoice,
): Promise<void> {
  const { messages } = context;
  const place = requireGuild(context);
  if ((await requireVoice(services, context, place)) !== voiceChannelId) throw outdated(messages);
  const content = messages.captions.audience.hereConfirmed({ voiceChannelId });
  const plan = { voiceChannelId, textChannelId: place.channelId, startedBy, language, interim, confirmedBy: startedBy };
  await startHere(services, context, plan, () => context.update(ephemeral(content)));
}

/** The button below the public question, which then says what came of it. */
async function pressConfirm(services: StartServices, context: ComponentContext, choice: StartChoice): Promise<void> {
  try {
    await startConfirmed(services, context, choice);
  } catch (error) {
    if (!(error instanceof AlreadyOn) || isAnswerTo(error.session, choice, context)) throw error;
    const { captions } = await readersOf(context, services.publicMessages);
    await context.update({ content: captions.audience.overtaken(choice), visibility: 'public' });
  }
}

/** Whether these captions are what the question asked for: someone else was faster to confirm it. */
function isAnswerTo(session: CaptionSession, choice: StartChoice, { place }: ComponentContext): boolean {
  const { voiceChannelId, startedBy, textChannelId } = session;
  const isSameStart = voiceChannelId === choice.voiceChannelId && startedBy === choice.startedBy;
  return isSameStart && place.kind === 'guild' && textChannelId === place.channelId;
}

async function startConfirmed(services: StartServices, context: ComponentContext, choice: StartChoice): Promise<void> {
  const { messages, userId: confirmedBy } = context;
  const { audience } = messages.captions;
  const place = requireGuild(context);
  const { voiceChannelId, startedBy, language, interim } = choice;
  if (!services.captionPlaces.mayManage(voiceChannelId, confirmedBy)) {
    throw new UserError(audience.mayNotConfirm({ voiceChannelId }));
  }
  const { directory, engine } = services;
  const session = await engine.session(place.guildId);
  const isThere = directory.peopleIn(place.guildId, voiceChannelId).includes(startedBy);
  const mayStart = directory.mayEnter(place.guildId, voiceChannelId, startedBy);
  if (!mayStart || !(isThere || session?.channelId === voiceChannelId)) {
    throw new UserError(audience.startedByLeft({ startedBy, voiceChannelId }));
  }
  requireTextChannel(services, place.channelId, messages);
  await requireStartable(services, place, messages);
  const joining = { messages, purpose: 'captions', userId: startedBy } as const;
  await joinCaller(services, { ...place, voiceChannelId }, voiceChannelId, joining);
  const start = { voiceChannelId, textChannelId: place.channelId, startedBy, language, interim };
  const readers = await readersOf(context, services.publicMessages);
  const content = readers.captions.audience.confirmed({ confirmedBy, voiceChannelId });
  await startHere(services, context, { ...start, confirmedBy, question: choice }, () =>
    context.update({ content, visibility: 'public' }),
  );
}

async function begin(services: StartServices, context: InteractionContext, plan: Plan): Promise<BegunCaptions> {
  const { messages } = context;
  const { guildId, channelId } = requireGuild(context);
  const { question: answered, ...request } = plan;
  const outcome = await beginCaptions(services, { guildId, ...request, isAnswer: channelId === plan.voiceChannelId });
  switch (outcome.kind) {
    case 'no-voice':
      throw notInVoice(messages);
    case 'already':
      throw new AlreadyOn(outcome.session, messages);
    case 'over-budget':
      throw new BudgetError({ ...outcome.usedUp, kind: 'captions', left: 0 });
    case 'begun':
      services.questions.close(guildId, answered);
      return outcome;
  }
}

function isWithin({ captionPlaces }: StartServices, textChannelId: string, voiceChannelId: string): boolean {
  return captionPlaces.audience(textChannelId, voiceChannelId) === 'within';
}

/** @throws {UserError} when captions of the guild are on. @throws {BudgetError} when its minutes are used up. */
async function requireStartable(services: StartServices, { guildId }: GuildPlace, messages: Messages): Promise<void> {
  const obstacle = await guildObstacle(services, guildId);
  if (obstacle?.kind === 'already-on') throw new AlreadyOn(obstacle.session, messages);
  if (obstacle?.kind === 'over-budget') throw new BudgetError(obstacle.usedUp);
}

/** @throws {UserError} naming the permissions that the bot lacks to post captions in the channel. */
function requireTextChannel(
  services: StartServices,
  channelId: string,
  { captions: { refusals }, interactions }: Messages,
): void {
  const obstacle = textObstacle(services, channelId);
  if (obstacle?.kind === 'hidden') throw new UserError(refusals.channelHidden);
  if (obstacle === undefined) return;
  const permissions = obstacle.permissions.map((key) => interactions.permissions[key]);
  throw new UserError(refusals.permissionsMissing({ permissions }));
}

function requireChat({ captionPlaces }: StartServices, voiceChannelId: string, messages: Messages): void {
  const permissions = captionPlaces.missingToPost(voiceChannelId);
  if (permissions?.length === 0) return;
  throw chatClosed({ permissions: permissions ?? [] }, voiceChannelId, messages);
}

function chatClosed(
  { permissions }: Pick<Extract<ChatNotice, { kind: 'missing' }>, 'permissions'>,
  voiceChannelId: string,
  { captions: { audience }, interactions }: Messages,
): UserError {
  const names = permissions.map((key) => interactions.permissions[key]);
  return new UserError(audience.chatClosed({ voiceChannelId, permissions: names }));
}

function chatNoticeLine(
  notice: ChatNotice,
  { voiceChannelId }: CaptionSession,
  { captions, interactions }: Messages,
): string[] {
  if (notice.kind === 'posted') return [];
  const permissions = notice.permissions.map((key) => interactions.permissions[key]);
  return [captions.chatNoticeMissing({ voiceChannelId, permissions })];
}

function question(
  { captionPlaces }: StartServices,
  { voiceChannelId, textChannelId, startedBy, language, interim }: Plan,
  messages: Messages,
): Reply {
  const mayConfirm = captionPlaces.mayManage(voiceChannelId, startedBy);
  const content = messages.captions.audience.choose({ voiceChannelId, textChannelId, mayConfirm });
  const choice = createStartChoice({ voiceChannelId, startedBy, language, interim });
  return { ...ephemeral(content), components: choiceButtons(choice, messages) };
}

function outdated({ captions: { audience } }: Messages): UserError {
  return new UserError(audience.outdated);
}

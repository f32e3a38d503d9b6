import { linkSignals, settlesWithin, untilAborted } from '../../concurrency/async.ts';
import { MynahError, UserError } from '../../errors.ts';
import type { Logger } from '../../log/log.ts';
import type { Messages } from '../../messages/messages.ts';
import { RequestScope } from '../../telemetry/request-scope.ts';
import type { AllowedPlaces, InteractionSource, PlaceRefusal } from '../client/allowed-places.ts';
import { ephemeral } from '../client/replies.ts';
import { ANSWERABLE_FOR_MS, type AnswerPort, type Answers, createAnswers } from './answers.ts';
import type {
  Choice,
  CommandContext,
  CommandOptions,
  CommandSet,
  ComponentContext,
  InteractionContext,
  MenuContext,
  Place,
  Typing,
} from './command.ts';
import type { Explain } from './explain-failure.ts';
import type { FeatureAccess } from './feature-access.ts';
import { AUTOCOMPLETE_LIMIT, COMPONENT_LIMIT, FORM_LIMIT } from './interaction-limits.ts';
import type { RateLimit, RateLimits } from './rate-limits.ts';

/** Discord waits 3 s for a first answer, counted on its side: half of it is left for the network, both ways. */
const ACKNOWLEDGE_AFTER_MS = 1_500;
/** Discord drops choices that arrive after 3 s, also counted on its side. */
const AUTOCOMPLETE_DEADLINE_MS = 1_500;
/** The explanation must still arrive, so work ends a little before Discord stops taking answers. */
const RUN_DEADLINE_MS = ANSWERABLE_FOR_MS - 30_000;
/** How long aborted interactions get to say so before a drain continues without them. */
const ABORT_REPLY_MS = 1_000;
/** Discord's bound on the choices of one autocomplete. */
const MAX_CHOICES = 25;

/** Who started an interaction and where, as plain data. */
interface Origin {
  /** The interaction's own id. */
  readonly id: string;
  readonly userId: string;
  /** The language that the person uses Discord in, by Discord's code. */
  readonly locale: string;
  readonly place: Place;
  readonly source: InteractionSource;
  /** Of the interaction. It is all that answering takes. */
  readonly token: string;
  readonly uploadLimitBytes: number;
  /** Whether the bot may send voice messages there. */
  readonly mayAnswerWithVoice: boolean;
}

/** An interaction as it came in, without discord.js. */
export type Incoming =
  | (Origin & {
      readonly kind: 'command';
      readonly name: string;
      readonly options: CommandOptions;
      readonly port: AnswerPort;
    })
  | (Origin & {
      readonly kind: 'menu';
      readonly name: string;
      readonly message: MenuContext['message'];
      readonly port: AnswerPort;
    })
  | (Origin & {
      readonly kind: 'component';
      readonly customId: string;
      readonly values: readonly string[];
      readonly port: AnswerPort;
    })
  | (Origin & {
      readonly kind: 'submit';
      readonly customId: string;
      readonly field: (id: string) => string;
      readonly port: AnswerPort;
    })
  | (Omit<Typing, 'tenant'> & {
      readonly kind: 'autocomplete';
      readonly name: string;
      readonly id: string;
      readonly locale: string;
      readonly source: InteractionSource;
      respond(choices: readonly Choice[]): Promise<void>;
    });

/** Routes interactions to their commands. */
export interface Router {
  /**
   * Resolves when the interaction is complete; never rejects. One that was `isReplayed` after a connection broke is
   * acknowledged first, and left out if Discord has given it up: its person read that nobody answers.
   */
  handle(incoming: Incoming, how?: { readonly isReplayed: boolean }): Promise<void>;
  /** Answers new interactions with "restarting"; waits up to `graceMs` for those under way, then aborts them. */
  drain(graceMs: number): Promise<void>;
}

/** What a router works with. */
export interface RouterParts {
  readonly commands: CommandSet;
  /** Where the operator lets the bot work: what comes from elsewhere reaches no command. */
  readonly places: Pick<AllowedPlaces, 'judge'>;
  /** What a server keeps to some roles: what comes from others reaches no command. */
  readonly access: Pick<FeatureAccess, 'admit'>;
  /** How often people did what; the limits are declared at the commands. */
  readonly limits: RateLimits;
  readonly explain: Explain;
  /** The catalogue for somebody who uses Discord in this language. */
  readonly messagesFor: (locale: string) => Messages;
  /** Knows the interaction that the running code works for. Default: nothing asks. */
  readonly scope?: RequestScope | undefined;
  readonly log: Logger;
}

/** An interaction that is answered by messages. */
type Answerable = Origin & { readonly port: AnswerPort };

type Texts = Messages['interactions'];

/** A signal that aborts in time, until it is disposed of. */
interface Deadline extends Disposable {
  readonly signal: AbortSignal;
}

/** Makes the router. Each interaction gets a first answer within Discord's 3 s, whatever its command does. */
export function createRouter(options: RouterParts): Router {
  const { places, access, limits, explain, messagesFor, scope = new RequestScope(), log } = options;
  const commands = new Map(options.commands.commands.map((command) => [command.name, command]));
  const menus = new Map(options.commands.menus.map((menu) => [menu.name, menu]));
  const underWay = new Set<Promise<void>>();
  /** The last autocomplete of each person, while it is under way. */
  const typing = new Map<string, AbortController>();
  /** What ends the interactions under way, each in its person's language. */
  const stops = new Set<() => void>();
  let isStopped = false;
  let isDraining = false;

  /** The place that a command may act in. @throws {UserError} where the operator does not let the bot work. */
  const admit = ({ place, source }: Pick<Incoming, 'place' | 'source'>, texts: Texts): Place => {
    const judged = places.judge(source);
    if (judged.kind === 'refused') throw new UserError(placeRefusal(judged.why, texts));
    return placeToActIn(place, judged.kind);
  };

  /** @throws {UserError} that says how long to wait, when the person did this too often. */
  const count = async ({ userId, locale }: Origin, limit: RateLimit | 'unlimited' | undefined): Promise<void> => {
    if (limit === undefined || limit === 'unlimited') return;
    const seconds = await limits.secondsToWait(limit, userId);
    if (seconds > 0) throw new UserError(messagesFor(locale).interactions.tooMany({ seconds }));
  };

  /** @throws {UserError} where the server keeps this to others. */
  const allow = (
    { place, userId, messages: theirs }: Pick<InteractionContext, 'place' | 'userId' | 'messages'>,
    name: string,
    part = '',
    authorId?: string,
  ): Promise<void> => access.admit({ place, userId, name, part, isAct: true, authorId }, theirs);

  /** A signal that aborts when the bot stops or another signal does, or after `deadlineMs`. The caller must dispose of it. */
  const withDeadline = (texts: Texts, deadlineMs: number, ...others: readonly AbortSignal[]): Deadline => {
    const stopping = new AbortController();
    const stop = (): void => stopping.abort(new UserError(texts.restarting));
    stops.add(stop);
    if (isStopped) stop();
    const timeout = { afterMs: deadlineMs, reason: () => new UserError(texts.tookTooLong) };
    const linked = linkSignals([stopping.signal, ...others], timeout);
    return {
      signal: linked.signal,
      [Symbol.dispose]: () => {
        stops.delete(stop);
        linked[Symbol.dispose]();
      },
    };
  };

  const answering = async (incoming: Answerable, isReplayed: boolean, act: Act): Promise<void> => {
    const messages = messagesFor(incoming.locale);
    const answers = createAnswers(incoming.port, { messages, log });
    const timer = setTimeout(() => {
      answers.acknowledge().catch((error: unknown) => log.warn({ err: error }, 'could not acknowledge an interaction'));
    }, ACKNOWLEDGE_AFTER_MS);
    using deadline = withDeadline(messages.interactions, RUN_DEADLINE_MS);
    try {
      if (isReplayed && !(await answers.acknowledge())) return;
      if (isDraining) throw new UserError(messages.interactions.restarting);
      const place = admit(incoming, messages.interactions);
      const tenant = tenantOf(incoming, place);
      await act({ ...contextOf(incoming, answers, deadline.signal), place, tenant, messages }, answers);
      if (!answers.isSettled()) throw new MynahError('NOT_ANSWERED', 'a command ended without an answer');
    } catch (error) {
      await answers.answer(ephemeral(explain(error)(messages)));
    } finally {
      clearTimeout(timer);
    }
  };

  const complete = async (incoming: Extract<Incoming, { kind: 'autocomplete' }>): Promise<void> => {
    const { userId, subcommand, option, typed } = incoming;
    const messages = messagesFor(incoming.locale);
    const judged = places.judge(incoming.source);
    if (judged.kind === 'refused') return incoming.respond([]);
    const place = placeToActIn(incoming.place, judged.kind);
    const tenant = tenantOf(incoming, place);
    // Each keystroke may cost a search, and only the last one's choices are shown.
    const newer = new AbortController();
    typing.get(userId)?.abort();
    typing.set(userId, newer);
    using deadline = withDeadline(messages.interactions, AUTOCOMPLETE_DEADLINE_MS, newer.signal);
    try {
      if ((await limits.secondsToWait(AUTOCOMPLETE_LIMIT, userId)) > 0) return await incoming.respond([]);
      const context = { messages, userId, place, subcommand, option, typed, tenant, signal: deadline.signal };
      const use = { place, userId, name: incoming.name, part: subcommand ?? '', isAct: false };
      await untilAborted(access.admit(use, messages), deadline.signal);
      const work = commands.get(incoming.name)?.autocomplete?.(context) ?? Promise.resolve([]);
      const choices = await untilAborted(work, deadline.signal);
      await incoming.respond(choices.slice(0, MAX_CHOICES));
    } catch (error) {
      if (!newer.signal.aborted) log.info({ err: error }, 'an autocomplete failed');
      await incoming.respond([]);
    } finally {
      if (typing.get(userId) === newer) typing.delete(userId);
    }
  };

  const route = (incoming: Incoming, isReplayed: boolean): Promise<void> => {
    switch (incoming.kind) {
      case 'autocomplete':
        return complete(incoming);
      case 'command':
        return answering(incoming, isReplayed, async (context, answers) => {
          const command = known(commands.get(incoming.name), context);
          await count(incoming, command.runLimit?.(incoming.options));
          await allow(context, incoming.name, incoming.options.subcommand);
          return command.run({ ...context, ...opening(answers), options: incoming.options });
        });
      case 'menu':
        return answering(incoming, isReplayed, async (context, answers) => {
          const menu = known(menus.get(incoming.name), context);
          await count(incoming, menu.limit);
          await allow(context, incoming.name, '', incoming.message.authorId);
          return menu.run({ ...context, ...opening(answers), message: incoming.message });
        });
      case 'component':
        return answering(incoming, isReplayed, async (context, answers) => {
          const [name, argument] = splitCustomId(incoming.customId);
          const command = commands.get(name);
          await count(incoming, command?.componentLimit?.(argument) ?? COMPONENT_LIMIT);
          if (command?.component === undefined) throw new UserError(context.messages.interactions.oldButton);
          await allow(context, name, argument);
          const can = { ...updating(answers), ...opening(answers) };
          return command.component({ ...context, ...can, argument, values: incoming.values });
        });
      case 'submit':
        return answering(incoming, isReplayed, async (context, answers) => {
          const [name, argument] = splitCustomId(incoming.customId);
          const command = commands.get(name);
          await count(incoming, FORM_LIMIT);
          if (command?.submit === undefined) throw new UserError(context.messages.interactions.oldForm);
          await allow(context, name, argument);
          return command.submit({ ...context, ...updating(answers), argument, field: incoming.field });
        });
    }
  };

  return {
    handle: (incoming, { isReplayed } = { isReplayed: false }) => {
      const span = { attributes: spanAttributes(incoming) };
      const work = scope
        .trace(`interaction.${incoming.kind}`, span, () => route(incoming, isReplayed), { requestId: incoming.id })
        .catch((error: unknown) => log.warn({ err: error }, 'could not answer an interaction'))
        .finally(() => underWay.delete(work));
      underWay.add(work);
      return work;
    },
    drain: async (graceMs) => {
      isDraining = true;
      if (await settlesWithin(underWay, graceMs)) return;
      isStopped = true;
      for (const stop of stops) stop();
      await settlesWithin(underWay, ABORT_REPLY_MS);
    },
  };
}

/** The command, as far as it is one of ours: what else a custom ID holds may name people. */
function spanAttributes(incoming: Incoming): Readonly<Record<string, string>> {
  const name = 'name' in incoming ? incoming.name : splitCustomId(incoming.customId)[0];
  return { 'mynah.command': name };
}

function known<T>(command: T | undefined, { messages }: Pick<InteractionContext, 'messages'>): T {
  if (command === undefined) throw new UserError(messages.interactions.unknownCommand);
  return command;
}

/** A person who is served directly has no power over the server around them. */
function placeToActIn(place: Place, servedAs: 'server' | 'direct'): Place {
  return servedAs === 'direct' ? { kind: 'elsewhere', channelId: place.channelId } : place;
}

/** A person's own app brings no server's share along: anyone can use it in as many servers as they like. */
function tenantOf({ userId }: { readonly userId: string }, place: Place): string {
  return place.kind === 'guild' ? place.guildId : userId;
}

function placeRefusal(why: PlaceRefusal, { places }: Texts): string {
  switch (why) {
    case 'outside-only-server':
      return places.outsideOnlyServer;
    case 'server':
      return places.server;
    case 'direct':
      return places.direct;
  }
}

type Act = (context: InteractionContext, answers: Answers) => Promise<void>;

function contextOf(
  origin: Origin,
  answers: Answers,
  signal: AbortSignal,
): Omit<InteractionContext, 'messages' | 'place' | 'tenant'> {
  return {
    userId: origin.userId,
    uploadLimitBytes: origin.uploadLimitBytes,
    answerableUntilMs: answers.answerableUntilMs,
    answerHandle: { token: origin.token, locale: origin.locale },
    signal,
    answer: async (reply) => void (await answers.answer(reply)),
    tryAnswer: (reply) => answers.answer(reply),
    defer: (visibility) => answers.defer(visibility),
    voiceAnswers: {
      allowed: origin.mayAnswerWithVoice,
      tryFirst: (voice) => answers.tryVoice(voice),
      answerId: () => answers.answerId(),
    },
  };
}

function opening(answers: Answers): Pick<CommandContext, 'openModal'> {
  return { openModal: (modal) => answers.openModal(modal) };
}

function updating(answers: Answers): Pick<ComponentContext, 'update'> {
  return { update: (reply) => answers.update(reply) };
}

function splitCustomId(customId: string): [string, string] {
  const colon = customId.indexOf(':');
  return colon === -1 ? [customId, ''] : [customId.slice(0, colon), customId.slice(colon + 1)];
}

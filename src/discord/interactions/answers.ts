import { MynahError, UserError } from '../../errors.ts';
import type { Logger } from '../../log/log.ts';
import type { Messages } from '../../messages/messages.ts';
import type { Reply, ReplyVisibility, VoiceMessage } from '../client/replies.ts';
import type { Modal } from './command.ts';

/** Discord takes answers to an interaction for 15 minutes; the last half minute is left for a slow network. */
export const ANSWERABLE_FOR_MS = 14.5 * 60_000;

/** `code` of the MynahError that a port throws when Discord no longer knows the interaction. */
export const INTERACTION_GONE = 'DISCORD_INTERACTION_GONE';

/** The calls that Discord offers for one interaction. A message id of `undefined` means the original answer. */
export interface AnswerPort {
  /** @throws {MynahError} DISCORD_INTERACTION_GONE when Discord no longer takes answers; likewise all others. */
  reply(reply: Reply): Promise<void>;
  /** Answers with a voice message, publicly; Discord documents it for the first answer only. */
  replyWithVoice(voice: VoiceMessage): Promise<void>;
  /** The id of the original answer. Rejects when Discord does not say it. */
  answerId(): Promise<string>;
  defer(visibility: ReplyVisibility): Promise<void>;
  edit(reply: Reply, messageId: string | undefined): Promise<void>;
  remove(): Promise<void>;
  /** Resolves with the id of the new message. */
  followUp(reply: Reply): Promise<string>;
  /** Acknowledges a component without an answer of its own; `undefined` where there is no component. */
  deferUpdate: (() => Promise<void>) | undefined;
  /** Changes the message of a component as the first answer; `undefined` where there is no component. */
  update: ((reply: Reply) => Promise<void>) | undefined;
  /** Opens a form as the first answer; `undefined` where a form was just sent. */
  openModal: ((modal: Modal) => Promise<void>) | undefined;
}

type State =
  | { readonly kind: 'open' }
  | { readonly kind: 'deferred'; readonly visibility: ReplyVisibility }
  /** A component was acknowledged; the original is the message that holds it. */
  | { readonly kind: 'acknowledged' }
  /** A form is open: there is no original, everything else is a new message. */
  | { readonly kind: 'modal' }
  | { readonly kind: 'answered'; readonly visibility: ReplyVisibility; readonly messageId: string | undefined }
  | { readonly kind: 'gone' };

/** The answer to one interaction: exactly one first answer, although the command, a timer and a failure race for it. */
export interface Answers {
  /** When Discord stops taking answers, by `performance.now()`. */
  readonly answerableUntilMs: number;
  /**
   * Shows `reply` as the answer, in place of the one before. A change of visibility makes a new message. Resolves with
   * false when Discord takes no more answers.
   */
  answer(reply: Reply): Promise<boolean>;
  /** Answers with a voice message if nothing was sent yet. Resolves with whether that is the answer now. */
  tryVoice(voice: VoiceMessage): Promise<boolean>;
  /** The id of the message that is the answer. Rejects when Discord does not say it. */
  answerId(): Promise<string>;
  /** Changes the message of the component that was used; answers where there is none. */
  update(reply: Reply): Promise<void>;
  /** Opens a form. Discord takes one as the first answer only, within 3 s. @throws {UserError} when it comes later. */
  openModal(modal: Modal): Promise<void>;
  /** Announces an answer; nothing happens when something was sent already. */
  defer(visibility: ReplyVisibility): Promise<void>;
  /**
   * Acknowledges within Discord's 3 s in the way that fits best; nothing happens when something was sent already. Resolves
   * with false when Discord takes no more answers.
   */
  acknowledge(): Promise<boolean>;
  /** Whether the member has seen an answer, or none can be shown any more. */
  isSettled(): boolean;
}

/** Makes the answer of one interaction received just now. Calls are carried out one after another. */
export function createAnswers(
  port: AnswerPort,
  { messages, log }: { readonly messages: Messages; readonly log: Logger },
): Answers {
  const answerableUntilMs = performance.now() + ANSWERABLE_FOR_MS;
  let state: State = { kind: 'open' };
  let isAnswered = false;
  let last: Promise<void> = Promise.resolve();

  /** Runs after all earlier calls and resolves with true; what comes too late is dropped, with false. */
  const inOrder = (act: () => Promise<State>): Promise<boolean> => {
    const call = last.then(async () => {
      if (performance.now() >= answerableUntilMs) state = { kind: 'gone' };
      if (state.kind === 'gone') return false;
      try {
        state = await act();
        return true;
      } catch (error) {
        if (!(error instanceof MynahError) || error.code !== INTERACTION_GONE) throw error;
        state = { kind: 'gone' };
        log.warn({ err: error }, error.message);
        return false;
      }
    });
    last = call.then(
      () => {},
      () => {},
    );
    return call;
  };

  const show = async (reply: Reply): Promise<State> => {
    if (state.kind === 'open' && hasFiles(reply)) state = await announce(reply.visibility);
    if (state.kind === 'deferred' && state.visibility !== reply.visibility) {
      await port.remove();
      state = { kind: 'acknowledged' };
    }
    const shown = await showFrom(state, reply, port);
    isAnswered = true;
    return shown;
  };

  const change = async (reply: Reply): Promise<State> => {
    if (port.update === undefined || state.kind === 'modal') return show(reply);
    if (state.kind === 'open') await port.update(reply);
    else await port.edit(reply, undefined);
    isAnswered = true;
    return { kind: 'acknowledged' };
  };

  const announce = async (visibility: ReplyVisibility): Promise<State> => {
    if (state.kind !== 'open') return state;
    await port.defer(visibility);
    return { kind: 'deferred', visibility };
  };

  const acknowledge = async (): Promise<State> => {
    if (state.kind !== 'open') return state;
    if (port.deferUpdate === undefined) return announce('ephemeral');
    await port.deferUpdate();
    return { kind: 'acknowledged' };
  };

  const open = async (modal: Modal): Promise<State> => {
    if (state.kind !== 'open' || port.openModal === undefined) {
      throw new UserError(messages.interactions.formTooLate);
    }
    await port.openModal(modal);
    isAnswered = true;
    return { kind: 'modal' };
  };

  return {
    answerableUntilMs,
    answer: (reply) => inOrder(() => show(reply)),
    tryVoice: async (voice) => {
      let isFirst = false;
      const isTaken = await inOrder(async () => {
        if (state.kind !== 'open') return state;
        await port.replyWithVoice(voice);
        isFirst = true;
        isAnswered = true;
        return { kind: 'answered', visibility: 'public', messageId: undefined };
      });
      return isTaken && isFirst;
    },
    answerId: async () => (state.kind === 'answered' ? state.messageId : undefined) ?? (await port.answerId()),
    update: async (reply) => void (await inOrder(() => change(reply))),
    openModal: async (modal) => void (await inOrder(() => open(modal))),
    defer: async (visibility) => void (await inOrder(() => announce(visibility))),
    acknowledge: () => inOrder(acknowledge),
    isSettled: () => isAnswered || state.kind === 'gone',
  };
}

/** An upload can take longer than the 3 s that Discord allows for a first answer, so files come after a deferral. */
function hasFiles(reply: Reply): boolean {
  return reply.files !== undefined && reply.files.length > 0;
}

async function showFrom(state: State, reply: Reply, port: AnswerPort): Promise<State> {
  const { visibility } = reply;
  switch (state.kind) {
    case 'open':
      await port.reply(reply);
      return { kind: 'answered', visibility, messageId: undefined };
    case 'deferred':
      await port.edit(reply, undefined);
      return { kind: 'answered', visibility, messageId: undefined };
    case 'acknowledged':
    case 'modal':
      return { kind: 'answered', visibility, messageId: await port.followUp(reply) };
    case 'answered':
      if (state.visibility !== visibility) {
        return { kind: 'answered', visibility, messageId: await port.followUp(reply) };
      }
      await port.edit(reply, state.messageId);
      return state;
    case 'gone':
      return state;
  }
}

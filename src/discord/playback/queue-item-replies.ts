import type { Charge } from '../../budgets/budgets-api.ts';
import { withinTime } from '../../concurrency/async.ts';
import type { AboutText as StoredAbout } from '../../handover/handover-ports.ts';
import type { Logger } from '../../log/log.ts';
import type { Messages } from '../../messages/messages.ts';
import { type ItemEvent, isEndEvent } from '../../voice/item-event.ts';
import type { Arrival, Speaking } from '../../voice/speaking.ts';
import type { Failure, SpeakOutcome, SpeakRequest, VoiceEngine } from '../../voice/voice-api.ts';
import { ephemeral, underNotice } from '../client/replies.ts';
import type { InteractionContext } from '../interactions/command.ts';
import type { Explain } from '../interactions/explain-failure.ts';
import type { SpeakingVoice } from './speaking-voice.ts';
import type { TextOnTheWay } from './texts-on-the-way.ts';

/** After this long without sound the member reads that their text is still on its way. */
const FIRST_SOUND_NOTICE_MS = 10_000;
/** A reply that says that a text is queued waits for so long, at most, for the text to be kept. */
const KEEPING_MS = 1_000;

/** What goes with a text about its voice, and what it was counted as. */
interface AboutText {
  /** Shown above everything that the member reads. */
  readonly notice?: string | undefined;
  readonly charge?: Charge | undefined;
  /** For a text that may wait for the bot to join: why it did not come is read in place of what followed from that. */
  readonly arrival?: Arrival | undefined;
  /** Tells when the text is taken back before it is queued, and is told when it is queued. */
  readonly onTheWay?: TextOnTheWay | undefined;
  /** Called when the text failed before its first sound: the voice to try instead, or `undefined`. */
  instead?(refused: {
    readonly voiceId: string | undefined;
    readonly problem: Failure;
  }): Promise<Pick<SpeakingVoice, 'voiceId' | 'notice'> | undefined>;
}

/** Keeps the reply to a command up to date with the text that the command had spoken. */
export interface QueueItemReplies {
  /**
   * Has the text spoken and follows it in the context's reply. Resolves when the member has read something: that the text is
   * spoken, is queued, waits for somebody to come, or why it failed. Outcomes but `queued` are left to the caller. A text
   * whose voice is refused is queued once more, at the end, with the voice that `about` gives.
   * @throws {UserError} when the bot does not arrive and the text could not even be queued, or it was taken back before.
   */
  speak(
    request: SpeakRequest,
    context: Pick<InteractionContext, 'answer' | 'messages' | 'answerHandle'>,
    about?: AboutText,
  ): Promise<SpeakOutcome>;
  /** Queues a text that an earlier process had queued, and follows it with `show`. */
  speakAgain(request: SpeakRequest, about: ContinuedText): Promise<SpeakOutcome>;
}

/** A text that another process had queued: what it was counted as, and where its member reads about it. */
interface ContinuedText {
  readonly messages: Messages;
  /** Shows the content as the reply of the member who asked for the text. */
  readonly show: (content: string) => Promise<void>;
  readonly charge: Charge | undefined;
  readonly answer: StoredAbout['answer'];
}

/** What the replies are made with. */
interface RepliesParts {
  readonly engine: Pick<VoiceEngine, 'session'>;
  readonly speaking: Pick<Speaking<StoredAbout>, 'speak'>;
  readonly explain: Explain;
  /** Resolves when what the guild's queue holds is kept for the next process. */
  readonly keep: (guildId: string) => Promise<void>;
  readonly log: Logger;
}

/** Makes the replies for all guilds. */
export function createQueueItemReplies(parts: RepliesParts): QueueItemReplies {
  return {
    speak: (request, context, about = {}) => speakAndReply(parts, request, context, about),
    speakAgain: (request, { messages, show, charge, answer }) => {
      const onEvent = follow(parts, messages, show);
      return parts.speaking.speak(request, { charge, about: () => ({ charge: charge?.record, answer }), onEvent });
    },
  };
}

async function speakAndReply(
  parts: RepliesParts,
  request: SpeakRequest,
  context: Pick<InteractionContext, 'answer' | 'messages' | 'answerHandle'>,
  about: AboutText,
): Promise<SpeakOutcome> {
  const { engine, speaking, keep } = parts;
  const { messages, answerHandle: answer } = context;
  const { charge, arrival } = about;
  const { guildId, voiceId, textId: firstId } = request;
  const shown = Promise.withResolvers<void>();
  let isShown = false;
  let { onTheWay, notice: noticeInstead } = about;
  const show = (content: string, textId = firstId): Promise<void> => {
    const notice = textId === firstId ? about.notice : noticeInstead;
    const showing = context.answer(ephemeral(underNotice(notice, content)));
    isShown = true;
    shown.resolve(showing);
    return showing;
  };
  /** The store logs what could not be kept, and the recorder tries again. */
  let kept = Promise.resolve();
  const untilKept = (): Promise<void> => withinTime(kept, KEEPING_MS, undefined);
  const onEvent = follow(parts, messages, show, arrival);
  const outcome = await speaking.speak(request, {
    ...{ charge, arrival, about: () => ({ charge: charge?.record, answer }), signal: onTheWay?.signal },
    onQueued: (textId, position) => {
      onTheWay?.markQueued();
      kept = keep(guildId).catch(() => undefined);
      const content = textId === firstId ? undefined : queuedMessage(false, position, messages);
      if (content !== undefined)
        reportFailure(
          parts,
          untilKept().then(() => show(content, textId)),
        );
    },
    onEvent: (event) => {
      if (isEndEvent(event)) onTheWay?.[Symbol.dispose]();
      onEvent(event);
    },
    instead: async (problem) => {
      onTheWay = onTheWay?.again();
      const voice = await about.instead?.({ voiceId, problem });
      noticeInstead = voice?.notice;
      return voice && { voiceId: voice.voiceId };
    },
  });
  if (outcome.kind !== 'queued') return outcome;
  const { waitingForSound } = messages.playback.say;
  const timer = setTimeout(() => void show(waitingForSound).catch(() => {}), FIRST_SOUND_NOTICE_MS);
  try {
    const session = await engine.session(guildId);
    const content = queuedMessage(session?.paused === true, outcome.position, messages);
    if (content !== undefined) await untilKept();
    if (!isShown && content !== undefined) await show(content);
    await shown.promise;
  } finally {
    clearTimeout(timer);
  }
  return outcome;
}

/** Shows what happens to a text. */
function follow(
  parts: RepliesParts,
  messages: Messages,
  show: (content: string, textId: string) => Promise<void>,
  arrival?: Arrival,
): (event: ItemEvent) => void {
  const { explain } = parts;
  let isStarted = false;
  return (event) => {
    const content = eventMessage(event, isStarted, messages, explain);
    isStarted ||= event.type === 'item-started';
    const isEnd = event.type === 'item-dropped' && event.reason === 'session-ended';
    const absence = isEnd && arrival !== undefined ? absenceOf(arrival, messages, explain) : undefined;
    const { textId } = event;
    reportFailure(parts, absence?.then((reason) => show(reason ?? content, textId)) ?? show(content, textId));
  };
}

function reportFailure({ log }: RepliesParts, showing: Promise<void>): void {
  showing.catch((error: unknown) => log.info({ err: error }, 'could not update a reply'));
}

/** Why the bot did not come; `undefined` where it did. */
async function absenceOf({ arrived }: Arrival, messages: Messages, explain: Explain): Promise<string | undefined> {
  try {
    await arrived;
    return undefined;
  } catch (error) {
    return explain(error)(messages);
  }
}

/** For an item behind others, or in a paused queue, which makes no sound soon; `undefined` for all others. */
function queuedMessage(isPaused: boolean, position: number, { playback }: Messages): string | undefined {
  if (isPaused) return playback.say.queuedWhilePaused({ ahead: position });
  return position > 0 ? playback.say.queued({ ahead: position }) : undefined;
}

function eventMessage(event: ItemEvent, isStarted: boolean, messages: Messages, explain: Explain): string {
  const { say } = messages.playback;
  switch (event.type) {
    case 'item-started':
      return say.speaking;
    case 'item-waiting':
      if (event.waitsFor === 'permission') return say.waitingForPermission;
      return isStarted ? say.waitingToContinue : say.waitingForPeople;
    case 'item-finished':
      return say.spoken;
    case 'item-dropped':
      return event.reason === 'session-ended' && !isStarted ? say.neverSpoken : say.dropped[event.reason];
    case 'item-failed': {
      const reason = explain(event.failure)(messages);
      return event.spokenMs > 0 ? say.interrupted({ reason }) : reason;
    }
  }
}

import type { SpeakRequest } from '../voice/voice-api.ts';
import type { Run } from './read-queue.ts';
import type { ChatMessage, ReadingCharge } from './reading-ports.ts';

/** What is on its way to the engine, or in its queue. */
export interface Utterance {
  run: Run;
  readonly userId: string;
  readonly channelId: string;
  /** What was handed to the engine, whose sound follows the text of a voice message. */
  request: SpeakRequest | undefined;
  charge: ReadingCharge | undefined;
  /** It is the sound of a voice message, whose text was spoken before it. */
  isSound: boolean;
  /** Messages before it that were left out and of which it tells, until that is heard. */
  leftOut: number;
  /** Its id while it is in the engine's queue. */
  textId: string | undefined;
  /** Aborts when the engine must let go of it. */
  readonly takenBack: AbortController;
  isStarted: boolean;
  /** Everything was stopped: nothing is read in its place. */
  isStopped: boolean;
  /** It begins with its writer's name. */
  isNamed: boolean;
  /** What is to be read in its place, once the engine has let go of it. */
  instead: readonly ChatMessage[] | undefined;
}

/** What begins its way to the engine. */
export function newUtterance(run: Run, userId: string, channelId: string): Utterance {
  return {
    ...{ run, userId, channelId, leftOut: run.leftOut },
    ...{ request: undefined, charge: undefined, textId: undefined, instead: undefined },
    ...{ isSound: false, isStopped: false, isStarted: false, isNamed: false, takenBack: new AbortController() },
  };
}

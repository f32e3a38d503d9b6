import type { Person } from '@mynah/local-discord/people/person';
import type { HeardStream } from '@mynah/local-discord/voice/person-voice-api';
import type { Cast } from '../cast/cast.ts';
import type { HeardRecorder, HeardSpeech } from '../heard-recorder.ts';
import { NOWHERE, OWNER } from './seat.ts';
import { SpeechWait } from './waits.ts';

/** What the person of the terminal hears of the bot, wherever they are in voice. The caller must dispose of it. */
export class Hearing implements Disposable {
  readonly #cast: Cast;
  readonly #recorder: HeardRecorder;
  readonly #botId: string;
  readonly #on: { readonly heard: (speech: HeardSpeech) => void; readonly failed: (error: unknown) => void };
  /** Pieces of speech that a script waits for. */
  readonly wait = new SpeechWait();
  /** Aborts with each move to another channel. */
  #listening = new AbortController();

  constructor(
    cast: Cast,
    recorder: HeardRecorder,
    options: {
      readonly botId: string;
      readonly heard: (speech: HeardSpeech) => void;
      readonly failed: (error: unknown) => void;
    },
  ) {
    this.#cast = cast;
    this.#recorder = recorder;
    this.#botId = options.botId;
    this.#on = options;
  }

  /** The sound of the voice channel; `undefined` outside of one. */
  get heard(): HeardStream | undefined {
    return this.#cast.inVoice(OWNER)?.person.voice?.heard;
  }

  /** Goes to a voice channel and listens there, or with `nowhere` leaves voice. */
  async go(channelId: string, signal?: AbortSignal): Promise<Person | undefined> {
    this.#listening.abort();
    if (channelId === NOWHERE) {
      await this.#cast.inVoice(OWNER)?.person.leaveVoice();
      return undefined;
    }
    const person = await this.#cast.joinVoice(OWNER, channelId, signal);
    this.#listening = new AbortController();
    if (person.voice !== undefined) void this.#follow(person.voice.heard, this.#listening.signal);
    return person;
  }

  [Symbol.dispose](): void {
    this.#listening.abort();
  }

  async #follow(heard: HeardStream, signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted) {
        this.#on.heard(await this.#recorder.next(heard, this.#botId, heard.mark(), signal));
        this.wait.end();
      }
    } catch (error) {
      if (!signal.aborted) this.#on.failed(error);
    }
  }
}

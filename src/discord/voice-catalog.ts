import { UserError } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { CallContext } from '../speech/call-context.ts';
import type { VoiceModel } from '../speech/wire.ts';
import type { Choice } from './command.ts';
import { clip, harmless } from './replies.ts';

/** Discord's bounds on one choice. */
const MAX_NAME_LENGTH = 100;
const MAX_VALUE_LENGTH = 100;
/** Discord's bound on the choices of one autocomplete. */
const MAX_CHOICES = 25;
/** Keystrokes come in bursts and people type the same beginnings: answers are good for this long. */
const FRESH_FOR_MS = 30_000;
const MAX_REMEMBERED_QUERIES = 200;

/** What the service itself calls ids: 32 lowercase hex digits, as measured by third parties. */
const USUAL_ID = /^[0-9a-f]{32}$/;
/** Any string that is safe in a path may be an id. */
const POSSIBLE_ID = /^[\w-]{1,128}$/;

/** One look at the service's list of voices; `self` asks for the account's own only. */
export type ListVoices = (
  filter: { readonly title?: string; readonly self?: boolean; readonly pageSize: number },
  context: CallContext,
) => Promise<{ readonly items: readonly VoiceModel[] }>;

/** The voices that people can choose from, as the service lists them. */
export interface VoiceCatalog {
  /** At most 25 choices whose titles are like `typed`; the account's own voices come first. */
  choices(typed: string, tenant: string, signal: AbortSignal): Promise<readonly Choice[]>;
  /**
   * The id of what somebody put into a voice option: a choice of the autocomplete, an id, or a title in full.
   * @throws {UserError} when it can be none of them.
   */
  resolve(entered: string, tenant: string, signal: AbortSignal): Promise<string>;
}

/** Makes the catalog over the service's list. */
export function createVoiceCatalog(list: ListVoices, log: Logger): VoiceCatalog {
  const remembered = new Map<string, { readonly atMs: number; readonly voices: readonly VoiceModel[] }>();

  const remember = (query: string, voices: readonly VoiceModel[]): void => {
    remembered.delete(query);
    const oldest = remembered.size >= MAX_REMEMBERED_QUERIES ? remembered.keys().next().value : undefined;
    if (oldest !== undefined) remembered.delete(oldest);
    remembered.set(query, { atMs: Date.now(), voices });
  };

  const search = async (title: string, tenant: string, signal: AbortSignal): Promise<readonly VoiceModel[]> => {
    const query = title.toLowerCase();
    const known = remembered.get(query);
    if (known !== undefined && Date.now() - known.atMs < FRESH_FOR_MS) return known.voices;
    const filter = { pageSize: MAX_CHOICES, ...(title === '' ? {} : { title }) };
    const context: CallContext = { tenant, priority: 'listings', signal };
    const answers = await Promise.allSettled([list({ ...filter, self: true }, context), list(filter, context)]);
    const pages = answers.filter((answer) => answer.status === 'fulfilled').map((answer) => answer.value);
    const [failed] = answers.filter((answer) => answer.status === 'rejected');
    if (failed !== undefined && pages.length === 0) throw failed.reason;
    const voices = distinct(pages.flatMap((page) => page.items)).filter(isUsable);
    if (failed === undefined) remember(query, voices);
    return voices;
  };

  const wasListed = (id: string): boolean =>
    [...remembered.values()].some(({ voices }) => voices.some((voice) => voice._id === id));

  const idOfTitle = async (title: string, tenant: string, signal: AbortSignal): Promise<string | undefined> => {
    const voices = await search(title, tenant, signal).catch((error: unknown) => {
      if (signal.aborted) throw error;
      log.info({ err: error }, 'could not look up a voice by its title');
      return [];
    });
    return voices.find((voice) => voice.title.toLowerCase() === title.toLowerCase())?._id;
  };

  return {
    choices: async (typed, tenant, signal) => {
      const voices = await search(typed.trim(), tenant, signal);
      return voices
        .filter((voice) => voice._id.length <= MAX_VALUE_LENGTH)
        .slice(0, MAX_CHOICES)
        .map((voice) => ({ name: labelOf(voice), value: voice._id }));
    },
    resolve: async (entered, tenant, signal) => {
      const wanted = entered.trim();
      if (USUAL_ID.test(wanted) || wasListed(wanted)) return wanted;
      const id = await idOfTitle(wanted, tenant, signal);
      if (id !== undefined) return id;
      if (POSSIBLE_ID.test(wanted)) return wanted;
      throw new UserError(`I know no voice called “${harmless(clip(wanted, 80))}”. Choose one from the suggestions.`);
    },
  };
}

function distinct(voices: readonly VoiceModel[]): VoiceModel[] {
  return [...new Map(voices.map((voice) => [voice._id, voice])).values()];
}

/** Voices that the service can speak with, now or soon. */
function isUsable(voice: VoiceModel): boolean {
  return voice.type === 'tts' && voice.state !== 'failed' && voice.dmca_taken_down !== true;
}

/** Title, author, and the state where it is not ready yet; the title gives way when it gets too long. */
function labelOf(voice: VoiceModel): string {
  const author = voice.author.nickname === '' ? '' : ` · ${clip(voice.author.nickname, 30)}`;
  const state = voice.state === 'trained' ? '' : ` · ${voice.state}`;
  const title = voice.title.trim() === '' ? voice._id : voice.title.trim();
  return `${clip(title, MAX_NAME_LENGTH - author.length - state.length)}${author}${state}`;
}

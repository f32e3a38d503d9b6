import type { KnownVoice, Voices } from '../voices/contract.ts';
import type { AutocompleteContext, Choice } from './command.ts';
import { askerOf, callOf } from './find-voice.ts';
import { clip } from './replies.ts';
import { ownerLabel, STANDING_LABELS } from './voice-words.ts';

/** Discord's bounds on one choice. */
const MAX_NAME_LENGTH = 100;
const MAX_VALUE_LENGTH = 100;
/** Most of a choice's name that the owner takes. */
const MAX_OWNER_LENGTH = 30;

/** Which voices to offer: those to speak with, all that can be looked at, or those that the person may change. */
export type VoiceChoiceKind = 'usable' | 'any' | 'editable';

/** Voices whose titles are like what is typed, by title with owner and state; the person's own come first. */
export async function voiceChoices(
  voices: Pick<Voices, 'suggest' | 'page'>,
  context: Pick<AutocompleteContext, 'userId' | 'place' | 'tenant' | 'signal' | 'typed'>,
  kind: VoiceChoiceKind,
): Promise<readonly Choice[]> {
  const [asker, typed, call] = [askerOf(context), context.typed.trim(), callOf(context, 'listings')];
  const usable = (): Promise<readonly KnownVoice[]> => voices.suggest(asker, typed, call);
  // Suggestions leave out what cannot be spoken with, and that is what people want to look at and delete.
  const own = async (): Promise<readonly KnownVoice[]> =>
    (await voices.page(asker, { scope: 'mine', query: typed === '' ? undefined : typed, page: 1 }, call)).voices;
  switch (kind) {
    case 'usable':
      return toChoices(await usable());
    case 'any':
      return toChoices((await Promise.all([own(), usable()])).flat());
    case 'editable':
      return toChoices((await own()).filter((voice) => voice.mayEdit));
  }
}

function toChoices(voices: readonly KnownVoice[]): Choice[] {
  const distinct = [...new Map(voices.map((voice) => [voice.id, voice])).values()];
  return distinct
    .filter((voice) => voice.id.length <= MAX_VALUE_LENGTH)
    .map((voice) => ({ name: labelOf(voice), value: voice.id }));
}

/** Title, owner, and the state where it is not ready; the title gives way when it gets too long. */
function labelOf({ id, title, ownership, standing, model }: KnownVoice): string {
  const owner = ` · ${clip(ownerLabel(ownership, model.author.nickname), MAX_OWNER_LENGTH)}`;
  const state = standing === 'ready' ? '' : ` · ${STANDING_LABELS[standing]}`;
  const name = title.trim() === '' ? id : title.trim();
  return `${clip(name, MAX_NAME_LENGTH - owner.length - state.length)}${owner}${state}`;
}

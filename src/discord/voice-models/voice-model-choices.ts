import type { KnownVoice, SuggestedVoices, VoiceModels } from '../../voice-models/voice-models-api.ts';
import type { AutocompleteContext, Choice } from '../interactions/command.ts';
import { clip, oneLine } from '../interactions/replies.ts';
import { callOf, requesterOf } from './find-voice-model.ts';
import { ownerLabel, VOICE_STATUS_LABELS } from './voice-model-messages.ts';

/** Discord's bounds on one choice. */
const MAX_NAME_LENGTH = 100;
const MAX_VALUE_LENGTH = 100;
/** Most of a choice's name that the owner takes. */
const MAX_OWNER_LENGTH = 30;

/** Voices whose titles are like what is typed, by title with owner and state; the person's own come first. */
export async function voiceChoices(
  voices: Pick<VoiceModels, 'suggest'>,
  context: Pick<AutocompleteContext, 'userId' | 'place' | 'tenant' | 'signal' | 'typed'>,
  which: SuggestedVoices,
): Promise<readonly Choice[]> {
  const found = await voices.suggest(requesterOf(context), context.typed.trim(), which, callOf(context, 'listings'));
  return found
    .filter((voice) => voice.id.length <= MAX_VALUE_LENGTH)
    .map((voice) => ({ name: labelOf(voice), value: voice.id }));
}

/** Title, owner, and the state where it is not ready; the title gives way when it gets too long. */
function labelOf({ id, title, ownership, status, model }: KnownVoice): string {
  const owner = ` · ${clip(oneLine(ownerLabel(ownership, model.author.nickname)), MAX_OWNER_LENGTH)}`;
  const state = status === 'ready' ? '' : ` · ${VOICE_STATUS_LABELS[status]}`;
  const name = oneLine(title) || id;
  return `${clip(name, MAX_NAME_LENGTH - owner.length - state.length)}${owner}${state}`;
}

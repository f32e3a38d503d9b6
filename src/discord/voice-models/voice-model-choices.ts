import type { KnownVoice, SuggestedVoices, VoiceModels } from '../../voice-models/voice-models-api.ts';
import { oneLine, truncate } from '../client/replies.ts';
import type { AutocompleteContext, Choice } from '../interactions/command.ts';
import { callOf, requesterOf } from './find-voice-model.ts';
import { ownerLabel } from './voice-model-messages.ts';

/** Discord's limits for one choice. */
const MAX_NAME_LENGTH = 100;
const MAX_VALUE_LENGTH = 100;
/** The owner takes at most this much of a choice's name. */
const MAX_OWNER_LENGTH = 30;

type TypingContext = Pick<AutocompleteContext, 'messages' | 'userId' | 'place' | 'tenant' | 'signal' | 'typed'>;

/** Voices whose titles match what is typed, by title with owner and status; the person's own come first. */
export async function voiceChoices(
  voices: Pick<VoiceModels, 'suggest'>,
  context: TypingContext,
  which: SuggestedVoices,
): Promise<readonly Choice[]> {
  const found = await voices.suggest(requesterOf(context), context.typed.trim(), which, callOf(context, 'listings'));
  return found
    .filter((voice) => voice.id.length <= MAX_VALUE_LENGTH)
    .map((voice) => ({ name: labelOf(context, voice), value: voice.id }));
}

/** Title, owner, and the status where it is not ready. A long title is truncated, the rest is not. */
function labelOf({ messages }: TypingContext, { id, title, ownership, status, model }: KnownVoice): string {
  const owner = ` · ${truncate(oneLine(ownerLabel(messages, ownership, model.author.nickname)), MAX_OWNER_LENGTH)}`;
  const suffix = status === 'ready' ? '' : ` · ${messages.voiceModels.statusLabels[status]}`;
  const name = oneLine(title) || id;
  return `${truncate(name, MAX_NAME_LENGTH - owner.length - suffix.length)}${owner}${suffix}`;
}

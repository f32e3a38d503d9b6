import { UserError } from '../../errors.ts';
import type { CallContext, Priority } from '../../speech/call-context.ts';
import type { KnownVoice, Requester, VoiceModels } from '../../voice-models/voice-models-api.ts';
import type { InteractionContext } from '../interactions/command.ts';
import { shownTitle } from './voice-model-messages.ts';

/** The person of an interaction, as voice models know people. */
export function requesterOf({ userId, place }: Pick<InteractionContext, 'userId' | 'place'>): Requester {
  return place.kind === 'guild'
    ? { userId, guildId: place.guildId, managesGuild: place.managesGuild }
    : { userId, guildId: undefined, managesGuild: false };
}

/** How an interaction's requests count at the speech service. */
export function callOf(
  { tenant, signal }: Pick<InteractionContext, 'tenant' | 'signal'>,
  priority: Priority,
): CallContext {
  return { tenant, priority, signal };
}

/**
 * The voice that somebody named, by id or title. Its status may be anything, `gone` too.
 * @throws {UserError} when there is none that they may know of, or several have the title.
 */
export async function findVoice(
  voices: Pick<VoiceModels, 'find'>,
  context: InteractionContext,
  entered: string,
): Promise<KnownVoice> {
  const { voiceModels } = context.messages;
  const outcome = await voices.find(requesterOf(context), entered, callOf(context, 'listings'));
  const named = { entered: shownTitle(entered) };
  // Forms suggest nothing.
  const isForm = 'field' in context;
  switch (outcome.kind) {
    case 'found':
      return outcome.voice;
    case 'several':
      throw new UserError(isForm ? voiceModels.severalEntered(named) : voiceModels.several(named));
    case 'not-found':
      throw new UserError(isForm ? voiceModels.unknownEntered(named) : voiceModels.unknown(named));
  }
}

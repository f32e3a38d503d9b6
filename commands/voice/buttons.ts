import type { Button } from '../../src/discord/interactions/buttons.ts';
import type { Messages } from '../../src/messages/messages.ts';
import type { KnownVoice } from '../../src/voice-models/voice-models-api.ts';
import { voiceCustomId } from './subcommand.ts';

/** What a button does with a voice, wherever it is shown: `use`, `edit` and `delete` do what the subcommands do. */
export type VoiceAct = 'use' | 'sample' | 'edit' | 'delete';

/** The buttons for these acts, as far as this person may do them with the voice; at most one row. */
export function voiceButtons(
  { voiceModels: { buttons } }: Messages,
  { id, status, mayUse, mayEdit }: Pick<KnownVoice, 'id' | 'status' | 'mayUse' | 'mayEdit'>,
  acts: readonly VoiceAct[] = ['use', 'sample', 'edit', 'delete'],
): Button[] {
  const may: Readonly<Record<VoiceAct, boolean>> = {
    use: status === 'ready',
    sample: mayUse,
    edit: mayEdit && status !== 'gone',
    delete: mayEdit,
  };
  const buttonFor: Readonly<Record<VoiceAct, Button>> = {
    use: [voiceCustomId('use', id), buttons.use],
    sample: [voiceCustomId('info', `sample:${id}`), buttons.sample],
    edit: [voiceCustomId('edit', id), buttons.edit],
    delete: [voiceCustomId('delete', `ask:${id}`), buttons.delete, 'danger'],
  };
  return acts.filter((act) => may[act]).map((act) => buttonFor[act]);
}

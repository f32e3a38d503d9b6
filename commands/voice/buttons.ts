import type { Button } from '../../src/discord/interactions/buttons.ts';
import type { KnownVoice } from '../../src/voice-models/voice-models-api.ts';
import { voiceCustomId } from './subcommand.ts';

/** What can be done with a voice by a button, wherever it is shown: `use`, `edit` and `delete` as the subcommands do. */
export type VoiceAct = 'use' | 'sample' | 'edit' | 'delete';

const BUTTONS: Readonly<Record<VoiceAct, (id: string) => Button>> = {
  use: (id) => [voiceCustomId('use', id), 'Use'],
  sample: (id) => [voiceCustomId('info', `sample:${id}`), 'Sample'],
  edit: (id) => [voiceCustomId('edit', id), 'Edit'],
  delete: (id) => [voiceCustomId('delete', `ask:${id}`), 'Delete', true],
};

/** The buttons for these acts, as far as this person may do them with the voice, at most one row. */
export function voiceButtons(
  { id, status, mayUse, mayEdit }: Pick<KnownVoice, 'id' | 'status' | 'mayUse' | 'mayEdit'>,
  acts: readonly VoiceAct[] = ['use', 'sample', 'edit', 'delete'],
): Button[] {
  const may: Readonly<Record<VoiceAct, boolean>> = {
    use: status === 'ready',
    sample: mayUse,
    edit: mayEdit && status !== 'gone',
    delete: mayEdit,
  };
  return acts.filter((act) => may[act]).map((act) => BUTTONS[act](id));
}

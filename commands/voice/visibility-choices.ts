import { english } from '../../src/messages/english.ts';
import { VISIBILITIES } from '../../src/speech/wire.ts';

/** The choices of an option for a voice's visibility. */
export const VISIBILITY_CHOICES = VISIBILITIES.map((value) => ({
  name: english.voiceModels.command.visibilityChoices[value],
  value,
}));

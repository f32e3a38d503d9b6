import { oneLine, truncate } from '../../src/discord/client/replies.ts';
import type { AutocompleteContext, Choice } from '../../src/discord/interactions/command.ts';
import { USUAL_VOICE } from '../../src/discord/playback/speaking-voice.ts';
import type { Services } from '../../src/discord/services.ts';
import { requesterOf } from '../../src/discord/voice-models/find-voice-model.ts';
import { voiceChoices } from '../../src/discord/voice-models/voice-model-choices.ts';
import { EXPRESSION_STYLES } from '../../src/speech/expression-styles.ts';

/** Discord's limit for the name of a choice; what goes with a title takes less than the rest. */
const MAX_TITLE_LENGTH = 60;

/** Suggestions for the options of `/say`. */
export async function sayChoices(
  { voices }: Pick<Services, 'voices'>,
  context: AutocompleteContext,
): Promise<readonly Choice[]> {
  return context.option === 'style' ? styleChoices(context) : await saidVoices(voices, context);
}

/** Styles by their names in the person's language; any other few words can be typed. */
function styleChoices({ typed, messages }: AutocompleteContext): Choice[] {
  const wanted = typed.trim().toLowerCase().replace(/^[[(]/, '');
  const all = EXPRESSION_STYLES.map((style) => ({ name: messages.playback.say.styles[style], value: style }));
  return all.filter(({ name, value }) => name.toLowerCase().includes(wanted) || value.includes(wanted));
}

/** The voice that was named last comes first, then the way back from it, then all others. */
async function saidVoices(voices: Services['voices'], context: AutocompleteContext): Promise<readonly Choice[]> {
  const { typed, messages } = context;
  const [{ lastSaid }, found] = await Promise.all([
    voices.choicesOf(requesterOf(context)),
    voiceChoices(voices, context, 'usable'),
  ]);
  if (lastSaid === undefined) return found;
  const { lastUsed, usual } = messages.playback.voice;
  const title = truncate(oneLine(lastSaid.title), MAX_TITLE_LENGTH);
  const own = [
    { name: lastUsed({ title }), value: lastSaid.id },
    { name: usual, value: USUAL_VOICE },
  ];
  const wanted = typed.trim().toLowerCase();
  const matching = own.filter(({ name }) => name.toLowerCase().includes(wanted));
  return [...matching, ...found.filter(({ value }) => value !== lastSaid.id || matching[0]?.value !== value)];
}

import { createHash } from 'node:crypto';
import { type APISelectMenuOption, ComponentType } from 'discord.js';
import { ephemeral, sanitize, sanitizeWithin, truncate } from '../../src/discord/client/replies.ts';
import type { ComponentContext, SubmitContext } from '../../src/discord/interactions/command.ts';
import { requireGuild } from '../../src/discord/interactions/member-rights.ts';
import { findVoice } from '../../src/discord/voice-models/find-voice-model.ts';
import { voiceStatusMessage } from '../../src/discord/voice-models/voice-model-messages.ts';
import { UserError } from '../../src/errors.ts';
import type { Identity } from '../../src/reading/reading-ports.ts';
import { type AutoreadParts, IDENTITY, NAME } from './parts.ts';

/** Discord's bound on the options of a select, and on the length of what they say. */
const MAX_OPTIONS = 25;
const MAX_OPTION_LENGTH = 100;
/** Titles are quoted up to this length, in UTF-16 units. */
const MAX_TITLE_LENGTH = 80;

/** Shows the names under which PluralKit or Tupperbox posts for the person, and how they sound. */
export async function showIdentities({ reading }: AutoreadParts, context: ComponentContext): Promise<void> {
  const { guildId } = requireGuild(context);
  const { identities: texts } = context.messages.reading;
  const identities = await reading.identitiesOf(guildId, context.userId);
  if (identities.length === 0) return context.answer(ephemeral(texts.none));
  // Those with a voice first: nothing else shows them.
  const shown = identities.toSorted(
    (one, other) => Number(other.voice !== undefined) - Number(one.voice !== undefined),
  );
  const options = shown.slice(0, MAX_OPTIONS).map(
    (identity): APISelectMenuOption => ({
      label: truncate(identity.name, MAX_OPTION_LENGTH),
      description: truncate(identity.voice?.title ?? texts.ownVoice, MAX_OPTION_LENGTH),
      value: keyOf(identity),
    }),
  );
  const select = { custom_id: `${NAME}:${IDENTITY}`, placeholder: texts.choose, options };
  await context.answer({
    ...ephemeral(texts.intro),
    components: [{ type: ComponentType.ActionRow, components: [{ type: ComponentType.StringSelect, ...select }] }],
  });
}

/** Asks for the voice of the name that was chosen. */
export async function openIdentityForm(parts: AutoreadParts, context: ComponentContext): Promise<void> {
  const { form } = context.messages.reading.identities;
  const [key = ''] = context.values;
  const { voice } = await identityOf(parts, context, key);
  await context.openModal({
    customId: `${NAME}:${IDENTITY}:${key}`,
    title: form.title,
    fields: [
      {
        ...{ id: 'voice', label: form.label, style: 'short', required: false, maxLength: MAX_OPTION_LENGTH },
        ...{ placeholder: form.placeholder },
        ...(voice === undefined ? {} : { value: truncate(voice.title, MAX_OPTION_LENGTH) }),
      },
    ],
  });
}

/** Sets the voice that was filled in; an empty one is the person's own. */
export async function setIdentityVoice(parts: AutoreadParts, context: SubmitContext, key: string): Promise<void> {
  const { reading, voices } = parts;
  const { guildId } = requireGuild(context);
  const { messages, userId } = context;
  const { identities: texts } = messages.reading;
  const { name } = await identityOf(parts, context, key);
  const entered = context.field('voice').trim();
  const voice = entered === '' ? undefined : await findVoice(voices, context, entered);
  if (voice !== undefined && !voice.mayUse) throw new UserError(voiceStatusMessage(messages, voice));
  const chosen = voice && { id: voice.id, title: voice.title };
  if (!(await reading.chooseIdentityVoice(guildId, userId, name, chosen))) throw new UserError(texts.gone);
  const shown = sanitize(name);
  const title = voice && sanitizeWithin(voice.title, MAX_TITLE_LENGTH);
  await context.answer(
    ephemeral(title === undefined ? texts.reset({ name: shown }) : texts.set({ name: shown, title })),
  );
}

async function identityOf(
  { reading }: AutoreadParts,
  context: ComponentContext | SubmitContext,
  key: string,
): Promise<Identity> {
  const { guildId } = requireGuild(context);
  const identities = await reading.identitiesOf(guildId, context.userId);
  const found = identities.find((identity) => keyOf(identity) === key);
  if (found === undefined) throw new UserError(context.messages.reading.identities.gone);
  return found;
}

/** Names are too long for a custom id. */
function keyOf({ name }: Identity): string {
  return createHash('sha256').update(name).digest('base64url').slice(0, 22);
}

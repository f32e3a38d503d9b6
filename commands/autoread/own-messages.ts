import { buttonRow } from '../../src/discord/interactions/buttons.ts';
import type { ComponentContext, SubmitContext } from '../../src/discord/interactions/command.ts';
import { ephemeral, sanitize } from '../../src/discord/interactions/replies.ts';
import { requireGuild } from '../../src/discord/playback/session-control.ts';
import { UserError } from '../../src/errors.ts';
import { nameKey } from '../../src/text/spoken/name-key.ts';
import { type AutoreadParts, muteButton, NAME } from './parts.ts';

/** As long as a nickname in Discord. */
const MAX_NAME_LENGTH = 32;

/** Stops or starts reading the messages of the person who pressed the button. */
export async function setMuted(parts: AutoreadParts, context: ComponentContext, isMuted: boolean): Promise<void> {
  const { guildId } = requireGuild(context);
  const { messages, userId } = context;
  const choice = { ...(await parts.reading.choiceOf(guildId, userId)), isMuted };
  await parts.reading.choose(guildId, userId, choice);
  const { muted, unmuted } = messages.reading;
  await context.answer({
    ...ephemeral(isMuted ? muted : unmuted),
    components: [buttonRow([muteButton(choice, messages)])],
  });
}

/** Asks by what name the person is announced. */
export async function openNameForm({ reading }: AutoreadParts, context: ComponentContext): Promise<void> {
  const { guildId } = requireGuild(context);
  const { messages, userId } = context;
  const { form } = messages.reading;
  const { nickname } = await reading.choiceOf(guildId, userId);
  await context.openModal({
    customId: `${NAME}:name`,
    title: form.title,
    fields: [
      {
        ...{ id: 'name', label: form.label, style: 'short', required: false, maxLength: MAX_NAME_LENGTH },
        ...{ placeholder: form.placeholder },
        ...(nickname === undefined ? {} : { value: nickname }),
      },
    ],
  });
}

/** Sets the name that was filled in; an empty one takes it back. */
export async function setName(parts: AutoreadParts, context: SubmitContext): Promise<void> {
  const { guildId } = requireGuild(context);
  const { messages, userId } = context;
  const nickname = context.field('name').trim() || undefined;
  if (nickname !== undefined) await requireFreeName(parts, context, nickname);
  await parts.reading.choose(guildId, userId, { ...(await parts.reading.choiceOf(guildId, userId)), nickname });
  const { named, unnamed } = messages.reading;
  await context.answer(ephemeral(nickname === undefined ? unnamed : named({ name: sanitize(nickname) })));
}

/** @throws {UserError} when somebody else in the server is called so, or has chosen to be. */
async function requireFreeName(
  { reading, memberNames }: AutoreadParts,
  context: SubmitContext,
  name: string,
): Promise<void> {
  const { guildId } = requireGuild(context);
  const { userId, messages } = context;
  const others = [...(await reading.namesChosen(guildId))].flatMap(([id, chosen]) => (id === userId ? [] : [chosen]));
  const [key, ...taken] = await Promise.all([name, ...others].map(nameKey));
  const isTaken =
    (key !== undefined && key !== '' && taken.includes(key)) || (await memberNames.isOfMember(guildId, userId, name));
  if (isTaken) throw new UserError(messages.reading.nameTaken({ name: sanitize(name) }));
}

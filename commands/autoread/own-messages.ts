import { ephemeral, sanitize } from '../../src/discord/client/replies.ts';
import { buttonRow } from '../../src/discord/interactions/buttons.ts';
import type { ComponentContext, SubmitContext } from '../../src/discord/interactions/command.ts';
import { requireGuild } from '../../src/discord/interactions/member-rights.ts';
import { MAX_CHOSEN_NAME, requireFreeName } from '../../src/discord/reading/free-name.ts';
import { type AutoreadParts, muteButton, NAME } from './parts.ts';

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
        ...{ id: 'name', label: form.label, style: 'short', required: false, maxLength: MAX_CHOSEN_NAME },
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
  const said = nickname && (await requireFreeName(parts, { guildId, userId }, nickname, messages));
  await parts.reading.choose(guildId, userId, { ...(await parts.reading.choiceOf(guildId, userId)), nickname });
  const { named, unnamed } = messages.reading;
  await context.answer(ephemeral(said === undefined ? unnamed : named({ name: sanitize(said) })));
}

import { UserError } from '../../errors.ts';
import type { Messages } from '../../messages/messages.ts';
import { nameKey } from '../../text/spoken/name-key.ts';
import type { Services } from '../services.ts';

/** Longest name that somebody may choose to be called by, as long as a nickname in Discord. */
export const MAX_CHOSEN_NAME = 32;

/**
 * Makes sure that nobody is called as somebody else in the server is, or has chosen to be.
 * @throws {UserError} when somebody is; rejects as the store and Discord do.
 */
export async function requireFreeName(
  { reading, memberNames }: Pick<Services, 'reading' | 'memberNames'>,
  who: { readonly guildId: string; readonly userId: string },
  name: string,
  /** `name` is sanitized. */
  { messages, shown }: { readonly messages: Messages; readonly shown: string },
): Promise<void> {
  const { guildId, userId } = who;
  const others = [...(await reading.namesChosen(guildId))].flatMap(([id, chosen]) => (id === userId ? [] : [chosen]));
  const [key, ...taken] = await Promise.all([name, ...others].map(nameKey));
  const isChosen = key !== undefined && key !== '' && taken.includes(key);
  if (isChosen || (await memberNames.isOfMember(guildId, userId, name))) {
    throw new UserError(messages.reading.nameTaken({ name: shown }));
  }
}

import { UserError } from '../../errors.ts';
import { english } from '../../messages/english.ts';
import type { Messages } from '../../messages/messages.ts';
import { isHeardIn, nameSound } from '../../text/spoken/name-sound.ts';
import type { Services } from '../services.ts';

/** Longest name that somebody may choose to be called by, as long as a nickname in Discord. */
export const MAX_CHOSEN_NAME = 32;

/** Where names are chosen and compared. */
type Names = Pick<Services, 'reading' | 'memberNames'>;

/** Nothing else: a full stop or a colon would begin a sentence of somebody else's. */
const SAYABLE = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}\p{Zs}'’·・‐-]*$/u;

/** Somebody in a server. */
interface Member {
  readonly guildId: string;
  readonly userId: string;
}

/**
 * Makes sure that a name can be said, and that nobody is called as somebody else in the server is or has chosen to be, in
 * whatever spelling, or by a name that has somebody else's in it.
 * @throws {UserError} that says what to do; rejects as the store and Discord do.
 */
export async function requireFreeName(
  { reading, memberNames, publicMessages }: Names & Pick<Services, 'publicMessages'>,
  { guildId, userId }: Member,
  name: string,
  messages: Messages,
): Promise<void> {
  if (!SAYABLE.test(name)) throw new UserError(messages.reading.nameNotSayable);
  const sound = await nameSound(name);
  const notAName = [english, messages, await publicMessages(guildId)].flatMap(
    ({ spoken: { unknownMention, everyone, here } }) => [unknownMention.user, everyone, here],
  );
  const chosen = [...(await reading.namesChosen(guildId))].flatMap(([id, each]) => (id === userId ? [] : [each]));
  const taken = await Promise.all([...notAName, ...chosen].map(nameSound));
  const isTaken = taken.some((other) => isHeardIn(sound, other));
  if (isTaken || (await memberNames.isOfMember(guildId, userId, name))) throw new UserError(messages.reading.nameTaken);
}

/** Whether the name that they chose is not said now, because somebody who listens has one that sounds like it. */
export async function isSuspended(
  { reading, memberNames }: Names,
  { guildId, userId }: Member,
  name: string,
): Promise<boolean> {
  const chosen = await reading.namesChosen(guildId);
  return memberNames.isOfListener(guildId, userId, name, (id) => chosen.get(id));
}

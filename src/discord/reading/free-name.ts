import { createPause } from '../../concurrency/async.ts';
import { UserError } from '../../errors.ts';
import { english } from '../../messages/english.ts';
import type { Messages } from '../../messages/messages.ts';
import { isHeardIn, nameSound, soundsLike } from '../../text/spoken/name-sound.ts';
import type { ReadingServices } from './reading-services.ts';

/** Longest name that somebody may choose to be called by, as long as a nickname in Discord. */
export const MAX_CHOSEN_NAME = 32;

/** Where names are chosen and compared. */
type Names = Pick<ReadingServices, 'reading' | 'memberNames' | 'publicMessages'>;

/** Somebody in a server. */
interface Member {
  readonly guildId: string;
  readonly userId: string;
}

/** Nothing else: a full stop or a colon would begin a sentence of somebody else's. */
const SAYABLE = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}\p{Zs}'’·・‐-]*$/u;

/**
 * Makes sure that a name can be said, and that it isn't one that somebody else in the server has or has chosen, in whatever
 * spelling, nor has one in it. Resolves with how it is said.
 * @throws {UserError} that says what to do; rejects as the store and Discord do.
 */
export async function requireFreeName(
  { reading, memberNames, publicMessages }: Names,
  { guildId, userId }: Member,
  name: string,
  messages: Messages,
): Promise<string> {
  const texts = await publicMessages(guildId);
  const said = await memberNames.say(guildId, name);
  if (!SAYABLE.test(name) || said === texts.spoken.unknownMention.user)
    throw new UserError(messages.reading.nameNotSayable);
  const sound = await nameSound(said);
  const pause = createPause();
  const notNames = [english, messages, texts].flatMap(({ spoken: { unknownMention, everyone, here } }) => [
    unknownMention.user,
    everyone,
    here,
  ]);
  for (const each of notNames) {
    if (soundsLike(sound, await nameSound(each))) throw new UserError(messages.reading.nameTaken);
  }
  for (const each of await reading.namesOfOthers(guildId, userId)) {
    await pause();
    const other = await nameSound(await memberNames.say(guildId, each));
    if (isHeardIn(sound, other)) throw new UserError(messages.reading.nameTaken);
  }
  if (await memberNames.isOfMember(guildId, userId, said)) throw new UserError(messages.reading.nameTaken);
  return said;
}

/** Whether the name that they chose is not said now, because somebody who listens has one that sounds like it. */
export async function isSuspended(
  { reading, memberNames }: Names,
  { guildId, userId }: Member,
  name: string,
): Promise<boolean> {
  const chosen = await reading.namesChosen(guildId);
  return memberNames.isOfListener(guildId, userId, await memberNames.say(guildId, name), (id) => chosen.get(id));
}

import { userMention } from '@discordjs/formatters';

/** Most people named in one list, so that two lists fit one message. */
const MAX_MENTIONS = 25;

/** How a language lists people, by their mentions. */
interface PeopleWords {
  /** Instead of an empty list. */
  readonly none: string;
  readonly all: (named: readonly string[]) => string;
  /** With how many more there are, who aren't named. */
  readonly some: (named: readonly string[], hidden: number) => string;
}

/** Mentions people by their ids, as a list that is never too long for a message. */
export function mentionPeople(userIds: readonly string[], { none, all, some }: PeopleWords): string {
  const named = userIds.slice(0, MAX_MENTIONS).map((userId) => userMention(userId));
  if (named.length === 0) return none;
  const hidden = userIds.length - named.length;
  return hidden === 0 ? all(named) : some(named, hidden);
}

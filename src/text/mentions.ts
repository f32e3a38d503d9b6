/** A person, role or channel that a message mentions by its id. */
export interface Mention {
  readonly kind: 'user' | 'role' | 'channel';
  readonly id: string;
}

/** Names by `mentionKey`. */
export type MentionNames = ReadonlyMap<string, string>;

/**
 * `<@id>`, `<@!id>`, `<@&id>` and `<#id>`, as Discord writes mentions (Discord API reference, "Message Formatting"), and the
 * channel of a link within Discord.
 */
const MENTION = /<(@!?|@&|#)(\d{17,20})>|<id:linked-roles:(\d{17,20})>|\/channels\/\d{17,20}\/(\d{17,20})/g;

/** What identifies a mention among the names of a text. */
export function mentionKey({ kind, id }: Mention): string {
  return `${kind} ${id}`;
}

/** Whether the key is that of a person. */
export function isMentionOfUser(key: string): boolean {
  return key.startsWith('user ');
}

/** Looks up the names of all mentions in these texts: each once, at most `maxLookUps` of them. Those that are unknown are missing. */
export async function lookUpNames(
  texts: readonly string[],
  nameOf: (mention: Mention) => Promise<string | undefined>,
  maxLookUps = 20,
): Promise<MentionNames> {
  const found = new Map<string, Mention>();
  for (const text of texts) {
    for (const [, mark, id = '', roleId, channelId] of text.matchAll(MENTION)) {
      const mention: Mention = mentionOf(mark, id, roleId, channelId);
      found.set(mentionKey(mention), mention);
    }
  }
  const names = new Map<string, string>();
  const asked = [...found].slice(0, maxLookUps);
  await Promise.all(
    asked.map(async ([key, mention]) => {
      const name = await nameOf(mention);
      if (name !== undefined) names.set(key, name);
    }),
  );
  return names;
}

function mentionOf(mark: string | undefined, id: string, roleId?: string, channelId?: string): Mention {
  if (roleId !== undefined) return { kind: 'role', id: roleId };
  if (channelId !== undefined) return { kind: 'channel', id: channelId };
  if (mark === '#') return { kind: 'channel', id };
  return { kind: mark === '@&' ? 'role' : 'user', id };
}

/** A person, role or channel that a message mentions by its id. */
export interface Mention {
  readonly kind: 'user' | 'role' | 'channel';
  readonly id: string;
}

/** `<@id>`, `<@!id>`, `<@&id>` and `<#id>`, as Discord writes mentions (Discord API reference, "Message Formatting"). */
const MENTION = /<(@!?|@&|#)(\d{17,20})>/g;
/** `</name sub:id>`, a clickable slash command. */
const COMMAND = /<(\/[^:<>]{1,100}):\d{17,20}>/g;

/** Replaces mentions with names. Looks each name up once, at most `maxLookUps` of them; the rest become `unknown`. */
export async function nameMentions(
  text: string,
  nameOf: (mention: Mention) => Promise<string | undefined>,
  unknown: Readonly<Record<Mention['kind'], string>>,
  maxLookUps = 20,
): Promise<string> {
  const found = new Map<string, Mention>();
  for (const [whole, mark = '', id = ''] of text.matchAll(MENTION)) found.set(whole, { kind: kindOf(mark), id });
  const asked = [...found].slice(0, maxLookUps);
  const names = new Map(
    await Promise.all(asked.map(async ([whole, mention]) => [whole, await nameOf(mention)] as const)),
  );
  return text
    .replace(MENTION, (whole, mark: string) => names.get(whole) ?? unknown[kindOf(mark)])
    .replace(COMMAND, '$1');
}

function kindOf(mark: string): Mention['kind'] {
  if (mark === '#') return 'channel';
  return mark === '@&' ? 'role' : 'user';
}

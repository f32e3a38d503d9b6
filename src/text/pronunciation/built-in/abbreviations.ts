/** What one language shortens in chats: the abbreviation, and what is spoken. */
export type Abbreviations = Readonly<Record<string, string>>;

/**
 * Abbreviations that are something else in capitals, such as a name, a unit, a company or a state: only in lower case are
 * they spoken in full.
 */
export type LowerCaseOnly = ReadonlySet<string>;

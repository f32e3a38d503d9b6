/** What one language shortens in chats: the abbreviation, and what is spoken. */
export type Abbreviations = Readonly<Record<string, string>>;

/** Something that Discord's own client would not let a person do, or a bot that left them without an answer. */
export class PersonError extends Error {
  override readonly name = 'PersonError';
}

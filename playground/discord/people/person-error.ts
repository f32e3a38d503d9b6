/** An action that Discord's own client would not allow, or a bot that did not answer. */
export class PersonError extends Error {
  override readonly name = 'PersonError';
}

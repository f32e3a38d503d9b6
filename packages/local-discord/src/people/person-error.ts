/** An action that Discord's own client would not allow, or a bot that did not answer. */
export class PersonError extends Error {
  override readonly name = 'PersonError';
}

/** The bot did not answer an interaction in time. */
export class NoAnswerError extends PersonError {
  constructor() {
    super('The application did not respond');
  }
}

/** The bot on its way to a voice channel, or there already. */
export interface Arrival {
  /** The channel, if it is the first of the guild's session: texts may be queued for it meanwhile. */
  readonly firstChannelId: string | undefined;
  /** Resolves when the bot is there; rejects with a UserError when it does not come. It need not be awaited. */
  readonly arrived: Promise<void>;
}

/** Where the operator lets the bot work, as the environment says. */
export interface PlaceSettings {
  /** The only server in which the bot answers (`DISCORD_GUILD_ID`); `undefined` sets no such limit. */
  readonly guildId: string | undefined;
  /** The servers that may use the bot (`ALLOWED_GUILDS`); `undefined` allows all. */
  readonly allowedGuilds: readonly string[] | undefined;
  /** Whether people may use it in direct messages and as an app that they installed for themselves (`ALLOW_DIRECT`). */
  readonly allowDirect: boolean;
}

/** Where an interaction comes from, and by which installation Discord let it through. Both can be true. */
export interface InteractionSource {
  /** The server in which it was started; `undefined` in a direct message. */
  readonly guildId: string | undefined;
  /** The server installed the bot. */
  readonly isServerInstall: boolean;
  /** The person installed the bot for themselves. */
  readonly isUserInstall: boolean;
}

/** Why an interaction is refused: it comes from outside the only server, from another server, or from no server. */
export type PlaceRefusal = 'outside-only-server' | 'server' | 'direct';

/**
 * How an interaction is served: for its server, or directly for the person, whatever the server. A person's own
 * installation in a server that the operator does not allow counts as direct.
 */
type Judgement =
  | { readonly kind: 'server' }
  | { readonly kind: 'direct' }
  | { readonly kind: 'refused'; readonly why: PlaceRefusal };

/** The one place that knows where the bot may work. */
export interface AllowedPlaces {
  /** Whether the bot may be a member of this server. It leaves the others. */
  mayStayIn(guildId: string): boolean;
  /** Whether the bot may speak and caption in this server. */
  mayWorkIn(guildId: string): boolean;
  judge(source: InteractionSource): Judgement;
}

/** Creates the rules from the operator's settings. */
export function createAllowedPlaces({
  guildId: onlyGuildId,
  allowedGuilds,
  allowDirect,
}: PlaceSettings): AllowedPlaces {
  const allowed = allowedGuilds === undefined ? undefined : new Set(allowedGuilds);
  const mayStayIn = (guildId: string): boolean => allowed === undefined || allowed.has(guildId);
  return {
    mayStayIn,
    mayWorkIn: (guildId) => mayStayIn(guildId) && (onlyGuildId === undefined || guildId === onlyGuildId),
    judge: ({ guildId, isServerInstall, isUserInstall }) => {
      if (onlyGuildId !== undefined && guildId !== onlyGuildId) return { kind: 'refused', why: 'outside-only-server' };
      if (guildId !== undefined && isServerInstall) {
        if (mayStayIn(guildId)) return { kind: 'server' };
        return isUserInstall && allowDirect ? { kind: 'direct' } : { kind: 'refused', why: 'server' };
      }
      return allowDirect ? { kind: 'direct' } : { kind: 'refused', why: 'direct' };
    },
  };
}

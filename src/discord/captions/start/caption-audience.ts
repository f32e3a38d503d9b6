/** What an overwrite of a channel says about View Channel. */
export type ViewOverwrite = 'allow' | 'deny';

/** A channel's overwrites of View Channel; what is missing says nothing. A thread is judged by its parent. */
export interface ChannelView {
  readonly everyone: ViewOverwrite | undefined;
  /** By role id, without @everyone. */
  readonly roles: ReadonlyMap<string, ViewOverwrite>;
  /** By user id. */
  readonly members: ReadonlyMap<string, ViewOverwrite>;
}

/** A role's permissions in the whole guild. */
interface RoleView {
  readonly roleId: string;
  readonly mayView: boolean;
  /** Administrators see every channel. */
  readonly isAdministrator: boolean;
}

/** What decides, besides the channels, who sees them. */
export interface GuildView {
  readonly ownerId: string;
  /** Of @everyone. */
  readonly everyone: Omit<RoleView, 'roleId'>;
  /** All roles except @everyone and those that only the bot itself can have. */
  readonly roles: readonly RoleView[];
  /** The bot itself, which is no reader. */
  readonly botId: string;
}

/** What one role adds, in both channels. Roles that add the same need to be tried once. */
interface Role {
  readonly mayView: boolean;
  readonly inText: ViewOverwrite | undefined;
  readonly inVoice: ViewOverwrite | undefined;
}

/** A member's own overwrites. */
interface Own {
  readonly inText: ViewOverwrite | undefined;
  readonly inVoice: ViewOverwrite | undefined;
}

const NO_OVERWRITES: Own = { inText: undefined, inVoice: undefined };

/**
 * Whether everyone who can see the text channel can also see the voice channel, whatever roles people have or get: true
 * only if no combination of roles, with or without one of the member overwrites, sees the one without the other. Needs no
 * members. Members with an overwrite of their own are tried with all roles, because which they have is unknown.
 */
export function isAudienceWithin(guild: GuildView, text: ChannelView, voice: ChannelView): boolean {
  if (guild.everyone.isAdministrator) return true;
  const sets = roleSets(guild, text, voice);
  const memberIds = new Set([...text.members.keys(), ...voice.members.keys()]);
  memberIds.delete(guild.ownerId);
  memberIds.delete(guild.botId);
  const owns = [...memberIds].map((id): Own => ({ inText: text.members.get(id), inVoice: voice.members.get(id) }));
  return [NO_OVERWRITES, ...owns].every((own) =>
    sets.every((roles) => !sees(guild, roles, text, own, 'inText') || sees(guild, roles, voice, own, 'inVoice')),
  );
}

/**
 * The sets of roles to try: at most two roles each. More are never needed: if a larger set sees the text channel alone,
 * so does the role in it that opens the text channel together with the role that closes the voice channel. What the
 * other roles do can only open the voice channel or close the text channel.
 */
function roleSets(guild: GuildView, text: ChannelView, voice: ChannelView): Role[][] {
  const kinds = new Map<string, Role>();
  for (const { roleId, mayView, isAdministrator } of guild.roles) {
    if (isAdministrator) continue;
    const role: Role = { mayView, inText: text.roles.get(roleId), inVoice: voice.roles.get(roleId) };
    kinds.set(`${mayView} ${role.inText} ${role.inVoice}`, role);
  }
  const roles = [...kinds.values()];
  const pairs = roles.flatMap((one, index) => roles.slice(index + 1).map((other) => [one, other]));
  return [[], ...roles.map((role) => [role]), ...pairs];
}

/** As Discord computes it: base permissions, then the overwrites of @everyone, of roles and of the member. */
function sees(
  guild: GuildView,
  roles: readonly Role[],
  channel: ChannelView,
  own: Own,
  place: 'inText' | 'inVoice',
): boolean {
  if (own[place] !== undefined) return own[place] === 'allow';
  if (roles.some((role) => role[place] === 'allow')) return true;
  if (roles.some((role) => role[place] === 'deny')) return false;
  if (channel.everyone !== undefined) return channel.everyone === 'allow';
  return guild.everyone.mayView || roles.some(({ mayView }) => mayView);
}

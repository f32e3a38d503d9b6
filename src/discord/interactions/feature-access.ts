import { UserError } from '../../errors.ts';
import type { Messages } from '../../messages/messages.ts';
import type { ServerSettings } from '../../settings/server-settings.ts';
import type { Settings } from '../../settings/settings.ts';
import type { GuildDirectory } from '../client/guild-directory.ts';
import type { GuildPlace, Place } from './command.ts';

/** What a server can keep to some roles. */
export type Feature = Exclude<keyof ServerSettings['access'], 'managers'>;

/** One use of a command or menu, before it happens. */
interface FeatureUse {
  readonly place: Place;
  readonly userId: string;
  /** The name of the command, or of the menu. */
  readonly name: string;
  /** The subcommand, or what follows the command's name in the custom id of a component or form. */
  readonly part: string;
  /** Text may be spoken now: not while somebody types an option. */
  readonly isAct: boolean;
  /** Who wrote the message that a menu belongs to. */
  readonly authorId?: string | undefined;
}

/** Who may use which feature in which server, and whose texts are spoken. */
export interface FeatureAccess {
  /**
   * @throws {UserError} that says what is missing. Also MynahError STORE_UNAVAILABLE or STORE_FAILED where the server's
   * rules are not known.
   */
  admit(use: FeatureUse, messages: Messages): Promise<void>;
  /** Whether this member may change the server's settings: who manages it, or has a role that was chosen for that. */
  isManager(member: GuildMember): Promise<boolean>;
  /** Whether this member has a role that the server keeps the feature to, or may change its settings. */
  mayUse(feature: Feature, member: GuildMember): Promise<boolean>;
}

/** A member, as the rules see one. */
type GuildMember = Pick<GuildPlace, 'guildId' | 'roleIds' | 'managesGuild'>;

type FeatureOf = Feature | 'open' | ((part: string) => Feature | 'open');

/** `open` has rules of its own, or is a person's right: to be heard no more, to delete what is theirs, to find help. */
const FEATURES: Readonly<Record<string, FeatureOf>> = {
  say: 'speak',
  Speak: 'speak',
  join: 'speak',
  leave: 'speak',
  skip: 'speak',
  stop: 'speak',
  pause: 'speak',
  resume: 'speak',
  queue: 'speak',
  autoread: 'open',
  pronounce: (part) => (/^(add|import)\b/.test(part) ? 'speak' : 'open'),
  captions: (part) => (/^(start|export|overlay|auto)\b/.test(part) ? 'captions' : 'open'),
  transcribe: (part) => (part.startsWith('cancel') ? 'open' : 'transcribe'),
  Transcribe: 'transcribe',
  voice: (part) => (part.startsWith('delete') ? 'open' : 'voices'),
  usage: 'open',
  privacy: 'open',
  settings: 'open',
  help: 'open',
  doctor: 'open',
};

/** They speak a text of the person who uses them, or that a message's author wrote. */
const SPEAKING: ReadonlySet<string> = new Set(['say', 'Speak']);

/** The feature that a use belongs to; `undefined` for a command that is not known. */
export function featureOf(name: string, part: string): Feature | 'open' | undefined {
  const feature = FEATURES[name];
  return typeof feature === 'function' ? feature(part) : feature;
}

/** Creates the rules from the settings. */
export function createFeatureAccess({
  settings,
  directory,
}: {
  readonly settings: Pick<Settings, 'of'>;
  readonly directory: Pick<GuildDirectory, 'roleName' | 'roleIdsOf'>;
}): FeatureAccess {
  const isManager = async ({ guildId, roleIds, managesGuild }: GuildMember): Promise<boolean> =>
    managesGuild || hasOneOf(roleIds, (await settings.of(guildId)).access.managers);

  const mayUse = async (feature: Feature, member: GuildMember): Promise<boolean> => {
    const allowed = (await settings.of(member.guildId)).access[feature];
    return allowed.length === 0 || hasOneOf(member.roleIds, allowed) || (await isManager(member));
  };

  /** @throws {UserError} when the text's writer, or the person who has it spoken, is muted, or may be. */
  const refuseMuted = async (
    { userId, authorId = userId }: FeatureUse,
    { guildId, roleIds }: GuildPlace,
    messages: Messages,
  ): Promise<void> => {
    const { muted } = await settings.of(guildId);
    const isMuted = (id: string, its: readonly string[]): boolean =>
      muted.userIds.includes(id) || hasOneOf(its, muted.roleIds);
    const { refusals } = messages.settings;
    if (isMuted(userId, roleIds)) throw new UserError(refusals.muted);
    if (authorId === userId) return;
    if (isMuted(authorId, [])) throw new UserError(refusals.authorMuted);
    if (muted.roleIds.length === 0) return;
    const authorRoles = await directory.roleIdsOf(guildId, authorId);
    if (authorRoles === undefined) throw new UserError(refusals.authorUnknown);
    if (isMuted(authorId, authorRoles)) throw new UserError(refusals.authorMuted);
  };

  return {
    isManager,
    mayUse,
    admit: async (use, messages) => {
      const { place, name, part } = use;
      const feature = featureOf(name, part) ?? 'open';
      if (place.kind !== 'guild' || feature === 'open') return;
      if (!(await mayUse(feature, place))) {
        const { guildId } = place;
        const allowed = (await settings.of(guildId)).access[feature];
        const roles = allowed.flatMap((id) => (directory.roleName(guildId, id) === undefined ? [] : [`<@&${id}>`]));
        throw new UserError(messages.settings.refusals.roleNeeded({ roles }));
      }
      if (use.isAct && SPEAKING.has(name)) await refuseMuted(use, place, messages);
    },
  };
}

function hasOneOf(roleIds: readonly string[], wanted: readonly string[]): boolean {
  return roleIds.some((id) => wanted.includes(id));
}

import { UserError } from '../../errors.ts';
import type { Messages } from '../../messages/messages.ts';
import type { SessionSnapshot } from '../../voice/voice-api.ts';
import { ephemeral } from '../client/replies.ts';
import { type Command, GUILD_ONLY } from '../interactions/command.ts';
import { mayControl, mayNotControl, requireGuild } from '../interactions/member-rights.ts';
import type { PlaybackServices } from './playback-services.ts';

/** A command without options that changes what a guild's session plays. */
interface PlaybackCommand<Outcome> {
  readonly name: string;
  readonly description: (messages: Messages) => string;
  /** Whether a member may use the command even if they may not control the session. */
  readonly isAllowed?: (session: SessionSnapshot, userId: string) => boolean;
  readonly act: (guildId: string) => Promise<Outcome | { readonly kind: 'no-session' }>;
  readonly reply: (outcome: Outcome, messages: Messages, use: Use) => string;
}

/** Who used a command, and the session as it was before. */
interface Use {
  readonly userId: string;
  readonly session: SessionSnapshot;
}

/** What every playback command needs. */
export type ControlServices = Pick<PlaybackServices, 'engine' | 'directory'>;

/** Makes the command: checks the guild, the session and the member's rights, acts, and answers the member alone. */
export function createPlaybackCommand<Outcome extends { readonly kind: string }>(
  { engine, directory }: ControlServices,
  { name, description, isAllowed, act, reply }: PlaybackCommand<Outcome>,
): Command {
  return {
    name,
    define: (messages) => ({ name, description: description(messages), ...GUILD_ONLY }),
    run: async (context) => {
      const { messages, userId } = context;
      const place = requireGuild(context);
      const session = await engine.session(place.guildId);
      if (session === undefined) throw new UserError(messages.playback.nothingToControl);
      const isPermitted =
        mayControl(directory, { place, userId }, session.channelId) || isAllowed?.(session, userId) === true;
      if (!isPermitted) throw mayNotControl(session, messages);
      const outcome = await act(place.guildId);
      if (isNoSession(outcome)) throw new UserError(messages.playback.nothingToControl);
      await context.answer(ephemeral(reply(outcome, messages, { userId, session })));
    },
  };
}

function isNoSession(outcome: { readonly kind: string }): outcome is { readonly kind: 'no-session' } {
  return outcome.kind === 'no-session';
}

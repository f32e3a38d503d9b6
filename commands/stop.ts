import { ephemeral } from '../src/discord/client/replies.ts';
import { type Command, type CommandDefinition, GUILD_ONLY } from '../src/discord/interactions/command.ts';
import { mayControl, mayNotControl, requireGuild } from '../src/discord/interactions/member-rights.ts';
import type { ControlServices } from '../src/discord/playback/playback-command.ts';
import type { Services } from '../src/discord/services.ts';
import { UserError } from '../src/errors.ts';
import type { Messages } from '../src/messages/messages.ts';
import type { SessionSnapshot, Stopped } from '../src/voice/voice-api.ts';

const NAME = 'stop';

const define = ({ playback: { commands } }: Messages): CommandDefinition => ({
  name: NAME,
  description: commands.stop.description,
  ...GUILD_ONLY,
});

/**
 * `/stop`: drops the text that is being spoken and the whole queue, for those who may control the session. It takes back
 * the texts that are not queued yet, too: those for a channel that the caller may control, and the caller's own.
 */
export function createStop({
  engine,
  directory,
  textsOnTheWay,
  reading,
  takeover,
}: ControlServices & Pick<Services, 'textsOnTheWay' | 'reading' | 'takeover'>): Command {
  return {
    name: NAME,
    define,
    run: async (context) => {
      const { messages, userId } = context;
      const place = requireGuild(context);
      const { guildId } = place;
      const member = { place, userId };
      const session = await engine.session(guildId);
      // Directly before the queue is dropped: no text can slip from the one into the other.
      const takenBack = textsOnTheWay.takeBack(
        guildId,
        (text) => text.userId === userId || mayControl(directory, member, text.channelId),
      );
      const isPermitted = session !== undefined && mayControl(directory, member, session.channelId);
      if (!isPermitted && takenBack.length === 0) throw refusal(session, messages);
      const unread = isPermitted ? takeover.stop(guildId) + reading.clear(guildId) : 0;
      // Where there is no session yet, texts may wait in the engine for an earlier one to end.
      const outcome = isPermitted || session === undefined ? await engine.stop(guildId) : undefined;
      const stopped: Stopped = outcome?.kind === 'stopped' ? outcome : { interrupted: false, removed: 0 };
      if (outcome?.kind === 'no-session' && takenBack.length === 0) throw refusal(undefined, messages);
      // What was just being queued as it was taken back is among those that the engine counted.
      const onTheWay = takenBack.filter(({ isQueued }) => !isQueued).length + unread;
      await context.answer(ephemeral(stoppedMessage({ ...stopped, removed: stopped.removed + onTheWay }, messages)));
    },
  };
}

function refusal(session: SessionSnapshot | undefined, messages: Messages): Error {
  return session === undefined ? new UserError(messages.playback.nothingToControl) : mayNotControl(session, messages);
}

function stoppedMessage({ interrupted, removed }: Stopped, { playback }: Messages): string {
  if (removed > 0) return playback.stoppedAndRemoved({ texts: removed });
  return interrupted ? playback.stopped : playback.nothingToStop;
}

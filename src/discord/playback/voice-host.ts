import type { Logger } from '../../log/log.ts';
import type { Messages } from '../../messages/messages.ts';
import type { EndReason, JoinOutcome, VoiceEngine, VoiceEvent } from '../../voice/voice-api.ts';
import type { GuildDirectory } from '../client/guild-directory.ts';
import { type JoinRefusal, refusalToJoin } from '../client/permissions.ts';
import { type AloneWatch, watchForAlone } from './leave-when-alone.ts';

/** The voice channel to join, and the text channel for notices about the session. */
interface HostJoinRequest {
  readonly guildId: string;
  readonly channelId: string;
  readonly textChannelId: string;
}

/** How a request to join a channel ended; the refusals come before Discord is asked. */
export type HostJoinOutcome =
  | JoinOutcome
  | JoinRefusal
  | { readonly kind: 'already-here'; readonly channelId: string }
  | { readonly kind: 'unknown-channel' };

/** A join that the engine was asked for. */
interface HostJoinUnderWay {
  readonly kind: 'joining';
  /** The guild has no session yet that is in a channel: texts may be queued for this one meanwhile. */
  readonly isFirst: boolean;
  readonly outcome: Promise<JoinOutcome>;
}

/** Checks before the engine joins, and looks after the sessions: leaves empty channels, and posts notices. */
export interface VoiceHost {
  /** Resolves as soon as the engine was asked, or with what needs no engine. */
  startJoin(request: HostJoinRequest): Promise<HostJoinUnderWay | Exclude<HostJoinOutcome, JoinOutcome>>;
  join(request: HostJoinRequest): Promise<HostJoinOutcome>;
  /** Takes in the engine's events: notices of moves and ends go to the text channel that the bot was called from. */
  onVoiceEvent(event: VoiceEvent): void;
  /** Call it when a voice state changed in this guild: the bot may be alone now, or no longer. */
  onPeopleChanged(guildId: string): void;
  /** Where notices about the guild's session go; `undefined` without a session that somebody asked for. */
  textChannelOf(guildId: string): string | undefined;
  /** Posts a notice about the session in the text channel that the bot was called from, if the server wants notices. */
  announce(guildId: string, notice: (messages: Messages) => string): void;
  /** Stops the timers of channels where the bot is alone. */
  close(): void;
}

type HostDirectory = Pick<GuildDirectory, 'voiceChannel' | 'listenerCount' | 'post'>;

interface Stay {
  readonly channelId: string;
  readonly textChannelId: string;
  readonly aloneWatch: AloneWatch;
}

/** Makes the host of all guilds. */
export function createVoiceHost(options: {
  readonly engine: Pick<VoiceEngine, 'join' | 'leave' | 'session'>;
  readonly directory: HostDirectory;
  /** Called before the bot leaves a channel for another one. */
  readonly beforeMove: (guildId: string) => Promise<void>;
  /** Whether the server wants notices. */
  readonly mayPost: (guildId: string) => Promise<boolean>;
  /** The catalogue of what everyone in the guild reads. */
  readonly publicMessages: (guildId: string) => Promise<Messages>;
  /** Overrides how long the bot stays in a channel without a person in it. */
  readonly aloneTimeoutMs?: number | undefined;
  readonly log: Logger;
}): VoiceHost {
  const { engine, directory, beforeMove, mayPost, publicMessages, aloneTimeoutMs, log } = options;
  const stays = new Map<string, Stay>();

  const postWanted = async (
    guildId: string,
    textChannelId: string,
    notice: (messages: Messages) => string,
  ): Promise<void> => {
    if (await mayPost(guildId)) await directory.post(textChannelId, notice(await publicMessages(guildId)));
  };
  const post = (...notice: Parameters<typeof postWanted>): void => {
    postWanted(...notice).catch((error: unknown) => log.info({ err: error }, 'could not post a notice'));
  };

  const forget = (guildId: string): Stay | undefined => {
    const stay = stays.get(guildId);
    stay?.aloneWatch.close();
    stays.delete(guildId);
    return stay;
  };

  const leave = async (guildId: string): Promise<void> => {
    const stay = forget(guildId);
    if (stay === undefined || !(await engine.leave(guildId))) return;
    post(guildId, stay.textChannelId, ({ playback }) => playback.notices.leftAlone(stay));
  };

  const settle = (guildId: string, channelId: string, textChannelId: string): void => {
    forget(guildId);
    const aloneWatch = watchForAlone({
      countListeners: () => directory.listenerCount(guildId, channelId),
      onAlone: () => {
        leave(guildId).catch((error: unknown) => log.error({ err: error }, 'could not leave a channel'));
      },
      timeoutMs: aloneTimeoutMs,
    });
    stays.set(guildId, { channelId, textChannelId, aloneWatch });
    aloneWatch.check();
  };

  const enter = async ({ guildId, channelId, textChannelId }: HostJoinRequest): Promise<JoinOutcome> => {
    const outcome = await engine.join({ guildId, channelId });
    if (outcome.kind === 'joined') settle(guildId, outcome.channelId, textChannelId);
    return outcome;
  };

  const startJoin: VoiceHost['startJoin'] = async (request) => {
    const { guildId, channelId, textChannelId } = request;
    const session = await engine.session(guildId);
    if (session?.channelId === channelId && !session.joining) {
      settle(guildId, channelId, textChannelId);
      return { kind: 'already-here', channelId };
    }
    const channel = directory.voiceChannel(guildId, channelId);
    if (channel === undefined) return { kind: 'unknown-channel' };
    const refusal = refusalToJoin(channel);
    if (refusal !== undefined) return refusal;
    if (session !== undefined && session.channelId !== channelId) await beforeMove(guildId);
    const outcome = enter(request);
    // The caller may not wait for it.
    outcome.catch(() => undefined);
    return { kind: 'joining', isFirst: session?.joining !== false, outcome };
  };

  const join = async (request: HostJoinRequest): Promise<HostJoinOutcome> => {
    const start = await startJoin(request);
    return start.kind === 'joining' ? start.outcome : start;
  };

  const onMoved = (guildId: string, channelId: string): void => {
    const stay = stays.get(guildId);
    if (stay === undefined || stay.channelId === channelId) return;
    settle(guildId, channelId, stay.textChannelId);
    post(guildId, stay.textChannelId, (messages) => movedNotice(directory, { guildId, channelId, messages }));
  };

  return {
    startJoin,
    join,
    announce: (guildId, notice) => {
      const stay = stays.get(guildId);
      if (stay !== undefined) post(guildId, stay.textChannelId, notice);
    },
    onPeopleChanged: (guildId) => stays.get(guildId)?.aloneWatch.check(),
    onVoiceEvent: (event) => {
      // A requested move is answered where it was requested.
      if (event.type === 'session-moved' && !event.isRequested) onMoved(event.guildId, event.channelId);
      if (event.type !== 'session-ended') return;
      const stay = forget(event.guildId);
      const notice = endNotice(event, directory);
      if (stay !== undefined && notice !== undefined) post(event.guildId, stay.textChannelId, notice);
    },
    textChannelOf: (guildId) => stays.get(guildId)?.textChannelId,
    close: () => {
      for (const guildId of [...stays.keys()]) forget(guildId);
    },
  };
}

function movedNotice(
  directory: HostDirectory,
  moved: { readonly guildId: string; readonly channelId: string; readonly messages: Messages },
): string {
  const { guildId, channelId, messages } = moved;
  const { notices } = messages.playback;
  const channel = directory.voiceChannel(guildId, channelId);
  const refusal = channel === undefined ? undefined : refusalToJoin(channel);
  switch (refusal?.kind) {
    case 'missing-permissions': {
      const permissions = refusal.missing.map((permission) => messages.interactions.permissions[permission]);
      return notices.movedWithoutPermissions({ channelId, permissions });
    }
    case 'full':
    case undefined:
      return channel?.kind === 'stage' ? notices.movedToStage({ channelId }) : notices.moved({ channelId });
  }
}

/** The notice of an end that no command asked for. */
function endNotice(
  ended: { readonly guildId: string; readonly channelId: string; readonly reason: EndReason },
  directory: HostDirectory,
): ((messages: Messages) => string) | undefined {
  const { guildId, channelId } = ended;
  switch (ended.reason) {
    case 'disconnected':
      // Discord tells that the channel is gone just after the bot is out of it.
      return ({ playback: { notices } }) =>
        directory.voiceChannel(guildId, channelId) === undefined ? notices.channelDeleted : notices.disconnected(ended);
    case 'failed':
      return ({ playback }) => playback.notices.connectionLost(ended);
    case 'left':
    case 'closed':
      return undefined;
  }
}

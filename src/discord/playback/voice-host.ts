import type { Logger } from '../../log.ts';
import type { EndReason, JoinOutcome, VoiceEngine, VoiceEvent } from '../../voice/voice-api.ts';
import type { GuildDirectory } from '../client/guild-directory.ts';
import { type JoinRefusal, refusalToJoin } from '../client/permissions.ts';

/** Where to go, and the text channel that hears about what becomes of it. */
interface HostJoinRequest {
  readonly guildId: string;
  readonly channelId: string;
  readonly textChannelId: string;
}

/** How a wish to have the bot in a channel ended; the refusals come before Discord is asked. */
export type HostJoinOutcome =
  | JoinOutcome
  | JoinRefusal
  | { readonly kind: 'already-here'; readonly channelId: string }
  | { readonly kind: 'unknown-channel' };

/** What commands need above the engine: checks before joining, and somebody who looks after the sessions. */
export interface VoiceHost {
  join(request: HostJoinRequest): Promise<HostJoinOutcome>;
  /** Takes in the engine's events: moves and ends are told in the text channel that the bot was called from. */
  onVoiceEvent(event: VoiceEvent): void;
  /** Somebody's voice state changed in this guild: the bot may be alone now, or no longer. */
  onPeopleChanged(guildId: string): void;
  /** Stops the clocks of channels where the bot is alone. */
  close(): void;
}

type HostDirectory = Pick<GuildDirectory, 'voiceChannel' | 'listenerCount' | 'post'>;

interface Stay {
  readonly channelId: string;
  readonly textChannelId: string;
  /** Runs while nobody else is in the channel. */
  aloneTimer: NodeJS.Timeout | undefined;
}

/** Makes the host of all guilds. The bot leaves a channel after `aloneTimeoutMs` without a person in it. */
export function createVoiceHost(options: {
  readonly engine: Pick<VoiceEngine, 'join' | 'leave' | 'session'>;
  readonly directory: HostDirectory;
  readonly aloneTimeoutMs: number;
  readonly log: Logger;
}): VoiceHost {
  const { engine, directory, aloneTimeoutMs, log } = options;
  const stays = new Map<string, Stay>();

  const post = (textChannelId: string, content: string): void => {
    directory.post(textChannelId, content).catch((error: unknown) => log.info({ err: error }, 'could not post a line'));
  };

  const forget = (guildId: string): Stay | undefined => {
    const stay = stays.get(guildId);
    clearTimeout(stay?.aloneTimer);
    stays.delete(guildId);
    return stay;
  };

  const leaveIfAlone = async (guildId: string, stay: Stay): Promise<void> => {
    if (stays.get(guildId) !== stay || directory.listenerCount(guildId, stay.channelId) > 0) return;
    forget(guildId);
    if (!(await engine.leave(guildId))) return;
    post(stay.textChannelId, `I left <#${stay.channelId}> because nobody else was there. Call me back with \`/join\`.`);
  };

  const watchForCompany = (guildId: string): void => {
    const stay = stays.get(guildId);
    if (stay === undefined) return;
    if (directory.listenerCount(guildId, stay.channelId) > 0) {
      clearTimeout(stay.aloneTimer);
      stay.aloneTimer = undefined;
      return;
    }
    stay.aloneTimer ??= setTimeout(() => {
      leaveIfAlone(guildId, stay).catch((error: unknown) => log.error({ err: error }, 'could not leave a channel'));
    }, aloneTimeoutMs);
  };

  const settle = (guildId: string, channelId: string, textChannelId: string): void => {
    forget(guildId);
    stays.set(guildId, { channelId, textChannelId, aloneTimer: undefined });
    watchForCompany(guildId);
  };

  const join = async (request: HostJoinRequest): Promise<HostJoinOutcome> => {
    const { guildId, channelId, textChannelId } = request;
    const session = await engine.session(guildId);
    if (session?.channelId === channelId) {
      settle(guildId, channelId, textChannelId);
      return { kind: 'already-here', channelId };
    }
    const channel = directory.voiceChannel(guildId, channelId);
    if (channel === undefined) return { kind: 'unknown-channel' };
    const refusal = refusalToJoin(channel);
    if (refusal !== undefined) return refusal;
    const outcome = await engine.join({ guildId, channelId });
    if (outcome.kind === 'joined') settle(guildId, outcome.channelId, textChannelId);
    return outcome;
  };

  const onMoved = (guildId: string, channelId: string): void => {
    const stay = stays.get(guildId);
    if (stay === undefined || stay.channelId === channelId) return;
    settle(guildId, channelId, stay.textChannelId);
    post(stay.textChannelId, movedWords(directory, guildId, channelId));
  };

  return {
    join,
    onPeopleChanged: watchForCompany,
    onVoiceEvent: (event) => {
      if (event.type === 'session-moved') onMoved(event.guildId, event.channelId);
      if (event.type !== 'session-ended') return;
      const stay = forget(event.guildId);
      const words = endWords(event.reason, event.channelId);
      if (stay !== undefined && words !== undefined) post(stay.textChannelId, words);
    },
    close: () => {
      for (const guildId of [...stays.keys()]) forget(guildId);
    },
  };
}

function movedWords(directory: HostDirectory, guildId: string, channelId: string): string {
  const channel = directory.voiceChannel(guildId, channelId);
  const refusal = channel === undefined ? undefined : refusalToJoin(channel);
  switch (refusal?.kind) {
    case 'missing-permissions':
      return `Somebody moved me to <#${channelId}>, where I may not be heard. Give me there: ${refusal.missing.join(', ')}.`;
    case 'stage':
      return `Somebody moved me to <#${channelId}>, a stage, where I am not heard. Call me into a voice channel.`;
    case 'full':
    case undefined:
      return `Somebody moved me to <#${channelId}>. I go on there.`;
  }
}

/** What is said about an end that nobody asked for with a command. */
function endWords(reason: EndReason, channelId: string): string | undefined {
  switch (reason) {
    case 'disconnected':
      return `Somebody disconnected me from <#${channelId}>, so what was waiting is gone. Call me back with \`/join\`.`;
    case 'failed':
      return `My connection to <#${channelId}> broke and did not come back. Call me again with \`/join\`.`;
    case 'left':
    case 'closed':
      return undefined;
  }
}

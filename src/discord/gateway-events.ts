import { type Client, Events } from 'discord.js';
import type { Captions } from '../captions/captions-api.ts';
import type { Logger } from '../log/log.ts';
import type { VoiceEngine } from '../voice/voice-api.ts';
import { watchReplays } from './client/replays.ts';
import { toIncoming } from './interactions/incoming.ts';
import type { Router } from './interactions/interaction-router.ts';
import type { StageVoice } from './playback/stage-voice.ts';
import { bridgeToEngine } from './playback/voice-bridge.ts';
import type { VoiceHost } from './playback/voice-host.ts';

/** Passes the gateway's events on to the parts that act on them. */
export function listenToGateway(
  client: Client,
  parts: {
    readonly engine: VoiceEngine;
    readonly host: VoiceHost;
    readonly stageVoice: Pick<StageVoice, 'onOwnVoiceState'>;
    readonly router: Router;
    readonly captions: Captions;
    readonly log: Logger;
  },
): void {
  const { engine, host, stageVoice, router, captions, log } = parts;
  bridgeToEngine(client, engine);
  const replays = watchReplays(client);
  client.on(Events.InteractionCreate, (interaction) => {
    const incoming = toIncoming(interaction);
    const isReplayed = replays.isCatchingUp(interaction.guildId);
    if (incoming !== undefined) void router.handle(incoming, { isReplayed });
  });
  client.on(Events.VoiceStateUpdate, (before, { guild, id, channelId }) => {
    host.onPeopleChanged(guild.id);
    if (id === client.user?.id) stageVoice.onOwnVoiceState(guild.id, before.channelId !== channelId);
  });
  client.on(Events.GuildAvailable, (guild) => host.onPeopleChanged(guild.id));
  client.on(Events.GuildDelete, (guild) => {
    engine.leave(guild.id).catch((error: unknown) => log.error({ err: error }, 'could not end a session'));
  });
  const onChannelGone = (channel: { readonly id: string; readonly guildId?: string }): void => {
    endCaptionsIn(channel, captions).catch((error: unknown) => log.error({ err: error }, 'could not end captions'));
  };
  client.on(Events.ChannelDelete, onChannelGone);
  client.on(Events.ThreadDelete, onChannelGone);
}

/** Captions end with the channel that shows them: no one could read that they are on. */
async function endCaptionsIn(
  { id, guildId }: { readonly id: string; readonly guildId?: string },
  captions: Pick<Captions, 'status' | 'stop'>,
): Promise<void> {
  const status = guildId === undefined ? undefined : await captions.status(guildId);
  if (status?.session.textChannelId === id) {
    await captions.stop(status.session.guildId, status.session.sessionId);
  }
}

import type { Client } from 'discord.js';
import type { Budgets } from '../../budgets/budgets-api.ts';
import type { HandoverStore, StoredText, UnreadMessage } from '../../handover/handover-ports.ts';
import { SessionRecorder } from '../../handover/session-recorder.ts';
import { type Return, SessionTakeover } from '../../handover/session-takeover.ts';
import type { Logger } from '../../log/log.ts';
import { messagesFor } from '../../messages/catalogues.ts';
import type { Messages } from '../../messages/messages.ts';
import type { Reading } from '../../reading/reading-api.ts';
import type { LastingVoiceEngine } from '../../voice/lasting-engine.ts';
import type { AllowedPlaces } from '../client/allowed-places.ts';
import type { GuildDirectory } from '../client/guild-directory.ts';
import type { QueueItemReplies } from './queue-item-replies.ts';
import { storedAnswer } from './stored-answer.ts';
import { shardOf } from './voice-bridge.ts';
import type { VoiceHost } from './voice-host.ts';

/** Where voice sessions outlast their process, and under which name this one has its own. */
export interface Handover {
  readonly store: HandoverStore;
  /** Names this process; unique over all processes and their restarts. */
  readonly owner: string;
  /** The process that used the same folder before, which is over. */
  readonly predecessor: string | undefined;
}

/** What the handover is connected with. */
export interface HandoverWiring extends Handover {
  readonly engine: LastingVoiceEngine;
  readonly host: Pick<VoiceHost, 'startJoin' | 'textChannelOf'>;
  readonly directory: Pick<GuildDirectory, 'listenerCount'>;
  readonly itemReplies: Pick<QueueItemReplies, 'speakAgain'>;
  readonly budgets: Pick<Budgets, 'chargeOf'>;
  /** Of messages that were to be read aloud. */
  readonly reading: Pick<Reading, 'reread' | 'resume'>;
  readonly places: Pick<AllowedPlaces, 'mayWorkIn'>;
  readonly log: Logger;
}

/** Creates what keeps this process's sessions for the next one. */
export function createRecorder(
  parts: Pick<HandoverWiring, 'engine' | 'store' | 'owner' | 'host'> & {
    readonly unreadOf: (guildId: string) => readonly UnreadMessage[];
  },
): SessionRecorder {
  const { host, ...rest } = parts;
  return new SessionRecorder({ ...rest, textChannelOf: (guildId) => host.textChannelOf(guildId) });
}

/** Creates what continues the sessions of processes that have ended, once the client has logged in. */
export function createTakeover(client: Client, recorder: SessionRecorder, parts: HandoverWiring): SessionTakeover {
  const { engine, store, owner, predecessor, host, directory, itemReplies, budgets, places, log } = parts;
  const { reading } = parts;
  return new SessionTakeover({
    ...{ engine, store, recorder, owner, predecessor, log },
    reread: (guildId, messages) => reading.reread(guildId, messages),
    serves: (guildId) =>
      shardOf(client, guildId) !== undefined &&
      client.guilds.cache.get(guildId)?.available === true &&
      places.mayWorkIn(guildId),
    countListeners: (guildId, channelId) => directory.listenerCount(guildId, channelId),
    enter: async ({ guildId, channelId, textChannelId = channelId }): Promise<Return> => {
      const start = await host.startJoin({ guildId, channelId, textChannelId });
      if (start.kind === 'joining') return { kind: 'coming', arrived: start.outcome };
      return start.kind === 'already-here' ? { kind: 'coming', arrived: Promise.resolve() } : { kind: 'refused' };
    },
    speak: async (request, text) => {
      const charge = text.charge && budgets.chargeOf(text.charge);
      const { messages = [] } = text;
      if (messages.length > 0) return reading.resume({ request, messages, charge });
      const shown = { messages: readersMessages(text), show: storedAnswer(client, text), answer: text.answer };
      const outcome = await itemReplies.speakAgain(request, { ...shown, charge });
      return outcome.kind === 'queued';
    },
    onDropped: (text, unheard) => {
      if (text.charge !== undefined) budgets.chargeOf(text.charge).refund(unheard);
      const show = storedAnswer(client, text);
      show(readersMessages(text).playback.say.notContinued).catch((error: unknown) =>
        log.info({ err: error }, 'could not update a reply'),
      );
    },
  });
}

/** The catalogue of the member who reads about the text; it does not matter where nobody does. */
function readersMessages({ answer }: StoredText): Messages {
  return messagesFor(answer?.locale ?? '');
}

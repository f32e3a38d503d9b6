import { Collection, MessageFlags, MessageFlagsBitField, PermissionFlagsBits as P } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { VoiceMessageAnswer } from '../../../../src/captions/captions-ports.ts';
import { createExplainer } from '../../../../src/discord/interactions/explain-failure.ts';
import type { FeatureAccess } from '../../../../src/discord/interactions/feature-access.ts';
import type { GatewayMessage } from '../../../../src/discord/voice-messages/incoming-voice-message.ts';
import { createVoiceMessageAnswers } from '../../../../src/discord/voice-messages/voice-message-answers.ts';
import { MynahError } from '../../../../src/errors.ts';
import type { FileTranscript, TranscriptionRequest } from '../../../../src/files/files-api.ts';
import { createLogger } from '../../../../src/log/log.ts';
import { english } from '../../../../src/messages/english.ts';
import { DEFAULT_SERVER_SETTINGS } from '../../../../src/settings/server-settings.ts';
import { memoryBudgets } from '../../../support/memory-budgets.ts';

const MINUTE_MS = 60_000;
const log = createLogger('silent');
const heard: FileTranscript = {
  ...{ durationMs: 2_000, endsEarly: false, language: undefined, text: 'heard', words: [], holes: [] },
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A voice message of `userId` in channel `4`. */
function voiceMessage(id: string, userId = '3', guildId = '2'): GatewayMessage {
  const file = { id, name: 'voice-message.ogg', url: 'u', size: 10, contentType: 'audio/ogg', duration: 2 };
  return {
    ...{ id, guildId, channelId: '4', author: { id: userId, bot: false }, webhookId: null, reference: null },
    flags: new MessageFlagsBitField(MessageFlags.IsVoiceMessage),
    attachments: new Collection([[id, { ...file, waveform: 'AAAA' }]]),
    createdTimestamp: Date.now(),
  } as unknown as GatewayMessage;
}

function scene(
  transcribe: (request: TranscriptionRequest) => Promise<FileTranscript>,
  secondsToWait = 0,
  mayUse: FeatureAccess['mayUse'] = async () => true,
) {
  const posted: { readonly content?: string; readonly message_reference?: unknown }[] = [];
  const deleted: string[] = [];
  const answers = createVoiceMessageAnswers({
    settings: { of: async () => ({ ...DEFAULT_SERVER_SETTINGS, voiceMessages: { transcribedIn: ['4'] } }) },
    access: { mayUse },
    notices: { postedAtMs: async () => 0 },
    captions: {
      hasOptedOut: async () => false,
      isTakenBack: () => false,
      recordAnswer: () => undefined,
      deleteAnswersTo: async (_ids: readonly string[], recent: readonly VoiceMessageAnswer[]) =>
        void deleted.push(...recent.map(({ messageId }) => messageId)),
    },
    files: { limits: { maxBytes: 1_000, maxDurationMs: 10_000 }, transcribe },
    budgets: memoryBudgets(),
    attachments: { stream: async function* () {}, read: async () => new Uint8Array() },
    limits: { secondsToWait: async () => secondsToWait },
    directory: {
      textChannel: (channelId) => ({
        ...{ channelId, webhookChannelId: channelId },
        permissions: P.ViewChannel | P.SendMessages | P.ReadMessageHistory,
      }),
    },
    rest: {
      post: async (_route, options) => {
        posted.push(options?.body as (typeof posted)[number]);
        return { id: `a${posted.length}` };
      },
    },
    publicMessages: async () => english,
    explain: createExplainer({ log }),
    allows: (guildId) => guildId !== '9',
    log,
  });
  const passing = (ms = 0): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
  return { answers, posted, deleted, passing };
}

describe('answers to voice messages', () => {
  it('of a server with few are not left out for servers with many, which lose their newest', {
    meta: { promises: ['viewers-voice-messages-have'] },
  }, async () => {
    const requests: TranscriptionRequest[] = [];
    const { answers, passing } = scene((request) => {
      requests.push(request);
      return new Promise(() => undefined);
    });
    for (let message = 0; message < 100; message += 1) {
      answers.onMessage(voiceMessage(`m${message}`, `p${message}`, `busy-${Math.floor(message / 20)}`));
    }
    await passing();
    expect(requests).toHaveLength(100);
    for (let message = 0; message < 5; message += 1) answers.onMessage(voiceMessage(`v${message}`, 'victim', 'quiet'));
    await passing();
    expect(requests).toHaveLength(105);
    expect(requests.slice(100).every(({ signal }) => !signal.aborted)).toBe(true);
    expect(requests.filter(({ signal }) => signal.aborted)).toHaveLength(5);
  });

  it('reply to the message and ping nobody', async () => {
    const { answers, posted, passing } = scene(async () => heard);
    answers.onMessage(voiceMessage('1'));
    await passing();
    expect(posted).toMatchObject([
      {
        message_reference: { message_id: '1', fail_if_not_exists: true },
        allowed_mentions: { parse: [], replied_user: false },
      },
    ]);
  });

  it('say why there is no text once in ten minutes a channel', async () => {
    const { answers, posted, passing } = scene(async () => {
      throw new MynahError('FILES_DISK_FULL', 'full');
    });
    for (const id of ['1', '2', '3']) {
      answers.onMessage(voiceMessage(id));
      await passing(MINUTE_MS);
    }
    expect(posted).toHaveLength(1);
    await passing(10 * MINUTE_MS);
    answers.onMessage(voiceMessage('4'));
    await passing();
    expect(posted).toHaveLength(2);
  });

  it('have no place for people who send too many', async () => {
    const { answers, posted, passing } = scene(async () => heard, 5);
    answers.onMessage(voiceMessage('1'));
    await passing();
    expect(posted).toEqual([]);
  });

  it('are worked on for 20 messages of a server at once', async () => {
    const release = Promise.withResolvers<FileTranscript>();
    const { answers, posted, passing } = scene(() => release.promise);
    for (let index = 0; index < 25; index += 1) answers.onMessage(voiceMessage(`${index}`, `${index}`));
    await passing();
    release.resolve(heard);
    await passing();
    expect(posted).toHaveLength(20);
    answers.onMessage(voiceMessage('30'));
    await passing();
    expect(posted).toHaveLength(21);
  });

  it('are given up after five minutes', async () => {
    const signals: AbortSignal[] = [];
    const { answers, posted, passing } = scene(({ signal }) => {
      signals.push(signal);
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    });
    answers.onMessage(voiceMessage('1'));
    await passing(4.9 * MINUTE_MS);
    expect(signals[0]?.aborted).toBe(false);
    await passing(MINUTE_MS);
    expect([signals[0]?.aborted, posted]).toEqual([true, []]);
  });

  it('are deleted with their message even when the database does not know them yet', async () => {
    const { answers, deleted, passing } = scene(async () => heard);
    answers.onMessage(voiceMessage('1'));
    await passing();
    answers.onDeleted(['1', '2']);
    await passing();
    expect(deleted).toEqual(['a1']);
  });

  it('are for people who may transcribe recordings in the server', async () => {
    const asked: unknown[] = [];
    const { answers, posted, passing } = scene(
      async () => heard,
      0,
      async (feature, { guildId, roleIds, managesGuild }) => {
        asked.push({ feature, guildId, roleIds, managesGuild });
        return roleIds.includes('scribe');
      },
    );
    const member = (roleId: string) => ({
      roles: { cache: new Collection([[roleId, {}]]) },
      permissions: { has: () => false },
    });
    answers.onMessage({ ...voiceMessage('1'), member: member('other') } as unknown as GatewayMessage);
    await passing();
    expect([asked, posted]).toEqual([
      [{ feature: 'transcribe', guildId: '2', roleIds: ['other'], managesGuild: false }],
      [],
    ]);
    answers.onMessage({ ...voiceMessage('2'), member: member('scribe') } as unknown as GatewayMessage);
    await passing();
    expect(posted).toHaveLength(1);
  });

  it('end when the bot closes, and none begins', async () => {
    const { answers, posted, passing } = scene(
      ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    );
    answers.onMessage(voiceMessage('1'));
    await passing();
    await answers.close(1_000);
    answers.onMessage(voiceMessage('2'));
    await passing();
    expect(posted).toEqual([]);
  });

  it('are for servers in which the operator lets the bot work', async () => {
    const { answers, posted, passing } = scene(async () => heard);
    answers.onMessage({ ...voiceMessage('1'), guildId: '9' });
    await passing();
    expect(posted).toEqual([]);
  });
});

import { PermissionFlagsBits as P } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Reply } from '../../../../src/discord/client/replies.ts';
import { ANSWERABLE_FOR_MS } from '../../../../src/discord/interactions/answers.ts';
import type { Place } from '../../../../src/discord/interactions/command.ts';
import { createSpeechDeliveries } from '../../../../src/discord/voice-messages/speech-delivery.ts';
import { createLogger } from '../../../../src/log/log.ts';
import { CATALOGUES } from '../../../../src/messages/catalogues.ts';
import { opusPackets } from '../../../support/audio-fixtures.ts';
import { oggOpus } from '../../audio/recording/recording-fixtures.ts';
import { inLounge, interactionBy } from '../../commands/command-scene.ts';

const german = CATALOGUES.de;

const log = createLogger('silent');
const ALL = P.ViewChannel | P.SendMessages | P.SendVoiceMessages | P.ReadMessageHistory;
const direct: Place = { kind: 'elsewhere', channelId: 'dm' };
const file = { name: 'mynah.ogg', bytes: oggOpus(opusPackets({ count: 50 })) };

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** What Discord sees of a delivery that begins at `place` and has its speech after `ms`. */
async function seenOf(
  place: Place,
  ms: number,
  {
    allowed = true,
    permissions = ALL,
    content = '',
    bytes = file.bytes,
    isOpen = true,
    refuses = false,
    ageMs = 0,
    knowsAnswer = true,
  } = {},
): Promise<string[]> {
  const seen: string[] = [];
  const interaction = interactionBy(place);
  let isDeferred = false;
  const context = {
    ...interaction,
    answerableUntilMs: performance.now() - ageMs + ANSWERABLE_FOR_MS,
    defer: async () => {
      if (!isDeferred) seen.push('defer');
      isDeferred = true;
    },
    tryAnswer: async ({ content: words, files = [] }: Reply) => {
      if (isOpen) seen.push(`answer "${words}" ${files.length}`);
      return isOpen;
    },
    voiceAnswers: {
      allowed,
      tryFirst: async () => {
        if (isDeferred || !isOpen) return false;
        if (refuses) throw new Error('refused');
        seen.push('voice answer');
        return true;
      },
      answerId: async () => {
        if (!knowsAnswer) throw new Error('unknown message');
        return 'answer';
      },
    },
  };
  const deliveries = createSpeechDeliveries({
    rest: {
      post: async (route, options) => {
        if (refuses) throw new Error('refused');
        const { message_reference: reference } = (options?.body ?? {}) as {
          message_reference?: { message_id: string };
        };
        seen.push(`voice in ${route} to ${reference?.message_id}`);
      },
    },
    directory: { textChannel: (channelId) => ({ channelId, webhookChannelId: channelId, permissions }) },
    lateAnswers: {
      post: async (_asked, reply) => {
        seen.push(`late "${reply.content}" ${reply.files?.length}`);
        return 'channel';
      },
    },
    publicMessages: async () => german,
    pcmSampleRateHz: 44_100,
    log,
  });
  using delivery = await deliveries.begin(context, content);
  await vi.advanceTimersByTimeAsync(ms);
  await delivery.deliver({ ...file, bytes });
  return seen;
}

const asked = german.playback.say.audioFor({ userId: '1' });
const above = `answer "${asked}" 0`;
const below = 'voice in /channels/general/messages to answer';
const asFile = 'answer "" 1';

describe('speech that somebody wants as a file', () => {
  it.each([
    ['as the answer, when it is there in time', inLounge, 1_100, {}, ['voice answer']],
    ['below the answer, when it takes longer', inLounge, 1_300, {}, ['defer', above, below]],
    ['below the answer, when the text took a while before', inLounge, 500, { ageMs: 1_000 }, ['defer', above, below]],
    [
      'below without a reference, when Discord does not know the answer',
      inLounge,
      1_300,
      { knowsAnswer: false },
      ['defer', above, 'voice in /channels/general/messages to undefined'],
    ],
    ['as the answer, in a direct message', direct, 1_100, {}, ['voice answer']],
    ['as a file, later in a direct message', direct, 1_300, {}, ['defer', asFile]],
    [
      'as a file, where Discord lets the bot send no voice messages',
      inLounge,
      0,
      { allowed: false },
      ['defer', asFile],
    ],
    [
      'as a file, where it may no longer send voice messages',
      inLounge,
      1_300,
      { permissions: ALL & ~P.SendVoiceMessages },
      ['defer', asFile],
    ],
    [
      'below the answer without a reference, where it may not read messages',
      inLounge,
      1_300,
      { permissions: ALL & ~P.ReadMessageHistory },
      ['defer', above, 'voice in /channels/general/messages to undefined'],
    ],
    ['as a file, when Discord refuses it as the answer', inLounge, 0, { refuses: true }, [asFile]],
    ['as a file, when Discord refuses it below', inLounge, 1_300, { refuses: true }, ['defer', above, asFile]],
    ['as a file, below other words', inLounge, 0, { content: 'Here.' }, ['defer', 'answer "Here." 1']],
    ['as a file, if it cannot be read', inLounge, 0, { bytes: new TextEncoder().encode('OggS?') }, [asFile]],
    [
      'as a message that names who asked, when Discord takes no answer any more',
      inLounge,
      1_300,
      { isOpen: false },
      ['defer', `late "${asked}" 1`],
    ],
  ])('comes %s', async (_how, place, ms, options, expected) => {
    expect(await seenOf(place, ms, options)).toEqual(expected);
  });
});

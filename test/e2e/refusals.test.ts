import { describe, expect, it } from 'vitest';
import { hearWhole } from '../support/say-and-hear.ts';
import { packetsOf } from '../support/sent-speech.ts';
import { BROTHER } from '../support/sentences.ts';
import { shareEnvironment } from '../support/shared-environment.ts';
import { joinEnvironment, patience, type TestSession } from '../support/test-session.ts';

let session: TestSession;
shareEnvironment({
  join: joinEnvironment,
  use: (joined) => {
    session = joined;
  },
});

describe('when the speech service refuses', () => {
  it.each<[number, RegExp]>([
    [401, /rejected my API key.*SPEECH_API_KEY/],
    [402, /out of credits/],
    [429, /busy/],
    [500, /is having problems/],
  ])('with %i, the reply says what that means, and the bot keeps working', async (status, message) => {
    session.speech.faults.add({ endpoint: 'live', status });
    session.speech.faults.add({ endpoint: 'tts', status });
    // A failure that may be short is outlasted for 8 s and more: the reply says so meanwhile.
    const isOver = ({ content }: { readonly content: string }): boolean => message.test(content);
    const reply = await (await session.ada.type('/say', { text: BROTHER })).until(isOver, patience());
    expect(reply.ephemeral).toBe(true);
    session.speech.faults.clear();
    expect(await hearWhole(session, BROTHER)).toEqual(await packetsOf(session.speech, BROTHER));
  });

  it('an unknown voice with 400, the reply says so, and the bot keeps working', async () => {
    const voice = 'f'.repeat(32);
    const reply = await (await session.ada.type('/say', { text: BROTHER, voice })).reply(patience());
    expect(reply.content).toMatch(/doesn't accept this request\. It says: “Reference not found”\. Choose a voice/);
    expect(reply.ephemeral).toBe(true);
    expect(await hearWhole(session, BROTHER)).toEqual(await packetsOf(session.speech, BROTHER));
  });
});

describe('private data', () => {
  it('never reaches the log: neither keys nor people’s texts, not even with errors', async () => {
    session.speech.faults.add({ endpoint: 'live', dropAfterBytes: 3_000 });
    session.speech.faults.add({ endpoint: 'tts', status: 400, message: BROTHER });
    const invocation = await session.ada.type('/say', { text: BROTHER });
    await invocation.until(({ content }) => content.startsWith('I had to stop in the middle.'), patience());
    const { bot, discord } = session.environment;
    await bot.waitForLog(({ code }) => code === 'SPEECH_BAD_REQUEST', patience());
    expect(bot.output()).not.toContain('brother');
    expect(bot.output()).not.toContain(session.speech.apiKey);
    expect(bot.output()).not.toContain(discord.token);
  });
});

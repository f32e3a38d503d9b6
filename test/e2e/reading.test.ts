import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRecognition } from '../support/recognition.ts';
import { openTestSession, patience, type TestSession } from '../support/test-session.ts';

const recognition = openRecognition();

describe('chat that is read aloud', () => {
  let session: TestSession;

  beforeAll(async () => {
    session = await openTestSession({ discord: { privilegedIntents: { messageContent: true } } });
  });

  afterAll(async () => {
    await session[Symbol.asyncDispose]();
  });

  it('is heard in the writer’s voice channel, which the bot joins by itself', async ({ skip }) => {
    const { ada, environment, guild, loungeId, speech, voice } = session;
    const { discord } = environment;
    guild.setPermissions('general', { targetId: ada.id, allow: 1n << 4n });
    const reply = await (await ada.type('/autoread on', { auto_join: true })).reply(patience());
    expect(reply.content).toContain('join the voice channel of people who write there');
    const from = voice.heard.mark();
    ada.send('We are **going** to the park after lunch.');
    const utterance = await voice.heard.utterance(discord.botId, { from, signal: patience() });
    expect(guild.voiceChannelOf(discord.botId)).toBe(loungeId);
    expect(utterance.lost).toBe(0);
    expect(discord.errors).toEqual([]);
    expect(JSON.stringify(speech.requests)).toContain('Ada says: We are going to the park after lunch.');
    if (recognition.kind === 'missing') return skip(recognition.why);
    expect(await recognition.recognize(utterance.packets)).toContain('going to the park after lunch');
  });
});

import type { SeenMessage } from '@mynah/local-discord/people/seen-message';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { type CaptionsTestSession, joinForCaptions, packetsOfClip } from '../support/captions-session.ts';
import { createMadeRecognizer } from '../support/made-recognizer.ts';
import { packetsOf, toHex } from '../support/sent-speech.ts';
import { shareEnvironment } from '../support/shared-environment.ts';
import { patience } from '../support/test-session.ts';

const SENTENCE = 'The weather is nice today.';
const { MuteMembers, RequestToSpeak } = PermissionFlagsBits;

let session: CaptionsTestSession;
shareEnvironment({
  options: { recognizer: createMadeRecognizer() },
  join: joinForCaptions,
  use: (joined) => {
    session = joined;
  },
});

/** Opens a stage with Ada in its audience; resolves with its id, and with what she hears the bot say. */
async function openStage(bot: { allow?: bigint; deny?: bigint } = {}) {
  const { guild, ada } = session;
  const { botId } = session.environment.discord;
  const stage = guild.addChannel('Stage', 'stage').id;
  guild.setPermissions('Stage', { targetId: botId, ...bot });
  const voice = await ada.joinVoice(stage, patience());
  const heard = async (): Promise<string[]> => {
    const { packets } = await voice.heard.utterance(botId, { signal: patience() });
    return packets.map(({ opus }) => toHex(opus));
  };
  return { guild, botId, stage, voice, heard };
}

const type = async (command: string, options: Record<string, string | boolean> = {}): Promise<SeenMessage> =>
  (await session.ada.type(command, options)).reply(patience());

const posted = (): string[] => session.guild.channel('general').messages.map(({ content }) => content);

describe('on a stage', () => {
  it('asks to speak, says so once, and speaks what waits as soon as a moderator invites it', async () => {
    const { guild, botId, voice, heard } = await openStage();
    const spoken = await packetsOf(session.speech, SENTENCE);
    const said = await session.ada.type('/say', { text: SENTENCE });
    await guild.waitForStage(botId, 'asksToSpeak', patience());
    await said.until(({ content }) => content.startsWith("I'm not allowed to speak here yet."), patience());
    await guild.channel('general').waitForMessage(({ content }) => content.includes('asked to speak'), patience());
    expect(voice.heard.packets).toEqual([]);
    guild.inviteToSpeak(botId);
    expect(await heard()).toEqual(spoken);
    await said.until(({ content }) => content === 'Spoken.', patience());
    guild.inviteToSpeak(botId, false);
    const again = await session.ada.type('/say', { text: SENTENCE });
    await again.until(({ content }) => content.startsWith("I'm not allowed to speak here yet."), patience());
    await guild
      .channel('general')
      .waitForMessage(({ content }) => content.includes('moved to the audience'), patience());
    expect(guild.stageState(botId)).toEqual({ isSpeaker: false, asksToSpeak: false });
    expect(posted().filter((content) => content.includes('asked to speak'))).toHaveLength(1);
    expect((await type('/join')).content).toContain('asked to speak');
    await guild.waitForStage(botId, 'asksToSpeak', patience());
  });

  it('becomes a speaker itself with Mute Members, and speaks at once', async () => {
    const { guild, botId, heard } = await openStage({ allow: MuteMembers });
    const spoken = await packetsOf(session.speech, SENTENCE);
    await session.ada.type('/say', { text: SENTENCE });
    expect(await heard()).toEqual(spoken);
    expect(guild.stageState(botId)?.isSpeaker).toBe(true);
    expect(posted()).toEqual([]);
  });

  it('says what it needs where it may not even ask', async () => {
    const { stage, guild, botId } = await openStage({ deny: RequestToSpeak });
    const reply = await type('/join');
    expect(reply.content).toBe(
      `I'm in the audience of <#${stage}>, where captions work. To have me speak, invite me to speak, or give me Request to Speak there.`,
    );
    await type('/say', { text: SENTENCE });
    await guild.channel('general').waitForMessage(({ content }) => content.includes('Request to Speak'), patience());
    expect(guild.stageState(botId)).toEqual({ isSpeaker: false, asksToSpeak: false });
  });

  it('captions the speakers from the audience, without asking to speak', async () => {
    const { guild, botId, stage } = await openStage();
    expect((await session.start({ interim: false })).content).toContain(`<#${stage}>`);
    const grace = await session.speaker('Grace', 'Stage');
    guild.inviteToSpeak(grace.person.id);
    const { packets } = await grace.say(SENTENCE);
    await expect.poll(() => session.transcribed().length, { timeout: 20_000 }).toBe(1);
    const [request] = session.transcribed();
    const heard = request === undefined ? [] : packetsOfClip(request);
    expect(heard.length).toBeGreaterThan(packets.length / 2);
    expect(packets.join()).toContain(heard.join());
    expect(guild.stageState(botId)).toEqual({ isSpeaker: false, asksToSpeak: false });
    expect(session.environment.discord.errors).toEqual([]);
  });
});

// @module-tag pocketsphinx
import { describe, expect, it, vi } from 'vitest';
import { type CaptionsTestSession, joinForCaptions, words } from '../support/captions-session.ts';
import { samplesOf } from '../support/prometheus-text.ts';
import { packetsOf, toHex } from '../support/sent-speech.ts';
import { BROTHER, has, LONG_SPEECH, PARK, TEA, WEATHER } from '../support/sentences.ts';
import { shareEnvironment } from '../support/shared-environment.ts';
import { patience } from '../support/test-session.ts';

let session: CaptionsTestSession;
shareEnvironment({
  join: joinForCaptions,
  use: (joined) => {
    session = joined;
  },
});

/** Whether it ends with what is understood so far of somebody who is still speaking. */
const isInItalics = (text: string): boolean => text.endsWith('…*');

describe('live captions', () => {
  it('appear while somebody speaks, in one message that is edited in place', async () => {
    await session.start();
    const grace = await session.speaker('Grace');
    const enough = new AbortController();
    let isSpeaking = true;
    const speaking = grace.say(LONG_SPEECH, { signal: enough.signal }).finally(() => {
      isSpeaking = false;
    });
    const early = await session.untilLines('Grace', (text) => words(text).length > 2);
    expect([isSpeaking, isInItalics(early)]).toEqual([true, true]);
    enough.abort();
    await speaking;
    const whole = await session.untilLines('Grace', (text) => !isInItalics(text));
    const spoken = words(LONG_SPEECH).slice(0, words(whole).length).join(' ');
    expect(whole).toSatisfy(has(spoken, 0.4));
    expect(words(whole).length).toBeGreaterThan(2);
    expect(session.linesOf('Grace')).toHaveLength(1);
    const { httpUrl } = session.environment.bot;
    const metrics = samplesOf(await (await fetch(`${httpUrl}/metrics`)).text());
    expect(metrics['mynah_captions_sessions']).toBeGreaterThanOrEqual(1);
    expect(metrics['mynah_caption_delay_seconds_count']).toBeGreaterThanOrEqual(1);
    // Three words take longer than half a second, 25 packets.
    expect(metrics['mynah_voice_packets_received_total']).toBeGreaterThan(25);
    expect(metrics['mynah_speech_requests_total{kind="asr",outcome="ok"}']).toBeGreaterThanOrEqual(1);
  });

  it('separate three people who speak simultaneously', async () => {
    await session.start({ interim: false });
    const people = await Promise.all(['Grace', 'Linus', 'Marie'].map((name) => session.speaker(name)));
    await Promise.all([people[0]?.say(PARK), people[1]?.say(WEATHER), people[2]?.say(TEA)]);
    await session.untilLines('Grace', has(PARK));
    await session.untilLines('Linus', has(WEATHER));
    await session.untilLines('Marie', has(TEA));
    const speakers = (await session.exportedLines()).map(({ speaker }) => speaker);
    expect(speakers).toHaveLength(3);
    expect(new Set(speakers)).toEqual(new Set(['Grace', 'Linus', 'Marie']));
  });

  it('include what somebody said before leaving in mid-sentence', async () => {
    await session.start({ interim: false });
    const grace = await session.speaker('Grace');
    const leaving = new AbortController();
    const speaking = grace.say(`${PARK} ${WEATHER}`, { signal: leaving.signal });
    while (session.voice.heard.packets.length < 120) await session.voice.heard.next(() => true, patience());
    leaving.abort();
    await speaking;
    await grace.person.leaveVoice();
    const text = await session.untilLines('Grace', (line) => words(line).length >= 5);
    expect(words(PARK)).toEqual(expect.arrayContaining(words(text).slice(0, 5)));
  });

  it('include somebody who is already speaking, and somebody who joins and speaks', async () => {
    const grace = await session.speaker('Grace');
    const speaking = grace.say(`${PARK} ${BROTHER} ${WEATHER} ${TEA}`);
    await session.voice.heard.next(() => true, patience());
    await session.start({ interim: false });
    await speaking;
    await session.untilLines('Grace', (text) => words(text).slice(-7).join(' ') === 'i would like a cup of tea');
    const linus = await session.speaker('Linus');
    await linus.say(WEATHER);
    await session.untilLines('Linus', has(WEATHER));
  });

  it('continue while the bot speaks, and exclude the bot itself', async () => {
    await session.start({ interim: false });
    const grace = await session.speaker('Grace');
    const from = session.voice.heard.mark();
    await (await session.ada.type('/say', { text: BROTHER })).reply(patience());
    await grace.say(PARK);
    await session.untilLines('Grace', has(PARK));
    const botPackets = session.voice.heard.packets
      .slice(from)
      .filter(({ userId, opus }) => userId === session.environment.discord.botId && toHex(opus) !== 'f8fffe');
    expect(botPackets.map(({ opus }) => toHex(opus))).toEqual(await packetsOf(session.speech, BROTHER));
    expect((await session.exportedLines()).map(({ speaker }) => speaker)).toEqual(['Grace']);
  });

  it('end with the voice session, which offers the whole transcript as files', async () => {
    await session.start({ interim: false });
    const channel = session.guild.channel('captions');
    const grace = await session.speaker('Grace');
    await grace.say(PARK);
    await session.untilLines('Grace', has(PARK));
    await (await session.ada.type('/leave')).reply(patience());
    const offer = await channel.waitForMessage(({ attachments }) => attachments.length > 0, patience());
    expect(offer.attachments.map(({ filename }) => filename.split('.').at(-1))).toEqual(['txt']);
    const [exportId] = JSON.stringify(offer.components).match(/captions:export:[\w-]+/) ?? [];
    const formats = await (await session.ada.click(offer, exportId ?? '')).reply(patience());
    for (const format of ['srt', 'vtt', 'json']) {
      const [formatId] = JSON.stringify(formats.components).match(new RegExp(`${exportId}:${format}`)) ?? [];
      const file = await (await session.ada.click(formats, formatId ?? '')).until(
        ({ attachments }) => attachments.length > 0,
        patience(),
      );
      expect(file.attachments.map(({ filename }) => filename.split('.').at(-1))).toEqual([format]);
    }
    expect(words((await session.exported('txt')) ?? '').join(' ')).toContain('we are going to the park after lunch');
  });

  it('end with the reason and the transcript when the bot moves on request, and caption no one in the new channel', async () => {
    const { guild, ada, loungeId } = session;
    const { botId } = session.environment.discord;
    const channel = guild.channel('captions');
    const studioId = guild.channel('Studio').id;
    await session.start({ interim: false });
    const grace = await session.speaker('Grace');
    await grace.say(PARK);
    await session.untilLines('Grace', has(PARK));
    const general = guild.channel('general');
    await (await ada.type('/join', { channel: studioId })).reply(patience());
    const offer = await channel.waitForMessage(({ attachments }) => attachments.length > 0, patience());
    expect(offer.content).toBe(
      `Captions of <#${loungeId}> ended because I moved to <#${studioId}>. Use \`/captions start\` to caption the new channel. The transcript is attached.`,
    );
    const status = await (await ada.type('/captions status', {}, { channelId: channel.id })).reply(patience());
    expect(status.content).toContain('Captions are off here.');
    expect(guild.voiceChannelOf(botId)).toBe(studioId);
    expect(guild.channel('Lounge').status).toBe('');
    const marie = await session.speaker('Marie', 'Studio');
    await marie.say(`${TEA} ${WEATHER}`);
    expect(session.transcribed()).toHaveLength(1);
    expect((await session.exportedLines()).map(({ speaker }) => speaker)).toEqual(['Grace']);
    const notices = [...general.messages, ...channel.messages].map(({ content }) => content);
    expect(notices.filter((content) => /I was moved|I moved/.test(content))).toEqual([offer.content]);
  });

  it('leave no interim text in italics behind when the bot is killed while somebody speaks', async () => {
    await session.start();
    const grace = await session.speaker('Grace');
    const leaving = new AbortController();
    // Interim text takes spare capacity: on a busy machine it may take a while to come.
    const speakOn = async (): Promise<void> => {
      while (!leaving.signal.aborted) await grace.say(`${PARK} ${BROTHER} ${WEATHER}`, { signal: leaving.signal });
    };
    const speaking = speakOn();
    await session.untilLines('Grace', isInItalics);
    await session.environment.restartBot('crash', patience());
    leaving.abort();
    await speaking;
    await vi.waitUntil(() => !session.linesOf('Grace').some(isInItalics), { timeout: 20_000 });
  });
});

import { PermissionFlagsBits } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_BOT_PERMISSIONS } from '../../playground/discord/permissions.ts';
import {
  type CaptionsTestSession,
  type ExportedLine,
  openCaptionsTestSession,
  packetsOfClip,
  wordErrorRate,
  words,
} from '../support/captions-session.ts';
import { openRecognition } from '../support/recognition.ts';
import { packetsOf, toHex } from '../support/sent-speech.ts';
import { patience } from '../support/test-session.ts';

const WEATHER = 'The weather is nice today.';
const PARK = 'We are going to the park after lunch.';
const BROTHER = 'My brother lives in the big city.';
const TEA = 'I would like a cup of tea.';
const LONG_MS = 170_000;
const recognition = openRecognition();
const has = (said: string) => (text: string) => wordErrorRate(said, text) <= 0.2;
const longPatience = () => AbortSignal.timeout(150_000);

let visit: CaptionsTestSession;
beforeEach(async ({ skip }) => {
  if (recognition.kind === 'missing') return skip(recognition.why);
  visit = await openCaptionsTestSession();
});
afterEach(async () => {
  await visit?.[Symbol.asyncDispose]();
});

const linesFromExport = async () => {
  const json = await visit.exported('json');
  return json === undefined ? [] : (JSON.parse(json) as { lines: ExportedLine[] }).lines;
};

describe('live captions', () => {
  it('say who said what, word for word, from the very packets spoken, with the right times', async () => {
    const notice = await visit.start({ interim: false, language: 'en' });
    expect(notice.ephemeral).toBe(false);
    expect(notice.content).toMatch(/Live captions of .* are on/);
    expect(notice.content).toMatch(/opt-out/);
    expect(notice.pings).toEqual([]);
    const grace = await visit.speaker('Grace');
    const said = await grace.say(PARK);
    const text = await visit.untilLines('Grace', has(PARK));
    expect(words(text)).toEqual(words(PARK));
    const [request] = visit.transcribed();
    expect(request?.body).toMatchObject({ language: 'en', ignore_timestamps: false });
    expect(packetsOfClip(request ?? expect.fail('nothing was transcribed'))).toEqual(said.packets);
    const [line] = await linesFromExport();
    expect(line?.speaker).toBe('Grace');
    expect(Math.abs(Date.parse(line?.startedAt ?? '') - said.soundFromMs)).toBeLessThanOrEqual(200);
    expect(Math.abs(Date.parse(line?.endedAt ?? '') - said.soundToMs)).toBeLessThanOrEqual(200);
    expect(visit.house.discord.errors).toEqual([]);
    expect(visit.house.bot.output()).not.toContain('lunch');
  });

  it('appear while somebody speaks, in one message that is edited in place', async () => {
    await visit.start();
    const grace = await visit.speaker('Grace');
    const speaking = grace.say(`${PARK} ${BROTHER} ${WEATHER}`);
    const early = await visit.untilLines('Grace', (text) => words(text).length > 2);
    expect(words(early).length).toBeLessThan(words(`${PARK} ${BROTHER} ${WEATHER}`).length);
    await speaking;
    await visit.untilLines('Grace', has(`${PARK} ${BROTHER} ${WEATHER}`));
    expect(visit.linesOf('Grace')).toHaveLength(1);
  });

  it('keep three people apart who speak at once', async () => {
    await visit.start({ interim: false });
    const people = await Promise.all(['Grace', 'Linus', 'Marie'].map((name) => visit.speaker(name)));
    await Promise.all([people[0]?.say(PARK), people[1]?.say(WEATHER), people[2]?.say(TEA)]);
    await visit.untilLines('Grace', has(PARK));
    await visit.untilLines('Linus', has(WEATHER));
    await visit.untilLines('Marie', has(TEA));
    const speakers = (await linesFromExport()).map(({ speaker }) => speaker);
    expect(speakers).toHaveLength(3);
    expect(new Set(speakers)).toEqual(new Set(['Grace', 'Linus', 'Marie']));
  });

  it('keep what somebody said who leaves in mid-sentence', async () => {
    await visit.start({ interim: false });
    const grace = await visit.speaker('Grace');
    const leaving = new AbortController();
    const speaking = grace.say(`${PARK} ${WEATHER}`, { signal: leaving.signal });
    while (visit.voice.heard.packets.length < 120) await visit.voice.heard.next(() => true, patience());
    leaving.abort();
    await speaking;
    await grace.person.leaveVoice();
    const text = await visit.untilLines('Grace', (line) => words(line).length >= 5);
    expect(words(PARK)).toEqual(expect.arrayContaining(words(text).slice(0, 5)));
  });

  it('begin with somebody who talks already, and with somebody who comes talking', async () => {
    const grace = await visit.speaker('Grace');
    const speaking = grace.say(`${PARK} ${BROTHER} ${WEATHER} ${TEA}`);
    await visit.voice.heard.next(() => true, patience());
    await visit.start({ interim: false });
    await speaking;
    await visit.untilLines('Grace', (text) => words(text).slice(-7).join(' ') === 'i would like a cup of tea');
    const linus = await visit.speaker('Linus');
    await linus.say(WEATHER);
    await visit.untilLines('Linus', has(WEATHER));
  });

  it('stop at once for somebody who opts out in mid-sentence, and stay off after a restart', async () => {
    await visit.start();
    const grace = await visit.speaker('Grace');
    const speaking = grace.say(`${PARK} ${BROTHER} ${WEATHER}`);
    await visit.untilLines('Grace', (text) => words(text).length > 2);
    const reply = await (await grace.person.type('/privacy opt-out')).reply(patience());
    expect(reply.ephemeral).toBe(true);
    const asked = visit.transcribed().length;
    await speaking;
    expect(await linesFromExport()).toEqual([]);
    expect(visit.linesOf('Grace')).toEqual([]);
    await visit.house.restartBot('stop', patience());
    await visit.start({ interim: false });
    await grace.say(PARK);
    const linus = await visit.speaker('Linus');
    await linus.say(WEATHER);
    await visit.untilLines('Linus', has(WEATHER));
    expect(visit.linesOf('Grace')).toEqual([]);
    expect(visit.transcribed().slice(asked)).toHaveLength(1);
  });

  it('carry on through a minute without a pause, losing no packet', { timeout: LONG_MS }, async () => {
    await visit.start({ interim: false });
    const grace = await visit.speaker('Grace');
    const sentence = 'we are going to the park after lunch and my brother lives in the big city and ';
    const said = await grace.say(sentence.repeat(16));
    expect(said.endedAtMs - said.startedAtMs).toBeGreaterThan(55_000);
    await visit.untilLines(
      'Grace',
      (text) => words(text).filter((word) => word === 'lunch').length >= 14,
      longPatience(),
    );
    expect(visit.transcribed().length).toBeGreaterThanOrEqual(4);
    const clips = visit.transcribed().toSorted((a, b) => a.startedAtMs - b.startedAtMs);
    expect(clips.flatMap(packetsOfClip)).toEqual(said.packets);
  });

  it('are readable with 5 % of the packets lost and reordered, and count the loss', async () => {
    visit.house.discord.voiceServer?.setNetwork({ lossRate: 0.05, reorderRate: 0.05, extensions: true, seed: 7 });
    await visit.start({ interim: false });
    const grace = await visit.speaker('Grace');
    await grace.say(`${PARK} ${BROTHER}`);
    await visit.untilLines('Grace', (text) => wordErrorRate(`${PARK} ${BROTHER}`, text) < 0.5);
    const status = await (await visit.ada.type('/captions status')).reply(patience());
    expect(status.content).toMatch(/Lost on the way to me: ([1-9]|1\d)\.\d %/);
  });

  it('come late but whole when the speech service was down for a while', { timeout: LONG_MS }, async () => {
    await visit.start({ interim: false });
    visit.speech.faults.add({ endpoint: 'asr', status: 503 });
    const grace = await visit.speaker('Grace');
    const downUntilMs = Date.now() + 20_000;
    await grace.say(PARK);
    await grace.say(BROTHER);
    await new Promise((resolve) => setTimeout(resolve, downUntilMs - Date.now()));
    expect(visit.linesOf('Grace')).toEqual([]);
    visit.speech.faults.clear();
    await visit.untilLines('Grace', has(`late ${PARK} ${BROTHER}`), longPatience());
    const lines = await linesFromExport();
    expect(lines.flatMap(({ text }) => words(text))).toEqual([...words(PARK), ...words(BROTHER)]);
  });

  it('lose nothing when the bot is killed while clips wait', { timeout: LONG_MS }, async () => {
    await visit.start({ interim: false });
    visit.speech.faults.add({ endpoint: 'asr', stallAfterBytes: 0 });
    const grace = await visit.speaker('Grace');
    const said = await grace.say(PARK);
    while (visit.transcribed().length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    await visit.house.restartBot('crash', patience());
    visit.speech.faults.clear();
    await visit.untilLines('Grace', has(`late ${PARK}`), longPatience());
    const [line] = await linesFromExport();
    expect(words(line?.text ?? '')).toEqual(words(PARK));
    expect(Math.abs(Date.parse(line?.startedAt ?? '') - said.soundFromMs)).toBeLessThanOrEqual(200);
  });

  it('go on while the bot speaks, and do not caption the bot itself', async () => {
    await visit.start({ interim: false });
    const grace = await visit.speaker('Grace');
    const from = visit.voice.heard.mark();
    await (await visit.ada.type('/say', { text: BROTHER })).reply(patience());
    await grace.say(PARK);
    await visit.untilLines('Grace', has(PARK));
    const botPackets = visit.voice.heard.packets
      .slice(from)
      .filter(({ userId, opus }) => userId === visit.house.discord.botId && toHex(opus) !== 'f8fffe');
    expect(botPackets.map(({ opus }) => toHex(opus))).toEqual(await packetsOf(visit.speech, BROTHER));
    expect((await linesFromExport()).map(({ speaker }) => speaker)).toEqual(['Grace']);
  });

  it('end with the voice session, and leave the whole transcript as files', async () => {
    await visit.start({ interim: false });
    const channel = visit.house.discord.guild.channel('captions');
    const grace = await visit.speaker('Grace');
    await grace.say(PARK);
    await visit.untilLines('Grace', has(PARK));
    await (await visit.ada.type('/leave')).reply(patience());
    const offer = await channel.waitForMessage(({ attachments }) => attachments.length === 4, patience());
    expect(new Set(offer.attachments.map(({ filename }) => filename.split('.').at(-1)))).toEqual(
      new Set(['txt', 'srt', 'vtt', 'json']),
    );
    expect(words((await visit.exported('txt')) ?? '').join(' ')).toContain('we are going to the park after lunch');
  });

  it('forget somebody who asks for it', async () => {
    await visit.start({ interim: false });
    const grace = await visit.speaker('Grace');
    await grace.say(PARK);
    await visit.untilLines('Grace', has(PARK));
    const shown = await (await grace.person.type('/privacy show')).reply(patience());
    expect(shown.content).toMatch(/1/);
    const asked = await (await grace.person.type('/privacy erase')).reply(patience());
    const [row] = asked.components;
    const button = row !== undefined && 'components' in row ? row.components?.[0] : undefined;
    const customId = button !== undefined && 'custom_id' in button ? String(button.custom_id) : '';
    await (await grace.person.click(asked, customId)).acknowledged(patience());
    while ((await linesFromExport()).length > 0) await new Promise((resolve) => setTimeout(resolve, 50));
  });
});

describe('captions without Manage Webhooks', () => {
  it('are plain messages with the speaker’s name, and say once what would make them better', async ({ skip }) => {
    if (recognition.kind === 'missing') return skip(recognition.why);
    await using plain = await openCaptionsTestSession({
      discord: { botPermissions: DEFAULT_BOT_PERMISSIONS & ~PermissionFlagsBits.ManageWebhooks },
    });
    await plain.start({ interim: false });
    const grace = await plain.speaker('Grace');
    await grace.say(PARK);
    const isWhole = (lines: string) => lines.includes('lunch') && lines.includes('Manage Webhooks');
    const text = await plain.untilLines('Mynah', isWhole);
    expect(text).toContain('**Grace:**');
    expect(text.match(/Manage Webhooks/g)).toHaveLength(1);
    expect(plain.house.discord.errors).toEqual([]);
  });
});

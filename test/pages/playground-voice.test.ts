import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Cast } from '../../playground/cast/cast.ts';
import type { LocalGuild } from '../../playground/discord/guild.ts';
import type { Person } from '../../playground/discord/people/person.ts';
import type { SeenMessage } from '../../playground/discord/people/seen-message.ts';
import type { Environment } from '../../playground/environment.ts';
import { createPageParts } from '../../playground/page/faults/page-parts.ts';
import { type PlaygroundPage, startPage } from '../../playground/page/start-page.ts';
import { spokenFile, spokenPackets } from '../../playground/spoken-packets.ts';
import { writeWav } from '../../src/audio/conversion/wav.ts';
import { createOpusDecoder } from '../../src/audio/opus/opus-encoder.ts';
import { accessibilityFaults, findChromium, type TestBrowser } from '../support/browser.ts';
import { RECORD_SOUND, soundOf } from '../support/page-sound.ts';
import { openSoundRecognition } from '../support/recognition.ts';
import { BROTHER, has, PARK, TEA } from '../support/sentences.ts';
import { patience, startTestEnvironment } from '../support/test-session.ts';

const RATE_HZ = 48_000;
/** Time for the page to open the microphone before the sentence begins. */
const LEAD_S = 3;
const TAIL_S = 1;
const SPOKEN = PARK;
/** From the first word to its caption, on a machine whose processors are all busy. */
const CAPTION_MS = 15_000;
/** Until the last packets have been played. */
const PLAYED_MS = 5_000;
/** On such a machine a browser's sound has holes, and words get lost: then they are said again. */
const ATTEMPTS = 4;
const TEST_MS = 90_000;
const chromium = findChromium();
const recognition = openSoundRecognition();

/**
 * Whether a /say was spoken to its end.
 * @throws {Error} with what the bot says instead.
 */
function wasSpoken({ content, loading }: Pick<SeenMessage, 'content' | 'loading'>): boolean {
  if (loading || content.startsWith('Speaking') || content.startsWith('Queued')) return false;
  if (!content.startsWith('Spoken')) throw new Error(`not spoken: ${content}`);
  return true;
}

/** Whether this becomes true in time. */
async function becomes(isTrue: () => Promise<boolean>, timeout: number): Promise<boolean> {
  await expect
    .poll(isTrue, { timeout })
    .toBe(true)
    .catch(() => undefined);
  return isTrue();
}

/** Says something until what is heard is right. */
async function sayUntilRight(attempt: () => Promise<boolean>): Promise<void> {
  for (let left = ATTEMPTS; left > 0; left--) if (await attempt()) return;
  expect.fail(`the right words were not heard in ${ATTEMPTS} attempts`);
}

/** Whether the sound that a page makes since it was last asked for has these words; true where nothing recognizes speech. */
async function sounds(page: Page, words: string): Promise<boolean> {
  if (recognition.kind === 'missing') return true;
  return becomes(async () => has(words)(await recognition.recognize(await soundOf(page, { keep: true }))), PLAYED_MS);
}

describe.skipIf(chromium.kind === 'missing')('voice on the page', { timeout: TEST_MS }, () => {
  let environment: Environment;
  let served: PlaygroundPage;
  let browser: TestBrowser;
  let folder: string;
  let guild: LocalGuild;
  let robin: Page;
  let sam: Page;

  beforeAll(async () => {
    if (chromium.kind === 'missing') return;
    environment = await startTestEnvironment({ environment: { VOICE_WORKERS: '1' } });
    guild = environment.discord.guild;
    const parts = createPageParts(environment);
    served = await startPage({ environment, cast: new Cast(environment), parts, keeps: false, port: 0 });
    folder = await mkdtemp(join(tmpdir(), 'page-voice-'));
    const microphone = join(folder, 'microphone.wav');
    await writeFile(microphone, await microphoneSound(SPOKEN));
    browser = await chromium.launch({ microphone: `${microphone}%noloop` });
  });
  afterEach(() => browser.endTest());
  afterAll(async () => {
    await browser?.close();
    await served?.close();
    await environment?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** What someone says, after a while, as their microphone's sound. */
  async function microphoneSound(text: string): Promise<Uint8Array> {
    const decoder = createOpusDecoder(1);
    const packets = await spokenPackets(environment.speech.access, text);
    const spoken = packets.flatMap((packet) => [...decoder.decode(packet)]);
    decoder.close();
    const sound = new Int16Array(spoken.length + (LEAD_S + TAIL_S) * RATE_HZ);
    sound.set(spoken, LEAD_S * RATE_HZ);
    return writeWav(sound, RATE_HZ, 1);
  }

  async function openTab(): Promise<Page> {
    const page = await browser.newPage({ expectedFaults: [/cdn\.discordapp\.com/] });
    await page.addInitScript(RECORD_SOUND);
    await page.goto(served.url);
    await page
      .getByRole('button', { name: 'Close the tour' })
      .or(page.getByRole('button', { name: 'Skip the tour' }))
      .first()
      .click();
    return page;
  }

  async function joinLounge(page: Page): Promise<void> {
    await page.getByRole('navigation').getByRole('button', { name: 'Join Lounge' }).click();
    await page.getByRole('button', { name: 'Leave voice' }).waitFor();
  }

  /** The person whose tab it is. */
  async function personOf(page: Page): Promise<Person> {
    const name = await page.locator('.visitor-name').textContent();
    const found = environment.discord.people(guild).find((each) => each.name === name);
    if (found === undefined) throw new Error(`no ${name}`);
    return found;
  }

  /** Somebody in the list of channels, while they are shown to speak. */
  function speaking(page: Page, { name }: Pick<Person, 'name'>) {
    return page.locator('.voice-member', { hasText: name }).filter({ hasText: 'speaking' });
  }

  /** Robin and Sam in the Lounge, with the bot. */
  async function enterLounge(): Promise<void> {
    robin = await openTab();
    await joinLounge(robin);
    sam = await openTab();
    await joinLounge(sam);
    await (await (await personOf(robin)).type('/join')).reply(patience());
  }

  it('carries a visitor’s words to the other tab and to the captions, and the bot’s words to the visitor', async () => {
    await enterLounge();
    const visitor = await personOf(robin);
    const captions = guild.channel('captions').id;
    await (await visitor.type('/captions start', {}, { channelId: captions })).reply(patience());
    await robin.locator('[data-channel]', { hasText: 'captions' }).click();
    const isRight = has(SPOKEN);
    const isCaptioned = async () => (await robin.locator('.markdown').allTextContents()).some(isRight);
    let wasHeard = false;
    await sayUntilRight(async () => {
      await soundOf(sam);
      await robin.getByRole('button', { name: 'Turn on microphone' }).click();
      await speaking(robin, visitor).waitFor();
      await speaking(sam, visitor).waitFor();
      const wasCaptioned = await becomes(isCaptioned, CAPTION_MS);
      wasHeard ||= await sounds(sam, SPOKEN);
      await robin.getByRole('button', { name: 'Turn off microphone' }).click();
      return wasCaptioned && wasHeard;
    });
    expect((await accessibilityFaults(robin)).filter((fault) => /voice|fault|figure/.test(fault))).toEqual([]);
    await sayUntilRight(async () => {
      await soundOf(robin);
      const said = await visitor.type('/say', { text: BROTHER });
      await said.until(wasSpoken, patience());
      return sounds(robin, BROTHER);
    });
  });

  it('says a sound file in the channel, lets Grace speak there, and records a voice message', async () => {
    await enterLounge();
    const bytes = Buffer.from(await spokenFile(environment.speech.access, { text: TEA, format: 'mp3' }));
    const file = { name: 'tea.mp3', mimeType: 'audio/mpeg', buffer: bytes };
    await robin.getByText('Play a sound file').click();
    await sayUntilRight(async () => {
      await soundOf(sam);
      await robin.getByLabel('Play a sound file').setInputFiles(file);
      await robin.getByText('Playing tea.mp3').waitFor();
      await robin.getByText('Playing tea.mp3').waitFor({ state: 'detached' });
      return sounds(sam, TEA);
    });
    await sam.getByText('Have someone speak').click();
    await sam.getByLabel('What they say').fill('Hello.');
    await sam.getByRole('button', { name: 'Speak', exact: true }).click();
    await speaking(robin, { name: 'Grace' }).waitFor();
    await robin.getByRole('button', { name: 'Record a voice message' }).click();
    await robin.getByText('Recording: 2 sec').waitFor();
    await robin.getByRole('button', { name: 'Send voice message' }).click();
    const message = await guild
      .channel('general')
      .waitForMessage(({ attachments }) => attachments.length > 0, patience());
    expect(message.attachments[0]).toMatchObject({ content_type: 'audio/ogg', waveform: expect.any(String) });
    await robin.getByRole('main').getByText('0:02').waitFor();
  });

  it('causes each fault of the panel, and every tab shows it', async () => {
    await enterLounge();
    const visitor = await personOf(robin);
    for (const tab of [robin, sam]) await tab.getByRole('button', { name: 'Faults and figures' }).click();
    const { access } = environment.speech;
    const flip = async (name: string, isOn: boolean) => {
      await robin.getByRole('switch', { name }).setChecked(isOn);
      await sam.getByRole('switch', { name, checked: isOn }).waitFor();
    };
    const ask = () =>
      spokenPackets(access, 'Hello.').then(
        () => 'spoken',
        (error: Error) => error.message,
      );

    await flip('Speech service down', true);
    expect(await ask()).toContain('503');
    await flip('Speech service down', false);
    await flip('Speech service busy', true);
    expect(await ask()).toContain('429');
    await flip('Speech service busy', false);
    await flip('Speech service slow', true);
    const slow = ask();
    expect(await Promise.race([slow, new Promise((resolve) => setTimeout(resolve, 300, 'waiting'))])).toBe('waiting');
    await flip('Speech service slow', false);
    expect(await slow).toBe('spoken');

    const { voiceServer } = environment.discord;
    await flip('Packet loss', true);
    const said = await visitor.type('/say', { text: BROTHER });
    await said.until(wasSpoken, patience());
    expect(voiceServer?.figures().dropped).toBeGreaterThan(0);
    await flip('Packet loss', false);
    await flip('Jitter', true);
    await (await visitor.type('/say', { text: TEA })).until(wasSpoken, patience());
    const jitter = robin.locator('.figure', { hasText: 'Jitter' });
    await expect
      .poll(async () => Number.parseInt((await jitter.locator('dd').textContent()) ?? '', 10))
      .toBeGreaterThan(50);
    await flip('Jitter', false);
    expect(await robin.locator('.figure', { hasText: 'Packets lost' }).textContent()).toMatch(/\d%/);

    const crashed = environment.bot.waitForLog(
      ({ msg }) => msg === 'a voice thread crashed and is restarted',
      patience(),
    );
    await robin.getByRole('button', { name: 'Crash the voice threads' }).click();
    await crashed;
    const { resumed } = environment.discord.figures;
    await robin.getByRole('button', { name: 'Drop the gateway' }).click();
    await expect.poll(() => environment.discord.figures.resumed).toBe(resumed + 1);
    await guild.waitForVoice(environment.discord.botId, guild.channel('Lounge').id, patience());
    await robin.getByRole('button', { name: 'Kick Mynah from voice' }).click();
    await guild.waitForVoice(environment.discord.botId, undefined, patience());
    expect((await accessibilityFaults(robin)).filter((fault) => /voice|fault|figure/.test(fault))).toEqual([]);
  });
});

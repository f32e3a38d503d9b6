import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocalGuild } from '@mynah/local-discord/guild';
import type { Person } from '@mynah/local-discord/people/person';
import { createOpusDecoder } from '@mynah/opus/opus-encoder';
import { writeWav } from '@mynah/pcm/wav';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cast } from '../../playground/cast/cast.ts';
import type { Environment } from '../../playground/environment.ts';
import { createPageParts } from '../../playground/page/faults/page-parts.ts';
import { type PlaygroundPage, startPage } from '../../playground/page/start-page.ts';
import { spokenFile, spokenPackets } from '../../playground/spoken-packets.ts';
import { accessibilityFaults, launchBrowser, type TestBrowser } from '../support/browser.ts';
import { RECORD_SOUND, soundOf } from '../support/page-sound.ts';
import { recognizeSound } from '../support/recognition.ts';
import { BROTHER, has, PARK, TEA } from '../support/sentences.ts';
import { patience, startTestEnvironment } from '../support/test-session.ts';

const RATE_HZ = 48_000;
/** Time for the page to open the microphone before the sentence begins. */
const LEAD_S = 1;
const TAIL_S = 1;
/** What the page's sound may be behind the server: the playout delay of a busy machine. */
const PLAYED_MS = 5_000;
/** What a page plays has a hole of up to 130 ms (measured) where other work kept a processor, in up to two words of eight. */
const hasMost = (said: string) => has(said, 0.3);

/** A browser like Firefox, which connects no device to a context of another rate than the device's: here 44.1 kHz. */
const OTHER_RATE = `{
  const Original = AudioContext;
  globalThis.AudioContext = class extends Original {
    constructor(options) { super({ sampleRate: 44100, ...options }); }
    createMediaStreamSource(stream) {
      if (this.sampleRate === 48000) throw new DOMException('of another rate', 'NotSupportedError');
      return super.createMediaStreamSource(stream);
    }
  };
}`;

/** A browser that makes no sound before a click, as those do that the test's own options are not given to. */
const BLOCKED_SOUND = `{
  const Original = AudioContext;
  globalThis.AudioContext = class extends Original {
    constructor(options) { super(options); void super.suspend(); }
    resume() { return navigator.userActivation.hasBeenActive && globalThis.isClicked ? super.resume() : new Promise(() => {}); }
  };
}`;

/** Time for words that must not come: longer than those before took. */
const UNHEARD_MS = 500;

async function becomesVisible(locator: Locator): Promise<boolean> {
  return locator.waitFor({ timeout: UNHEARD_MS }).then(
    () => true,
    () => false,
  );
}

/** What axe finds in this part of the page. */
function voiceFaults(faults: readonly string[]): string[] {
  return faults.filter((fault) => /voice|fault|figure/.test(fault));
}

describe('voice on the page', { tags: ['chromium', 'pocketsphinx'] }, () => {
  let environment: Environment;
  let served: PlaygroundPage;
  let browser: TestBrowser;
  let folder: string;
  let guild: LocalGuild;
  let robin: Page;
  let sam: Page;

  beforeAll(async () => {
    environment = await startTestEnvironment({ environment: { VOICE_WORKERS: '1' } });
    guild = environment.discord.guild;
    const parts = createPageParts(environment);
    served = await startPage({ environment, cast: new Cast(environment), parts, keeps: false, port: 0 });
    folder = await mkdtemp(join(tmpdir(), 'page-voice-'));
    const microphone = join(folder, 'microphone.wav');
    await writeFile(microphone, await microphoneSound(PARK));
    browser = await launchBrowser({ microphone: `${microphone}%noloop` });
    robin = await openTab();
    await joinLounge(robin);
    sam = await openTab(OTHER_RATE);
    await joinLounge(sam);
    await (await (await personOf(robin)).type('/join')).reply(patience());
  });
  afterAll(async () => {
    try {
      await browser?.endTest();
    } finally {
      await browser?.close();
      await served?.close();
      await environment?.close();
      await rm(folder, { recursive: true, force: true });
    }
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

  /** A tab of somebody who has seen the tour, in a browser that these scripts change. */
  async function openTab(...changes: readonly string[]): Promise<Page> {
    const page = await browser.newPage({ expectedFaults: [/cdn\.discordapp\.com/] });
    await page.addInitScript("localStorage.setItem('mynah-playground-tour', 'seen')");
    for (const change of [...changes, RECORD_SOUND]) await page.addInitScript(change);
    await page.goto(served.url);
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

  /** Resolves when these pages have shown that somebody speaks, and that they have ended. */
  async function spoke(tabs: readonly Page[], person: Pick<Person, 'name'>): Promise<void> {
    const ended = async (tab: Page) => {
      await speaking(tab, person).waitFor();
      await speaking(tab, person).waitFor({ state: 'detached' });
    };
    await Promise.all(tabs.map(ended));
  }

  /** The page makes a sound with these words, and nothing else since it was last asked for. */
  async function hears(page: Page, words: string): Promise<void> {
    const heard = async () => recognizeSound(await soundOf(page, { keep: true }));
    await expect.poll(heard, { timeout: PLAYED_MS, interval: 500 }).toSatisfy(hasMost(words));
    await soundOf(page);
  }

  /** Types a command into the page's composer and runs it. */
  async function run(page: Page, command: string): Promise<void> {
    await page.locator('#composer-text').focus();
    await page.keyboard.type(command);
    await page.keyboard.press('Enter');
  }

  it('carries words both ways between two tabs and to the captions, and /say from the composer', async () => {
    const captions = guild.channel('captions').id;
    const people = { robin: await personOf(robin), sam: await personOf(sam) };
    await (await people.robin.type('/captions start', {}, { channelId: captions })).reply(patience());
    await robin.locator('[data-channel]', { hasText: 'captions' }).click();
    const isRight = hasMost(PARK);
    const captioned = async () => (await robin.locator('.markdown').allTextContents()).filter(isRight).length;
    const microphones = (name: string) =>
      Promise.all([robin, sam].map((tab) => tab.getByRole('button', { name }).click()));
    await microphones('Turn on microphone');
    await Promise.all([spoke([robin, sam], people.robin), spoke([robin, sam], people.sam)]);
    await microphones('Turn off microphone');
    for (const tab of [sam, robin]) await hears(tab, PARK);
    await expect.poll(captioned).toBe(2);
    await (await people.robin.type('/captions stop', {}, { channelId: captions })).reply(patience());
    await run(robin, `/say text:${BROTHER}`);
    await spoke([robin, sam], { name: 'Mynah' });
    await hears(robin, BROTHER);
    await soundOf(sam);
  });

  it('says a sound file that is dropped, stops one at once, lets Grace speak, and records a voice message', async () => {
    const { id } = await personOf(robin);
    const bytes = Buffer.from(await spokenFile(environment.speech.access, { text: TEA, format: 'mp3' }));
    const transfer = await robin.evaluateHandle(`{
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.fromBase64('${bytes.toString('base64')}')], 'tea.mp3'));
      transfer;
    }`);
    const drop = () => robin.locator('.voice-panel').dispatchEvent('drop', { dataTransfer: transfer });
    await drop();
    await robin.getByText('Playing tea.mp3').waitFor();
    await spoke([sam], await personOf(robin));
    await hears(sam, TEA);
    const sent = () => environment.discord.voiceServer?.figures().users.find(({ userId }) => userId === id)?.packetsIn;
    await drop();
    await robin.locator('.voice-panel').getByRole('button', { name: 'Stop' }).click();
    await robin.getByText('Playing tea.mp3').waitFor({ state: 'detached' });
    const stoppedAt = sent() ?? 0;
    await sam.getByText('Have someone speak').click();
    await sam.getByLabel('What they say').fill('Hello.');
    await sam.getByRole('button', { name: 'Speak', exact: true }).click();
    await spoke([robin], { name: 'Grace' });
    // The end of the cut utterance: at most the packets that were on their way, and five of silence.
    expect((sent() ?? 0) - stoppedAt).toBeLessThan(20);
    await robin.getByRole('button', { name: 'Record a voice message' }).click();
    await robin.getByText('Recording: 1 sec').waitFor();
    await robin.getByRole('button', { name: 'Send voice message' }).click();
    const message = await guild
      .channel('captions')
      .waitForMessage(({ attachments }) => attachments[0]?.waveform !== undefined, patience());
    expect(message.attachments[0]).toMatchObject({ content_type: 'audio/ogg', waveform: expect.any(String) });
    await robin.getByRole('main').getByText('0:01').waitFor();
  });

  it('sends only while push-to-talk is held, nothing while muted, and says what a browser lacks', async () => {
    const { name } = await personOf(sam);
    const talks = speaking(robin, { name });
    await sam.getByRole('button', { name: 'Turn on microphone' }).click();
    await sam.getByText('When to send your voice').click();
    await sam.getByLabel('Push to talk').check();
    await talks.waitFor({ state: 'detached' });
    await sam.getByRole('button', { name: 'Hold to talk' }).focus();
    for (const key of ['F8', ' ']) {
      await sam.keyboard.down(key);
      await talks.waitFor();
      await sam.keyboard.up(key);
      await talks.waitFor({ state: 'detached' });
    }
    await sam.getByRole('button', { name: 'Mute', exact: true }).click();
    await sam.keyboard.down('F8');
    expect(await becomesVisible(talks)).toBe(false);
    await sam.keyboard.up('F8');
    await sam.getByRole('button', { name: 'Turn off microphone' }).click();

    const kim = await openTab('delete globalThis.AudioEncoder; delete globalThis.AudioDecoder;');
    await joinLounge(kim);
    await kim.getByText('This browser can’t play voice').waitFor();
    expect(await kim.getByRole('button', { name: 'Record a voice message' }).count()).toBe(0);
    await kim.getByRole('button', { name: 'Turn on microphone' }).click();
    await kim.getByText('This browser can’t send your voice').waitFor();
    await kim.close();
    const lee = await openTab(BLOCKED_SOUND);
    await joinLounge(lee);
    await lee.getByText('Your browser blocks sound').waitFor();
    await lee.evaluate('globalThis.isClicked = true');
    await lee.getByRole('button', { name: 'Turn on sound' }).click();
    await lee.getByText('Your browser blocks sound').waitFor({ state: 'detached' });
    for (const [fault, words] of [
      ['NotAllowedError', 'Allow it in your browser’s address bar'],
      ['NotFoundError', 'No microphone found.'],
      ['NotReadableError', 'Another program uses your microphone.'],
    ] as const) {
      await lee.evaluate(
        `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', '${fault}'))`,
      );
      await lee.getByRole('button', { name: 'Turn on microphone' }).click();
      await lee.getByText(words).waitFor();
    }
    expect(voiceFaults(await accessibilityFaults(lee))).toEqual([]);
    await lee.close();
  });

  it('causes each fault of the panel, every tab shows it, and the figures are live', async () => {
    const visitor = await personOf(robin);
    for (const tab of [robin, sam]) await tab.getByRole('button', { name: 'Faults and figures' }).click();
    const flip = async (name: string, isOn: boolean) => {
      await robin.getByRole('switch', { name }).setChecked(isOn);
      await sam.getByRole('switch', { name, checked: isOn }).waitFor();
    };
    const ask = () =>
      spokenPackets(environment.speech.access, 'Hello.').then(
        () => 'spoken',
        (error: Error) => error.message,
      );

    await flip('Speech service down', true);
    expect(await ask()).toContain('503');
    await flip('Speech service down', false);
    await flip('Speech service busy', true);
    expect(await ask()).toContain('429');
    await flip('Speech service busy', false);
    await robin.getByRole('slider', { name: 'Speech service slow: amount' }).fill('500');
    await flip('Speech service slow', true);
    const slow = ask();
    expect(await Promise.race([slow, new Promise((resolve) => setTimeout(resolve, 300, 'waiting'))])).toBe('waiting');
    await flip('Speech service slow', false);
    expect(await slow).toBe('spoken');

    const figure = (name: string, text: RegExp) =>
      robin.locator('.figure', { hasText: name }).locator('dd', { hasText: text });
    await figure('From speech to caption', /^[\d,]+ ms$/).waitFor();
    await flip('Packet loss', true);
    await flip('Jitter', true);
    await run(robin, `/say text:${BROTHER}`);
    const said = await visitor.type('/say', { text: 'Hello.' });
    await figure('Texts to speak', /^[1-9]$/).waitFor();
    await figure('From /say to sound', /^[\d,]+ ms$/).waitFor();
    await figure('Requests to the speech service', /^\d+ of \d+/).waitFor();
    await said.until(({ content }) => content.startsWith('Spoken'), patience());
    await figure('Texts to speak', /^0$/).waitFor();
    await figure('Packets lost', /^[1-9][\d.]*%$/).waitFor();
    await figure('Jitter', /^(?:[5-9]\d|\d{3,}) ms$/).waitFor();
    expect(environment.discord.voiceServer?.figures().dropped).toBeGreaterThan(0);
    await flip('Packet loss', false);
    await flip('Jitter', false);

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
    expect(voiceFaults(await accessibilityFaults(robin))).toEqual([]);
  });
});

import { type LocalDiscord, startLocalDiscord } from '@mynah/local-discord/local-discord';
import type { Person } from '@mynah/local-discord/people/person';
import { afterEach, describe, expect, it } from 'vitest';
import { createVisitFigures } from '../../playground/page/voice/visit-figures.ts';
import { VisitorVoice } from '../../playground/page/voice/visitor-voice.ts';
import { decodeHeardFrame, type HeardFrame } from '../../playground/page/voice-frames.ts';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** Distinct Opus packets of 20 ms. */
function packets(count: number, mark: number): Uint8Array[] {
  return Array.from({ length: count }, (_, index) => Uint8Array.of(0x78, mark, index, ...Array<number>(20).fill(mark)));
}

const isSilence = ({ opus }: HeardFrame): boolean => opus.length === 3;
const hex = (list: readonly Uint8Array[]): string[] => list.map((packet) => Buffer.from(packet).toString('hex'));

class Tab {
  readonly frames: HeardFrame[] = [];
  readonly person: Person;
  readonly voice: VisitorVoice;
  /** Sends that were not finished: those of a tab that reads nothing. */
  readonly unread: (() => void)[] = [];
  isSlow = false;
  ended = 0;

  constructor(discord: LocalDiscord, name: string) {
    this.person = discord.addPerson({ name });
    const figures = createVisitFigures({
      botId: discord.botId,
      visitorId: this.person.id,
      nameOf: () => undefined,
      now: () => performance.now(),
    });
    this.lossShare = () => figures.figures().lossShare;
    this.jitterMs = () => figures.figures().jitterMs;
    this.voice = new VisitorVoice({
      send: (frame, sent) => {
        this.frames.push(decodeHeardFrame(frame));
        if (this.isSlow) this.unread.push(sent);
        else sent();
      },
      onEnded: () => {
        this.ended += 1;
      },
      onHeard: (packet) => figures.heard(packet),
      onJoin: () => undefined,
      onSent: () => undefined,
      onSpoken: () => undefined,
    });
    opened.push(() => this.voice.close());
  }

  readonly lossShare: () => number | undefined;
  readonly jitterMs: () => number | undefined;

  say(said: readonly Uint8Array[]): void {
    expect(this.voice.beginSpeech()).toBe(true);
    for (const packet of said) this.voice.speak(packet);
    this.voice.endSpeech();
  }

  /** Voiced packets of someone, as the tab got them. */
  heardFrom({ id }: Person): string[] {
    return hex(this.frames.filter((frame) => frame.userId === id && !isSilence(frame)).map(({ opus }) => opus));
  }
}

/** Resolves once these, and nobody else, hear each other. */
async function together(...tabs: readonly Tab[]): Promise<void> {
  const ids = tabs.map(({ person }) => person.id);
  await Promise.all(tabs.map(async ({ person }) => person.voice?.groupOf(ids)));
}

async function openTabs() {
  const discord = await startLocalDiscord();
  opened.push(() => discord.close());
  const [robin, sam] = [new Tab(discord, 'Robin'), new Tab(discord, 'Sam')];
  const lounge = discord.guild.channel('Lounge').id;
  const studio = discord.guild.channel('Studio').id;
  await robin.voice.join(robin.person, lounge);
  await sam.voice.join(sam.person, lounge);
  await together(robin, sam);
  return { discord, robin, sam, lounge, studio };
}

describe('the voice of tabs', () => {
  it('carries each packet to the other tab under end-to-end encryption, both ways at once', async () => {
    const { discord, robin, sam } = await openTabs();
    const [said, answered] = [packets(30, 1), packets(30, 2)];
    robin.say(said);
    sam.say(answered);
    await expect.poll(() => sam.heardFrom(robin.person)).toEqual(hex(said));
    await expect.poll(() => robin.heardFrom(sam.person)).toEqual(hex(answered));
    await expect.poll(() => sam.frames.filter(isSilence)).toHaveLength(5);
    const users = discord.voiceServer?.figures().users ?? [];
    expect(users.map(({ unencryptedIn }) => unencryptedIn)).toEqual([0, 0]);
  });

  it('drops what is not Opus of 20 ms, and what comes outside of an utterance', async () => {
    const { robin, sam } = await openTabs();
    const said = packets(5, 1);
    robin.voice.speak(packets(1, 9)[0] ?? new Uint8Array());
    robin.say([new Uint8Array(), Uint8Array.of(0x60, 1), ...said, new Uint8Array(2_000).fill(0x78)]);
    await expect.poll(() => sam.heardFrom(robin.person)).toEqual(hex(said));
    expect(robin.voice.figures.droppedPackets).toBe(4);
  });

  it('bounds what waits for a slow tab, and slows nobody else', async () => {
    const { robin, sam, discord, lounge } = await openTabs();
    const kim = new Tab(discord, 'Kim');
    await kim.voice.join(kim.person, lounge);
    await together(robin, sam, kim);
    sam.isSlow = true;
    const said = packets(200, 1);
    robin.say(said);
    await expect.poll(() => kim.heardFrom(robin.person).length).toBe(200);
    await expect.poll(() => sam.voice.figures.droppedFrames).toBeGreaterThan(40);
    expect(sam.frames).toHaveLength(50);
    sam.isSlow = false;
    for (const read of sam.unread.splice(0)) read();
    expect(sam.frames).toHaveLength(150);
    expect(sam.heardFrom(robin.person)).toContain(hex(said).at(-1));
  });

  it('ends the speech of a tab that vanishes in the middle of it', async () => {
    const { robin, sam, discord } = await openTabs();
    robin.voice.beginSpeech();
    for (const packet of packets(100, 1)) robin.voice.speak(packet);
    await expect.poll(() => sam.frames.length).toBeGreaterThan(5);
    await robin.voice.close();
    await expect.poll(() => sam.frames.filter(isSilence)).toHaveLength(5);
    expect(sam.heardFrom(robin.person).length).toBeLessThan(100);
    expect(discord.guild.voiceChannelOf(robin.person.id)).toBeUndefined();
    expect(robin.ended).toBe(0);
  });

  it('follows a move, in mid-speech too, and tells the tab when the visitor is kicked', async () => {
    const { robin, sam, discord, studio } = await openTabs();
    robin.voice.beginSpeech();
    const first = packets(1, 1);
    for (const packet of first) robin.voice.speak(packet);
    await expect.poll(() => sam.heardFrom(robin.person)).toEqual(hex(first));
    await discord.guild.moveMember(robin.person.id, studio);
    await sam.voice.join(sam.person, studio);
    await together(robin, sam);
    const said = packets(10, 2);
    for (const packet of said) robin.voice.speak(packet);
    robin.voice.endSpeech();
    await expect.poll(() => sam.heardFrom(robin.person)).toEqual(hex([...first, ...said]));
    discord.guild.disconnectMember(robin.person.id);
    await expect.poll(() => robin.ended).toBe(1);
    expect(robin.voice.beginSpeech()).toBe(false);
  });

  it('says nothing more of an utterance that is cut off', async () => {
    const { robin, sam } = await openTabs();
    robin.voice.beginSpeech();
    for (const packet of packets(75, 1)) robin.voice.speak(packet);
    await expect.poll(() => sam.heardFrom(robin.person).length).toBeGreaterThan(3);
    robin.voice.endSpeech({ isCutOff: true });
    await expect.poll(() => sam.frames.filter(isSilence)).toHaveLength(5);
    expect(sam.heardFrom(robin.person).length).toBeLessThan(50);
  });

  it('tells the tab when the visitor is moved and the new connection fails', async () => {
    const { robin, discord, studio } = await openTabs();
    // Refuses new connections once the old one has ended.
    void robin.person.voice?.ended.then(() => discord.voiceServer?.close());
    await expect(discord.guild.moveMember(robin.person.id, studio)).rejects.toThrow('The voice connection ended');
    expect(robin.ended).toBe(1);
    expect(discord.guild.voiceChannelOf(robin.person.id)).toBeUndefined();
    expect(robin.voice.beginSpeech()).toBe(false);
  });

  it('loses and delays packets as the simulated network does', async () => {
    const { robin, sam, discord } = await openTabs();
    discord.voiceServer?.setNetwork({ lossRate: 0.2, jitterMs: 100, seed: 5 });
    robin.say(packets(100, 1));
    await expect.poll(() => sam.frames.filter(isSilence).length, { timeout: 15_000 }).toBeGreaterThan(0);
    await expect.poll(() => discord.voiceServer?.figures().dropped).toBeGreaterThan(5);
    expect(sam.lossShare()).toBeGreaterThan(0.05);
    expect(sam.jitterMs()).toBeGreaterThan(20);
    const order = sam.frames.map(({ sequence }) => sequence);
    expect(order).not.toEqual(order.toSorted((a, b) => a - b));
  });
});

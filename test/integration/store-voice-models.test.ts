import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLogger } from '../../src/log/log.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import type { StoredVoice, VoiceAttempt, VoiceModelStore } from '../../src/voice-models/voice-model-ports.ts';
import { describeDatabases, type EmptyDatabase } from './store-databases.ts';

const GUILD = '200000000000000001';
const OTHER_GUILD = '200000000000000002';
const ADA = '300000000000000001';
const BOB = '300000000000000002';
const START_MS = 1_760_000_000_000;
const CONFIRMATION = { atMs: START_MS, audioSha256: ['ab', 'cd'] };

const log = createLogger('silent');

function attempt(attemptId: string, more: Partial<VoiceAttempt> = {}): VoiceAttempt {
  return { attemptId, guildId: GUILD, makerId: ADA, title: 'Ada', startedAtMs: START_MS, ...more };
}

function voice(voiceId: string, more: Partial<StoredVoice> = {}): StoredVoice {
  const base = { voiceId, guildId: GUILD, makerId: ADA, createdAtMs: START_MS };
  return { ...base, document: JSON.stringify({ title: 'A\0da \ud800' }), isGone: false, ...more };
}

/** Choices for all texts. */
const purpose = 'every-text' as const;

describeDatabases('voices in %s', (makeEmpty) => {
  let empty: EmptyDatabase;
  let database: Database;
  let voices: VoiceModelStore;

  beforeAll(async () => {
    empty = await makeEmpty();
  });
  afterAll(() => empty.close());
  beforeEach(async () => {
    database = await openDatabase(empty.url, log);
    ({ voices } = database);
  });
  afterEach(async () => {
    await database.close();
    await empty.clear();
  });

  const limits = { maxPerPerson: 2, maxPerGuild: 3 };
  const reserve = (made: VoiceAttempt) => voices.reserve(made, CONFIRMATION, limits, START_MS - 1_000);

  test('are kept unchanged through a restart', async () => {
    const stored = [voice('v1'), voice('v2', { guildId: undefined, isGone: true })];
    for (const each of stored) await voices.settle('none', each);
    await voices.settle('none', voice('v1', { makerId: BOB }));
    await database.close();
    database = await openDatabase(empty.url, log);
    expect(await database.voices.voices(['v2', 'v1', 'v3'])).toEqual(expect.arrayContaining(stored));
    expect(await database.voices.voices([])).toEqual([]);
    expect(await database.voices.voice('v3')).toBeUndefined();
  });

  test('are listed for their creator and their guild, newest first', async () => {
    await voices.settle('none', voice('v1'));
    await voices.settle('none', voice('v2', { makerId: BOB, createdAtMs: START_MS + 1 }));
    await voices.settle('none', voice('v3', { guildId: OTHER_GUILD, createdAtMs: START_MS + 2 }));
    await voices.settle('none', voice('v4', { guildId: undefined, makerId: BOB }));
    const ids = async (makerId: string, guildId?: string) =>
      (await voices.voicesOf(makerId, guildId)).map(({ voiceId }) => voiceId);
    expect(await ids(ADA, GUILD)).toEqual(['v3', 'v2', 'v1']);
    expect(await ids(ADA)).toEqual(['v3', 'v1']);
    expect(await ids('nobody', GUILD)).toEqual(['v2', 'v1']);
  });

  test('keep the newest document, or that they no longer exist', async () => {
    await voices.settle('none', voice('v1'));
    await voices.seen('v1', undefined);
    expect(await voices.voice('v1')).toEqual(voice('v1', { isGone: true }));
    await voices.seen('v1', '{}');
    expect(await voices.voice('v1')).toEqual(voice('v1', { document: '{}' }));
    await voices.remove('v1');
    expect(await voices.voice('v1')).toBeUndefined();
  });

  test('count towards the limits, and attempts do for a while', async () => {
    expect(await reserve(attempt('a1'))).toBe('reserved');
    expect(await reserve(attempt('a1'))).toBe('reserved');
    await voices.settle('a1', voice('v1'));
    expect(await reserve(attempt('a2', { startedAtMs: START_MS - 5_000 }))).toBe('reserved');
    expect(await reserve(attempt('a3'))).toBe('reserved');
    expect(await reserve(attempt('a4'))).toBe('person');
    expect(await reserve(attempt('a5', { makerId: BOB }))).toBe('reserved');
    expect(await reserve(attempt('a6', { makerId: BOB }))).toBe('guild');
    expect(await reserve(attempt('a7', { guildId: undefined }))).toBe('reserved');
    expect(await reserve(attempt('a8', { guildId: undefined, makerId: BOB }))).toBe('reserved');
    expect(await voices.placesTaken({ guildId: GUILD, makerId: BOB }, START_MS)).toEqual({ byPerson: 1, inGuild: 3 });
    await voices.seen('v1', undefined);
    await voices.abandon('a3');
    expect(await voices.placesTaken({ guildId: GUILD, makerId: ADA }, START_MS)).toEqual({ byPerson: 0, inGuild: 1 });
    expect((await voices.attempts()).map(({ attemptId }) => attemptId)).toEqual(['a2', 'a5', 'a7', 'a8']);
  });

  test('never exceed the limits, however many are reserved concurrently', async () => {
    const asked = Array.from({ length: 8 }, (_each, number) => attempt(`a${number}`, { makerId: `${number % 4}` }));
    const outcomes = await Promise.all(asked.map(reserve));
    expect(outcomes.filter((outcome) => outcome === 'reserved')).toHaveLength(3);
  });

  test('are chosen in a guild or everywhere', async () => {
    const here = { guildId: GUILD, purpose, voiceId: 'v1', title: 'Ada', speed: 1.25, volumeDb: -3.5, lost: undefined };
    await voices.choose(ADA, here);
    await voices.choose(ADA, { ...here, title: 'New\0' });
    await voices.choose(ADA, { guildId: OTHER_GUILD, purpose, voiceId: undefined, title: '' });
    expect(await voices.choices(ADA)).toHaveLength(2);
    expect(await voices.choices(ADA)).toContainEqual({ ...here, title: 'New' });
    const everywhere = { guildId: undefined, purpose, voiceId: 'v2', title: 'Two' };
    await voices.choose(ADA, everywhere);
    expect(await voices.choices(ADA)).toEqual([{ ...everywhere, lost: undefined }]);
    const atDefault = { guildId: undefined, purpose, voiceId: undefined, title: '' };
    await voices.choose(ADA, { ...atDefault, speed: 0.5 });
    expect(await voices.choices(ADA)).toEqual([{ ...atDefault, speed: 0.5, lost: undefined }]);
    await voices.choose(ADA, atDefault);
    expect(await voices.choices(ADA)).toEqual([]);
  });

  test('that were named last in /say stand beside the others until another is chosen there, or everywhere', async () => {
    const said = { guildId: GUILD, purpose: 'say', voiceId: 'v1', title: 'Said' } as const;
    const chosen = { guildId: GUILD, purpose, voiceId: 'v2', title: 'Chosen' };
    const titles = async () => (await voices.choices(ADA)).map(({ title }) => title).sort();
    await voices.choose(ADA, chosen);
    await voices.choose(ADA, said);
    await voices.choose(ADA, { ...said, guildId: undefined, title: 'Direct' });
    expect(await titles()).toEqual(['Chosen', 'Direct', 'Said']);
    await voices.choose(ADA, chosen);
    expect(await titles()).toEqual(['Chosen', 'Direct']);
    await voices.choose(ADA, said);
    await voices.takeBack(ADA, GUILD, 'say');
    expect(await titles()).toEqual(['Chosen', 'Direct']);
    await voices.choose(ADA, said);
    await voices.takeBack(ADA, GUILD);
    expect(await titles()).toEqual(['Direct']);
    await voices.choose(ADA, { ...chosen, guildId: undefined });
    expect(await titles()).toEqual(['Chosen']);
  });

  test('that are lost are reported once, without affecting a later choice', async () => {
    const choice = { guildId: GUILD, purpose, voiceId: 'v1', title: 'Ada' };
    await voices.choose(ADA, choice);
    await voices.choose(BOB, { ...choice, guildId: undefined });
    await voices.loseChoices('v1', 'deleted');
    await voices.loseChoices('v1', 'gone');
    const lost = { ...choice, lost: 'deleted' } as const;
    expect(await voices.choices(ADA)).toEqual([lost]);
    expect([await voices.forgetChoice(ADA, lost), await voices.forgetChoice(ADA, lost)]).toEqual([true, false]);
    await voices.choose(BOB, { ...choice, guildId: undefined, voiceId: 'v2' });
    expect(await voices.forgetChoice(BOB, { ...lost, guildId: undefined })).toBe(false);
    expect(await voices.choices(BOB)).toMatchObject([{ voiceId: 'v2', lost: undefined }]);
  });

  test('keep confirmations until the person is erased, and afterwards those of voices they own', async () => {
    await reserve(attempt('a1'));
    await voices.settle('a1', voice('v1'));
    await reserve(attempt('a2', { startedAtMs: START_MS - 5_000 }));
    await reserve(attempt('a3'));
    await reserve(attempt('a4', { makerId: BOB }));
    await voices.choose(ADA, { guildId: GUILD, purpose, voiceId: 'v1', title: 'Ada' });
    expect(await voices.personSummary(ADA)).toEqual({ confirmations: 3, choices: 1 });
    expect(await voices.erasePerson(ADA, START_MS - 1_000)).toEqual({ confirmations: 1, choices: 1 });
    expect((await voices.attempts()).map(({ makerId }) => makerId)).toEqual(['', ADA, BOB]);
    await voices.abandon('a3');
    await voices.remove('v1');
    expect(await voices.erasePerson(ADA, START_MS - 1_000)).toEqual({ confirmations: 2, choices: 0 });
    expect(await voices.personSummary(BOB)).toEqual({ confirmations: 1, choices: 0 });
  });
});

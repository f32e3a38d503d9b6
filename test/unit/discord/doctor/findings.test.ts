import { PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import type { CaptionStatus } from '../../../../src/captions/captions-api.ts';
import type { Asker } from '../../../../src/discord/doctor/asker.ts';
import { type CaptionFacts, captionFindings } from '../../../../src/discord/doctor/captions.ts';
import type { SeenVoiceState } from '../../../../src/discord/doctor/discord-view.ts';
import { type Finding, findingText } from '../../../../src/discord/doctor/finding.ts';
import { type HereFacts, hereFindings } from '../../../../src/discord/doctor/here.ts';
import { type LimitFacts, limitFindings } from '../../../../src/discord/doctor/limits.ts';
import { type MachineFacts, machineFindings } from '../../../../src/discord/doctor/machine.ts';
import { type SpeechFacts, speechFindings } from '../../../../src/discord/doctor/speech.ts';
import { type VoiceFacts, voiceFindings } from '../../../../src/discord/doctor/voice.ts';
import { english } from '../../../../src/messages/english.ts';
import type { VoiceDiagnosis } from '../../../../src/voice/diagnosis.ts';
import { NO_TRAFFIC, type TrafficCounts } from '../../../../src/voice/traffic.ts';
import { diagnosisIn } from '../../../support/voice-diagnosis.ts';

const { ViewChannel, Connect, Speak, MoveMembers } = PermissionFlagsBits;
const MB = 1024 * 1024;

const member: Asker = {
  userId: '1',
  place: {
    ...{ kind: 'guild', guildId: 'g', channelId: 't', voiceChannelId: 'v' },
    ...{ roleIds: [], managesGuild: false, managesVoice: false },
  },
  isManager: false,
  isOperator: false,
};
const manager: Asker = { ...member, isManager: true };
const operator: Asker = { ...manager, isOperator: true };

const seen = <T>(value: T) => ({ kind: 'seen', value }) as const;
const brief = (findings: readonly Finding[]): string[] => findings.map(({ level, key }) => `${level} ${key}`);
const nameOf = (key: keyof typeof english.interactions.permissions): string => english.interactions.permissions[key];

/** Each row: what is wrong, and what is found then. Every text can be written. */
function expectFound(findings: readonly Finding[], expected: readonly string[]): void {
  for (const finding of findings) expect(findingText(finding, english)).toMatch(/\w[.:`>)]/);
  expect(brief(findings)).toEqual(expected);
}

describe('here', () => {
  const voice = {
    channelId: 'v',
    kind: 'voice',
    permissions: ViewChannel | Connect | Speak,
    userLimit: 0,
    memberCount: 1,
  } as const;
  const well: HereFacts = {
    text: { channelId: 't', missing: [], extras: [] },
    voice,
    isBotThere: false,
    mayUse: seen({ speak: true, captions: true }),
    receivesMessages: true,
    readsChat: false,
  };
  const fine = ['ok mayJoin', 'ok mayPost'];
  it.each<[string, Partial<HereFacts>, Asker, string[]]>([
    ['nothing', {}, member, fine],
    ['nobody in voice', { voice: undefined }, member, ['notice youAreNotInVoice', 'ok mayPost']],
    [
      'no Speak',
      { voice: { ...voice, permissions: ViewChannel | Connect } },
      member,
      ['problem cannotJoin', 'ok mayPost'],
    ],
    [
      'a stage without Speak',
      { voice: { ...voice, kind: 'stage', permissions: ViewChannel | Connect } },
      member,
      ['ok mayJoinStage', 'ok mayPost'],
    ],
    ['a full channel', { voice: { ...voice, userLimit: 1 } }, member, ['problem channelFull', 'ok mayPost']],
    ['a full channel that the bot is in', { voice: { ...voice, userLimit: 1 }, isBotThere: true }, member, fine],
    [
      'a full channel with Move Members',
      { voice: { ...voice, userLimit: 1, permissions: voice.permissions | MoveMembers } },
      member,
      fine,
    ],
    [
      'no Send Messages',
      { text: { channelId: 't', missing: ['sendMessages'], extras: ['attachFiles'] } },
      member,
      ['ok mayJoin', 'problem cannotPost'],
    ],
    [
      'no Manage Webhooks',
      { text: { channelId: 't', missing: [], extras: ['manageWebhooks'] } },
      member,
      ['ok mayJoin', 'notice missingExtras'],
    ],
    [
      'a chat that is read without the intent',
      { readsChat: true, receivesMessages: false },
      member,
      [...fine, 'problem cannotReadChat'],
    ],
    ['no intent that anyone needs, to a member', { receivesMessages: false }, member, fine],
    [
      'no intent that anyone needs, to a manager',
      { receivesMessages: false },
      manager,
      [...fine, 'notice cannotReadChat'],
    ],
    ['a chat that is read', { readsChat: true }, member, [...fine, 'ok readsChat']],
    [
      'features for others',
      { mayUse: seen({ speak: false, captions: false }) },
      member,
      [...fine, 'notice speakingForRoles', 'notice captionsForRoles'],
    ],
    ['unknown rules', { mayUse: { kind: 'late' } }, member, fine],
  ])('finds %s', (_what, wrong, asker, expected) => {
    expectFound(hereFindings({ ...well, ...wrong }, asker, nameOf), expected);
  });

  it('names permissions as Discord does', () => {
    const [, finding] = hereFindings(
      { ...well, text: { channelId: 't', missing: ['sendMessages'], extras: [] } },
      member,
      nameOf,
    );
    expect(finding && findingText(finding, english)).toContain('Give me Send Messages there.');
  });
});

describe('voice', () => {
  const own: SeenVoiceState = {
    ...{ userId: 'bot', channelId: 'v', isBot: true },
    ...{ isMuted: false, isDeafened: false, isSelfMuted: false, isSuppressed: false },
  };
  const gateway = { isConnected: true, pingMs: 40, sinceMs: 0 };
  const well: VoiceFacts = {
    gateway,
    diagnosis: seen(diagnosisIn('v')),
    own,
    isStage: false,
    isVisible: true,
    lacksWayOut: false,
  };
  const session = (faults: Partial<VoiceDiagnosis>): Partial<VoiceFacts> => ({
    diagnosis: seen(diagnosisIn('v', faults)),
  });
  const minute = (counts: Partial<TrafficCounts>): Partial<VoiceFacts> =>
    session({ isListening: true, traffic: { total: NO_TRAFFIC, lastMinute: { ...NO_TRAFFIC, ...counts } } });
  const connected = ['ok connected', 'ok encrypted', 'ok privacyCode', 'ok traffic', 'ok voicePing'];
  const fine = ['ok discordOk', 'ok queue', ...connected];
  const { voiceChannelId: _, ...nowhere } = member.place;
  const outside: Asker = { ...member, place: { ...nowhere, voiceChannelId: undefined } };

  it.each<[string, Partial<VoiceFacts>, string[]]>([
    ['nothing', {}, fine],
    [
      'a gateway that is away',
      { gateway: { ...gateway, isConnected: false } },
      ['problem discordAway', ...fine.slice(1)],
    ],
    ['a slow gateway', { gateway: { ...gateway, pingMs: 2_000 } }, ['notice discordSlow', ...fine.slice(1)]],
    ['a new gateway', { gateway: { ...gateway, pingMs: undefined } }, fine.slice(1)],
    ['a voice thread that hangs', { diagnosis: { kind: 'late' } }, ['problem voiceHangs', 'ok discordOk']],
    [
      'a voice thread that crashed',
      { diagnosis: { kind: 'failed', code: 'VOICE_THREAD_LOST' } },
      ['problem voiceHangs', 'ok discordOk'],
    ],
    ['no session', { diagnosis: seen(undefined), own: undefined }, ['ok discordOk', 'notice inNoChannel']],
    ['a voice state without a session', { diagnosis: seen(undefined) }, ['ok discordOk', 'problem stranded']],
    ['a hidden channel', { isVisible: false }, ['ok discordOk', 'notice elsewhereHidden']],
    [
      'another channel',
      { diagnosis: seen(diagnosisIn('w')) },
      ['ok discordOk', 'notice elsewhere', 'ok queue', ...connected.filter((key) => key !== 'ok privacyCode')],
    ],
    ['a join', session({ phase: 'joining' }), ['ok discordOk', 'ok queue', 'notice joining']],
    [
      'a repair, behind a proxy that voice cannot use',
      { ...session({ phase: 'repairing' }), lacksWayOut: true },
      ['ok discordOk', 'problem voicePastProxy', 'ok queue', 'problem reconnecting', 'ok traffic'],
    ],
    [
      'no session after a join that failed behind a proxy',
      { diagnosis: seen(undefined), own: undefined, lacksWayOut: true },
      ['ok discordOk', 'problem voicePastProxy', 'notice inNoChannel'],
    ],
    ['a repair', session({ phase: 'repairing' }), ['ok discordOk', 'ok queue', 'problem reconnecting', 'ok traffic']],
    ['a mute', { own: { ...own, isMuted: true } }, ['ok discordOk', 'problem botMuted', 'ok queue', ...connected]],
    [
      'a deafness',
      { own: { ...own, isDeafened: true } },
      ['ok discordOk', 'problem botDeafened', 'ok queue', ...connected],
    ],
    [
      'a lack of Speak',
      { own: { ...own, isSuppressed: true } },
      ['ok discordOk', 'problem mayNotSpeak', 'ok queue', ...connected],
    ],
    [
      'a stage’s audience',
      { isStage: true, own: { ...own, isSuppressed: true } },
      ['ok discordOk', 'notice inAudience', 'ok queue', ...connected],
    ],
    [
      'a text in a stage’s audience',
      { isStage: true, own: { ...own, isSuppressed: true }, ...session({ texts: 1 }) },
      ['ok discordOk', 'problem inAudience', 'ok queue', ...connected],
    ],
    ['a pause', session({ isPaused: true }), ['ok discordOk', 'notice paused', 'ok queue', ...connected]],
    [
      'a pause that texts wait for',
      session({ isPaused: true, texts: 2 }),
      ['ok discordOk', 'problem paused', 'ok queue', ...connected],
    ],
    [
      'nobody to listen',
      session({ texts: 1, waitsFor: 'listeners' }),
      ['ok discordOk', 'notice nobodyListens', 'ok queue', ...connected],
    ],
    ['a full queue', session({ texts: 50 }), ['ok discordOk', 'problem queueFull', ...connected]],
    [
      'no keys',
      session({ encryption: { kind: 'missing', alone: false } }),
      ['ok discordOk', 'ok queue', 'ok connected', 'problem keysMissing', 'ok traffic', 'ok voicePing'],
    ],
    [
      'no keys, alone',
      session({ encryption: { kind: 'missing', alone: true } }),
      ['ok discordOk', 'ok queue', 'ok connected', 'ok traffic', 'ok voicePing'],
    ],
    [
      'a change of keys',
      session({ encryption: { kind: 'changing', protocolVersion: 1, epoch: 2, privacyCode: undefined } }),
      ['ok discordOk', 'ok queue', 'ok connected', 'notice keysChanging', 'ok traffic', 'ok voicePing'],
    ],
    [
      'a stage without end-to-end encryption',
      { isStage: true, ...session({ encryption: { kind: 'none' } }) },
      ['ok discordOk', 'ok queue', 'ok connected', 'ok notEndToEnd', 'ok traffic', 'ok voicePing'],
    ],
    ['a little loss', minute({ packetsReceived: 990, packetsLost: 10 }), [...fine]],
    [
      'loss',
      minute({ packetsReceived: 950, packetsLost: 50 }),
      ['ok discordOk', 'ok queue', ...connected.slice(0, 3), 'notice loss', 'ok traffic', 'ok voicePing'],
    ],
    [
      'great loss',
      minute({ packetsReceived: 800, packetsLost: 200 }),
      ['ok discordOk', 'ok queue', ...connected.slice(0, 3), 'problem loss', 'ok traffic', 'ok voicePing'],
    ],
    ['too few packets to tell', minute({ packetsReceived: 10, packetsLost: 10 }), [...fine]],
    [
      'no loss',
      minute({ packetsReceived: 500 }),
      ['ok discordOk', 'ok queue', ...connected.slice(0, 4), 'ok noLoss', 'ok voicePing'],
    ],
    [
      'unknown speakers',
      minute({ packetsUnknown: 100 }),
      ['ok discordOk', 'ok queue', ...connected.slice(0, 3), 'notice unknownSpeakers', 'ok traffic', 'ok voicePing'],
    ],
    [
      'holes',
      minute({ holes: 2, holeMs: 300 }),
      ['ok discordOk', 'ok queue', ...connected.slice(0, 3), 'notice holes', 'ok traffic', 'ok voicePing'],
    ],
    [
      'people whose keys are lost',
      session({ undecryptable: ['2'] }),
      ['ok discordOk', 'ok queue', ...connected.slice(0, 3), 'problem undecryptable', 'ok traffic', 'ok voicePing'],
    ],
  ])('finds %s', (_what, wrong, expected) => {
    expectFound(voiceFindings({ ...well, ...wrong }, member), expected);
  });

  it('keeps the privacy code to those in the channel', () => {
    expect(brief(voiceFindings(well, outside))).not.toContain('ok privacyCode');
  });
});

describe('captions', () => {
  const state = (userId: string, change: Partial<SeenVoiceState> = {}): SeenVoiceState => ({
    ...{
      userId,
      channelId: 'v',
      isBot: false,
      isMuted: false,
      isDeafened: false,
      isSelfMuted: false,
      isSuppressed: false,
    },
    ...change,
  });
  const status = (change: Partial<CaptionStatus> = {}): CaptionStatus => ({
    session: {
      ...{ sessionId: 's', guildId: 'g', voiceChannelId: 'v', textChannelId: 't', startedBy: '1', language: undefined },
      ...{ consent: 'opt-out', widerReaders: false, startedAtMs: 0, endedAtMs: undefined },
    },
    ...{ interim: true, consent: 'opt-out', isCaptioned: () => true, hasOptedOut: () => false },
    ...{ delayMs: undefined, lossShare: 0, waitingClips: 0, waitingBytes: 0, outage: undefined },
    ...change,
  });
  const notCaptioned = (...ids: string[]): Partial<CaptionStatus> => ({ isCaptioned: (id) => !ids.includes(id) });
  const well: CaptionFacts = {
    ...{ status: seen(status()), missing: [], people: [state('1'), state('2')] },
    ...{ isVisible: true, isBreakerOpen: false },
  };
  const optedOut = { ...notCaptioned('2', '3'), hasOptedOut: (id: string) => id === '2' };
  const three = [state('1'), state('2'), state('3')];

  it.each<[string, Partial<CaptionFacts>, Asker, string[]]>([
    ['nothing', {}, member, ['ok captionsOn']],
    ['that they are off', { status: seen(undefined) }, member, ['ok captionsOff']],
    ['nothing of captions that the asker may not see', { isVisible: false }, member, []],
    ['that they cannot be posted', { missing: ['sendMessages'] }, member, ['problem cannotPost']],
    [
      'clips that wait',
      { status: seen(status({ waitingClips: 9 })) },
      member,
      ['ok captionsOn', 'problem clipsWaiting'],
    ],
    [
      'a clip that is held back because the service fails',
      { status: seen(status({ waitingClips: 1 })), isBreakerOpen: true },
      member,
      ['ok captionsOn', 'problem clipsWaiting'],
    ],
    ['nothing of others’ clips that are held back', { isBreakerOpen: true }, member, ['ok captionsOn']],
    ['a delay', { status: seen(status({ delayMs: 1_900 })) }, member, ['ok captionsOn', 'ok captionDelay']],
    ['a long delay', { status: seen(status({ delayMs: 9_000 })) }, member, ['ok captionsOn', 'notice captionsSlow']],
    [
      'the asker’s opt-out',
      { status: seen(status({ ...notCaptioned('1'), hasOptedOut: () => true })) },
      member,
      ['ok captionsOn', 'notice youOptedOut'],
    ],
    [
      'that the asker was not asked',
      { status: seen(status(notCaptioned('1'))) },
      member,
      ['ok captionsOn', 'notice youHaveNotOptedIn'],
    ],
    [
      'the asker’s mute by a moderator',
      { people: [state('1', { isMuted: true })] },
      member,
      ['ok captionsOn', 'notice youAreMuted'],
    ],
    [
      'the asker’s own mute',
      { people: [state('1', { isSelfMuted: true })] },
      member,
      ['ok captionsOn', 'notice youMutedYourself'],
    ],
    [
      'the asker in the audience',
      { people: [state('1', { isSuppressed: true })] },
      member,
      ['ok captionsOn', 'notice youMayNotSpeak'],
    ],
    [
      'how many chose not to be heard, to members',
      { status: seen(status(optedOut)), people: three },
      member,
      ['ok captionsOn', 'notice unheardByChoice'],
    ],
    [
      'who chose that, to managers',
      { status: seen(status(optedOut)), people: three },
      manager,
      ['ok captionsOn', 'notice optedOut', 'notice notOptedIn'],
    ],
    [
      'bots',
      { status: seen(status(notCaptioned('2'))), people: [state('2', { isBot: true })] },
      member,
      ['ok captionsOn', 'notice botsUnheard'],
    ],
    [
      'people muted by moderators',
      { people: [state('2', { isMuted: true })] },
      member,
      ['ok captionsOn', 'notice mutedByServer'],
    ],
    [
      'people in the audience',
      { people: [state('2', { isSuppressed: true })] },
      member,
      ['ok captionsOn', 'notice notSpeakers'],
    ],
  ])('finds %s', (_what, wrong, asker, expected) => {
    expectFound(captionFindings({ ...well, ...wrong }, asker, nameOf), expected);
  });

  it('tells members a number of others who opted out, and no name', () => {
    const facts = { ...well, status: seen(status(optedOut)), people: three };
    const texts = captionFindings(facts, member, nameOf).map((finding) => findingText(finding, english));
    expect(texts).toContain('2 people here have chosen not to be captioned.');
    expect(texts.join(' ')).not.toMatch(/<@/);
    const shown = captionFindings(facts, manager, nameOf).map((finding) => findingText(finding, english));
    expect(shown.join(' ')).toMatch(/<@2>.*<@3>/);
  });
});

describe('the speech service', () => {
  const load = { limit: 5, underWay: 1, waiting: 0, isLiveUsable: true };
  const free = { speechModel: 's2.1-pro-free' };
  const well: SpeechFacts = {
    ...{ answer: seen(80), credit: seen({ kind: 'left', amount: '12.5' }), speechModel: 's2-pro', load },
    latestFailure: undefined,
  };
  const usedUp: Partial<SpeechFacts> = { credit: seen({ kind: 'used-up', amount: '0.00' }) };
  const speechOnly: Partial<SpeechFacts> = { credit: seen({ kind: 'speech-only', amount: '0' }), ...free };
  const failed = (code: string | undefined): Partial<SpeechFacts> => ({ answer: { kind: 'failed', code } });
  it.each<[string, Partial<SpeechFacts>, Asker, string[]]>([
    ['nothing', {}, member, ['ok speechOk']],
    ['nothing, with numbers for the operator', {}, operator, ['ok speechOk', 'ok requests', 'ok credit']],
    ['nothing, without numbers for another server’s manager', {}, manager, ['ok speechOk']],
    ['401', failed('SPEECH_UNAUTHORIZED'), member, ['problem keyRejected']],
    ['403', failed('SPEECH_FORBIDDEN'), member, ['problem keyRejected']],
    ['402', failed('SPEECH_OUT_OF_CREDITS'), member, ['problem outOfCredits']],
    ['429', failed('SPEECH_RATE_LIMITED'), member, ['problem speechBusy']],
    ['5xx', failed('SPEECH_UNAVAILABLE'), member, ['problem speechDown']],
    ['no connection', failed('SPEECH_CONNECTION'), member, ['problem speechAway']],
    ['garbage', failed('SPEECH_MALFORMED_ANSWER'), member, ['problem speechOdd']],
    ['a failure that nobody foresaw', failed(undefined), member, ['problem speechOdd']],
    ['silence', { answer: { kind: 'late' } }, member, ['problem speechAway']],
    [
      'silence because all permits are taken',
      { answer: { kind: 'late' }, load: { ...load, underWay: 5, waiting: 3 } },
      member,
      ['notice speechFull'],
    ],
    ['all permits taken', { load: { ...load, underWay: 5, waiting: 3 } }, member, ['notice speechFull', 'ok speechOk']],
    ['no credit', usedUp, member, ['problem outOfCredits', 'ok speechOk']],
    ['no credit where speaking is free', speechOnly, member, ['notice creditForCaptions', 'ok speechOk']],
    [
      'a text that was not paid though speaking is free',
      { latestFailure: 'SPEECH_OUT_OF_CREDITS', ...free },
      member,
      ['problem outOfCredits', 'ok speechOk'],
    ],
    ['no wallet', { credit: seen({ kind: 'unknown' }) }, operator, ['ok speechOk', 'ok requests']],
    ['a broken live socket', { load: { ...load, isLiveUsable: false } }, member, ['notice liveDown', 'ok speechOk']],
    [
      'a text that was not paid',
      { latestFailure: 'SPEECH_OUT_OF_CREDITS' },
      member,
      ['problem outOfCredits', 'ok speechOk'],
    ],
    [
      'an outage that may be over',
      { latestFailure: 'SPEECH_UNAVAILABLE' },
      member,
      ['problem speechFailedLately', 'ok speechOk'],
    ],
    [
      'an outage that lasts',
      { latestFailure: 'SPEECH_UNAVAILABLE', ...failed('SPEECH_UNAVAILABLE') },
      member,
      ['problem speechDown'],
    ],
    ['a text that was refused for itself', { latestFailure: 'SPEECH_INVALID' }, member, ['ok speechOk']],
  ])('finds %s', (_what, wrong, asker, expected) => {
    expectFound(speechFindings({ ...well, ...wrong }, asker), expected);
  });

  it('names the model that speaks without credit, unless it does already, and tells the two kinds of credit apart', () => {
    const textOf = (facts: Partial<SpeechFacts>): string => {
      const [first] = speechFindings({ ...well, ...facts }, member);
      return first === undefined ? '' : findingText(first, english);
    };
    const separate = "API credit, which is separate from the credit of the speech service's own platform.";
    expect(textOf(usedUp)).toContain(separate);
    expect(textOf(usedUp)).toContain('`SPEECH_MODEL=s2.1-pro-free`');
    expect(textOf({ ...failed('SPEECH_OUT_OF_CREDITS'), ...free })).toContain(separate);
    expect(textOf({ ...failed('SPEECH_OUT_OF_CREDITS'), ...free })).not.toContain('SPEECH_MODEL');
    expect(textOf(speechOnly)).toContain('captions and `/transcribe` need API credit');
  });
});

describe('limits', () => {
  type Budget = Extract<LimitFacts, { kind: 'seen' }>['value']['budgets'][number];
  const unlimited = { used: 5, limit: Number.POSITIVE_INFINITY };
  const facts = (budgets: readonly Budget[], captionsUsedUp?: 'account', characters = unlimited): LimitFacts =>
    seen({
      ...{ budgets, resetsAtMs: 0, account: { characters, transcribeMinutes: unlimited } },
      captionsUsedUp: captionsUsedUp && { kind: 'captions', whose: captionsUsedUp, limit: 1, left: 0, resetsAtMs: 0 },
    });
  const mine = (used: number, limit = 100): Budget => ({ kind: 'characters', whose: 'person', used, limit });
  const ours = (used: number, limit = 100): Budget => ({ kind: 'captions', whose: 'guild', used, limit });
  it.each<[string, LimitFacts, Asker, string[]]>([
    ['nothing, to members', facts([mine(1), ours(1)]), member, []],
    ['nothing, to managers', facts([mine(1), ours(1)]), manager, ['ok limitsOk']],
    ['the asker’s that is used up', facts([mine(100)]), member, ['problem usedUp']],
    ['the server’s that is used up', facts([ours(100)]), member, ['problem usedUp']],
    ['the account’s captions that are used up', facts([], 'account'), member, ['problem usedUp']],
    [
      'the account’s speaking that is used up',
      facts([], undefined, { used: 100, limit: 100 }),
      member,
      ['problem usedUp'],
    ],
    ['the account’s speaking that is off', facts([], undefined, { used: 0, limit: 0 }), member, ['notice turnedOff']],
    ['the server’s that is nearly used up, to managers only', facts([ours(85)]), manager, ['notice nearlyUsedUp']],
    ['nothing of that to members', facts([ours(85)]), member, []],
    ['what is turned off', facts([ours(0, 0)]), member, ['notice turnedOff']],
    ['nothing without limits', facts([mine(5, Number.POSITIVE_INFINITY)]), manager, ['ok limitsOk']],
    ['nothing when the database is away', { kind: 'failed', code: 'STORE_UNAVAILABLE' }, manager, []],
  ])('finds %s', (_what, given, asker, expected) => {
    expectFound(limitFindings(given, asker), expected);
  });
});

describe('the machine', () => {
  const versions = { mynah: '1.0.0', node: '26.0.0' };
  const well: MachineFacts = { database: seen(3), freeBytes: seen(5_000 * MB), isBehindProxy: false, versions };
  const numbers = ['ok databaseOk', 'ok diskFree', 'ok versions'];
  it.each<[string, Partial<MachineFacts>, Asker, string[]]>([
    ['nothing, to members', {}, member, []],
    ['nothing, to managers, without numbers', {}, manager, ['ok machineOk']],
    ['nothing, to the operator, with numbers', {}, operator, numbers],
    ['no proxy, to managers', { isBehindProxy: true }, manager, ['ok machineOk']],
    [
      'a proxy, to the operator',
      { isBehindProxy: true },
      operator,
      ['ok databaseOk', 'ok diskFree', 'ok behindProxy', 'ok versions'],
    ],
    [
      'a database that refuses',
      { database: { kind: 'failed', code: 'STORE_UNAVAILABLE' } },
      member,
      ['problem databaseAway'],
    ],
    ['a database that hangs', { database: { kind: 'late' } }, member, ['problem databaseAway']],
    ['a full disk', { freeBytes: seen(50 * MB) }, member, ['problem diskFull']],
    ['a disk that fills up', { freeBytes: seen(500 * MB) }, member, ['notice diskLow']],
    ['a disk that fills up, to the operator', { freeBytes: seen(500 * MB) }, operator, ['notice diskLow', ...numbers]],
    [
      'a disk that cannot be read',
      { freeBytes: { kind: 'failed', code: undefined } },
      manager,
      ['problem diskUnknown'],
    ],
  ])('finds %s', (_what, wrong, asker, expected) => {
    expectFound(machineFindings({ ...well, ...wrong }, asker), expected);
  });
});

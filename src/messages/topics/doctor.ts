import { channelMention, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import type { Language } from '../language.ts';
import type { Texts } from '../text-types.ts';

interface InChannel {
  readonly channelId: string;
}

interface Lacking extends InChannel {
  /** Names of permissions. */
  readonly permissions: readonly string[];
}

interface People {
  readonly userIds: readonly string[];
}

interface DailyLimit {
  readonly kind: 'characters' | 'captions' | 'transcription';
  readonly whose: 'person' | 'member' | 'guild' | 'account';
  readonly resetsAtMs: number;
}

/** People that a line names; it counts the rest. */
const MAX_NAMED = 10;

const ago = (atMs: number): string => time(Math.floor(atMs / 1_000), TimestampStyles.RelativeTime);

/** English: `/doctor`. What it finds is a sentence or two: what is wrong, and what to do. */
export function doctorMessages(catalogue: Texts['doctor'], { format, names: { command } }: Language) {
  const { parts, ...own } = catalogue;

  function named(userIds: readonly string[]): string {
    const mentions = userIds.slice(0, MAX_NAMED).map((id) => userMention(id));
    const rest = userIds.length - mentions.length;
    return format.list(rest > 0 ? [...mentions, parts.named({ rest })] : mentions);
  }

  const KINDS = {
    characters: parts.kinds.characters,
    captions: parts.kinds.captions,
    transcription: parts.kinds.transcription,
  } as const;

  const OWNERS = {
    person: parts.owners.person,
    member: parts.owners.member,
    guild: parts.owners.guild,
    account: parts.owners.account,
  } as const;
  return {
    ...own,
    checked: ({ atMs }: { readonly atMs: number }): string => catalogue.checked({ at: ago(atMs) }),
    findings: {
      ...catalogue.findings,
      cannotPost: ({ channelId, permissions }: Lacking): string =>
        catalogue.findings.cannotPost({
          channel: channelMention(channelId),
          ...format.permissions(permissions),
        }),
      missingExtras: ({ channelId, permissions }: Lacking): string =>
        catalogue.findings.missingExtras({
          channel: channelMention(channelId),
          ...format.permissions(permissions),
        }),
      mayJoin: ({ channelId }: InChannel): string => catalogue.findings.mayJoin({ channel: channelMention(channelId) }),
      mayJoinStage: ({ channelId }: InChannel): string =>
        catalogue.findings.mayJoinStage({ channel: channelMention(channelId) }),
      cannotJoin: ({ channelId, permissions }: Lacking): string =>
        catalogue.findings.cannotJoin({
          channel: channelMention(channelId),
          ...format.permissions(permissions),
        }),
      channelFull: ({ channelId, userLimit }: InChannel & { readonly userLimit: number }): string =>
        catalogue.findings.channelFull({ channel: channelMention(channelId), userLimit }),
      discordOk: ({ pingMs, sinceMs }: { readonly pingMs: number; readonly sinceMs: number }): string =>
        catalogue.findings.discordOk({ since: ago(sinceMs), pingMs }),
      inNoChannel: catalogue.findings.inNoChannel({ say: command('say'), captionsStart: command('captions start') }),
      elsewhere: ({ channelId }: InChannel): string =>
        catalogue.findings.elsewhere({ channel: channelMention(channelId), join: command('join') }),
      elsewhereHidden: catalogue.findings.elsewhereHidden({ join: command('join') }),
      stranded: ({ channelId }: InChannel): string =>
        catalogue.findings.stranded({ channel: channelMention(channelId), join: command('join') }),
      joining: ({ channelId }: InChannel): string => catalogue.findings.joining({ channel: channelMention(channelId) }),
      reconnecting: ({ channelId, sinceMs }: InChannel & { readonly sinceMs: number }): string =>
        catalogue.findings.reconnecting({
          channel: channelMention(channelId),
          since: ago(sinceMs),
          leave: command('leave'),
          join: command('join'),
        }),
      connected: ({ channelId, sinceMs }: InChannel & { readonly sinceMs: number }): string =>
        catalogue.findings.connected({ channel: channelMention(channelId), since: ago(sinceMs) }),
      botMuted: ({ channelId }: InChannel): string =>
        catalogue.findings.botMuted({ channel: channelMention(channelId) }),
      botDeafened: ({ channelId }: InChannel): string =>
        catalogue.findings.botDeafened({ channel: channelMention(channelId) }),
      inAudience: ({ channelId }: InChannel): string =>
        catalogue.findings.inAudience({ channel: channelMention(channelId), join: command('join') }),
      mayNotSpeak: ({ channelId }: InChannel): string =>
        catalogue.findings.mayNotSpeak({
          channel: channelMention(channelId),
          leave: command('leave'),
          join: command('join'),
        }),
      paused: catalogue.findings.paused({ resume: command('resume') }),
      queue: ({ texts }: { readonly texts: number }): string =>
        texts === 0 ? catalogue.findings.queue.noTexts : catalogue.findings.queue.someTexts({ texts }),
      queueFull: ({ texts }: { readonly texts: number }): string =>
        catalogue.findings.queueFull({ texts, stop: command('stop') }),
      keysMissing: catalogue.findings.keysMissing({ leave: command('leave'), join: command('join') }),
      privacyCode: ({ code }: { readonly code: string }): string =>
        catalogue.findings.privacyCode({ code: inlineCode(code) }),
      loss: ({ share }: { readonly share: number }): string =>
        catalogue.findings.loss({ share: format.percent(share) }),
      undecryptable: ({ userIds }: People): string => catalogue.findings.undecryptable({ users: named(userIds) }),
      captionsOff: catalogue.findings.captionsOff({ captionsStart: command('captions start') }),
      captionsOn: ({ channelId }: InChannel): string =>
        catalogue.findings.captionsOn({ channel: channelMention(channelId) }),
      captionDelay: ({ delayMs }: { readonly delayMs: number }): string =>
        catalogue.findings.captionDelay({ delay: format.number(delayMs / 1_000, 1) }),
      captionsSlow: ({ delayMs }: { readonly delayMs: number }): string =>
        catalogue.findings.captionsSlow({ delay: format.number(delayMs / 1_000, 1) }),
      youOptedOut: catalogue.findings.youOptedOut({ privacyOptIn: command('privacy opt-in') }),
      youHaveNotOptedIn: catalogue.findings.youHaveNotOptedIn({ privacyOptIn: command('privacy opt-in') }),
      optedOut: ({ userIds }: People): string => catalogue.findings.optedOut({ users: named(userIds) }),
      notOptedIn: ({ userIds }: People): string =>
        catalogue.findings.notOptedIn({ privacyOptIn: command('privacy opt-in'), users: named(userIds) }),
      mutedByServer: ({ userIds }: People): string => catalogue.findings.mutedByServer({ users: named(userIds) }),
      notSpeakers: ({ userIds }: People): string => catalogue.findings.notSpeakers({ users: named(userIds) }),
      botsUnheard: ({ userIds }: People): string =>
        catalogue.findings.botsUnheard({ users: named(userIds), settings: command('settings') }),
      /** `freeModel`: the speech model that needs no credit, where it is not in use yet. */
      outOfCredits: ({ freeModel }: { readonly freeModel: string | undefined }): string =>
        format.sentences([
          catalogue.findings.outOfCredits.topUp,
          ...(freeModel === undefined
            ? []
            : [
                catalogue.findings.outOfCredits.orFreeModel({
                  setting: inlineCode(`SPEECH_MODEL=${freeModel}`),
                }),
              ]),
        ]),
      /** `model` needs no credit. */
      creditForCaptions: ({ model }: { readonly model: string }): string =>
        catalogue.findings.creditForCaptions({ model: inlineCode(model), transcribe: command('transcribe') }),
      credit: ({ credit }: { readonly credit: string }): string =>
        catalogue.findings.credit({ credit: format.number(Number(credit), 2) }),
      usedUp: ({ kind, whose, resetsAtMs }: DailyLimit): string =>
        catalogue.findings.usedUp({ owner: OWNERS[whose], kind: KINDS[kind], resetsAt: ago(resetsAtMs) }),
      turnedOff: ({ kind, whose }: Omit<DailyLimit, 'resetsAtMs'>): string =>
        catalogue.findings.turnedOff({ owner: OWNERS[whose], kind: KINDS[kind] }),
      nearlyUsedUp: ({ kind, whose, resetsAtMs, share }: DailyLimit & { readonly share: number }): string =>
        catalogue.findings.nearlyUsedUp({
          share: format.percent(share),
          ownerWithin: OWNERS[whose].toLowerCase(),
          kind: KINDS[kind],
          resetsAt: ago(resetsAtMs),
          owner: OWNERS[whose],
        }),
      diskFree: ({ bytes }: { readonly bytes: number }): string =>
        catalogue.findings.diskFree({ bytes: format.bytes(bytes) }),
    },
  };
}

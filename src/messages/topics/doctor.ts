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
  const { parts, findings: texts, ...own } = catalogue;
  const { kinds, owners } = parts;

  function named(userIds: readonly string[]): string {
    const mentions = userIds.slice(0, MAX_NAMED).map((id) => userMention(id));
    const rest = userIds.length - mentions.length;
    return format.list(rest > 0 ? [...mentions, parts.named({ rest })] : mentions);
  }

  /** A text about a channel; `more` are its other parameters. */
  const inChannel =
    <More extends object>(write: (values: { readonly channel: string } & More) => string, more: More) =>
    ({ channelId }: InChannel): string =>
      write({ channel: channelMention(channelId), ...more });

  type LackingTexts = Parameters<typeof texts.cannotPost>[0];
  const lacking =
    (write: (values: LackingTexts) => string) =>
    ({ channelId, permissions }: Lacking): string =>
      write({ channel: channelMention(channelId), ...format.permissions(permissions) });

  const ofPeople =
    <More extends object>(write: (values: { readonly users: string } & More) => string, more: More) =>
    ({ userIds }: People): string =>
      write({ users: named(userIds), ...more });

  const seconds =
    (write: (values: { readonly delay: string }) => string) =>
    ({ delayMs }: { readonly delayMs: number }): string =>
      write({ delay: format.number(delayMs / 1_000, 1) });

  const [join, leave, privacyOptIn] = [command('join'), command('leave'), command('privacy opt-in')];
  return {
    ...own,
    checked: ({ atMs }: { readonly atMs: number }): string => own.checked({ at: ago(atMs) }),
    findings: {
      ...texts,
      cannotPost: lacking(texts.cannotPost),
      missingExtras: lacking(texts.missingExtras),
      mayJoin: inChannel(texts.mayJoin, {}),
      mayJoinStage: inChannel(texts.mayJoinStage, {}),
      cannotJoin: lacking(texts.cannotJoin),
      channelFull: ({ channelId, userLimit }: InChannel & { readonly userLimit: number }): string =>
        texts.channelFull({ channel: channelMention(channelId), userLimit }),
      discordOk: ({ pingMs, sinceMs }: { readonly pingMs: number; readonly sinceMs: number }): string =>
        texts.discordOk({ since: ago(sinceMs), pingMs }),
      inNoChannel: texts.inNoChannel({ say: command('say'), captionsStart: command('captions start') }),
      elsewhere: inChannel(texts.elsewhere, { join }),
      elsewhereHidden: texts.elsewhereHidden({ join }),
      stranded: inChannel(texts.stranded, { join }),
      joining: inChannel(texts.joining, {}),
      reconnecting: ({ channelId, sinceMs }: InChannel & { readonly sinceMs: number }): string =>
        texts.reconnecting({ channel: channelMention(channelId), since: ago(sinceMs), leave, join }),
      connected: ({ channelId, sinceMs }: InChannel & { readonly sinceMs: number }): string =>
        texts.connected({ channel: channelMention(channelId), since: ago(sinceMs) }),
      botMuted: inChannel(texts.botMuted, {}),
      botDeafened: inChannel(texts.botDeafened, {}),
      inAudience: inChannel(texts.inAudience, { join }),
      mayNotSpeak: inChannel(texts.mayNotSpeak, { leave, join }),
      paused: texts.paused({ resume: command('resume') }),
      queue: (values: { readonly texts: number }): string =>
        values.texts === 0 ? texts.queue.noTexts : texts.queue.someTexts(values),
      queueFull: (values: { readonly texts: number }): string => texts.queueFull({ ...values, stop: command('stop') }),
      keysMissing: texts.keysMissing({ leave, join }),
      privacyCode: ({ code }: { readonly code: string }): string => texts.privacyCode({ code: inlineCode(code) }),
      loss: ({ share }: { readonly share: number }): string => texts.loss({ share: format.percent(share) }),
      undecryptable: ofPeople(texts.undecryptable, {}),
      captionsOff: texts.captionsOff({ captionsStart: command('captions start') }),
      captionsOn: inChannel(texts.captionsOn, {}),
      captionDelay: seconds(texts.captionDelay),
      captionsSlow: seconds(texts.captionsSlow),
      youOptedOut: texts.youOptedOut({ privacyOptIn }),
      youHaveNotOptedIn: texts.youHaveNotOptedIn({ privacyOptIn }),
      optedOut: ofPeople(texts.optedOut, {}),
      notOptedIn: ofPeople(texts.notOptedIn, { privacyOptIn }),
      mutedByServer: ofPeople(texts.mutedByServer, {}),
      notSpeakers: ofPeople(texts.notSpeakers, {}),
      botsUnheard: ofPeople(texts.botsUnheard, { settings: command('settings') }),
      /** `freeModel`: the speech model that needs no credit, where it is not in use yet. */
      outOfCredits: ({ freeModel }: { readonly freeModel: string | undefined }): string => {
        const { topUp, orFreeModel } = texts.outOfCredits;
        if (freeModel === undefined) return format.sentences([topUp]);
        return format.sentences([topUp, orFreeModel({ setting: inlineCode(`SPEECH_MODEL=${freeModel}`) })]);
      },
      /** `model` needs no credit. */
      creditForCaptions: ({ model }: { readonly model: string }): string =>
        texts.creditForCaptions({ model: inlineCode(model), transcribe: command('transcribe') }),
      credit: ({ credit }: { readonly credit: string }): string =>
        texts.credit({ credit: format.number(Number(credit), 2) }),
      usedUp: ({ kind, whose, resetsAtMs }: DailyLimit): string =>
        texts.usedUp({ owner: owners[whose], kind: kinds[kind], resetsAt: ago(resetsAtMs) }),
      turnedOff: ({ kind, whose }: Omit<DailyLimit, 'resetsAtMs'>): string =>
        texts.turnedOff({ owner: owners[whose], kind: kinds[kind] }),
      nearlyUsedUp: ({ kind, whose, resetsAtMs, share }: DailyLimit & { readonly share: number }): string =>
        texts.nearlyUsedUp({
          ...{ share: format.percent(share), kind: kinds[kind], resetsAt: ago(resetsAtMs) },
          ...{ ownerWithin: owners[whose].toLowerCase(), owner: owners[whose] },
        }),
      diskFree: ({ bytes }: { readonly bytes: number }): string => texts.diskFree({ bytes: format.bytes(bytes) }),
    },
  };
}

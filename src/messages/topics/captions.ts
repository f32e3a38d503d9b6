import { channelMention, TimestampStyles, time, userMention } from '@discordjs/formatters';
import type { Language } from '../language.ts';
import { mentionPeople } from '../people.ts';
import type { Texts } from '../text-types.ts';
import { autoCaptionMessages } from './auto-captions.ts';
import type { budgetMessages } from './budgets.ts';
import { captionAudienceMessages } from './caption-audience.ts';
import { captionOverlayMessages } from './caption-overlay.ts';

/** Why captions ended; the names are those of `CaptionsEndReason`. */
type EndReason =
  | 'stopped'
  | 'emptied'
  | 'voice-ended'
  | 'moved'
  | 'budget'
  | 'closed'
  | 'interrupted'
  | 'cannot-post'
  | 'audience-widened';

/** What is wrong with the speech service; the names are those of `SpeechProblemKind`. */
type SpeechProblem = 'key-rejected' | 'out-of-credits' | 'busy' | 'down' | 'unreachable' | 'odd';

/** Who started captions of which voice channel; `undefined` for captions that start by themselves. */
interface StartedBy {
  readonly startedBy: string | undefined;
  readonly voiceChannelId: string;
}

/** The budget that ended captions: the server's, or that of all servers together. */
interface UsedUp {
  readonly whose: 'guild' | 'account';
  /** Milliseconds a day. */
  readonly limit: number;
  readonly resetsAtMs: number;
}

/** Live captions. */
export function captionMessages(
  catalogue: Texts['captions'],
  language: Language,
  budgets: Pick<ReturnType<typeof budgetMessages>, 'usedUp'>,
) {
  const { parts, ...own } = catalogue;
  const { format } = language;
  const { command } = language.names;

  const start = command('captions start');

  const stop = command('captions stop');

  const exportCommand = command('captions export');

  const optIn = command('privacy opt-in');

  const optOut = command('privacy opt-out');

  const erase = command('privacy erase');

  const people = (userIds: readonly string[]): string =>
    mentionPeople(userIds, {
      none: parts.people.none,
      all: (named) => parts.people.all({ named: format.list(named), joined: named.join(', ') }),
      some: (named, hidden) =>
        parts.people.some({
          list: format.list([...named, parts.more({ hidden })]),
          joined: named.join(', '),
          hidden,
        }),
    });

  /** Where captions appear, after the name of the voice channel. */
  function place(voiceChannelId: string, textChannelId: string): string {
    return textChannelId === voiceChannelId
      ? parts.place.sameTextChannel
      : parts.place.otherTextChannel({ textChannel: channelMention(textChannelId) });
  }

  /** The same, named as in a list of facts. */
  function shownIn(voiceChannelId: string, textChannelId: string): string {
    return textChannelId === voiceChannelId ? parts.itsChat : channelMention(textChannelId);
  }

  /** `language` by its name; `undefined` where the service detects it. */
  function languageSentence(language: string | undefined): string {
    return language === undefined
      ? parts.languageSentence.withoutLanguage
      : parts.languageSentence.withLanguage({ language });
  }

  function countCaptions(lines: number): string {
    return parts.countCaptions({ lines });
  }
  return {
    ...own,
    audience: captionAudienceMessages(catalogue.audience, language),
    auto: autoCaptionMessages(catalogue.auto, language),
    overlay: captionOverlayMessages(catalogue.overlay, language),
    /** The public notice that captions have started. */
    started: ({
      voiceChannelId,
      startedBy,
      language,
      consent,
      retentionDays,
      postedIn,
      confirmedBy,
    }: {
      readonly voiceChannelId: string;
      /** `undefined` when they start by themselves. */
      readonly startedBy: string | undefined;
      readonly language: string | undefined;
      readonly consent: 'opt-in' | 'opt-out';
      readonly retentionDays: number;
      /** Where the captions appear, in a notice elsewhere. */
      readonly postedIn: string | undefined;
      /** Who let people read them who can't see the voice channel. */
      readonly confirmedBy: string | undefined;
    }): string => {
      const first =
        postedIn === undefined
          ? startedBy === undefined
            ? catalogue.started.automatically({
                voiceChannel: channelMention(voiceChannelId),
                language: languageSentence(language),
              })
            : catalogue.started.by({
                voiceChannel: channelMention(voiceChannelId),
                startedBy: userMention(startedBy),
                language: languageSentence(language),
              })
          : startedBy === undefined
            ? catalogue.started.postedInAutomatically({
                voiceChannel: channelMention(voiceChannelId),
                postedIn: channelMention(postedIn),
                language: languageSentence(language),
              })
            : catalogue.started.postedInBy({
                voiceChannel: channelMention(voiceChannelId),
                postedIn: channelMention(postedIn),
                startedBy: userMention(startedBy),
                language: languageSentence(language),
              });
      return [
        first,
        ...(confirmedBy === undefined
          ? []
          : [
              catalogue.started.alsoReadBy({
                voiceChannel: channelMention(voiceChannelId),
                confirmedBy: userMention(confirmedBy),
              }),
            ]),
        consent === 'opt-in' ? catalogue.started.optIn({ optIn }) : catalogue.started.optOut({ optOut }),
        catalogue.started.retention({ retentionDays, erase }),
      ].join('\n');
    },
    /** To people who joined the voice channel later. */
    joined: ({
      userIds,
      textChannelId,
      voiceChannelId,
      consent,
    }: {
      readonly userIds: readonly string[];
      readonly textChannelId: string;
      readonly voiceChannelId: string;
      readonly consent: 'opt-in' | 'opt-out';
    }): string => {
      const rule = consent === 'opt-in' ? catalogue.joined.optIn({ optIn }) : catalogue.joined.notOptIn({ optOut });
      return textChannelId === voiceChannelId
        ? catalogue.joined.sameTextChannel({
            users: people(userIds),
            voiceChannel: channelMention(voiceChannelId),
            rule,
          })
        : catalogue.joined.otherTextChannel({
            users: people(userIds),
            voiceChannel: channelMention(voiceChannelId),
            textChannel: channelMention(textChannelId),
            rule,
          });
    },
    /** In place of both notices in the voice channel's chat once captions are over. */
    noticeEnded: ({ voiceChannelId }: { readonly voiceChannelId: string }): string =>
      catalogue.noticeEnded({ voiceChannel: channelMention(voiceChannelId) }),
    /** Below the answer to the command, where the voice channel's chat is closed to the bot. */
    chatNoticeMissing: ({
      voiceChannelId,
      permissions,
    }: {
      readonly voiceChannelId: string;
      readonly permissions: readonly string[];
    }): string =>
      permissions.length === 0
        ? catalogue.chatNoticeMissing.noPermissions({ voiceChannel: channelMention(voiceChannelId) })
        : catalogue.chatNoticeMissing.somePermissions({
            voiceChannel: channelMention(voiceChannelId),
            ...format.permissions(permissions),
          }),
    status: ({
      voiceChannelId,
      textChannelId,
      startedBy,
      startedAtMs,
      language,
      captioned,
      notCaptioned,
      consent,
      delayMs,
      lossShare,
      pendingClips,
      pendingBytes,
      isLiveTextOn,
    }: {
      readonly voiceChannelId: string;
      readonly textChannelId: string;
      /** `undefined` when they started by themselves. */
      readonly startedBy: string | undefined;
      readonly startedAtMs: number;
      readonly language: string | undefined;
      /** User ids of people in the voice channel. */
      readonly captioned: readonly string[];
      readonly notCaptioned: readonly string[];
      readonly consent: 'opt-in' | 'opt-out';
      /** From speech to text; `undefined` before the first caption. */
      readonly delayMs: number | undefined;
      /** 0…1. */
      readonly lossShare: number;
      readonly pendingClips: number;
      readonly pendingBytes: number;
      readonly isLiveTextOn: boolean;
    }): string => {
      const since = time(Math.floor(startedAtMs / 1_000), TimestampStyles.RelativeTime);
      const pending = catalogue.status.pending({ pendingClips });
      const facts = [
        ...(delayMs === undefined ? [] : [catalogue.status.delay({ delay: format.number(delayMs / 1_000) })]),
        catalogue.status.lost({ lossShare: format.percent(lossShare) }),
        pendingBytes === 0
          ? pending
          : catalogue.status.somePendingBytes({ pending, pendingBytes: format.bytes(pendingBytes) }),
        isLiveTextOn ? catalogue.status.liveTextOn : catalogue.status.notLiveTextOn,
      ];
      const rest = [
        ...(notCaptioned.length === 0 ? [] : [catalogue.status.notCaptioned({ notCaptioned: people(notCaptioned) })]),
        ...(consent === 'opt-in' ? [catalogue.status.onlyOptedIn] : []),
      ];
      const [first, second] = rest;
      return [
        startedBy === undefined
          ? catalogue.status.withoutStartedBy({
              voiceChannel: channelMention(voiceChannelId),
              place: place(voiceChannelId, textChannelId),
              since,
              shownIn: shownIn(voiceChannelId, textChannelId),
            })
          : catalogue.status.withStartedBy({
              voiceChannel: channelMention(voiceChannelId),
              place: place(voiceChannelId, textChannelId),
              since,
              startedBy: userMention(startedBy),
              shownIn: shownIn(voiceChannelId, textChannelId),
            }),
        languageSentence(language),
        catalogue.status.captioned({ captioned: people(captioned) }),
        ...(first === undefined || second === undefined ? rest : [catalogue.status.both({ first, second })]),
        facts.join(' · '),
      ].join('\n');
    },
    /** To the person who stopped captions; everyone else reads `ended`. */
    stopped: ({ voiceChannelId, lines }: { readonly voiceChannelId: string; readonly lines: number }): string =>
      lines === 0
        ? catalogue.stopped.noLines({ voiceChannel: channelMention(voiceChannelId) })
        : catalogue.stopped.someLines({ voiceChannel: channelMention(voiceChannelId), lines: countCaptions(lines) }),
    /** To everyone in the captions' text channel, or in the voice channel's chat where that is closed to the bot. */
    ended: ({
      voiceChannelId,
      textChannelId,
      reason,
      movedTo,
      usedUp,
      startsAgain,
    }: {
      readonly voiceChannelId: string;
      readonly textChannelId: string;
      readonly reason: EndReason;
      /** The bot's new voice channel where the reason is `moved`. */
      readonly movedTo: string | undefined;
      /** What is used up where the reason is `budget`. */
      readonly usedUp: UsedUp | undefined;
      /** Captions of this voice channel start by themselves. */
      readonly startsAgain: boolean;
    }): string => {
      const end: Readonly<Record<EndReason, string>> = {
        stopped: catalogue.ended.stopped({ voiceChannel: channelMention(voiceChannelId) }),
        emptied: catalogue.ended.emptied({ voiceChannel: channelMention(voiceChannelId) }),
        'voice-ended': catalogue.ended.voiceEnded({ voiceChannel: channelMention(voiceChannelId) }),
        moved:
          movedTo === undefined
            ? catalogue.ended.moved({ voiceChannel: channelMention(voiceChannelId), start })
            : catalogue.ended.movedTo({
                voiceChannel: channelMention(voiceChannelId),
                movedTo: channelMention(movedTo),
                start,
              }),
        budget: format.sentences([
          catalogue.ended.budget({ voiceChannel: channelMention(voiceChannelId) }),
          ...(usedUp === undefined ? [] : [budgets.usedUp({ ...usedUp, kind: 'captions', left: 0 })]),
        ]),
        closed: startsAgain
          ? catalogue.ended.closedStartsAgain({ voiceChannel: channelMention(voiceChannelId) })
          : catalogue.ended.closed({ voiceChannel: channelMention(voiceChannelId), start }),
        'cannot-post': catalogue.ended.cannotPost({
          voiceChannel: channelMention(voiceChannelId),
          textChannel: channelMention(textChannelId),
          start,
        }),
        'audience-widened': catalogue.ended.audienceWidened({
          voiceChannel: channelMention(voiceChannelId),
          textChannel: channelMention(textChannelId),
          start,
        }),
        interrupted: startsAgain
          ? catalogue.ended.interruptedStartsAgain({ voiceChannel: channelMention(voiceChannelId) })
          : catalogue.ended.interrupted({ voiceChannel: channelMention(voiceChannelId), start }),
      };
      return end[reason];
    },
    /** Follows `ended`. */
    endedTranscript: {
      ...catalogue.endedTranscript,
      export: catalogue.endedTranscript.export({ exportCommand }),
      /** Some speech has no text yet. */
      pending: catalogue.endedTranscript.pending({ exportCommand }),
    },
    chooseFormat: ({ voiceChannelId }: { readonly voiceChannelId: string }): string =>
      catalogue.chooseFormat({ voiceChannel: channelMention(voiceChannelId) }),
    exported: ({
      voiceChannelId,
      lines,
      isRunning,
    }: {
      readonly voiceChannelId: string;
      readonly lines: number;
      readonly isRunning: boolean;
    }): string =>
      isRunning
        ? catalogue.exported.running({ voiceChannel: channelMention(voiceChannelId), lines: countCaptions(lines) })
        : catalogue.exported.notRunning({ voiceChannel: channelMention(voiceChannelId), lines: countCaptions(lines) }),
    refusals: {
      ...catalogue.refusals,
      alreadyOn: ({
        voiceChannelId,
        textChannelId,
      }: {
        readonly voiceChannelId: string;
        readonly textChannelId: string;
      }): string =>
        catalogue.refusals.alreadyOn({
          voiceChannel: channelMention(voiceChannelId),
          place: place(voiceChannelId, textChannelId),
          stop,
        }),
      off: catalogue.refusals.off({ start }),
      /** By the Stop button of captions that are over. */
      alreadyEnded: catalogue.refusals.alreadyEnded({ stop }),
      /** By a Stop button that doesn't say which captions it ends. */
      oldStopButton: catalogue.refusals.oldStopButton({ stop }),
      notForYou: ({ voiceChannelId }: { readonly voiceChannelId: string }): string =>
        catalogue.refusals.notForYou({ voiceChannel: channelMention(voiceChannelId) }),
      joinFirst: catalogue.refusals.joinFirst({ start }),
      permissionsMissing: ({ permissions }: { readonly permissions: readonly string[] }): string =>
        catalogue.refusals.permissionsMissing({
          ...format.permissions(permissions),
        }),
      mayNotStop: ({ startedBy, voiceChannelId }: StartedBy): string =>
        startedBy === undefined
          ? catalogue.refusals.mayNotStop.withoutStartedBy({ voiceChannel: channelMention(voiceChannelId) })
          : catalogue.refusals.mayNotStop.withStartedBy({
              startedBy: userMention(startedBy),
              voiceChannel: channelMention(voiceChannelId),
            }),
      noTranscript: catalogue.refusals.noTranscript({ start }),
    },
    /** What readers learn about the captions themselves. */
    notices: {
      ...catalogue.notices,
      /** `kind` is that of the speech service's newest error. */
      outage: ({ kind }: { readonly kind: SpeechProblem }): string => {
        const { key, SPEECH_OUT_OF_CREDITS, SPEECH_RATE_LIMITED, noAnswer, sentence } = catalogue.notices.outage;
        const reasons: Readonly<Record<SpeechProblem, string>> = {
          ...{ 'key-rejected': key, 'out-of-credits': SPEECH_OUT_OF_CREDITS, busy: SPEECH_RATE_LIMITED },
          ...{ down: noAnswer, unreachable: noAnswer, odd: noAnswer },
        };
        return sentence({ reasons: reasons[kind] });
      },
      lost: ({ durationMs }: { readonly durationMs: number }): string =>
        catalogue.notices.lost({ duration: format.duration(Math.max(1_000, durationMs)) }),
      /** `reason` is a sentence of the error catalogue. */
      refused: ({
        userIds,
        clips,
        reason,
      }: {
        readonly userIds: readonly string[];
        readonly clips: number;
        readonly reason: string;
      }): string => catalogue.notices.refused({ clips, people: people(userIds), reason }),
    },
  };
}

import { bold, channelMention, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import { mentionPeople } from '../people.ts';
import { autoCaptionMessages } from './auto-captions.ts';
import { budgetMessages } from './budgets.ts';
import { captionAudienceMessages } from './caption-audience.ts';
import { captionOverlayMessages } from './caption-overlay.ts';
import { command } from './names.ts';

const format = createFormat('en');

const start = command('captions start');
const stop = command('captions stop');
const exportCommand = command('captions export');
const optIn = command('privacy opt-in');
const optOut = command('privacy opt-out');
const erase = command('privacy erase');

/** Labels of buttons that sentences mention. */
const OPT_IN = 'Opt in';
const OPT_OUT = 'Opt out';

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

const people = (userIds: readonly string[]): string =>
  mentionPeople(userIds, {
    none: 'no one',
    all: (named) => format.list(named),
    some: (named, hidden) => format.list([...named, `${format.number(hidden)} more`]),
  });

/** Where captions appear, after the name of the voice channel. */
function place(voiceChannelId: string, textChannelId: string): string {
  return textChannelId === voiceChannelId ? 'in its chat' : `in ${channelMention(textChannelId)}`;
}

/** `language` by its name; `undefined` where the service detects it. */
function languageSentence(language: string | undefined): string {
  return language === undefined ? 'Language: detected automatically.' : `Language: ${language}.`;
}

function countCaptions(lines: number): string {
  return format.plural(lines, { one: '# caption', other: '# captions' });
}

/** English: live captions. */
export const captionMessages = {
  command: {
    description: 'Live captions of a voice channel',
    start: {
      description: 'Caption your voice channel in this channel',
      language: 'The language spoken (default: detected automatically)',
      interim: 'Show text while someone is still speaking (default: yes)',
    },
    stop: { description: 'Stop the captions' },
    status: { description: 'Show who is captioned, the delay and the quality' },
    export: { description: 'Get the transcript as a file', format: 'Plain text, subtitles or data' },
  },
  buttons: {
    optIn: OPT_IN,
    optOut: OPT_OUT,
    optBackIn: 'Opt back in',
    stop: 'Stop',
    export: 'Export',
    inChat: "In the voice channel's chat",
    here: 'Here, with confirmation',
    confirm: 'Confirm',
    formats: { txt: 'Text (txt)', srt: 'Subtitles (srt)', vtt: 'Web subtitles (vtt)', json: 'Data (json)' },
  },

  /** The line under a voice channel's name. */
  channelStatus: '💬 Live captions are on',
  /** The same, in front of what people set there; starts with `channelStatus`. */
  channelStatusWith: ({ status }: { readonly status: string }): string => `💬 Live captions are on · ${status}`,
  /** Name of the webhook, and above messages that hold lines of several people. */
  webhookName: 'Mynah Captions',
  /** A speaker without a visible or known name. */
  unnamedSpeaker: 'Someone',
  /** Before text that was transcribed long after it was said. */
  late: '(late)',
  transcriptTitle: ({ channelName }: { readonly channelName: string }): string => `Captions of ${channelName}`,

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
    const on = `💬 Live captions of ${channelMention(voiceChannelId)} are on${postedIn === undefined ? '' : ` in ${channelMention(postedIn)}`}`;
    return [
      startedBy === undefined
        ? `${on}. They start automatically when people join. ${languageSentence(language)}`
        : `${on}, started by ${userMention(startedBy)}. ${languageSentence(language)}`,
      ...(confirmedBy === undefined
        ? []
        : [
            `People who can't see ${channelMention(voiceChannelId)} can read them too, as ${userMention(confirmedBy)} confirmed.`,
          ]),
      consent === 'opt-in'
        ? `Only people who press ${bold(OPT_IN)} or use ${optIn} are captioned. You can opt out again at any time. Opting out takes effect immediately, in every server.`
        : `Everyone in the voice channel is captioned, except people who press ${bold(OPT_OUT)} or use ${optOut}. Opting out takes effect immediately, in every server.`,
      `The transcript is deleted after ${format.plural(retentionDays, { one: '# day', other: '# days' })}. Use ${erase} to delete your part sooner.`,
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
    const where = textChannelId === voiceChannelId ? '' : `, in ${channelMention(textChannelId)}`;
    const rule =
      consent === 'opt-in'
        ? `Only people who press ${bold(OPT_IN)} or use ${optIn} are captioned.`
        : `What you say is captioned unless you press ${bold(OPT_OUT)} or use ${optOut}.`;
    return `💬 ${people(userIds)}: live captions of ${channelMention(voiceChannelId)} are on${where}. ${rule}`;
  },
  /** In place of both notices in the voice channel's chat once captions are over. */
  noticeEnded: ({ voiceChannelId }: { readonly voiceChannelId: string }): string =>
    `Live captions of ${channelMention(voiceChannelId)} have ended.`,
  /** Below the answer to the command, where the voice channel's chat is closed to the bot. */
  chatNoticeMissing: ({
    voiceChannelId,
    permissions,
  }: {
    readonly voiceChannelId: string;
    readonly permissions: readonly string[];
  }): string =>
    permissions.length === 0
      ? `I couldn't post this notice in the chat of ${channelMention(voiceChannelId)}. Tell the people there that captions are on.`
      : `I couldn't post this notice in the chat of ${channelMention(voiceChannelId)}. Give me ${format.list(permissions.map((name) => bold(name)))} there.`,

  audience: captionAudienceMessages,
  auto: autoCaptionMessages,
  overlay: captionOverlayMessages,

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
    const pending = `Pending: ${format.number(pendingClips)}`;
    const facts = [
      ...(delayMs === undefined ? [] : [`Delay: ${format.number(delayMs / 1_000)} s`]),
      `Audio lost: ${format.percent(lossShare)}`,
      pendingBytes === 0 ? pending : `${pending} (${format.bytes(pendingBytes)} on disk)`,
      isLiveTextOn ? 'Live text: on' : 'Live text: off',
    ];
    const rest = [
      ...(notCaptioned.length === 0 ? [] : [`Not captioned: ${people(notCaptioned)}.`]),
      ...(consent === 'opt-in' ? ['Only people who opt in are captioned.'] : []),
    ].join(' ');
    return [
      startedBy === undefined
        ? `Captions of ${channelMention(voiceChannelId)} are on ${place(voiceChannelId, textChannelId)}, started automatically ${since}.`
        : `Captions of ${channelMention(voiceChannelId)} are on ${place(voiceChannelId, textChannelId)}, started ${since} by ${userMention(startedBy)}.`,
      languageSentence(language),
      `Captioned: ${people(captioned)}.`,
      ...(rest === '' ? [] : [rest]),
      facts.join(' · '),
    ].join('\n');
  },

  /** To the person who stopped captions; everyone else reads `ended`. */
  stopped: ({ voiceChannelId, lines }: { readonly voiceChannelId: string; readonly lines: number }): string =>
    lines === 0
      ? `You stopped the captions of ${channelMention(voiceChannelId)}.`
      : `You stopped the captions of ${channelMention(voiceChannelId)}. The transcript has ${countCaptions(lines)}.`,

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
    const shownIn = channelMention(textChannelId);
    const channel = channelMention(voiceChannelId);
    const end: Readonly<Record<EndReason, string>> = {
      stopped: `Captions of ${channel} ended.`,
      emptied: `Captions of ${channel} ended because everyone left.`,
      'voice-ended': `Captions of ${channel} ended because I left the voice channel.`,
      moved:
        movedTo === undefined
          ? `Captions of ${channel} ended because I moved. Use ${start} to caption the new channel.`
          : `Captions of ${channel} ended because I moved to ${channelMention(movedTo)}. Use ${start} to caption the new channel.`,
      budget: [
        `Captions of ${channel} ended.`,
        ...(usedUp === undefined ? [] : [budgetMessages.usedUp({ ...usedUp, kind: 'captions', left: 0 })]),
      ].join(' '),
      closed: startsAgain
        ? `Captions of ${channel} ended because I'm restarting. They start again automatically.`
        : `Captions of ${channel} ended because I'm restarting. Use ${start} again in a moment.`,
      'cannot-post': `Captions of ${channel} ended because I can't post in ${shownIn} anymore. Let me post there, or use ${start} in another channel.`,
      'audience-widened': `Captions of ${channel} ended because people who can't see it can now read ${shownIn}. Use ${start} to choose where they go.`,
      interrupted: startsAgain
        ? `Captions of ${channel} were interrupted because I stopped unexpectedly. They start again automatically.`
        : `Captions of ${channel} were interrupted because I stopped unexpectedly. Use ${start} to start them again.`,
    };
    return end[reason];
  },
  /** Follows `ended`. */
  endedTranscript: {
    attached: 'The transcript is attached.',
    export: `Use ${exportCommand} to get the transcript.`,
    nothing: 'Nothing was captioned.',
    /** Some speech has no text yet. */
    pending: `Some speech isn't transcribed yet. Use ${exportCommand} later to get its text too.`,
  },

  chooseFormat: ({ voiceChannelId }: { readonly voiceChannelId: string }): string =>
    `Choose a format for the transcript of ${channelMention(voiceChannelId)}.`,
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
      ? `Transcript of ${channelMention(voiceChannelId)}: ${countCaptions(lines)} so far.`
      : `Transcript of ${channelMention(voiceChannelId)}: ${countCaptions(lines)}.`,

  refusals: {
    alreadyOn: ({
      voiceChannelId,
      textChannelId,
    }: {
      readonly voiceChannelId: string;
      readonly textChannelId: string;
    }): string =>
      `Captions of ${channelMention(voiceChannelId)} are already on ${place(voiceChannelId, textChannelId)}. Use ${stop} to end them.`,
    off: `Captions are off here. Use ${start} to start them.`,
    /** By the Stop button of captions that are over. */
    alreadyEnded: `Those captions have already ended. If newer ones are on, use ${stop} to end them.`,
    /** By a Stop button that doesn't say which captions it ends. */
    oldStopButton: `This button is out of date, so I didn't stop anything. Use ${stop} to end captions.`,
    notForYou: ({ voiceChannelId }: { readonly voiceChannelId: string }): string =>
      `You can't enter ${channelMention(voiceChannelId)} yourself, so I won't caption it for you.`,
    joinFirst: `Join a voice channel first, then use ${start}.`,
    channelHidden: `I can't see this channel. Give me ${bold('View Channel')} here, or use another channel.`,
    permissionsMissing: ({ permissions }: { readonly permissions: readonly string[] }): string =>
      `I can't post captions here. Ask someone who manages the server to give me ${format.list(permissions.map((name) => bold(name)))} in this channel.`,
    mayNotStop: ({ startedBy, voiceChannelId }: StartedBy): string =>
      startedBy === undefined
        ? `Only people in ${channelMention(voiceChannelId)} and people who manage the server or its voice channels can stop these captions.`
        : `Only ${userMention(startedBy)}, people in ${channelMention(voiceChannelId)}, and people who manage the server or its voice channels can stop these captions.`,
    noTranscript: `There's no transcript here yet. Use ${start} to start one.`,
    transcriptDeleted: 'This transcript has been deleted.',
    transcriptHidden: "You can't see the channel of these captions, so I can't give you their transcript.",
    /** The captions were only for people who can see the voice channel. */
    transcriptOfHiddenVoice: "You can't see the voice channel of these captions, so I can't give you their transcript.",
    statusHidden: "You can't see the voice channel of these captions, so I can't show you their status.",
    notInThread: "These captions are in a private thread that you aren't in. Ask one of its members to add you.",
    /** The person's access could not be checked. */
    accessUnknown:
      "I can't check right now whether you can see the channel of these captions. If it's a private thread, add me to it, then try again.",
    nothingCaptioned: "Nothing has been captioned yet, so there's nothing to export.",
    fileTooLarge: `The transcript is larger than Discord allows here. Try ${inlineCode('txt')} or ${inlineCode('srt')}.`,
  },

  /** What readers learn about the captions themselves. */
  notices: {
    /** `code` is that of the speech service's newest error. */
    outage: ({ code }: { readonly code: string }): string => {
      const key = `The speech service rejected my API key. Ask the bot's operator to check ${inlineCode('SPEECH_API_KEY')}.`;
      const reasons: Readonly<Record<string, string>> = {
        SPEECH_UNAUTHORIZED: key,
        SPEECH_FORBIDDEN: key,
        SPEECH_OUT_OF_CREDITS:
          "The speech service account is out of credits. Ask the bot's operator to top up its API credit, which is separate from the platform's credit.",
        SPEECH_RATE_LIMITED: 'The speech service is overloaded.',
      };
      return `${reasons[code] ?? "The speech service isn't responding."} I keep what is said. Its captions follow later, marked as late.`;
    },
    lost: ({ durationMs }: { readonly durationMs: number }): string =>
      `${format.duration(Math.max(1_000, durationMs))} of speech was lost because the storage for pending audio is full.`,
    /** `reason` is a sentence of the error catalogue. */
    refused: ({
      userIds,
      clips,
      reason,
    }: {
      readonly userIds: readonly string[];
      readonly clips: number;
      readonly reason: string;
    }): string =>
      [
        format.plural(
          clips,
          {
            one: "A recording of {people} couldn't be captioned.",
            other: "# recordings of {people} couldn't be captioned.",
          },
          { people: people(userIds) },
        ),
        reason,
      ].join(' '),
    webhooksMissing: `Give me ${bold('Manage Webhooks')} in this channel to show each caption under its speaker's name and picture.`,
  },
};

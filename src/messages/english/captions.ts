import { bold, channelMention, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import { budgetMessages } from './budgets.ts';

const format = createFormat('en');

const start = inlineCode('/captions start');
const stop = inlineCode('/captions stop');
const exportCommand = inlineCode('/captions export');
const optIn = inlineCode('/privacy opt-in');
const optOut = inlineCode('/privacy opt-out');
const erase = inlineCode('/privacy erase');

/** Most people named in one list, so that two lists fit one message. */
const MAX_MENTIONS = 25;

/** Why captions ended; the names are those of `CaptionsEndReason`. */
type EndReason = 'stopped' | 'voice-ended' | 'moved' | 'budget' | 'closed' | 'interrupted';

/** The budget that ended captions: the server's, or that of all servers together. */
interface UsedUp {
  readonly whose: 'guild' | 'account';
  /** Milliseconds a day. */
  readonly limit: number;
  readonly resetsAtMs: number;
}

function people(userIds: readonly string[]): string {
  if (userIds.length === 0) return 'no one';
  const named = userIds.slice(0, MAX_MENTIONS).map((userId) => userMention(userId));
  const hidden = userIds.length - named.length;
  return format.list(hidden === 0 ? named : [...named, `${format.number(hidden)} more`]);
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
    optIn: 'Opt in',
    optOut: 'Opt out',
    optBackIn: 'Opt back in',
    stop: 'Stop',
    export: 'Export',
    formats: { txt: 'Text (txt)', srt: 'Subtitles (srt)', vtt: 'Web subtitles (vtt)', json: 'Data (json)' },
  },

  /** The line under a voice channel's name. */
  channelStatus: '💬 Live captions are on',
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
  }: {
    readonly voiceChannelId: string;
    readonly startedBy: string;
    readonly language: string | undefined;
    readonly consent: 'opt-in' | 'opt-out';
    readonly retentionDays: number;
  }): string =>
    [
      `💬 Live captions of ${channelMention(voiceChannelId)} are on, started by ${userMention(startedBy)}. ${languageSentence(language)}`,
      consent === 'opt-in'
        ? `Only people who press ${bold('Opt in')} or use ${optIn} are captioned. You can opt out again at any time. Opting out takes effect immediately, in every server.`
        : `Everyone in the channel is captioned, except people who press ${bold('Opt out')} or use ${optOut}. Opting out takes effect immediately, in every server.`,
      `The transcript is deleted after ${format.plural(retentionDays, { one: '# day', other: '# days' })}. Use ${erase} to delete your part sooner.`,
    ].join('\n'),

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
    readonly startedBy: string;
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
    return [
      `Captions of ${channelMention(voiceChannelId)} are on in ${channelMention(textChannelId)}, started ${since} by ${userMention(startedBy)}.`,
      languageSentence(language),
      `Captioned: ${people(captioned)}.`,
      consent === 'opt-in'
        ? `Not captioned: ${people(notCaptioned)}. Only people who opt in are captioned.`
        : `Not captioned: ${people(notCaptioned)}.`,
      facts.join(' · '),
    ].join('\n');
  },

  /** To the person who stopped captions; everyone else reads `ended`. */
  stopped: ({ voiceChannelId, lines }: { readonly voiceChannelId: string; readonly lines: number }): string =>
    lines === 0
      ? `You stopped the captions of ${channelMention(voiceChannelId)}.`
      : `You stopped the captions of ${channelMention(voiceChannelId)}. The transcript has ${countCaptions(lines)}.`,

  /** To everyone in the captions' text channel. */
  ended: ({
    voiceChannelId,
    reason,
    movedTo,
    usedUp,
    lines,
    hasFile,
    isTextPending,
  }: {
    readonly voiceChannelId: string;
    readonly reason: EndReason;
    /** The bot's new voice channel where the reason is `moved`. */
    readonly movedTo: string | undefined;
    /** What is used up where the reason is `budget`. */
    readonly usedUp: UsedUp | undefined;
    readonly lines: number;
    /** Whether the transcript is attached. */
    readonly hasFile: boolean;
    readonly isTextPending: boolean;
  }): string => {
    const channel = channelMention(voiceChannelId);
    const end: Readonly<Record<EndReason, string>> = {
      stopped: `Captions of ${channel} ended.`,
      'voice-ended': `Captions of ${channel} ended because I left the voice channel.`,
      moved:
        movedTo === undefined
          ? `Captions of ${channel} ended because I moved. Use ${start} to caption the new channel.`
          : `Captions of ${channel} ended because I moved to ${channelMention(movedTo)}. Use ${start} to caption the new channel.`,
      budget: [
        `Captions of ${channel} ended.`,
        ...(usedUp === undefined ? [] : [budgetMessages.usedUp({ ...usedUp, kind: 'captions', left: 0 })]),
      ].join(' '),
      closed: `Captions of ${channel} ended because I'm restarting. Use ${start} again in a moment.`,
      interrupted: `Captions of ${channel} were interrupted because I stopped unexpectedly. Use ${start} to resume.`,
    };
    const transcript = hasFile ? 'The transcript is attached.' : `Use ${exportCommand} to get the transcript.`;
    return [
      end[reason],
      ...(lines > 0 ? [transcript] : isTextPending ? [] : ['Nothing was said.']),
      ...(isTextPending ? [`Some speech isn't transcribed yet. Use ${exportCommand} later to get its text too.`] : []),
    ].join(' ');
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
      `Captions of ${channelMention(voiceChannelId)} are already on in ${channelMention(textChannelId)}. Use ${stop} to end them.`,
    off: `Captions are off here. Use ${start} to start them.`,
    joinFirst: `Join a voice channel first, then use ${start}.`,
    channelHidden: `I can't see this channel. Give me ${bold('View Channel')} here, or use another channel.`,
    permissionsMissing: ({ permissions }: { readonly permissions: readonly string[] }): string =>
      `I can't post captions here. Ask someone who manages the server to give me ${format.list(permissions.map((name) => bold(name)))} in this channel.`,
    mayNotStop: ({
      startedBy,
      voiceChannelId,
    }: {
      readonly startedBy: string;
      readonly voiceChannelId: string;
    }): string =>
      `Only ${userMention(startedBy)}, people in ${channelMention(voiceChannelId)}, and people who manage the server or its voice channels can stop these captions.`,
    noTranscript: `There's no transcript here yet. Use ${start} to start one.`,
    transcriptDeleted: 'This transcript has been deleted.',
    transcriptHidden: "You can't see the channel of these captions, so I can't give you their transcript.",
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
        SPEECH_OUT_OF_CREDITS: "The speech service account is out of credits. Ask the bot's operator to top it up.",
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
      clips === 1
        ? `A recording of ${people(userIds)} couldn't be captioned. ${reason}`
        : `${format.number(clips)} recordings of ${people(userIds)} couldn't be captioned. ${reason}`,
    webhooksMissing: `Give me ${bold('Manage Webhooks')} in this channel to show each caption under its speaker's name and picture.`,
  },
};

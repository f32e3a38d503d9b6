import { bold, channelMention, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import type { Language } from '../language.ts';
import type { Texts } from '../text-types.ts';

interface InChannel {
  readonly channelId: string;
}

interface MissingPermissions extends InChannel {
  /** Names of permissions. */
  readonly permissions: readonly string[];
}

interface InUse extends InChannel {
  /** The member may take the bot away from there with `/join`. */
  readonly mayMove: boolean;
}

interface TitledVoice {
  /** Sanitized; empty where the voice has none. */
  readonly title: string;
}

/** Speaking in voice channels, and the commands for it. */
export function playbackMessages(catalogue: Texts['playback'], { format, names: { command, option } }: Language) {
  const { parts, ...own } = catalogue;

  const yourVoice = ({ title }: TitledVoice): string =>
    title === '' ? parts.yourVoice.withoutTitle : parts.yourVoice.withTitle({ title: bold(title) });
  return {
    ...own,
    /** Answers to an attempt to enter a voice channel, by its outcome. */
    join: {
      ...catalogue.join,
      joined: ({ channelId }: InChannel): string =>
        catalogue.join.joined({ channel: channelMention(channelId), say: command('say') }),
      moved: ({ channelId }: InChannel): string =>
        catalogue.join.moved({ channel: channelMention(channelId), say: command('say') }),
      alreadyHere: ({ channelId }: InChannel): string =>
        catalogue.join.alreadyHere({ channel: channelMention(channelId), say: command('say') }),
      missingPermissions: ({ channelId, permissions }: MissingPermissions): string =>
        catalogue.join.missingPermissions({
          channel: channelMention(channelId),
          ...format.permissions(permissions),
        }),
      full: ({ channelId, userLimit }: InChannel & { readonly userLimit: number }): string =>
        catalogue.join.full({ channel: channelMention(channelId), userLimit }),
      busy: ({ retryAtMs }: { readonly retryAtMs: number }): string =>
        catalogue.join.busy({ retryAt: time(Math.ceil(retryAtMs / 1_000), TimestampStyles.RelativeTime) }),
      noChannel: catalogue.join.noChannel({ channel: option('channel') }),
      notForYou: ({ channelId }: InChannel): string => catalogue.join.notForYou({ channel: channelMention(channelId) }),
    },
    /** On a stage, where the bot has just joined the audience and somebody wants it to speak. */
    stage: {
      ...catalogue.stage,
      asked: ({ channelId }: InChannel): string => catalogue.stage.asked({ channel: channelMention(channelId) }),
      mayNotAsk: ({ channelId }: InChannel): string =>
        catalogue.stage.mayNotAsk({ channel: channelMention(channelId) }),
      couldNotAsk: ({ channelId }: InChannel): string =>
        catalogue.stage.couldNotAsk({ channel: channelMention(channelId) }),
      /** Posted once in the text channel that the bot was called from, when a text waits. */
      waits: {
        ...catalogue.stage.waits,
        asked: ({ channelId }: InChannel): string =>
          catalogue.stage.waits.asked({ channel: channelMention(channelId) }),
        mayNotAsk: ({ channelId }: InChannel): string =>
          catalogue.stage.waits.mayNotAsk({ channel: channelMention(channelId) }),
        movedToAudience: ({ channelId }: InChannel): string =>
          catalogue.stage.waits.movedToAudience({ channel: channelMention(channelId), join: command('join') }),
      },
    },
    /** Why the bot doesn't leave a channel with people in it, by what it was asked for. */
    inUse: {
      ...catalogue.inUse,
      join: ({ channelId }: InChannel): string =>
        catalogue.inUse.join({ channel: channelMention(channelId), leave: command('leave') }),
      say: ({ channelId, mayMove }: InUse): string =>
        mayMove
          ? catalogue.inUse.say.move({ channel: channelMention(channelId), join: command('join') })
          : catalogue.inUse.say.notMove({ channel: channelMention(channelId), file: option('file') }),
      captions: ({ channelId, mayMove }: InUse): string =>
        mayMove
          ? catalogue.inUse.captions.move({ channel: channelMention(channelId), join: command('join') })
          : catalogue.inUse.captions.notMove({ channel: channelMention(channelId) }),
    },
    notInVoice: catalogue.notInVoice({ join: command('join') }),
    mayNotControl: ({ channelId }: InChannel): string =>
      catalogue.mayNotControl({ channel: channelMention(channelId) }),
    left: ({ channelId }: InChannel): string => catalogue.left({ channel: channelMention(channelId) }),
    joinCancelled: ({ channelId }: InChannel): string =>
      catalogue.joinCancelled({ channel: channelMention(channelId) }),
    skipped: ({ userId }: { readonly userId: string }): string => catalogue.skipped({ user: userMention(userId) }),
    paused: catalogue.paused({ resume: command('resume') }),
    alreadyPaused: catalogue.alreadyPaused({ resume: command('resume') }),
    queue: {
      ...catalogue.queue,
      empty: catalogue.queue.empty({ say: command('say') }),
      heading: ({ channelId }: InChannel): string => catalogue.queue.heading({ channel: channelMention(channelId) }),
      joiningHeading: ({ channelId }: InChannel): string =>
        catalogue.queue.joiningHeading({ channel: channelMention(channelId) }),
      pausedHeading: ({ channelId }: InChannel): string =>
        catalogue.queue.pausedHeading({ channel: channelMention(channelId) }),
      /** `text` is sanitized. */
      item: ({
        number,
        userId,
        state,
        text,
      }: {
        readonly number: number;
        readonly userId: string;
        readonly state: string;
        readonly text: string;
      }): string => catalogue.queue.item({ number: String(number), user: userMention(userId), state, text }),
    },
    /** The answer to `/say`, while a text is on its way and when it is over. */
    say: {
      ...catalogue.say,
      voiceTooLong: catalogue.say.voiceTooLong({ text: option('text') }),
      /** In `/help`. */
      knownStyles: ({ styles }: { readonly styles: readonly string[] }): string =>
        catalogue.say.knownStyles({ styles: format.list(styles.map((style) => inlineCode(style))) }),
      queued: ({ ahead }: { readonly ahead: number }): string =>
        catalogue.say.queued({ ahead, queue: command('queue') }),
      queuedWhilePaused: ({ ahead }: { readonly ahead: number }): string =>
        ahead === 0
          ? catalogue.say.queuedWhilePaused.noAhead({ resume: command('resume') })
          : catalogue.say.queuedWhilePaused.someAhead({ ahead, resume: command('resume') }),
      /** Public, directly above a voice message or an audio file. */
      audioFor: ({ userId }: { readonly userId: string }): string =>
        catalogue.say.audioFor({ user: userMention(userId) }),
      /** A text that an earlier process had begun or queued, and that could not be continued. */
      notContinued: catalogue.say.notContinued({ say: command('say') }),
    },
    /** What a member reads about the voice that they hear, when it is not the one they wanted. */
    voice: {
      ...catalogue.voice,
      /** Why the voice that they had chosen is lost. */
      lost: {
        ...catalogue.voice.lost,
        deleted: (voice: TitledVoice): string => catalogue.voice.lost.deleted({ voice: yourVoice(voice) }),
        withdrawn: (voice: TitledVoice): string => catalogue.voice.lost.withdrawn({ voice: yourVoice(voice) }),
        gone: (voice: TitledVoice): string => catalogue.voice.lost.gone({ voice: yourVoice(voice) }),
        failed: (voice: TitledVoice): string => catalogue.voice.lost.failed({ voice: yourVoice(voice) }),
        'taken-down': (voice: TitledVoice): string => catalogue.voice.lost['taken-down']({ voice: yourVoice(voice) }),
      },
      /** What a person speaks with after that, by where it comes from. */
      now: {
        ...catalogue.voice.now,
        default: catalogue.voice.now.default({ voiceUse: command('voice use') }),
        everywhere: catalogue.voice.now.everywhere({ voiceUse: command('voice use') }),
        here: catalogue.voice.now.here({ voiceUse: command('voice use') }),
        said: catalogue.voice.now.said({ say: command('say'), voiceUse: command('voice use') }),
      },
      /** The service refused the voice that this server set for those who chose none. */
      serverRefused: catalogue.voice.serverRefused({ settings: command('settings') }),
      /** The suggestion of the voice that was named last. */
      lastUsed: ({ title }: TitledVoice): string =>
        title === '' ? catalogue.voice.lastUsed.withoutTitle : catalogue.voice.lastUsed.withTitle({ title }),
      /** Another voice than before was named in `/say`. */
      remembered: ({ title }: TitledVoice): string =>
        title === ''
          ? catalogue.voice.remembered.withoutTitle({ say: command('say'), voice: option('voice') })
          : catalogue.voice.remembered.withTitle({ title: bold(title), say: command('say'), voice: option('voice') }),
    },
    /** Posted in the text channel that the bot was called from. */
    notices: {
      ...catalogue.notices,
      leftAlone: ({ channelId }: InChannel): string =>
        catalogue.notices.leftAlone({ channel: channelMention(channelId), join: command('join') }),
      moved: ({ channelId }: InChannel): string => catalogue.notices.moved({ channel: channelMention(channelId) }),
      movedWithoutPermissions: ({ channelId, permissions }: MissingPermissions): string =>
        catalogue.notices.movedWithoutPermissions({
          channel: channelMention(channelId),
          ...format.permissions(permissions),
        }),
      movedToStage: ({ channelId }: InChannel): string =>
        catalogue.notices.movedToStage({ channel: channelMention(channelId) }),
      disconnected: ({ channelId }: InChannel): string =>
        catalogue.notices.disconnected({ channel: channelMention(channelId), join: command('join') }),
      /** The channel is gone, so that it cannot be mentioned. */
      channelDeleted: catalogue.notices.channelDeleted({ join: command('join') }),
      connectionLost: ({ channelId }: InChannel): string =>
        catalogue.notices.connectionLost({ channel: channelMention(channelId), join: command('join') }),
    },
  };
}

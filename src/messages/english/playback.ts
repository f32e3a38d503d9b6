import { bold, channelMention, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import { command, option } from './names.ts';

const format = createFormat('en');

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

/** The suggestion that ends the use of the voice last named in `/say`. */
const USUAL_VOICE = 'My usual voice';

const yourVoice = ({ title }: TitledVoice): string => (title === '' ? 'Your voice' : `Your voice ${bold(title)}`);

/** English: speaking in voice channels, and the commands for it. */
export const playbackMessages = {
  commands: {
    say: {
      description: 'Speak a text in your voice channel, or get it as an audio file',
      options: {
        text: 'The text to speak; a form opens if you leave this out',
        voice: 'The voice to use: start typing its title, or paste its ID',
        style: 'How to say it: choose a style, or describe one in a few words',
        speed: 'How fast, from 0.5 to 2 (default: your usual speed)',
        file: 'Send an audio file instead of speaking',
      },
    },
    join: {
      description: 'Join a voice channel',
      options: { channel: 'The channel to join; yours if you leave this out' },
    },
    leave: { description: 'Leave the voice channel' },
    skip: { description: 'Skip the text that is being spoken' },
    stop: { description: 'Stop speaking and clear the queue' },
    pause: { description: 'Pause speaking' },
    resume: { description: 'Resume speaking' },
    queue: { description: 'Show the queue, and remove texts from it' },
  },

  /** Answers to an attempt to enter a voice channel, by its outcome. */
  join: {
    joined: ({ channelId }: InChannel): string =>
      `I joined ${channelMention(channelId)}. Use ${command('say')} to have me speak.`,
    moved: ({ channelId }: InChannel): string =>
      `I moved to ${channelMention(channelId)}. Use ${command('say')} to have me speak.`,
    alreadyHere: ({ channelId }: InChannel): string =>
      `I'm already in ${channelMention(channelId)}. Use ${command('say')} to have me speak.`,
    missingPermissions: ({ channelId, permissions }: MissingPermissions): string =>
      `I can't speak in ${channelMention(channelId)}. Ask someone who manages the server to give me ${format.list(permissions)} there.`,
    full: ({ channelId, userLimit }: InChannel & { readonly userLimit: number }): string =>
      `${channelMention(channelId)} is full (${format.number(userLimit)} at most). Make room, raise its limit, or give me Move Members.`,
    unknownChannel: "I can't see that voice channel. Give me View Channel and Connect there, or choose another one.",
    noAnswer: "Discord didn't let me join. The channel may be full or closed to me. Try again in a moment.",
    notReady: 'Discord let me in, but the voice connection failed. Try again in a moment.',
    busy: ({ retryAtMs }: { readonly retryAtMs: number }): string =>
      `I can't join yet: Discord limits how many channels I join a minute. Try again ${time(Math.ceil(retryAtMs / 1_000), TimestampStyles.RelativeTime)}.`,
    cancelled: 'I was asked to leave before I joined.',
    noChannel: `Join a voice channel first, or choose one with ${option('channel')}.`,
    notForYou: ({ channelId }: InChannel): string =>
      `You can't enter ${channelMention(channelId)} yourself, so I won't join it for you.`,
  },

  /** On a stage, where the bot has just joined the audience and somebody wants it to speak. */
  stage: {
    asked: ({ channelId }: InChannel): string =>
      `I'm in the audience of ${channelMention(channelId)} and asked to speak. A stage moderator has to invite me; captions already work.`,
    mayNotAsk: ({ channelId }: InChannel): string =>
      `I'm in the audience of ${channelMention(channelId)}, where captions work. To have me speak, invite me to speak, or give me Request to Speak there.`,
    couldNotAsk: ({ channelId }: InChannel): string =>
      `I'm in the audience of ${channelMention(channelId)}, where captions work. I couldn't ask to speak, so a stage moderator has to invite me.`,
    /** Posted once in the text channel that the bot was called from, when a text waits. */
    waits: {
      asked: ({ channelId }: InChannel): string =>
        `I'm in the audience of ${channelMention(channelId)} and asked to speak. What's in my queue waits until a stage moderator invites me.`,
      mayNotAsk: ({ channelId }: InChannel): string =>
        `I can't speak from the audience of ${channelMention(channelId)}. What's in my queue waits until a stage moderator invites me, or gives me Request to Speak.`,
      movedToAudience: ({ channelId }: InChannel): string =>
        `I was moved to the audience of ${channelMention(channelId)}, so I stopped speaking. Use ${command('join')} to have me ask to speak again.`,
    },
  },

  /** Why the bot doesn't leave a channel with people in it, by what it was asked for. */
  inUse: {
    join: ({ channelId }: InChannel): string =>
      `People are listening to me in ${channelMention(channelId)}. Join them there, or ask them to use ${command('leave')}.`,
    say: ({ channelId, mayMove }: InUse): string =>
      mayMove
        ? `I'm in use in ${channelMention(channelId)}. Join that channel to speak, or use ${command('join')} to bring me to yours.`
        : `I'm in use in ${channelMention(channelId)}. Join that channel to speak, or use ${option('file')} to get the audio.`,
    captions: ({ channelId, mayMove }: InUse): string =>
      mayMove
        ? `I'm in use in ${channelMention(channelId)}. Join that channel to caption it, or use ${command('join')} to bring me to yours.`
        : `I'm in use in ${channelMention(channelId)}. Join that channel to caption it.`,
  },

  notInVoice: `I'm not in a voice channel here. Use ${command('join')} to bring me into yours.`,
  /** By a command that changes what is spoken: there is nothing that it could change after `/join`. */
  nothingToControl: "I'm not in a voice channel.",
  mayNotControl: ({ channelId }: InChannel): string =>
    `Only people in ${channelMention(channelId)}, or those who manage the server or its voice channels, can do that.`,

  left: ({ channelId }: InChannel): string => `I left ${channelMention(channelId)}.`,
  joinCancelled: ({ channelId }: InChannel): string => `Cancelled: I won't join ${channelMention(channelId)}.`,
  skipped: ({ userId }: { readonly userId: string }): string => `Skipped ${userMention(userId)}'s text.`,
  /** To the member who asked for it. */
  skippedOwn: 'Skipped your text.',
  nothingToSkip: "There's nothing to skip: I'm not speaking.",
  stopped: 'Stopped.',
  stoppedAndRemoved: ({ texts }: { readonly texts: number }): string =>
    format.plural(texts, {
      one: 'Stopped. Removed # text from the queue.',
      other: 'Stopped. Removed # texts from the queue.',
    }),
  nothingToStop: "There's nothing to stop: I'm not speaking.",
  paused: `Paused. Use ${command('resume')} to continue.`,
  alreadyPaused: `I'm already paused. Use ${command('resume')} to continue.`,
  resumed: 'Resumed.',
  notPaused: "I'm not paused.",

  queue: {
    empty: `The queue is empty. Add to it with ${command('say')}.`,
    heading: ({ channelId }: InChannel): string => `In ${channelMention(channelId)}:`,
    joiningHeading: ({ channelId }: InChannel): string => `Joining ${channelMention(channelId)}:`,
    pausedHeading: ({ channelId }: InChannel): string => `In ${channelMention(channelId)} (paused):`,
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
    }): string => `${number}\\. ${userMention(userId)} (${state}): ${text}`,
    states: {
      waiting: 'waiting',
      preparing: 'preparing',
      speaking: 'speaking',
      paused: 'paused',
      'waiting-for-listeners': 'waiting for listeners',
      'waiting-for-permission': 'not allowed to speak yet',
    },
    hidden: ({ texts }: { readonly texts: number }): string =>
      format.plural(texts, { one: '…and # more text.', other: '…and # more texts.' }),
    selectPlaceholder: 'Remove a text…',
    removed: 'Removed from the queue.',
    notFound: 'That text is no longer in the queue.',
    notYours: 'You can only remove your own texts.',
    notForYou: "You can't see the voice channel that I'm in, so I can't show you its queue.",
  },

  /** The answer to `/say`, while a text is on its way and when it is over. */
  say: {
    /** The form that opens without a text. At most 45 characters each. */
    form: { title: 'Speak a text', text: 'Text' },
    voiceTooLong: `That voice's name is too long for the form. Choose it from the suggestions, or add ${option('text')}.`,
    /** Names of styles, as people choose them. */
    styles: {
      whispering: 'whispering',
      'soft tone': 'soft tone',
      shouting: 'shouting',
      screaming: 'screaming',
      'in a hurry tone': 'in a hurry',
      happy: 'happy',
      excited: 'excited',
      calm: 'calm',
      sad: 'sad',
      angry: 'angry',
      surprised: 'surprised',
      nervous: 'nervous',
      scared: 'scared',
      confident: 'confident',
      proud: 'proud',
      curious: 'curious',
      grateful: 'grateful',
      sarcastic: 'sarcastic',
      embarrassed: 'embarrassed',
      laughing: 'laughing',
      sighing: 'sighing',
      sobbing: 'sobbing',
    },
    /** In `/help`. */
    knownStyles: ({ styles }: { readonly styles: readonly string[] }): string =>
      `Styles: ${format.list(styles.map((style) => inlineCode(style)))}. You can also describe one in a few words of your own.`,
    invalidStyle: ({ max }: { readonly max: number }): string =>
      `Describe the style in a few words, with letters only and at most ${format.number(max)} characters, such as ${inlineCode('whispering')}.`,
    nothingToSpeak: 'There is nothing to speak in this text. Add some words.',
    /** By the entry of a message's menu. */
    nothingInMessage: "There's nothing in this message that I can say. Choose one with text.",
    queued: ({ ahead }: { readonly ahead: number }): string =>
      format.plural(ahead, {
        one: `Queued: # text is ahead of yours. ${command('queue')} shows all.`,
        other: `Queued: # texts are ahead of yours. ${command('queue')} shows all.`,
      }),
    queuedWhilePaused: ({ ahead }: { readonly ahead: number }): string =>
      ahead === 0
        ? `Queued. I'm paused; use ${command('resume')} to continue.`
        : format.plural(ahead, {
            one: `Queued: # text is ahead of yours. I'm paused; use ${command('resume')} to continue.`,
            other: `Queued: # texts are ahead of yours. I'm paused; use ${command('resume')} to continue.`,
          }),
    /** Above the audio file that a member in no voice channel gets in place of speech. */
    fileInstead: "You aren't in a voice channel, so here's the audio.",
    /** Public, directly above a voice message or an audio file. */
    audioFor: ({ userId }: { readonly userId: string }): string => `${userMention(userId)} asked for this audio:`,
    waitingForSound: 'Still waiting for the first sound…',
    /** Nobody else is in the voice channel. */
    waitingForPeople: "Nobody is in the voice channel to hear this. I'll speak when someone joins.",
    /** The same in the middle of the text. */
    waitingToContinue: "Nobody is in the voice channel to hear this. I'll continue when someone joins.",
    /** Discord lets nobody hear the bot: it is in a stage's audience, or lacks Speak. */
    waitingForPermission:
      "I'm not allowed to speak here yet. I'll start when a stage moderator invites me, or when I get Speak.",
    speaking: 'Speaking…',
    spoken: 'Spoken.',
    /** Why a text was not spoken to its end; `session-ended`: it had begun. */
    dropped: {
      skipped: 'Skipped.',
      stopped: 'Stopped.',
      removed: 'Removed from the queue.',
      'session-ended': 'I left the voice channel before this text was finished.',
    },
    /** The session ended before the text began. */
    neverSpoken: 'Not spoken: I left the voice channel.',
    /** A text that an earlier process had begun or queued, and that could not be continued. */
    notContinued: `I restarted and couldn't finish this text. Use ${command('say')} to send it again.`,
    /** `reason` is a sentence. */
    interrupted: ({ reason }: { readonly reason: string }): string => `I had to stop in the middle. ${reason}`,
    tooManyTexts: ({ max }: { readonly max: number }): string =>
      `The queue is full (${format.plural(max, { one: '# text', other: '# texts' })}). Try again when I've spoken some of it.`,
    tooManyCharacters: ({ max }: { readonly max: number }): string =>
      `The queue is full (${format.plural(max, { one: '# character', other: '# characters' })}). Try again when I've spoken some of it.`,
  },

  /** What a member reads about the voice that they hear, when it is not the one they wanted. */
  voice: {
    /** Why the voice that they had chosen is lost. */
    lost: {
      deleted: (voice: TitledVoice): string => `${yourVoice(voice)} was deleted.`,
      withdrawn: (voice: TitledVoice): string => `${yourVoice(voice)} is private now.`,
      gone: (voice: TitledVoice): string => `${yourVoice(voice)} was deleted from the speech service.`,
      failed: (voice: TitledVoice): string => `${yourVoice(voice)} can't be used: its training failed.`,
      'taken-down': (voice: TitledVoice): string => `${yourVoice(voice)} was taken down by the speech service.`,
    },
    /** Why the voice that they wanted was refused, by its status. */
    refused: {
      ready: "The speech service doesn't accept the voice you wanted right now.",
      training: 'The voice you wanted is still in training.',
      failed: 'The training of the voice you wanted failed.',
      'taken-down': 'The voice you wanted was taken down by the speech service.',
      'not-for-speech': "The voice you wanted can't be used for speech.",
      gone: 'The voice you wanted was deleted from the speech service.',
    },
    /** What a person speaks with after that, by where it comes from. */
    now: {
      default: `From now on you speak with the default voice. Choose another with ${command('voice use')}.`,
      everywhere: `From now on you speak with the voice you chose for everywhere. Choose another with ${command('voice use')}.`,
      here: `From now on you speak with the voice you chose for this server. Choose another with ${command('voice use')}.`,
      said: `From now on you speak with the voice you last used in ${command('say')}. Choose another with ${command('voice use')}.`,
    },
    /** The service refused the voice that this server set for those who chose none. */
    serverRefused: `This server's voice can't be used right now, so this is the default voice. Managers can choose another in ${command('settings')}.`,
    usual: USUAL_VOICE,
    /** The suggestion of the voice that was named last. */
    lastUsed: ({ title }: TitledVoice): string => (title === '' ? 'The voice you used last' : `${title} · used last`),
    /** Another voice than before was named in `/say`. */
    remembered: ({ title }: TitledVoice): string =>
      `I'll keep using ${title === '' ? 'this voice' : bold(title)} for your ${command('say')} here. To go back, set ${option('voice')} to “${USUAL_VOICE}”.`,
    thisTimeDefault: 'This is the default voice instead.',
    choiceUnavailable: "I can't look up the voice you chose right now, so this is the default voice.",
  },

  /** Posted in the text channel that the bot was called from. */
  notices: {
    leftAlone: ({ channelId }: InChannel): string =>
      `I left ${channelMention(channelId)} because nobody else was there. Use ${command('join')} to bring me back.`,
    moved: ({ channelId }: InChannel): string => `I was moved to ${channelMention(channelId)}, and continue there.`,
    movedWithoutPermissions: ({ channelId, permissions }: MissingPermissions): string =>
      `I was moved to ${channelMention(channelId)}, where I can't speak. Give me ${format.list(permissions)} there.`,
    movedToStage: ({ channelId }: InChannel): string =>
      `I was moved to ${channelMention(channelId)}, a stage channel. I'm in its audience, and ask to speak when there's something to say.`,
    disconnected: ({ channelId }: InChannel): string =>
      `I was disconnected from ${channelMention(channelId)}, and the queue was cleared. Use ${command('join')} to bring me back.`,
    /** The channel is gone, so that it cannot be mentioned. */
    channelDeleted: `I left because the voice channel was deleted, and the queue was cleared. Use ${command('join')} to bring me into another one.`,
    connectionLost: ({ channelId }: InChannel): string =>
      `I lost the connection to ${channelMention(channelId)}. Use ${command('join')} to bring me back.`,
  },
};

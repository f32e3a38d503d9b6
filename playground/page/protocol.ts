/**
 * What the page in the browser and its server say to each other: JSON texts over the WebSocket
 * `/live?tab=KEY&languages=LIST`. Binary frames carry voice, see `voice-frames.ts`. Types only: the page and Node both read
 * this file.
 *
 * `KEY` is 8 to 64 letters, digits, `-` or `_`, made by the tab. A tab that connects again within a while is the same person.
 * `LIST` are the languages that the visitor wants, the best first, as BCP 47 tags with commas between: they use Discord in the
 * first of them that Mynah speaks.
 * `POST /files` takes the bytes of one file of at most 10 MiB, with the headers `content-type` and `x-file-name` (the name,
 * percent-encoded); the answer is an `UploadedFile`, or a `RefusedFile` with a status above 400.
 */
import type {
  APIApplicationCommand,
  APIEmbed,
  APIMessageTopLevelComponent,
  APIModalInteractionResponseCallbackData,
  ChannelType,
} from 'discord-api-types/v10';

/** Someone whom the page can name. */
export interface PersonView {
  readonly id: string;
  readonly name: string;
  readonly isBot: boolean;
  /** The page can let them say something: nobody sits behind them. */
  readonly isScripted: boolean;
}

export interface ChannelView {
  readonly id: string;
  readonly name: string;
  readonly type: ChannelType;
  /** The channel that a thread belongs to. */
  readonly parentId: string | undefined;
  readonly isArchived: boolean;
  /** The voice channel's status. */
  readonly status: string;
  /** Ids of the people in this voice channel. */
  readonly voiceMembers: readonly string[];
  /** Most people in this voice channel; 0: no limit. */
  readonly userLimit: number;
  /** Whether the visitor may write here. */
  readonly canWrite: boolean;
}

export interface ServerView {
  readonly id: string;
  readonly name: string;
  readonly channels: readonly ChannelView[];
  readonly members: readonly PersonView[];
  readonly roles: readonly { readonly id: string; readonly name: string }[];
  /** Whether the visitor manages this server. */
  readonly isManager: boolean;
}

/** The visitor: one tab is one person. */
export interface Visitor {
  readonly id: string;
  readonly name: string;
  /** Their channel of direct messages with the bot. */
  readonly directChannelId: string;
  /** Discord's code of the language that they use Discord in. */
  readonly locale: string;
}

export interface AttachmentView {
  readonly id: string;
  readonly filename: string;
  readonly contentType: string | undefined;
  readonly size: number;
  readonly url: string;
  /** Of a voice message: its length in seconds, and its loudness as base64 bytes, 0–255 each. */
  readonly durationSecs: number | undefined;
  readonly waveform: string | undefined;
}

/** A file that was uploaded: `id` is for actions, until newer files need its place. */
export interface UploadedFile {
  readonly id: string;
}

/** A file that was not taken. */
export interface RefusedFile {
  readonly problem: string;
}

/**
 * A node of parsed Discord Markdown, as discord-markdown-parser makes it: neighbouring texts are joined, and nodes inside many
 * others are `text`.
 */
export interface MarkdownNode {
  readonly type: string;
  readonly content?: string | readonly MarkdownNode[];
  readonly [field: string]: unknown;
}

/** A message as the visitor sees it. */
export interface MessageView {
  readonly id: string;
  readonly channelId: string;
  readonly author: { readonly id: string; readonly name: string; readonly isApp: boolean; readonly avatarUrl?: string };
  readonly content: string;
  readonly embeds: readonly APIEmbed[];
  readonly components: readonly APIMessageTopLevelComponent[];
  readonly attachments: readonly AttachmentView[];
  readonly isEphemeral: boolean;
  /** The bot "is thinking". */
  readonly isLoading: boolean;
  readonly isEdited: boolean;
  readonly isVoiceMessage: boolean;
  readonly isOwn: boolean;
  /** Whether it notified the visitor. */
  readonly pingsMe: boolean;
  readonly replyTo: string | undefined;
  /** The command that it answers, as Discord shows it above the answer: who ran it, and its name in the visitor's language. */
  readonly command: { readonly userName: string; readonly name: string; readonly isMenu?: true } | undefined;
  /** Grows with every edit. */
  readonly revision: number;
  /** Milliseconds since 1970. */
  readonly createdAtMs: number;
  /** Every text of the message that is Markdown (content, texts of embeds and components), parsed, by the text itself. */
  readonly markdown: Readonly<Record<string, readonly MarkdownNode[]>>;
}

/**
 * The commands of the bot that Discord's client offers the visitor in a server, in all languages, message menus included.
 * Mentions name them by their ids.
 */
export interface CommandsView {
  /** The server's id; `undefined` for direct messages. */
  readonly serverId: string | undefined;
  readonly commands: readonly APIApplicationCommand[];
}

/** A fault of the panel; `amount` in the unit of the fault (ms, or a share 0…1). */
export type FaultName =
  | 'service-down'
  | 'rate-limited'
  | 'slow'
  | 'packet-loss'
  | 'jitter'
  | 'kick-bot'
  | 'drop-gateway'
  | 'kill-voice-thread';

export interface FaultState {
  /** Those that last until they are switched off: `service-down`, `rate-limited`, `slow`, `packet-loss`, `jitter`. */
  readonly active: readonly { readonly name: FaultName; readonly amount: number | undefined }[];
  /** Faults that this playground can't cause, as those of a remote speech service. */
  readonly unavailable: readonly FaultName[];
}

/** Live figures. `undefined`: not known yet. */
export interface Figures {
  /** From the visitor's latest /say to its first audible packet. */
  readonly firstSoundMs: number | undefined;
  /** Share of the packets to the visitor that were lost in the last minute, 0…1. */
  readonly lossShare: number | undefined;
  /** Largest difference between two arrivals and their RTP times in the last minute. */
  readonly jitterMs: number | undefined;
  /** Median delay from the end of speech to its caption, of the latest captions. */
  readonly captionDelayMs: number | undefined;
  /** Texts in the bot's playback queues. */
  readonly queue: number | undefined;
  /** Permits of the speech account: held, allowed, and requests that wait for one. */
  readonly permits: { readonly held: number; readonly allowed: number; readonly waiting: number } | undefined;
}

/** What the page learns when it connects. */
export interface Welcome {
  readonly kind: 'welcome';
  /** The key that the tab uses from now on: another one than it came with if an open tab has that, as after “Duplicate tab”. */
  readonly tab: string;
  readonly visitor: Visitor;
  readonly speech: {
    readonly kind: 'local' | 'remote';
    /** Whether what is said becomes text: PocketSphinx is installed, or the service is remote. */
    readonly recognizes: boolean;
    /** The command that installs what recognizes speech; `undefined` if it does. */
    readonly install: string | undefined;
  };
  /** Whether everything is kept for the next start. */
  readonly keeps: boolean;
  /** Languages of Discord that Mynah speaks, by Discord's code. */
  readonly locales: readonly string[];
  /** Sample sentences and files of the tour, by what they are for. */
  readonly samples: {
    readonly sentences: readonly string[];
    readonly files: readonly { readonly name: string; readonly url: string }[];
  };
}

export type ServerEvent =
  | Welcome
  | { readonly kind: 'servers'; readonly servers: readonly ServerView[] }
  | ({ readonly kind: 'commands' } & CommandsView)
  /** New, changed, or part of a history that was asked for. */
  | { readonly kind: 'message'; readonly message: MessageView }
  | { readonly kind: 'message-deleted'; readonly channelId: string; readonly id: string }
  /** The bot opened a form in answer to an interaction of the visitor. */
  | {
      readonly kind: 'form';
      readonly interactionId: string;
      readonly form: APIModalInteractionResponseCallbackData;
      readonly markdown: MessageView['markdown'];
    }
  /** The bot's process ended and was started again, or for good; or others ended the visitor's voice. */
  | { readonly kind: 'notice'; readonly notice: 'bot-restarted' | 'bot-ended' | 'voice-ended' }
  | { readonly kind: 'bot'; readonly isReady: boolean }
  | { readonly kind: 'faults'; readonly faults: FaultState }
  | { readonly kind: 'figures'; readonly figures: Figures }
  | Outcome;

/** The answer to a request: `value` depends on the request's kind. */
export type Outcome =
  | { readonly kind: 'done'; readonly request: number; readonly value?: unknown }
  /** `request` is 0 if the message had no number. `problem` is what Discord's client would say, in English. */
  | { readonly kind: 'failed'; readonly request: number; readonly reason: FailureReason; readonly problem: string };

/**
 * `no-answer`: the bot did not answer an interaction in time. `refused`: Discord or its client does not allow it.
 * `unreadable`: the message was none of these. `broken`: the playground itself failed.
 */
export type FailureReason = 'no-answer' | 'refused' | 'unreadable' | 'broken';

/** The value of a command's option, or of a form's field: text, number, boolean, ids, or uploaded files. */
export type TypedValue = string | number | boolean | readonly string[] | { readonly files: readonly string[] };

/**
 * What a visitor does. Each is answered by an `Outcome`; the value it carries is named in the comment. What reaches the bot as
 * an interaction is done as soon as the bot has answered in any way: its messages and forms come as events before that.
 */
export type Action =
  /** The newest messages before one, oldest first, as `message` events; value: whether there are older ones. */
  | { readonly kind: 'history'; readonly channelId: string; readonly before?: string; readonly limit: number }
  | {
      readonly kind: 'send';
      readonly channelId: string;
      readonly content: string;
      readonly files: readonly string[];
      readonly replyTo?: string;
    }
  /** A voice message; `file` has its Opus packets of 20 ms, each after its length in 16 bits, big endian. */
  | {
      readonly kind: 'send-voice-message';
      readonly channelId: string;
      readonly file: string;
      readonly durationSecs: number;
      readonly waveform: string;
    }
  | { readonly kind: 'edit'; readonly channelId: string; readonly messageId: string; readonly content: string }
  | { readonly kind: 'delete'; readonly channelId: string; readonly messageId: string }
  /** Path without slash, canonical or in the visitor's language: `captions start`. */
  | {
      readonly kind: 'command';
      readonly channelId: string;
      readonly path: string;
      readonly options: Readonly<Record<string, TypedValue>>;
    }
  /** Value: `AutocompleteChoices`. */
  | {
      readonly kind: 'autocomplete';
      readonly channelId: string;
      readonly path: string;
      readonly option: string;
      readonly typed: string;
      readonly others: Readonly<Record<string, TypedValue>>;
    }
  | { readonly kind: 'menu'; readonly channelId: string; readonly messageId: string; readonly name: string }
  | { readonly kind: 'press'; readonly channelId: string; readonly messageId: string; readonly customId: string }
  | {
      readonly kind: 'select';
      readonly channelId: string;
      readonly messageId: string;
      readonly customId: string;
      readonly values: readonly string[];
    }
  | { readonly kind: 'submit'; readonly interactionId: string; readonly fields: Readonly<Record<string, TypedValue>> }
  | { readonly kind: 'language'; readonly locale: string }
  /** Value: the server's id. Everybody becomes a member; the visitor manages it. */
  | { readonly kind: 'new-server'; readonly name: string }
  | { readonly kind: 'join-voice'; readonly channelId: string }
  | { readonly kind: 'leave-voice' }
  /** An utterance of the visitor begins; binary frames with its packets follow, until `end-speech`. */
  | { readonly kind: 'begin-speech' }
  /** `isCutOff`: what has come but not been said yet is not said. */
  | { readonly kind: 'end-speech'; readonly isCutOff?: boolean }
  /** Lets a scripted person join the visitor's voice channel and say something; done when it was said. */
  | { readonly kind: 'let-speak'; readonly personId: string; readonly text: string }
  /** A fault of one server, as `kick-bot`, happens in the one whose id is given; default: where the visitor is in voice. */
  | {
      readonly kind: 'set-fault';
      readonly name: FaultName;
      readonly isOn: boolean;
      readonly amount?: number;
      readonly serverId?: string;
    };

/** The bot's suggestions while somebody types an option. */
export interface AutocompleteChoices {
  readonly choices: readonly { readonly name: string; readonly value: string | number }[];
}

/** One message of the page. Numbers of requests begin with 1 and grow. */
export type PageRequest = { readonly request: number } & Action;

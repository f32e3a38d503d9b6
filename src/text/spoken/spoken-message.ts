import { isMentionOfUser, type MentionNames } from '../mentions.ts';
import { type CleanContext, cleanText } from './clean-text.ts';
import { joinSentences } from './sentences.ts';
import { shorten } from './shorten.ts';
import { makeSpeakable } from './speakable.ts';
import type { SpokenMessages } from './spoken-words.ts';

/** A file of a message, by its content type. */
export interface SpokenAttachment {
  readonly kind: 'picture' | 'video' | 'audio' | 'gif' | 'file';
  /** What its author wrote for people who cannot see it. */
  readonly description?: string | undefined;
}

/** What a webhook or bot shows below its message; raw texts. Not the previews that Discord makes of links. */
export interface SpokenEmbed {
  readonly author?: string | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly fields?: readonly { readonly name: string; readonly value: string }[];
  readonly hasPicture?: boolean;
}

/** All that is said of a message. Texts are as their authors wrote them. */
export interface SpokenMessage {
  readonly content: string;
  /** Names of what the texts mention, as far as the listeners may know them: see `lookUpNames`. */
  readonly names?: MentionNames;
  readonly attachments?: readonly SpokenAttachment[];
  /**
   * The message is a voice message. `text` is what it says, where it is transcribed. Leave this out where the recording
   * itself is played.
   */
  readonly voiceMessage?: { readonly text?: string | undefined };
  /** Names. */
  readonly stickers?: readonly string[];
  readonly poll?: { readonly question: string; readonly answers: readonly string[] } | undefined;
  readonly embeds?: readonly SpokenEmbed[];
  /** What the message forwards. */
  readonly forwarded?: readonly SpokenMessage[];
  /** The display name of the author of the message that this one replies to. */
  readonly replyTo?: string | undefined;
}

/** How a message is read. */
export interface SpokenOptions extends Omit<CleanContext, 'names' | 'writtenFor'> {
  /** `speech` for a text in which its author may use `[expression]` marks and repeat sentences; default `chat`. */
  readonly writtenFor?: 'chat' | 'speech';
  /** Longest result in UTF-16 units, the words for “and more” included; unlimited by default. */
  readonly maxCharacters?: number;
}

/** Most of each that are read: Discord allows 10 answers, 10 embeds and 25 fields. */
const MAX_ANSWERS = 10;
const MAX_EMBEDS = 3;
const MAX_FIELDS = 6;
const MAX_DESCRIPTIONS = 3;
/** Longest description of a picture that is read, in UTF-16 units; Discord allows 1,024. */
const MAX_DESCRIPTION_CHARS = 250;

/**
 * The text to speak for a message: what a considerate person would say who reads it aloud. '' when nothing is left. It has
 * no control tokens of the speech service, and no `[expression]` marks unless they are to be kept; it is in NFC.
 */
export function spokenMessage(message: SpokenMessage, options: SpokenOptions): string {
  const { words, maxCharacters = Number.POSITIVE_INFINITY } = options;
  const extras = joinSentences(saidBelow(message, options));
  const body = cleanText(message.content, contextOf(message, options));
  // What else there is should be heard even after a long text.
  const room = extras === '' ? maxCharacters : Math.max(maxCharacters - extras.length - 2, maxCharacters / 2);
  const own = joinSentences([shorten(body, Math.floor(room), words.andMore), extras]);
  const name =
    message.replyTo === undefined ? undefined : options.sayName(message.replyTo) || words.unknownMention.user;
  const all = name === undefined ? own : words.reply({ name, text: own });
  return shorten(makeSpeakable(all), maxCharacters, words.andMore);
}

/** The names of people that are said in a message, as they are written. */
export function peopleIn({ names = new Map(), replyTo, forwarded = [] }: SpokenMessage): string[] {
  const mentioned = [...names].flatMap(([key, name]) => (isMentionOfUser(key) ? [name] : []));
  return [...mentioned, ...(replyTo === undefined ? [] : [replyTo]), ...forwarded.flatMap(peopleIn)];
}

function contextOf({ names = new Map() }: SpokenMessage, options: SpokenOptions): CleanContext {
  return { ...options, names, writtenFor: options.writtenFor ?? 'chat' };
}

/** What is said after the text: each a sentence. */
function saidBelow(message: SpokenMessage, options: SpokenOptions): string[] {
  const { stickers = [], poll, embeds = [], forwarded = [], voiceMessage } = message;
  const { words } = options;
  const context = { ...contextOf(message, options), writtenFor: 'chat' } as const;
  const clean = (text: string): string => cleanText(text, context);
  const said: string[] = [];
  if (voiceMessage !== undefined) said.push(sayVoiceMessage(voiceMessage.text ?? '', clean, words));
  const names = stickers.map((name) => clean(name)).filter((name) => name !== '');
  if (names.length > 0) said.push(words.stickers({ names }));
  said.push(sayFiles(message.attachments ?? [], clean, words));
  if (poll !== undefined) said.push(sayPoll(poll, clean, words));
  said.push(...embeds.slice(0, MAX_EMBEDS).map((embed) => sayEmbed(embed, clean, words)));
  for (const snapshot of forwarded) {
    const { maxCharacters: _all, ...rest } = options;
    said.push(words.forwarded({ text: spokenMessage(snapshot, { ...rest, writtenFor: 'chat' }) }));
  }
  return said;
}

type Clean = (text: string) => string;

function sayVoiceMessage(text: string, clean: Clean, words: SpokenMessages): string {
  const said = clean(text);
  return said === '' ? words.voiceMessage : words.transcribedVoiceMessage({ text: said });
}

const FILE_KINDS = ['picture', 'gif', 'video', 'audio', 'file'] as const;

/** The number of files of each kind, or for a few with a description, what it says. */
function sayFiles(files: readonly SpokenAttachment[], clean: Clean, words: SpokenMessages): string {
  const counted = FILE_KINDS.map((kind) => ({ kind, count: files.filter((file) => file.kind === kind).length }));
  const kinds = counted.filter(({ count }) => count > 0).map(({ kind, count }) => countFiles(kind, count, words));
  const descriptions = files
    .map(({ description = '' }) => shorten(clean(description), MAX_DESCRIPTION_CHARS, words.andMore))
    .filter((description) => description !== '')
    .slice(0, MAX_DESCRIPTIONS);
  const what = words.list(kinds);
  return descriptions.length === 0 ? what : words.described({ what, description: joinSentences(descriptions) });
}

function countFiles(kind: SpokenAttachment['kind'], count: number, words: SpokenMessages): string {
  if (kind !== 'gif') return words.files[kind]({ count });
  return count === 1 ? words.gif : words.gifs({ count });
}

function sayPoll(poll: NonNullable<SpokenMessage['poll']>, clean: Clean, words: SpokenMessages): string {
  const answers = poll.answers.slice(0, MAX_ANSWERS).map((answer) => clean(answer));
  return words.poll({ question: clean(poll.question), answers: answers.filter((answer) => answer !== '') });
}

function sayEmbed(embed: SpokenEmbed, clean: Clean, words: SpokenMessages): string {
  const { author = '', title = '', description = '', fields = [], hasPicture = false } = embed;
  const texts = [author, title, description].map((text) => clean(text));
  const pairs = fields.slice(0, MAX_FIELDS).map(({ name, value }) => joinField(clean(name), clean(value)));
  return joinSentences([...texts, ...pairs, hasPicture ? words.files.picture({ count: 1 }) : '']);
}

function joinField(name: string, value: string): string {
  if (name === '' || value === '') return name + value;
  return /[\p{L}\p{N}\p{M})]$/u.test(name) ? `${name}: ${value}` : `${name} ${value}`;
}

import type { LocalDiscord } from '@mynah/local-discord/local-discord';
import type { PersonFile } from '@mynah/local-discord/people/option-values';
import { PersonError } from '@mynah/local-discord/people/person-error';
import type { SeenMessage } from '@mynah/local-discord/people/seen-message';
import { Locale } from 'discord-api-types/v10';
import type { Cast } from '../../cast/cast.ts';
import type { Uploads } from '../http/uploads.ts';
import type { PageFaults } from '../ports.ts';
import type { Action, AutocompleteChoices } from '../protocol.ts';
import type { Visitor } from '../visitors/visitor.ts';
import { voiceMessageFile } from '../voice/voice-message.ts';
import type { VisitorInteractions } from './interactions.ts';
import { takeFiles, toFields, toKnownOptions, toOptions } from './typed-values.ts';

/** Discord's own limit of a server's name. */
const MAX_SERVER_NAME = 100;
const MAX_SERVERS = 20;
/** A minute of speech, about. */
const MAX_SPOKEN = 1_000;
const LOCALES: readonly string[] = Object.values(Locale);

/** What actions are done with. */
export interface ActionContext {
  readonly visitor: Visitor;
  readonly interactions: VisitorInteractions;
  readonly discord: LocalDiscord;
  readonly cast: Cast;
  readonly uploads: Uploads;
  readonly faults: PageFaults;
  /** Shows a message to the visitor. */
  readonly show: (message: SeenMessage) => void;
  /** The visitor uses another language: what was shown in the old one is shown again. */
  readonly onLanguage: () => void;
  /** Aborts when the tab closes. */
  readonly signal: AbortSignal;
}

type Of<K extends Action['kind']> = Extract<Action, { kind: K }>;

/**
 * Does what a visitor wants; resolves with the value of the outcome. Rejects with a `PersonError` or a `DiscordError` where
 * Discord or its client does not allow it.
 */
export async function runAction(context: ActionContext, action: Action): Promise<unknown> {
  const { visitor, interactions, uploads } = context;
  switch (action.kind) {
    case 'history':
      return showHistory(context, action);
    case 'send':
    case 'send-voice-message':
    case 'edit':
    case 'delete':
      return write(context, action);
    case 'command':
      return await runCommand(context, action);
    case 'autocomplete':
      return await autocomplete(context, action);
    case 'menu':
    case 'press':
    case 'select':
      return await useMessage(context, action);
    case 'submit':
      return await interactions.submit(action.interactionId, toFields(action.fields, uploads));
    case 'language':
      return useLanguage(context, action);
    case 'new-server':
      return openServer(context, action);
    case 'join-voice':
      return await visitor.voice.join(visitor.in(action.channelId), action.channelId, context.signal);
    case 'leave-voice':
      return await visitor.voice.leave();
    case 'begin-speech':
      if (!visitor.voice.beginSpeech()) throw new PersonError('Join a voice channel to speak.');
      return undefined;
    case 'end-speech':
      return visitor.voice.endSpeech({ isCutOff: action.isCutOff === true });
    case 'let-speak':
      return await letSpeak(context, action);
    case 'set-fault':
      return await setFault(context, action);
  }
}

function showHistory({ visitor, show }: ActionContext, { channelId, before, limit }: Of<'history'>): boolean {
  const { messages, hasOlder } = visitor.person.history({ channelId, before, limit });
  for (const message of messages) show(message);
  return hasOlder;
}

function write(
  { visitor, uploads }: ActionContext,
  action: Of<'send'> | Of<'send-voice-message'> | Of<'edit'> | Of<'delete'>,
): void {
  const { channelId } = action;
  const person = visitor.in(channelId);
  if (action.kind === 'send') {
    const { content, replyTo } = action;
    const files = takeFiles(action.files, uploads);
    person.send(content, { channelId, files, ...(replyTo === undefined ? {} : { replyTo }) });
  } else if (action.kind === 'send-voice-message') {
    person.send('', { channelId, files: [recordedFile(action, uploads)], voiceMessage: true });
  } else if (action.kind === 'edit') {
    person.edit({ id: action.messageId, channelId }, action.content);
  } else {
    person.delete({ id: action.messageId, channelId });
  }
}

/** The file of a voice message as Discord's client makes it. @throws {PersonError} if it is no recording */
function recordedFile({ file, durationSecs, waveform }: Of<'send-voice-message'>, uploads: Uploads): PersonFile {
  const [recording] = takeFiles([file], uploads);
  const ogg = recording && voiceMessageFile(recording.file);
  if (ogg === undefined) throw new PersonError('There is nothing in that recording. Record it again.');
  return { file: ogg, name: 'voice-message.ogg', contentType: 'audio/ogg', durationSecs, waveform };
}

async function runCommand(
  { visitor, interactions, uploads }: ActionContext,
  { channelId, path, options }: Of<'command'>,
): Promise<void> {
  const person = visitor.in(channelId);
  const values = toOptions(options, uploads);
  visitor.figures.typed(path);
  await interactions.follow(person, await person.type(`/${path}`, values, { channelId }));
}

async function autocomplete(
  { visitor }: ActionContext,
  { channelId, path, option, typed, others }: Of<'autocomplete'>,
): Promise<AutocompleteChoices> {
  const person = visitor.in(channelId);
  const choices = await person.autocomplete(`/${path}`, option, typed, toKnownOptions(others), { channelId });
  return { choices: choices.map(({ name, value }) => ({ name, value })) };
}

async function useMessage(
  { visitor, interactions }: ActionContext,
  action: Of<'menu'> | Of<'press'> | Of<'select'>,
): Promise<void> {
  const { channelId, messageId } = action;
  const person = visitor.in(channelId);
  const message = { id: messageId, channelId };
  if (action.kind === 'menu') return interactions.follow(person, await person.menu(action.name, messageId));
  const invocation =
    action.kind === 'press'
      ? await person.click(message, action.customId)
      : await person.select(message, action.customId, action.values);
  await interactions.follow(person, invocation);
}

function useLanguage({ visitor, onLanguage }: ActionContext, { locale }: Of<'language'>): void {
  if (!LOCALES.includes(locale)) throw new PersonError('Discord doesn’t have that language.');
  visitor.person.useLanguage(locale);
  onLanguage();
}

/** Everybody becomes a member of it. */
function openServer({ visitor, cast }: ActionContext, { name }: Of<'new-server'>): string {
  const wanted = name.trim();
  if (wanted === '' || wanted.length > MAX_SERVER_NAME) {
    throw new PersonError(`A server’s name has 1 to ${MAX_SERVER_NAME} characters.`);
  }
  if (cast.servers.some((server) => server.name.toLowerCase() === wanted.toLowerCase())) {
    throw new PersonError('There is a server of that name.');
  }
  if (cast.servers.length >= MAX_SERVERS) throw new PersonError(`The playground has ${MAX_SERVERS} servers at most.`);
  const server = cast.server(wanted);
  visitor.join(server, { manages: true });
  return server.id;
}

async function letSpeak({ visitor, cast, discord, signal }: ActionContext, { personId, text }: Of<'let-speak'>) {
  const server = visitor.voiceServer;
  const channelId = server?.voiceChannelOf(visitor.person.id);
  if (channelId === undefined) throw new PersonError('Join a voice channel first.');
  const members = discord.guildsOf(visitor.person).flatMap((guild) => guild.members);
  const named = members.find(({ id }) => id === personId)?.name;
  const speaker = cast.speakers.find((name) => name === named);
  if (speaker === undefined) throw new PersonError('Only scripted people say what you write.');
  const words = text.trim();
  if (words === '' || words.length > MAX_SPOKEN) throw new PersonError(`Write 1 to ${MAX_SPOKEN} characters.`);
  await cast.letSpeak(speaker, words, channelId, signal);
}

async function setFault(
  { visitor, cast, discord, faults }: ActionContext,
  { name, isOn, amount, serverId }: Of<'set-fault'>,
): Promise<void> {
  const named = cast.servers.find(({ id }) => id === serverId);
  await faults.set({ name, isOn, amount }, named ?? visitor.voiceServer ?? discord.guild);
}

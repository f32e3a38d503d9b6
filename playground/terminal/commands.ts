import type { Invocation } from '@mynah/local-discord/people/invocation';
import { PersonError } from '@mynah/local-discord/people/person-error';
import type { Cast } from '../cast/cast.ts';
import { SPEAKERS } from '../cast/speakers.ts';
import type { SpeechAccess } from '../spoken-packets.ts';
import { choose, fillForm, pick, press } from './component-actions.ts';
import { hearWords, sendFile, sendVoiceMessage, waitFor } from './deeds.ts';
import type { Hearing } from './hearing.ts';
import { HELP } from './help.ts';
import type { MessageView } from './message-view.ts';
import { LOCALES, NOWHERE, OWNER, type Seat } from './seat.ts';

/** What the terminal's own commands work on. */
export interface Scene {
  readonly cast: Cast;
  readonly seat: Seat;
  readonly view: MessageView;
  readonly hearing: Hearing;
  readonly speech: SpeechAccess;
  readonly print: (text: string) => void;
  /** Waits for the reply to what was done, and shows it if it is a form. */
  readonly followUp: (invocation: Invocation, signal: AbortSignal) => Promise<void>;
}

/** One of the terminal's own commands; `rest` is what was typed after its word. A PersonError says what was wrong. */
type Run = (scene: Scene, rest: string, signal: AbortSignal) => Promise<void> | void;

interface TerminalCommand {
  readonly run: Run;
  /** The bot answers nothing to it, so that speech before it still counts for `wait`. */
  readonly isSilent?: true;
  /** Somebody who types it first does not want to be in the Lounge for it. */
  readonly staysOutside?: true;
}

/** Words that end the playground. */
export const ENDS: readonly string[] = ['quit', 'exit'];

const help: TerminalCommand = { run: (scene) => scene.print(HELP), isSilent: true, staysOutside: true };

/** The terminal's own commands by their words. */
export const COMMANDS: ReadonlyMap<string, TerminalCommand> = new Map<string, TerminalCommand>([
  ['press', { run: pressTyped }],
  ['choose', { run: chooseTyped }],
  ['pick', { run: pickTyped }],
  ['fill', { run: fillTyped }],
  ['send', { run: ({ seat, print }, path) => sendFile(seat, path, print) }],
  [
    'voice-message',
    { run: ({ seat, speech, print }, words, signal) => sendVoiceMessage({ seat, speech, print }, words, signal) },
  ],
  ['menu', { run: runMenu }],
  ['edit', { run: ({ seat }, text) => edit(seat, text) }],
  ['delete', { run: ({ seat }) => deleteLatest(seat) }],
  ['in', { run: enterText, isSilent: true }],
  ['go', { run: go, isSilent: true, staysOutside: true }],
  ['server', { run: enterServer, isSilent: true }],
  ['language', { run: useLanguage, isSilent: true }],
  ['as', { run: typeAs, isSilent: true }],
  [
    'wait',
    {
      run: ({ view, hearing, print }, words, signal) => waitFor({ view, hearing, print }, words, signal),
      isSilent: true,
    },
  ],
  ...SPEAKERS.map((name): [string, TerminalCommand] => [
    name.toLowerCase(),
    { run: ({ cast }, text, signal) => hearWords(cast, name, text, signal), isSilent: true },
  ]),
  ['help', help],
  ['?', help],
]);

async function pressTyped({ seat, view, followUp }: Scene, rest: string, signal: AbortSignal): Promise<void> {
  await followUp(await press(view.list, seat.person, rest), signal);
}

async function chooseTyped({ seat, view, followUp }: Scene, rest: string, signal: AbortSignal): Promise<void> {
  const { invocation, message } = await choose(view.list, seat.person, rest);
  view.mark(message, seat);
  await followUp(invocation, signal);
}

/** `2 Moderators, DJ`: chooses by name in a menu. */
async function pickTyped({ seat, view, followUp }: Scene, rest: string, signal: AbortSignal): Promise<void> {
  const [, address = '', names = ''] = /^((?:#\d+\s+)?\d+)\s*(.*)$/.exec(rest) ?? [];
  const ids = names.split(',').flatMap((name) => (name.trim() === '' ? [] : [seat.idOf(name.trim())]));
  const { invocation, message } = await pick(view.list, seat.person, address, ids);
  view.mark(message, seat);
  await followUp(invocation, signal);
}

async function fillTyped({ seat, followUp }: Scene, rest: string, signal: AbortSignal): Promise<void> {
  await followUp(await fillForm(seat.person, seat.formOpener, rest), signal);
}

async function runMenu({ seat, followUp }: Scene, name: string, signal: AbortSignal): Promise<void> {
  if (seat.lastSent === undefined) {
    throw new PersonError('Send a message first. Type: send PATH, or: voice-message WORDS');
  }
  await followUp(await seat.person.menu(name, seat.lastSent.id), signal);
}

function edit(seat: Seat, text: string): void {
  if (seat.lastSent === undefined) throw new PersonError('Write a message first.');
  if (text === '') throw new PersonError('Type the new text, too: edit NEW TEXT');
  seat.lastSent = seat.person.edit(seat.lastSent, text);
}

function deleteLatest(seat: Seat): void {
  if (seat.lastSent === undefined) throw new PersonError('Write a message first.');
  seat.person.delete(seat.lastSent);
  seat.lastSent = undefined;
}

function enterText({ seat, print }: Scene, name: string): void {
  seat.enterText(name);
  const isDirect = seat.textChannelId === seat.person.dmChannelId;
  print(isDirect ? 'You’re in direct messages with Mynah.' : `You’re in #${seat.channel(seat.textChannelId).name}.`);
}

/** The person of the terminal takes the ears along; somebody else goes alone. */
async function go({ cast, seat, hearing }: Scene, where: string, signal: AbortSignal): Promise<void> {
  const channelId = where.toLowerCase() === NOWHERE ? NOWHERE : seat.channel(where).id;
  if (seat.isOwner) await hearing.go(channelId, signal);
  else if (channelId === NOWHERE) await cast.inVoice(seat.person.name)?.person.leaveVoice();
  else await cast.joinVoice(seat.person.name, channelId, signal);
}

/** Without a name, lists the servers. */
function enterServer({ cast, seat, print }: Scene, name: string): void {
  if (name !== '') seat.enterServer(name);
  const { guild, person } = seat;
  const hint = guild.voiceChannelOf(person.id) === undefined ? ' To join voice here, type: go Lounge' : '';
  print(`You’re in the server ${guild.name}.${hint}`);
  const others = cast.servers.flatMap((server) => (server.id === guild.id ? [] : [server.name]));
  if (name === '') print(`Other servers: ${others.join(', ') || 'none. Type: server NAME'}`);
}

function useLanguage({ seat, print }: Scene, locale: string): void {
  if (!LOCALES.includes(locale)) throw new PersonError(`Choose one of Discord’s languages: ${LOCALES.join(', ')}.`);
  seat.person.useLanguage(locale);
  const names = seat.person.commands().map(({ name }) => `/${name}`);
  const language = new Intl.DisplayNames('en', { type: 'language' }).of(locale) ?? locale;
  print(`You use Discord in ${language} now. Commands: ${names.join(', ')}.`);
}

function typeAs({ seat, print }: Scene, name: string): void {
  seat.typeAs(name);
  const { name: typist } = seat.person;
  print(
    typist === OWNER
      ? `You’re ${typist}.`
      : `You’re ${typist}, who manages nothing. To be ${OWNER} again, type: as ${OWNER}`,
  );
}

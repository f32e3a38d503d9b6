import { PersonError } from '@mynah/local-discord/people/person-error';
import type { Cast } from '../cast/cast.ts';
import type { SpeakerName } from '../cast/speakers.ts';
import type { SpeechAccess } from '../spoken-packets.ts';
import type { Hearing } from './hearing.ts';
import { readPersonFile } from './local-files.ts';
import type { MessageView } from './message-view.ts';
import { OWNER, type Seat } from './seat.ts';
import { spokenVoiceMessage } from './voice-message.ts';

type Print = (text: string) => void;

/** Longest waits: for speech to begin or go on, and for words to appear. */
const SILENCE_S = 30;
const WORDS_S = 60;

/** Sends a message with a file of this machine. @throws {PersonError} when it cannot be read. */
export async function sendFile(seat: Seat, path: string, print: Print): Promise<void> {
  if (path === '') throw new PersonError('Type the path of a file, too: send PATH');
  const file = await readPersonFile(path);
  seat.lastSent = seat.person.send('', { channelId: seat.textChannelId, files: [file] });
  print(`You sent ${file.name}.`);
}

/** Has words spoken and sends them as a voice message. @throws {PersonError} without words. */
export async function sendVoiceMessage(
  { seat, speech, print }: { readonly seat: Seat; readonly speech: SpeechAccess; readonly print: Print },
  words: string,
  signal: AbortSignal,
): Promise<void> {
  if (words === '') throw new PersonError('Type what to say, too: voice-message Good morning.');
  const file = await spokenVoiceMessage(speech, words, signal);
  seat.lastSent = seat.person.send('', { channelId: seat.textChannelId, files: [file], voiceMessage: true });
  print(`You sent a voice message of ${(file.durationSecs ?? 0).toFixed(1)} s.`);
}

/** Lets a speaker join the voice channel of the person of the terminal, and say something. @throws {PersonError} */
export async function hearWords(cast: Cast, name: SpeakerName, text: string, signal: AbortSignal): Promise<void> {
  if (text === '') throw new PersonError(`Type what ${name} says, too: ${name.toLowerCase()} Good morning.`);
  const owner = cast.inVoice(OWNER);
  const channelId = owner?.guild.voiceChannelOf(owner.person.id);
  if (channelId === undefined) throw new PersonError('You’re not in a voice channel. Type: go Lounge');
  await cast.letSpeak(name, text, channelId, signal);
}

/** Waits for words to appear, or without any for speech to end; says when that does not happen. Rejects with the signal's reason. */
export async function waitFor(
  { view, hearing, print }: { readonly view: MessageView; readonly hearing: Hearing; readonly print: Print },
  words: string,
  signal: AbortSignal,
): Promise<void> {
  if (words !== '') {
    const hasAppeared = await view.untilShown(words, WORDS_S * 1_000, signal);
    if (!hasAppeared) print(`“${words}” didn’t appear within ${WORDS_S} s.`);
    return;
  }
  const { heard } = hearing;
  if (heard === undefined) throw new PersonError('Ada isn’t in a voice channel and hears nothing. Type: go Lounge');
  const wasSpoken = await hearing.wait.next(() => heard.mark(), SILENCE_S * 1_000, signal);
  if (!wasSpoken) print(`Nothing was spoken for ${SILENCE_S} s.`);
}

import type { Invocation } from '@mynah/local-discord/people/invocation';
import type { Person, Where } from '@mynah/local-discord/people/person';
import type { SeenMessage } from '@mynah/local-discord/people/seen-message';
import type { OptionValues } from '@mynah/local-discord/people/typed-command';
import type { LocalSpeech, RecordedRequest } from '@mynah/local-speech/local-speech-api';
import { writeWav } from '@mynah/pcm/wav';
import { patience } from './test-session.ts';

const RATE_HZ = 16_000;

/** A picture of one pixel, as PNG. */
export const PICTURE = {
  file: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  name: 'cover.png',
  contentType: 'image/png',
};

/** A recording of `durationS` seconds, as a WAV file. */
export function recordingOf(durationS: number, name = 'me.wav') {
  const samples = Int16Array.from({ length: durationS * RATE_HZ }, (_, index) => 9_000 * Math.sin(index / 12));
  return { file: writeWav(samples, RATE_HZ, 1), name, contentType: 'audio/wav' };
}

/** Types a subcommand of `/voice`, and waits for the reply. */
export async function typeVoice(
  person: Person,
  subcommand: string,
  options: OptionValues = {},
  where: Where = {},
): Promise<SeenMessage> {
  return (await person.type(`/voice ${subcommand}`, options, where)).reply(patience());
}

/** Presses a button by its label. @throws {Error} when the message has none. */
export function pressLabel(person: Person, message: SeenMessage, label: string): Promise<Invocation> {
  return person.click(message, buttonId(message, label));
}

function buttonId({ components }: SeenMessage, label: string): string {
  const parts = components.flatMap((row) => ('components' in row ? (row.components ?? []) : []));
  const button = parts.find((part) => 'label' in part && part.label === label);
  if (button === undefined || !('custom_id' in button)) throw new Error(`there is no button ${label}`);
  return button.custom_id ?? '';
}

/** The labels of a message's buttons. */
export function labelsOf({ components }: SeenMessage): string[] {
  const parts = components.flatMap((row) => ('components' in row ? (row.components ?? []) : []));
  return parts.flatMap((part) => ('label' in part && typeof part.label === 'string' ? [part.label] : []));
}

/** Requests to the service's voice models with `method`, oldest first. */
export function modelRequests({ requests }: LocalSpeech, method: string): RecordedRequest[] {
  return requests.filter((request) => request.endpoint === 'model' && request.method === method);
}

/** Creates a voice with `/voice create`, and returns its id. */
export async function makeVoice(
  speech: LocalSpeech,
  person: Person,
  title: string,
  options: OptionValues = {},
): Promise<string> {
  const offer = await typeVoice(person, 'create', { title, audio: recordingOf(2), ...options });
  const confirmed = await pressLabel(person, offer, 'Confirm');
  const { content } = await confirmed.until((message) => message.content.includes('is ready'), patience());
  const [, id] = /Its ID is `(\w+)`/.exec(content) ?? [];
  if (id === undefined || modelRequests(speech, 'POST').at(-1)?.status !== 201) throw new Error('no voice was created');
  return id;
}

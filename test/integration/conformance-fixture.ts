import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode, encode } from '@msgpack/msgpack';
import { startLocalSpeech } from '@mynah/local-speech/local-speech';
import type { LocalSpeech, LocalSpeechOptions } from '@mynah/local-speech/local-speech-api';
import { expect, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import { createLogger } from '../../src/log/log.ts';
import { createSpeechService, type SpeechService } from '../../src/speech/speech-service.ts';
import { faultsOf } from '../support/conformance.ts';
import { createMadeRecognizer } from '../support/made-recognizer.ts';

/** What the service says of itself, field by field: a file beside the repository, which not every copy has. */
const FILE = join(import.meta.dirname, '..', '..', '..', 'shared', 'speech-service', 'conformance.json');
export const isFileThere = existsSync(FILE);
export const SKIPPED = 'skipped without ../shared/speech-service/conformance.json';

export type Described = Readonly<Record<string, unknown>>;
/** A status and a body, or the words that it begins with. */
export type Refusals = readonly (readonly [status: number, body: unknown, note?: string])[];

/** The file's entries by name; empty without the file. */
export const conformance: Readonly<Record<string, Described>> = isFileThere
  ? JSON.parse(readFileSync(FILE, 'utf8'))
  : {};

/** An entry, which must be there. */
export const entry = (name: string): Described => conformance[name] ?? expect.fail(`the file has no entry ${name}`);

/** The file's names of types. */
export const named = { ModelEntity: entityOf(conformance['ModelEntity']) };

/** Fields that must be there, and those that may be. */
function entityOf(entity: Described | undefined): Described {
  const optional = Object.entries((entity?.['optional'] ?? {}) as Described).map(([name, as]) => [`${name}?`, as]);
  return { ...(entity?.['required'] as Described), ...Object.fromEntries(optional) };
}

/** A request of the file with voices that there are: its ids are examples. */
export function withKnownVoices(request: unknown, { voices }: LocalSpeech): unknown {
  const ids = Object.values(voices);
  return JSON.parse(JSON.stringify(request), (key, value: unknown) => {
    if (key !== 'reference_id') return value;
    return Array.isArray(value) ? value.map((_, index) => ids[index]) : ids[0];
  });
}

/** Runs `work` with a service of its own. */
export async function withService<T>(
  options: LocalSpeechOptions,
  work: (service: LocalSpeech) => Promise<T>,
): Promise<T> {
  const service = await startLocalSpeech({ recognizer: createMadeRecognizer(), ...options });
  try {
    return await work(service);
  } finally {
    await service.close();
  }
}

/** The bot's client of a local service, with its usual patience; closed at the end of the test. */
export function clientOf({ url, wsUrl, apiKey }: LocalSpeech): SpeechService {
  const access = { baseUrl: url, wsUrl, apiKey, model: 's2-pro', format: 'opus', concurrency: 5 } as const;
  const client = createSpeechService({ ...access, log: createLogger('silent') });
  onTestFinished(() => client.close());
  return client;
}

/** Tries every refusal of the file. `asked` has how to get one, by its words or else by its status. */
export async function expectRefusals(
  refusals: Refusals,
  asked: ReadonlyMap<string, () => Promise<Response>>,
): Promise<void> {
  const failed: string[] = [];
  for (const [status, described, note] of refusals) {
    const message = typeof described === 'string' ? described : (described as Described)['message'];
    const words = typeof message === 'string' ? message : '';
    const begun = words.replace(/\s*….*$/, '');
    const ask = [...asked].find(([key]) => begun.startsWith(key))?.[1] ?? asked.get(String(status));
    if (ask === undefined) throw new Error(`nothing is refused with ${status} ${words}`);
    const response = await ask();
    const text = await response.text();
    const isFree = words === '' || words === 'string';
    const faults = [
      ...(response.status === status ? [] : [`status ${response.status}`]),
      ...(isFree || text.toLowerCase().includes(begun.slice(0, 40).toLowerCase()) ? [] : ['other words']),
      ...(typeof described === 'string' ? [] : faultsOf(parsed(text), described)),
      ...(note === 'no Retry-After' && response.headers.has('retry-after') ? ['a Retry-After'] : []),
    ];
    if (faults.length > 0) failed.push(`${status} ${words}: ${faults.join(', ')}: ${text.slice(0, 120)}`);
  }
  expect(failed).toEqual([]);
}

/** Sends events over a socket, and reads its frames until it finishes, fails or closes. */
export function talk(
  events: readonly unknown[],
  target: LocalSpeech,
  path = '/v1/tts/live',
): Promise<readonly Frame[]> {
  const headers = { authorization: `Bearer ${target.apiKey}`, model: 's2-pro' };
  const socket = new WebSocket(`${target.wsUrl}${path}`, { headers });
  const frames: Frame[] = [];
  return new Promise((resolve, reject) => {
    socket.once('open', () => {
      for (const event of events) socket.send(encode(event));
    });
    socket.once('unexpected-response', (_, { statusCode }) => reject(new Error(`refused with ${statusCode}`)));
    socket.on('error', reject);
    socket.once('close', () => resolve(frames));
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      const event = isBinary ? decode(data) : undefined;
      const fields = typeof event === 'object' && event !== null ? (event as Described) : undefined;
      frames.push({ isBinary, event: fields });
      if (fields?.['event'] === 'finish' || fields?.['event'] === 'error') socket.close();
    });
  });
}

/** One frame of the server; text frames have no event. */
export interface Frame {
  readonly isBinary: boolean;
  readonly event: Described | undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

import { z } from 'zod';
import type { PageRequest } from '../protocol.ts';

/** Longest texts: more than any field of Discord's takes, so that Discord's own rules decide. */
const MAX_TEXT = 8_000;
const MAX_LIST = 25;
const MAX_FIELDS = 25;
const MAX_HISTORY = 100;
const MAX_FILES = 10;

const id = z.string().max(100);
const text = z.string().max(MAX_TEXT);
const ids = z.array(id).max(MAX_LIST);
const value = z.union([text, z.number(), z.boolean(), ids, z.object({ files: z.array(id).max(MAX_FILES) })]);
const values = z
  .record(z.string().max(100), value)
  .refine((fields) => Object.keys(fields).length <= MAX_FIELDS, 'Too many fields');
const files = z.array(id).max(MAX_FILES);
const request = z.int().min(1);
const channelId = id;
const messageId = id;
const faultName = z.enum([
  ...(['service-down', 'rate-limited', 'slow', 'packet-loss', 'jitter', 'kick-bot', 'drop-gateway'] as const),
  'kill-voice-thread',
]);

function action<K extends string, S extends z.ZodRawShape>(kind: K, shape: S) {
  return z.object({ request, kind: z.literal(kind), ...shape });
}

const requestSchema = z.discriminatedUnion('kind', [
  action('history', {
    channelId,
    before: z
      .string()
      .regex(/^\d{1,20}$/)
      .optional(),
    limit: z.int().min(1).max(MAX_HISTORY),
  }),
  action('send', { channelId, content: text, files, replyTo: id.optional() }),
  action('send-voice-message', { channelId, file: id, durationSecs: z.number().min(0).max(1_200), waveform: text }),
  action('edit', { channelId, messageId, content: text }),
  action('delete', { channelId, messageId }),
  action('command', { channelId, path: text, options: values }),
  action('autocomplete', { channelId, path: text, option: text, typed: text, others: values }),
  action('menu', { channelId, messageId, name: text }),
  action('press', { channelId, messageId, customId: text }),
  action('select', { channelId, messageId, customId: text, values: ids }),
  action('submit', { interactionId: id, fields: values }),
  action('language', { locale: id }),
  action('new-server', { name: text }),
  action('join-voice', { channelId }),
  action('leave-voice', {}),
  action('begin-speech', {}),
  action('end-speech', { isCutOff: z.boolean().optional() }),
  action('let-speak', { personId: id, text }),
  action('set-fault', { name: faultName, isOn: z.boolean(), amount: z.number().optional(), serverId: id.optional() }),
]);

/** What a page sent: a request, or nothing that can be done, with its number as far as it has one (else 0). */
export type ReadRequest =
  | { readonly kind: 'request'; readonly request: PageRequest }
  | { readonly kind: 'unreadable'; readonly number: number };

/** Reads one text of the page's WebSocket. */
export function readRequest(json: string): ReadRequest {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    return { kind: 'unreadable', number: 0 };
  }
  const read = requestSchema.safeParse(parsed);
  // Zod's optional properties may be `undefined`, which JSON's never are.
  if (read.success) return { kind: 'request', request: read.data as PageRequest };
  const numbered = z.object({ request }).safeParse(parsed);
  return { kind: 'unreadable', number: numbered.success ? numbered.data.request : 0 };
}

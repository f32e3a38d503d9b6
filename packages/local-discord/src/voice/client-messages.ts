/** Messages of clients on the voice socket (gateway version 8), JSON and binary. */
import { VoiceOpcodes } from 'discord-api-types/voice/v8';
import { z } from 'zod';

const snowflake = z.string().regex(/^\d{17,19}$/);
const transition = z.object({ transition_id: z.int().min(0).max(65_535) });

/** A JSON message of a client; malformed ones are answered with close 4002, unknown ops with 4001. */
const clientMessageSchema = z.discriminatedUnion('op', [
  z.object({
    op: z.literal(VoiceOpcodes.Identify),
    d: z.object({
      server_id: snowflake,
      user_id: snowflake,
      session_id: z.string(),
      token: z.string(),
      max_dave_protocol_version: z.int().default(0),
    }),
  }),
  z.object({
    op: z.literal(VoiceOpcodes.SelectProtocol),
    d: z.object({
      protocol: z.string(),
      data: z.object({ address: z.string(), port: z.int(), mode: z.string() }),
    }),
  }),
  z.object({
    op: z.literal(VoiceOpcodes.Heartbeat),
    d: z.object({ t: z.number(), seq_ack: z.int().default(-1) }),
  }),
  z.object({
    op: z.literal(VoiceOpcodes.Speaking),
    d: z.object({ speaking: z.union([z.int(), z.boolean()]), delay: z.int().optional(), ssrc: z.int() }),
  }),
  z.object({
    op: z.literal(VoiceOpcodes.Resume),
    d: z.object({ server_id: snowflake, session_id: z.string(), token: z.string(), seq_ack: z.int().default(-1) }),
  }),
  z.object({ op: z.literal(VoiceOpcodes.DaveTransitionReady), d: transition }),
  z.object({ op: z.literal(VoiceOpcodes.DaveMlsInvalidCommitWelcome), d: transition }),
]);
export type ClientMessage = z.output<typeof clientMessageSchema>;

export type ReadMessage =
  | { readonly kind: 'json'; readonly message: ClientMessage }
  | { readonly kind: 'binary'; readonly op: number; readonly payload: Buffer }
  | { readonly kind: 'unknown-op' }
  | { readonly kind: 'malformed' };

const envelopeSchema = z.object({ op: z.int() });
const KNOWN_OPS: ReadonlySet<number> = new Set(clientMessageSchema.options.map(({ shape }) => shape.op.value));

/** Parses a frame of a client: JSON text, or `u8 op | payload`. */
export function readClientFrame(data: Buffer, isBinary: boolean): ReadMessage {
  if (isBinary) {
    if (data.length === 0) return { kind: 'malformed' };
    return { kind: 'binary', op: data.readUInt8(), payload: data.subarray(1) };
  }
  const value = parseJson(data);
  const envelope = envelopeSchema.safeParse(value);
  if (!envelope.success) return { kind: 'malformed' };
  if (!KNOWN_OPS.has(envelope.data.op)) return { kind: 'unknown-op' };
  const message = clientMessageSchema.safeParse(value);
  return message.success ? { kind: 'json', message: message.data } : { kind: 'malformed' };
}

function parseJson(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString());
  } catch {
    return undefined;
  }
}

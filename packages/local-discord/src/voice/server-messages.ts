/** JSON messages of the voice gateway that a person's client handles. */
import { VoiceOpcodes } from 'discord-api-types/voice/v8';
import { z } from 'zod';

const serverMessageSchema = z.discriminatedUnion('op', [
  z.object({ op: z.literal(VoiceOpcodes.Hello), d: z.object({ heartbeat_interval: z.number() }) }),
  z.object({
    op: z.literal(VoiceOpcodes.Ready),
    d: z.object({ ssrc: z.int(), ip: z.string(), port: z.int(), modes: z.array(z.string()) }),
  }),
  z.object({
    op: z.literal(VoiceOpcodes.SessionDescription),
    d: z.object({ secret_key: z.array(z.int()), dave_protocol_version: z.int() }),
  }),
  z.object({ op: z.literal(VoiceOpcodes.Speaking), d: z.object({ user_id: z.string(), ssrc: z.int() }) }),
  z.object({ op: z.literal(VoiceOpcodes.ClientsConnect), d: z.object({ user_ids: z.array(z.string()) }) }),
  z.object({ op: z.literal(VoiceOpcodes.ClientDisconnect), d: z.object({ user_id: z.string() }) }),
  z.object({ op: z.literal(VoiceOpcodes.DavePrepareTransition), d: z.object({ transition_id: z.int() }) }),
  z.object({ op: z.literal(VoiceOpcodes.DavePrepareEpoch), d: z.object({ epoch: z.int() }) }),
]);
export type ServerMessage = z.output<typeof serverMessageSchema>;

/** Parses a JSON frame of the server; `undefined` for ops that the client ignores. Throws on invalid JSON. */
export function readServerMessage(data: Buffer): { message: ServerMessage | undefined; sequence: number | undefined } {
  const value: unknown = JSON.parse(data.toString());
  const { seq } = z.object({ seq: z.int().optional() }).parse(value);
  const parsed = serverMessageSchema.safeParse(value);
  return { message: parsed.success ? parsed.data : undefined, sequence: seq };
}

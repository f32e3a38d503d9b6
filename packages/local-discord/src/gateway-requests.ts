import { z } from 'zod';

const messageSchema = z.object({ op: z.int(), d: z.unknown() });
/** Payload of op 2. */
export const identifySchema = z.object({
  token: z.string(),
  intents: z.int().min(0),
  shard: z.tuple([z.int().min(0), z.int().min(1)]).default([0, 1]),
});
/** Payload of op 6. */
export const resumeSchema = z.object({ token: z.string(), session_id: z.string(), seq: z.int().min(0) });
/** Payload of op 4. */
export const voiceSchema = z.object({
  guild_id: z.string(),
  channel_id: z.string().nullable(),
  self_mute: z.boolean().default(false),
  self_deaf: z.boolean().default(false),
});
/** Payload of op 8. */
export const membersSchema = z.object({
  guild_id: z.string(),
  query: z.string().optional(),
  limit: z.int().min(0).optional(),
  user_ids: z.union([z.string(), z.array(z.string())]).optional(),
  nonce: z.string().max(32).optional(),
});
/** Payload of op 43. */
export const channelInfoSchema = z.object({ guild_id: z.string(), fields: z.array(z.string()) });

/** A message of a client; `undefined` if it is none. */
export function parseMessage(text: string): { op: number; d: unknown } | undefined {
  try {
    const parsed = messageSchema.safeParse(JSON.parse(text));
    return parsed.success ? { op: parsed.data.op, d: parsed.data.d } : undefined;
  } catch {
    return undefined;
  }
}

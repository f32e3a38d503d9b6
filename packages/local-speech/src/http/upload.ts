import { z } from 'zod';

/** An uploaded file as `readBody` decodes it. */
export const uploadSchema = z.object({
  filename: z.string(),
  contentType: z.string(),
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'expected a file'),
});

/** A form's list: a field that occurs once is a list of one. */
export function listOf<Item extends z.ZodType>(item: Item, bounds: { min: number; max: number }) {
  const list = z.array(item).min(bounds.min).max(bounds.max);
  return z.preprocess((value) => (value === undefined || Array.isArray(value) ? value : [value]), list);
}

/** A boolean that a form writes as `true` or `false`. */
export const formBoolean = z.union([z.boolean(), z.stringbool()]);

import { z } from 'zod';
import { fault, text } from '../form.ts';

/** Words that a webhook's name may not contain (Discord API reference, "Create Webhook" and "Usernames and Nicknames"). */
const FORBIDDEN_WORDS = ['clyde', 'discord'];

/** Names that a webhook may not have. */
const FORBIDDEN_NAMES = ['everyone', 'here'];

const nameSchema = text(1, 80).superRefine((name, context) => {
  const lower = name.trim().toLowerCase();
  const word = FORBIDDEN_WORDS.find((forbidden) => lower.includes(forbidden));
  if (word !== undefined) {
    context.addIssue(fault('USERNAME_INVALID_CONTAINS', `Username cannot contain "${word}"`));
  }
  if (FORBIDDEN_NAMES.includes(lower)) {
    context.addIssue(fault('USERNAME_INVALID', 'Username is invalid'));
  }
  if (lower === '') context.addIssue(fault('BASE_TYPE_REQUIRED', 'This field is required'));
});

/** Body of a request that creates a webhook. */
export const webhookSchema = z.object({ name: nameSchema, avatar: z.string().nullish() });

/** Body of a request that changes a webhook. */
export const webhookChangeSchema = z.object({ name: nameSchema.optional(), avatar: z.string().nullish() });

/** Author fields of a webhook execution. */
export const webhookAuthorSchema = z.object({ username: nameSchema.nullish(), avatar_url: z.string().nullish() });

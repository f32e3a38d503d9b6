import { z } from 'zod';

/** Discord's selects take this many at once. */
const MAX_CHOSEN = 25;

/** A Discord id. Source of the term: Discord's API reference. */
export const snowflake = z.string().regex(/^\d{17,20}$/, 'a Discord id of 17 to 20 digits');

/** Ids of channels, roles or people, none unless some are chosen. */
export const snowflakes = (max = MAX_CHOSEN) => z.array(snowflake).max(max).readonly().default([]);

/**
 * Roles of which somebody must have one; an empty list admits everyone. In place of a rule that cannot be read there is a
 * role that nobody has.
 */
export const requiredRoles = snowflakes().meta({ unreadable: ['00000000000000000'] });

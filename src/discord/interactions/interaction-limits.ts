import type { RateLimit } from './rate-limits.ts';

/**
 * Buttons and selects together: nobody who reads what they press comes to two a second, and each press can cost a request
 * to the speech service and one to Discord.
 */
export const COMPONENT_LIMIT: RateLimit = { name: 'components', uses: 20, withinS: 10, scope: 'process' };

/**
 * Forms that are sent. Opening one is limited already, and typed text is lost with a refusal, so that only a script meets
 * this.
 */
export const FORM_LIMIT: RateLimit = { name: 'forms', uses: 20, withinS: 10, scope: 'process' };

/** Autocompletes: Discord's clients ask a few times a second while someone types. */
export const AUTOCOMPLETE_LIMIT: RateLimit = { name: 'autocompletes', uses: 30, withinS: 10, scope: 'process' };

/** Opt-ins, by button and command. Each is stored and changes every running session. Opting out has no limit. */
export const OPT_IN_LIMIT: RateLimit = { name: 'opt-in', uses: 10, withinS: 30 };

import type { BudgetSettings } from './budget-settings.ts';

/** What is counted by the day: `characters` of spoken texts, milliseconds of audio for `captions` and `transcription`. */
export type BudgetKind = 'characters' | 'captions' | 'transcription';

/** Whose use is counted: a person everywhere, a person in one guild (`member`), a guild, or the whole account. */
export type BudgetScope = 'person' | 'member' | 'guild' | 'account';

/** Milliseconds of a minute: limits of audio are in minutes, counters in milliseconds. */
const MINUTE_MS = 60_000;

/** The operator's limits a day: characters and minutes. 0 switches something off, `Infinity` lifts the limit. */
export interface BudgetLimits {
  readonly characters: { readonly person: number; readonly guild: number; readonly account: number };
  readonly captionMinutes: { readonly guild: number; readonly account: number };
  readonly transcribeMinutes: { readonly person: number; readonly guild: number; readonly account: number };
}

/** What a guild's own limits must not exceed. */
export function operatorLimits(limits: BudgetLimits): { readonly [Field in keyof BudgetSettings]-?: number } {
  return {
    charactersPerPerson: limits.characters.person,
    characters: limits.characters.guild,
    captionMinutes: limits.captionMinutes.guild,
    transcribeMinutesPerPerson: limits.transcribeMinutes.person,
    transcribeMinutes: limits.transcribeMinutes.guild,
  };
}

/** The limit of a counter, in its unit: characters or milliseconds. The lower one of the operator's and the guild's. */
export function limitOf(kind: BudgetKind, scope: BudgetScope, limits: BudgetLimits, settings: BudgetSettings): number {
  switch (kind) {
    case 'characters':
      return lowest(scope, limits.characters, { member: settings.charactersPerPerson, guild: settings.characters });
    case 'captions': {
      const minutes = { ...limits.captionMinutes, person: Number.POSITIVE_INFINITY };
      return lowest(scope, minutes, { member: undefined, guild: settings.captionMinutes }) * MINUTE_MS;
    }
    case 'transcription': {
      const own = { member: settings.transcribeMinutesPerPerson, guild: settings.transcribeMinutes };
      return lowest(scope, limits.transcribeMinutes, own) * MINUTE_MS;
    }
  }
}

function lowest(
  scope: BudgetScope,
  operator: BudgetLimits['characters'],
  own: { readonly member: number | undefined; readonly guild: number | undefined },
): number {
  const lowered = (limit: number | undefined): number => limit ?? Number.POSITIVE_INFINITY;
  switch (scope) {
    case 'person':
      return operator.person;
    case 'member':
      // One that is not lower than the person's limit everywhere says nothing of its own.
      return lowered(own.member) < operator.person ? lowered(own.member) : Number.POSITIVE_INFINITY;
    case 'guild':
      return Math.min(operator.guild, lowered(own.guild));
    case 'account':
      return operator.account;
  }
}

import type { CaptionSettings } from '../caption-settings.ts';
import type { Consent, ConsentDecision, Decision } from '../captions-ports.ts';

/** What people decided, for lookups. */
export interface Decisions {
  /** What holds for a person in a guild; `undefined` while they are undecided. */
  of(userId: string, guildId: string): Decision | undefined;
}

/** A person's decisions and where they hold. */
export interface PersonConsent {
  /** In every guild that `optedInGuilds` does not name. */
  readonly consent: Consent;
  readonly decidedAtMs: number | undefined;
  /** Where a narrower opt-in holds, in the order of the decisions. */
  readonly optedInGuilds: readonly { readonly guildId: string; readonly decidedAtMs: number }[];
}

/** The decisions of one person, as the store returns them, by where they hold. */
export function personConsentOf(decisions: readonly ConsentDecision[]): PersonConsent {
  const everywhere = decisions.find(({ guildId }) => guildId === undefined);
  const consent = everywhere?.consent ?? 'undecided';
  return {
    consent,
    decidedAtMs: consent === 'undecided' ? undefined : everywhere?.decidedAtMs,
    optedInGuilds: decisions
      .toSorted((one, other) => one.revision - other.revision)
      .flatMap(({ guildId, decidedAtMs }) => (guildId === undefined ? [] : [{ guildId, decidedAtMs }])),
  };
}

/** Whether a person's speech becomes captions. A bot cannot opt in, so `opt-in` servers never caption bots. */
export function mayCaption(
  settings: Pick<CaptionSettings, 'consent' | 'captionBots'>,
  decision: Decision | undefined,
  isBot: boolean,
): boolean {
  if (decision === 'opted-out' || (isBot && !settings.captionBots)) return false;
  return settings.consent === 'opt-out' || decision === 'opted-in';
}

/** The consent rule of captions that run while their guild's changes: never a less strict one. */
export function stricterConsent(
  one: CaptionSettings['consent'],
  other: CaptionSettings['consent'],
): CaptionSettings['consent'] {
  return one === 'opt-in' || other === 'opt-in' ? 'opt-in' : 'opt-out';
}

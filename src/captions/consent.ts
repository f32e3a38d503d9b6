import type { ListenPolicy } from '../voice/voice-api.ts';
import type { Captioning } from './captions-api.ts';
import type { CaptionSettings, Consent } from './captions-ports.ts';

/** What people decided, by user id; those who are missing are undecided. */
export type Decisions = ReadonlyMap<string, Exclude<Consent, 'undecided'>>;

/**
 * Whether somebody's speech becomes captions. A bot cannot opt in: where consent is `opt-in` bots are never captioned.
 */
export function captioningOf(
  settings: CaptionSettings,
  decision: Exclude<Consent, 'undecided'> | undefined,
  isBot: boolean,
): Captioning {
  if (decision === 'opted-out') return 'opted-out';
  if (isBot && !settings.captionBots) return 'bot';
  return settings.consent === 'opt-in' && decision !== 'opted-in' ? 'not-opted-in' : 'captioned';
}

/** Whom the engine shall listen to; `bots` are those known so far to speak in the channel. */
export function listenPolicyOf(
  settings: CaptionSettings,
  decisions: Decisions,
  bots: ReadonlySet<string>,
): ListenPolicy {
  const decided = (wanted: 'opted-in' | 'opted-out'): string[] =>
    [...decisions].filter(([, decision]) => decision === wanted).map(([userId]) => userId);
  const ignore = new Set([...decided('opted-out'), ...(settings.captionBots ? [] : bots)]);
  if (settings.consent === 'opt-out') return { others: 'hear', hear: [], ignore: [...ignore] };
  return { others: 'ignore', hear: decided('opted-in').filter((userId) => !ignore.has(userId)), ignore: [...ignore] };
}

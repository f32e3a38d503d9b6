import type { SpeakerPolicy } from '../voice/voice-api.ts';
import type { CaptionSettings, Consent } from './captions-ports.ts';

/** Opt-ins and opt-outs by user id. People who are missing are undecided. */
export type Decisions = ReadonlyMap<string, Exclude<Consent, 'undecided'>>;

/** Whether a person's speech becomes captions. A bot cannot opt in, so `opt-in` servers never caption bots. */
export function mayCaption(
  settings: CaptionSettings,
  decision: Exclude<Consent, 'undecided'> | undefined,
  isBot: boolean,
): boolean {
  if (decision === 'opted-out' || (isBot && !settings.captionBots)) return false;
  return settings.consent === 'opt-out' || decision === 'opted-in';
}

/** Whom the engine must listen to. `bots` are the speakers known to be bots. */
export function speakerPolicyOf(
  settings: CaptionSettings,
  decisions: Decisions,
  bots: ReadonlySet<string>,
): SpeakerPolicy {
  const ignore = new Set([...peopleWho(decisions, 'opted-out'), ...(settings.captionBots ? [] : bots)]);
  if (settings.consent === 'opt-out') return { others: 'hear', hear: [], ignore: [...ignore] };
  return {
    others: 'ignore',
    hear: peopleWho(decisions, 'opted-in').filter((userId) => !ignore.has(userId)),
    ignore: [...ignore],
  };
}

/** User ids of the people with this decision. */
export function peopleWho(decisions: Decisions, wanted: 'opted-in' | 'opted-out'): string[] {
  return [...decisions].filter(([, decision]) => decision === wanted).map(([userId]) => userId);
}

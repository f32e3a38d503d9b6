import { type APIActionRowComponent, type APIButtonComponentWithCustomId, TimestampStyles, time } from 'discord.js';
import type { CaptionStatus } from '../../captions/captions-api.ts';
import type { CaptionSession, CaptionSettings } from '../../captions/captions-ports.ts';
import { buttonRow } from '../interactions/buttons.ts';
import { languageName } from '../interactions/languages.ts';

/** Most people named in one list: a message has room for so many mentions. */
const MAX_MENTIONS = 25;

/** The notice that captions are on: what everybody in the text channel reads first. */
export function noticeWords(session: CaptionSession, settings: CaptionSettings): string {
  const language = session.language === undefined ? 'recognized by itself' : languageName(session.language);
  const rule =
    settings.consent === 'opt-in'
      ? 'Only those who press **Opt in** (or use `/privacy opt-in`) are captioned. **Opt out** takes it back, at once and in every server.'
      : 'Everybody there is captioned except those who press **Opt out** (or use `/privacy opt-out`): it holds at once and in every server.';
  return [
    `💬 Live captions of <#${session.voiceChannelId}> are on, started by <@${session.startedBy}>. Language: ${language}.`,
    rule,
    `The transcript is deleted after ${days(settings.retentionDays)}; \`/privacy erase\` deletes your part of it at any time.`,
  ].join('\n');
}

/** The buttons under the notice. */
export function noticeButtons({ consent }: CaptionSettings): APIActionRowComponent<APIButtonComponentWithCustomId> {
  return buttonRow([
    ...(consent === 'opt-in' ? [['captions:opt-in', 'Opt in'] as const] : []),
    ['captions:opt-out', 'Opt out'],
    ['captions:stop', 'Stop', 'danger'],
    ['captions:export', 'Export'],
  ]);
}

/** How captions stand; `present` are the people in the voice channel. */
export function statusWords(status: CaptionStatus, present: readonly string[]): string {
  const { session, consent, optedIn, optedOut, delayMs, lossShare, waitingClips, waitingBytes } = status;
  const isCaptioned = (userId: string): boolean => (consent === 'opt-in' ? optedIn.has(userId) : !optedOut.has(userId));
  const left = present.filter((userId) => !isCaptioned(userId));
  const language = session.language === undefined ? 'recognized by itself' : languageName(session.language);
  const since = time(Math.floor(session.startedAtMs / 1_000), TimestampStyles.RelativeTime);
  return [
    `Captions of <#${session.voiceChannelId}> are on in <#${session.textChannelId}>, started ${since} by <@${session.startedBy}>.`,
    `Language: ${language}. While somebody still speaks: ${status.interim ? 'shown' : 'not shown'}.`,
    `Captioned: ${mentions(present.filter(isCaptioned))}.`,
    `Not captioned: ${mentions(left)}${consent === 'opt-in' ? ' (only those who opt in are)' : ''}.`,
    `Delay: ${delayMs === undefined ? 'nothing captioned yet' : `${(delayMs / 1_000).toFixed(1)} s`}.`,
    `Lost on the way to me: ${(lossShare * 100).toFixed(1)} %.`,
    `Waiting for text: ${waitingWords(waitingClips, waitingBytes)}.`,
  ].join('\n');
}

function waitingWords(clips: number, bytes: number): string {
  const what = clips === 0 ? 'nothing' : clips === 1 ? '1 clip' : `${clips} clips`;
  return bytes === 0 ? what : `${what} (${Math.ceil(bytes / 1_024)} KiB on disk in all)`;
}

/** `1 day`, `30 days`. */
export function days(count: number): string {
  return count === 1 ? '1 day' : `${count} days`;
}

function mentions(userIds: readonly string[]): string {
  if (userIds.length === 0) return 'nobody';
  const named = userIds.slice(0, MAX_MENTIONS).map((userId) => `<@${userId}>`);
  const hidden = userIds.length - named.length;
  return `${named.join(', ')}${hidden > 0 ? ` and ${hidden} more` : ''}`;
}

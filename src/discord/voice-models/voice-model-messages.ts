import type { Visibility } from '../../speech/wire.ts';
import type { LimitReached, Ownership, VoiceStatus } from '../../voice-models/voice-models-api.ts';
import { clip, sanitize } from '../interactions/replies.ts';

/** Titles are quoted up to this length, in characters. */
const MAX_QUOTED_TITLE = 80;

/** A voice's status in two words, for lists. */
export const VOICE_STATUS_LABELS: Readonly<Record<VoiceStatus, string>> = {
  ready: 'ready',
  training: 'in training',
  failed: 'training failed',
  'taken-down': 'taken down',
  'not-for-speech': 'not for speech',
  gone: 'gone',
};

/** Whose a voice is, for the person who asks; `nickname` is the author's at the service, and comes out as it is. */
export function ownerLabel(ownership: Ownership, nickname: string): string {
  switch (ownership) {
    case 'mine':
      return 'yours';
    case 'guild':
      return 'this server’s';
    case 'operator':
      return 'my operator’s';
    case 'public':
      return nickname.trim() === '' ? 'public' : nickname.trim();
  }
}

/** A voice's title as it stands in a sentence: in bold, short, and harmless. */
export function titled(title: string): string {
  const short = sanitize(clip(title.trim(), MAX_QUOTED_TITLE));
  return short === '' ? 'a voice without a title' : `**${short}**`;
}

/** To whom a voice is visible. `isGuild`: it belongs to a guild, not to a person alone. */
export function visibilityWords(visibility: Visibility, isGuild: boolean): string {
  switch (visibility) {
    case 'public':
      return 'everybody, also outside of Discord: the speech service shows it in its public list';
    case 'unlist':
      return 'everybody who has its id';
    case 'private':
      return isGuild ? 'only people in this server' : 'only you';
  }
}

/** Said wherever somebody names a voice that there is not, or that they may not know of. */
export function unknownVoiceWords(entered: string): string {
  return `I know no voice called “${sanitize(clip(entered.trim(), MAX_QUOTED_TITLE))}” here. Choose one from the suggestions, or look at \`/voice list\`.`;
}

/** Said when several voices have the title that somebody gave. */
export function severalVoicesWords(entered: string): string {
  return `Several voices are called “${sanitize(clip(entered.trim(), MAX_QUOTED_TITLE))}”. Choose one from the suggestions, or give its id.`;
}

/** Said when somebody may not change a voice. */
export function notYoursWords(title: string): string {
  return `Only whoever made ${titled(title)} may change or delete it, and those who may Manage Server where it was made.`;
}

/** Said when a voice is gone at the service. */
export function goneVoiceWords(title: string): string {
  return `${titled(title)} does not exist any more: it was deleted at the speech service.`;
}

/** Why a voice cannot be used, or that it can; a whole sentence. */
export function voiceStatusMessage(status: VoiceStatus, title: string): string {
  switch (status) {
    case 'ready':
      return `${titled(title)} is ready.`;
    case 'training':
      return `${titled(title)} is still in training. Look again in a few minutes with \`/voice info\`.`;
    case 'failed':
      return `The training of ${titled(title)} failed, so nothing can be said with it. Make it anew with better recordings.`;
    case 'taken-down':
      return `${titled(title)} was taken down by the speech service because of a rights complaint.`;
    case 'not-for-speech':
      return `${titled(title)} is no voice for speech, so I cannot speak with it.`;
    case 'gone':
      return goneVoiceWords(title);
  }
}

/** Said when no more voices may be made. */
export function limitWords({ whose, max }: LimitReached): string {
  if (max === 0) return 'No voices may be made in this server. Those who manage it can allow it in `/settings`.';
  const voices = max === 1 ? '1 voice' : `${max} voices`;
  const rule = whose === 'person' ? `Each person may have ${voices}` : `A server may have ${voices}`;
  return `${rule}, and there are as many already. Delete one with \`/voice delete\`, or ask those who manage the server to raise the limit in \`/settings\`.`;
}

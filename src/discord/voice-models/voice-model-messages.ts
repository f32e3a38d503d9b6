import { VISIBILITIES, type Visibility } from '@mynah/speech-wire/wire';
import type { Messages } from '../../messages/messages.ts';
import { retirementOf } from '../../voice-models/retirement.ts';
import type { KnownVoice, LimitReached, Ownership } from '../../voice-models/voice-models-api.ts';
import { sanitize, truncate } from '../client/replies.ts';

/** Titles are quoted up to this length, in characters. */
const MAX_QUOTED_TITLE = 80;

/** A voice's title, or what somebody typed as one, as messages take it: short and sanitized; empty where there is none. */
export function shownTitle(title: string): string {
  return sanitize(truncate(title.trim(), MAX_QUOTED_TITLE));
}

/** Whose a voice is, for the person who asks; `nickname` is the author's at the service, and is returned as it is. */
export function ownerLabel({ voiceModels }: Messages, ownership: Ownership, nickname: string): string {
  const author = nickname.trim();
  return ownership === 'public' && author !== '' ? author : voiceModels.owners[ownership];
}

/** How a voice is doing, and what to do about it. */
export function voiceStatusMessage(
  { voiceModels }: Messages,
  { status, title }: Pick<KnownVoice, 'status' | 'title'>,
): string {
  return voiceModels.status[status]({ title: shownTitle(title) });
}

/** That the service will remove a voice, as an answer's own line; `undefined` for any other voice. */
export function retiringMessage(
  { voiceModels }: Messages,
  { title, model }: Pick<KnownVoice, 'title' | 'model'>,
): string | undefined {
  const retirement = retirementOf(model);
  return retirement && voiceModels.service.retiring({ title: shownTitle(title), ...retirement });
}

/**
 * That a voice came back with another visibility than it was asked to have, and what to do: `undefined` where it did not,
 * or where the service did not say which it has.
 * Only the service's own page publishes voices, and only the operator has the account.
 */
export function visibilityMessage(
  { voiceModels: { edit, service } }: Messages,
  { id, model }: Pick<KnownVoice, 'id' | 'model'>,
  asked: Visibility | undefined,
): string | undefined {
  const came = model.visibility;
  if (asked === undefined || asked === came || model.visibility_assumed === true) return undefined;
  const names = { asked: edit.visibilityNames[asked], came: edit.visibilityNames[came] };
  const isWider = VISIBILITIES.indexOf(came) < VISIBILITIES.indexOf(asked);
  return isWider ? service.madeWider(names) : service.madeNarrower({ ...names, id });
}

/** Why somebody can't edit or delete a voice. */
export function notYoursMessage({ voiceModels }: Messages, { title, ownership, model }: KnownVoice): string {
  const shown = { title: shownTitle(title) };
  switch (ownership) {
    case 'operator':
      return voiceModels.notYours.operator(shown);
    case 'mine':
    case 'guild':
      return voiceModels.notYours.guild(shown);
    case 'public':
      return voiceModels.notYours[model.visibility === 'public' ? 'public' : 'someoneElse'](shown);
  }
}

/** To whom a voice is visible. `privateTo`: who may know it while it is private. */
export function visibleTo<T extends 'guild' | 'its-guild' | 'maker'>(
  visibility: Visibility,
  privateTo: T,
): 'everyone' | 'with-id' | T {
  switch (visibility) {
    case 'public':
      return 'everyone';
    case 'unlist':
      return 'with-id';
    case 'private':
      return privateTo;
  }
}

/** Why no more voices can be created. `isGuild`: it was asked in a guild. */
export function limitMessage({ voiceModels }: Messages, { whose, max }: LimitReached, isGuild: boolean): string {
  const { limits } = voiceModels.create;
  if (whose === 'account') return limits.account;
  if (!isGuild) return limits.direct({ max });
  return max === 0 ? limits.none : limits[whose]({ max });
}

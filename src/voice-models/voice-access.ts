import { VISIBILITIES, type Visibility, type VoiceModel } from '@mynah/speech-wire/wire';
import { serviceTimeMs } from '../speech/service-time.ts';
import type { VoiceAttempt } from './voice-model-ports.ts';
import type { VoiceModelRecord } from './voice-model-record.ts';
import type { KnownVoice, Ownership, Requester, VoiceStatus } from './voice-models-api.ts';

/** How far the service's clock may be behind ours. */
const CLOCK_SKEW_MS = 120_000;

/**
 * Who may know of a voice that was created through the bot. Everybody may know a public or unlisted one, if they have its
 * id. A private one is known in the guild that it was created in, and to its maker outside of guilds; one that was
 * created outside of guilds is known to its maker only.
 */
export function mayKnow({ userId, guildId }: Requester, record: VoiceModelRecord): boolean {
  if (record.model.visibility !== 'private') return true;
  if (record.guildId === undefined) return record.makerId === userId;
  return guildId === undefined ? record.makerId === userId : record.guildId === guildId;
}

/**
 * Who may edit or delete a voice that was created through the bot: its maker, anywhere, and those who may manage the
 * guild that it was created in, in that guild; `visibilitiesFor` limits what they may edit.
 */
function mayEditOrDelete({ userId, guildId, managesGuild }: Requester, record: VoiceModelRecord): boolean {
  if (record.makerId === userId) return true;
  return managesGuild && record.guildId !== undefined && record.guildId === guildId;
}

/**
 * The visibilities that a person may give a voice: its maker all of them; those who manage its guild the current one and
 * narrower ones, because only the maker decides who else may hear their voice.
 */
function visibilitiesFor(requester: Requester, record: VoiceModelRecord): readonly Visibility[] {
  if (!mayEditOrDelete(requester, record)) return [];
  if (record.makerId === requester.userId) return VISIBILITIES;
  return VISIBILITIES.slice(VISIBILITIES.indexOf(record.model.visibility));
}

/** Who may speak with a voice: everybody who may know it, when it is trained or still in training. */
function mayUse(status: VoiceStatus): boolean {
  return status === 'ready' || status === 'training';
}

/** Whether a voice created through the bot belongs to this person or this guild, and may be known here. */
export function isOwn(requester: Requester, record: VoiceModelRecord): boolean {
  return mayKnow(requester, record) && ownershipOf(requester, record) !== 'public';
}

/**
 * Whether a voice that is not stored may be the result of an attempt whose answer was lost: then it has a maker. So may one
 * of which the service does not say when it was created.
 */
export function isOutcomeOf(attempt: VoiceAttempt, model: Pick<VoiceModel, 'title' | 'created_at'>): boolean {
  if (model.title.trim() !== attempt.title.trim()) return false;
  const { created_at: createdAt } = model;
  return createdAt === undefined || serviceTimeMs(createdAt) >= attempt.startedAtMs - CLOCK_SKEW_MS;
}

/** The status of a voice, from the service's document. */
export function voiceStatusOf(model: VoiceModel): VoiceStatus {
  if (isTakenDown(model)) return 'taken-down';
  if (model.type !== 'tts') return 'not-for-speech';
  switch (model.state) {
    case 'created':
    case 'training':
      return 'training';
    case 'trained':
      return 'ready';
    case 'failed':
      return 'failed';
  }
}

/** Categories that this version does not know may be no takedowns: they are shown, and the service refuses what it must. */
function isTakenDown({ dmca_taken_down: isDmca, takedown_category: category }: VoiceModel): boolean {
  return isDmca || category === 'dmca' || category === 'policy';
}

/** The status of a stored voice, which may be gone. */
export function recordStatus({ isGone, model }: VoiceModelRecord): VoiceStatus {
  return isGone ? 'gone' : voiceStatusOf(model);
}

/** A stored voice as this person, who may know it, sees it. */
export function toKnownVoice(requester: Requester, record: VoiceModelRecord): KnownVoice {
  const { model, guildId, makerId } = record;
  return {
    ...view(model, recordStatus(record)),
    ownership: ownershipOf(requester, record),
    makerId,
    isPrivateToGuild: model.visibility === 'private' && guildId !== undefined,
    mayEdit: mayEditOrDelete(requester, record),
    visibilities: visibilitiesFor(requester, record),
  };
}

/** A voice that was not created through the bot. */
export function toForeignVoice(model: VoiceModel, ownership: 'operator' | 'public'): KnownVoice {
  return {
    ...view(model, voiceStatusOf(model)),
    ownership,
    makerId: undefined,
    isPrivateToGuild: false,
    mayEdit: false,
    visibilities: [],
  };
}

function view(
  model: VoiceModel,
  status: VoiceStatus,
): Pick<KnownVoice, 'id' | 'title' | 'model' | 'status' | 'mayUse'> {
  return { id: model._id, title: model.title, model, status, mayUse: mayUse(status) };
}

function ownershipOf({ userId, guildId }: Requester, record: VoiceModelRecord): Ownership {
  if (record.makerId === userId) return 'mine';
  return record.guildId !== undefined && record.guildId === guildId ? 'guild' : 'public';
}

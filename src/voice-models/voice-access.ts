import { serviceTimeMs } from '../speech/service-time.ts';
import type { VoiceModel } from '../speech/wire.ts';
import type { VoiceAttempt } from './voice-model-ports.ts';
import type { VoiceModelRecord } from './voice-model-record.ts';
import type { KnownVoice, Ownership, Requester, VoiceStatus } from './voice-models-api.ts';

/** How far the service's clock may be behind ours. */
const CLOCK_SKEW_MS = 120_000;

/** Whether a voice can be spoken with, from its document. */
export function voiceStatusOf(model: VoiceModel): VoiceStatus {
  if (model.dmca_taken_down === true) return 'taken-down';
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

/** The same of a stored voice, which may be gone. */
export function recordStatus({ isGone, model }: VoiceModelRecord): VoiceStatus {
  return isGone ? 'gone' : voiceStatusOf(model);
}

/** Whether a voice made through the bot may be known to somebody who has its id. */
export function mayKnow({ userId, guildId }: Requester, record: VoiceModelRecord): boolean {
  if (record.model.visibility !== 'private') return true;
  if (record.guildId === undefined) return record.makerId === userId;
  return guildId === undefined ? record.makerId === userId : record.guildId === guildId;
}

/** Whether a voice made through the bot is this person's or this guild's, as far as it may be known here. */
export function isOwn(requester: Requester, record: VoiceModelRecord): boolean {
  return mayKnow(requester, record) && ownershipOf(requester, record) !== 'public';
}

/** Whether a voice that is not stored may be the outcome of an attempt whose answer was lost: then it is somebody's. */
export function isOutcomeOf(attempt: VoiceAttempt, model: VoiceModel): boolean {
  return (
    model.title.trim() === attempt.title.trim() &&
    serviceTimeMs(model.created_at) >= attempt.startedAtMs - CLOCK_SKEW_MS
  );
}

/** A stored voice as somebody sees it who may know it. */
export function toKnownVoice(requester: Requester, record: VoiceModelRecord): KnownVoice {
  const { model, makerId } = record;
  const isManagers = requester.managesGuild && record.guildId !== undefined && record.guildId === requester.guildId;
  return {
    ...view(model, recordStatus(record)),
    ownership: ownershipOf(requester, record),
    makerId,
    mayEdit: makerId === requester.userId || isManagers,
  };
}

/** A voice that was not made through the bot. */
export function toForeignVoice(model: VoiceModel, ownership: 'operator' | 'public'): KnownVoice {
  return { ...view(model, voiceStatusOf(model)), ownership, makerId: undefined, mayEdit: false };
}

function view(
  model: VoiceModel,
  status: VoiceStatus,
): Pick<KnownVoice, 'id' | 'title' | 'model' | 'status' | 'mayUse'> {
  const mayUse = status === 'ready' || status === 'training';
  return { id: model._id, title: model.title, model, status, mayUse };
}

function ownershipOf({ userId, guildId }: Requester, record: VoiceModelRecord): Ownership {
  if (record.makerId === userId) return 'mine';
  return record.guildId !== undefined && record.guildId === guildId ? 'guild' : 'public';
}

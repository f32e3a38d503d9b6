import type { Visibility } from '@mynah/speech-wire/wire';
import { ephemeral, type Reply, sanitize } from '../../src/discord/client/replies.ts';
import { buttonRow, buttonRows } from '../../src/discord/interactions/buttons.ts';
import { qualityLines } from '../../src/discord/voice-models/recording-quality.ts';
import {
  shownTitle,
  visibilityMessage,
  visibleTo,
  voiceStatusMessage,
} from '../../src/discord/voice-models/voice-model-messages.ts';
import { type CheckedRecording, recordingName } from '../../src/discord/voice-models/voice-model-recordings.ts';
import type { Messages } from '../../src/messages/messages.ts';
import type { KnownVoice, TrainingStep } from '../../src/voice-models/voice-models-api.ts';
import { voiceButtons } from './buttons.ts';
import type { CreateForm } from './create-form.ts';
import { voiceCustomId } from './subcommand.ts';

/** A voice that its maker has yet to confirm. */
export interface CreateDraft {
  readonly userId: string;
  readonly isGuild: boolean;
  readonly form: CreateForm;
  readonly recordings: readonly CheckedRecording[];
  /** Whether it was confirmed before and failed, so that the service may have the recordings. */
  readonly wasSent: boolean;
}

/** The question that somebody answers before anything is sent, or sent again. */
export function offerReply({ voiceModels }: Messages, draft: CreateDraft, id: string, expiresAtMs: number): Reply {
  const { form, isGuild, recordings, wasSent } = draft;
  const { buttons, create } = voiceModels;
  return {
    ...ephemeral(
      create.offer({
        title: shownTitle(form.title),
        recordings: recordings.map(({ attachment, durationMs }) => ({ name: recordingName(attachment), durationMs })),
        hasTranscripts: form.texts.length > 0,
        hasDescription: form.description !== undefined,
        tags: form.tags.map(sanitize),
        hasCover: form.cover !== undefined,
        visibleTo: visibleTo(form.visibility, isGuild ? 'guild' : 'maker'),
        wasSent,
        expiresAtMs,
      }),
    ),
    components: [
      buttonRow([
        [voiceCustomId('create', `yes:${id}`), buttons.confirm, 'primary'],
        [voiceCustomId('create', `no:${id}`), buttons.cancel],
      ]),
    ],
  };
}

/** A new voice, and the visibility that was asked for: the service may have given it another. */
export interface CreatedVoice {
  readonly voice: KnownVoice;
  readonly asked: Visibility;
}

/** The progress of a new voice, in the message that was confirmed. */
export function trainingReply(messages: Messages, { voice, asked }: CreatedVoice, step: TrainingStep): Reply {
  const { create } = messages.voiceModels;
  const { title, id } = identified(voice);
  switch (step.kind) {
    case 'waiting':
      return ephemeral(step.state === 'created' ? create.waitingForTraining({ title }) : create.training({ title }));
    case 'trained':
      return {
        ...ephemeral(withVisibility(messages, create.ready({ title, id }), { voice: step.voice, asked })),
        components: buttonRows(voiceButtons(messages, step.voice, ['sample', 'use'])),
      };
    case 'failed': {
      const recordings = qualityLines(messages, step.voice.model);
      return ephemeral(create.trainingFailed({ title, id, recordings }));
    }
    case 'gone':
      return ephemeral(voiceStatusMessage(messages, { status: 'gone', title: voice.title }));
    case 'gave-up':
      return ephemeral(
        withVisibility(messages, create.stillTraining({ title, id, afterMs: step.afterMs }), { voice, asked }),
      );
  }
}

/** The reply when a voice was created and its training can't be followed. */
export function notFollowedReply(messages: Messages, created: CreatedVoice): Reply {
  const words = messages.voiceModels.create.notFollowed(identified(created.voice));
  return ephemeral(withVisibility(messages, words, created));
}

function withVisibility(messages: Messages, words: string, { voice, asked }: CreatedVoice): string {
  const differs = visibilityMessage(messages, voice, asked);
  return differs === undefined ? words : `${words}\n⚠️ ${differs}`;
}

function identified({ title, id }: KnownVoice): { readonly title: string; readonly id: string } {
  return { title: shownTitle(title), id: sanitize(id) };
}

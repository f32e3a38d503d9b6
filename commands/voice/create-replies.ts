import { TimestampStyles, time } from 'discord.js';
import { buttonRow, buttonRows } from '../../src/discord/interactions/buttons.ts';
import { ephemeral, type Reply, sanitize } from '../../src/discord/interactions/replies.ts';
import { qualityLines } from '../../src/discord/voice-models/recording-quality.ts';
import { goneVoiceWords, titled, visibilityWords } from '../../src/discord/voice-models/voice-model-messages.ts';
import { type CheckedRecording, recordingName } from '../../src/discord/voice-models/voice-model-recordings.ts';
import type { KnownVoice, TrainingStep } from '../../src/voice-models/voice-models-api.ts';
import { voiceButtons } from './buttons.ts';
import type { CreateForm } from './create-form.ts';
import { voiceCustomId } from './subcommand.ts';

/** A voice that waits for its maker's yes. */
export interface CreateDraft {
  readonly userId: string;
  readonly isGuild: boolean;
  readonly form: CreateForm;
  readonly recordings: readonly CheckedRecording[];
  /** Whether it was confirmed once, and refused by the service, which has the recordings since. */
  readonly wasSent: boolean;
}

/** What somebody reads before anything is sent, or sent again, with the buttons Confirm and Cancel. */
export function offerReply(draft: CreateDraft, id: string, expiresAtMs: number): Reply {
  const { form, isGuild, wasSent } = draft;
  const soFar = wasSent ? 'No voice has been made yet.' : 'Nothing has been sent yet.';
  return {
    ...ephemeral(
      [
        `Shall I make the voice ${titled(form.title)}?`,
        `**What I send to the speech service:** ${sentWords(draft)}.`,
        `**Who can find the voice:** ${visibilityWords(form.visibility, isGuild)}.`,
        'With **Confirm** you say that you have the right to use this voice: it is your own, or the person whose voice it is has allowed it. I keep your confirmation, with the time and a fingerprint of the recordings.',
        `${soFar} You can confirm until ${time(Math.floor(expiresAtMs / 1_000), TimestampStyles.ShortTime)}.`,
      ].join('\n'),
    ),
    components: [
      buttonRow([
        [voiceCustomId('create', `yes:${id}`), 'Confirm'],
        [voiceCustomId('create', `no:${id}`), 'Cancel', true],
      ]),
    ],
  };
}

/** Said when somebody does not confirm. */
export function cancelledWords(wasSent: boolean): string {
  return wasSent ? 'Cancelled. No voice was made.' : 'Cancelled. Nothing was sent.';
}

/** Said when the question cannot be answered any more. */
export function expiredWords(wasSent: boolean): string {
  return `This question has expired, and ${wasSent ? 'no voice was made' : 'nothing was sent'}. Use \`/voice create\` again.`;
}

/** How a new voice stands, as the message that was confirmed shows it. */
export function trainingReply(voice: KnownVoice, step: TrainingStep): Reply {
  const lookAgain = `Look again with \`/voice info\`; its id is \`${sanitize(voice.id)}\`.`;
  switch (step.kind) {
    case 'waiting': {
      const state = step.state === 'created' ? 'waits for its training' : 'is in training';
      return ephemeral(`${titled(voice.title)} is made and ${state}…`);
    }
    case 'trained':
      return {
        ...ephemeral(
          `${titled(voice.title)} is ready. **Sample** lets you hear it, **Use** makes it your voice. Its id is \`${sanitize(voice.id)}\`.`,
        ),
        components: buttonRows(voiceButtons(step.voice, ['sample', 'use'])),
      };
    case 'failed':
      return ephemeral(
        [
          `The training of ${titled(voice.title)} failed, so it cannot be used.`,
          ...qualityLines(step.voice.model),
          `Delete it with \`/voice delete\`, and try again with better recordings. Its id is \`${sanitize(voice.id)}\`.`,
        ].join('\n'),
      );
    case 'gone':
      return ephemeral(goneVoiceWords(voice.title));
    case 'gave-up': {
      const minutes = Math.round(step.afterMs / 60_000);
      return ephemeral(
        `${titled(voice.title)} is still in training after ${minutes} minutes, so I stop watching. ${lookAgain}`,
      );
    }
  }
}

/** Said when a voice is made and its training cannot be followed. */
export function unfollowedReply(voice: KnownVoice): Reply {
  return ephemeral(
    `${titled(voice.title)} is made, but I cannot follow its training now. Look with \`/voice info\`; its id is \`${sanitize(voice.id)}\`.`,
  );
}

/** Said when the service's answer was lost, and with it whether there is a voice. */
export function unsureWords(title: string): string {
  return `I do not know whether ${titled(title)} was made: the speech service did not answer. I looked for it and found nothing. If it comes to light after all, it is yours and stands in \`/voice list\`; look there in half an hour, before you make it again.`;
}

function sentWords({ form, recordings }: CreateDraft): string {
  const sent = [
    ...recordings.map(
      ({ attachment, durationMs }) =>
        `the recording ${recordingName(attachment)} (${(durationMs / 1_000).toFixed(1)} s)`,
    ),
    ...(form.texts.length === 0 ? [] : ['what is said in it']),
    'the title',
    ...(form.description === undefined ? [] : ['the description']),
    ...(form.tags.length === 0 ? [] : [`the tags ${form.tags.map(sanitize).join(', ')}`]),
    ...(form.cover === undefined ? [] : ['the cover image']),
  ];
  return sent.join(', ');
}

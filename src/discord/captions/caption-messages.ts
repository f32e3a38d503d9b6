import type { APIActionRowComponent, APIButtonComponentWithCustomId } from 'discord.js';
import type { CaptionSettings } from '../../captions/caption-settings.ts';
import type { CaptionStatus } from '../../captions/captions-api.ts';
import type { CaptionNotice, CaptionSession } from '../../captions/captions-ports.ts';
import type { Messages } from '../../messages/messages.ts';
import { problemKindOf } from '../../speech/service-checks.ts';
import { SpeechError } from '../../speech/speech-error.ts';
import { TRANSCRIPT_FORMATS } from '../../text/transcript-format.ts';
import { type Button, buttonRow } from '../interactions/buttons.ts';
import type { Explain } from '../interactions/explain-failure.ts';
import { failureMessage } from '../transcription/attachment-messages.ts';

type ButtonRow = APIActionRowComponent<APIButtonComponentWithCustomId>;

/** The public notice that captions have started. `isElsewhere`: it is posted in another channel than the captions. */
export function startedMessage(
  session: CaptionSession,
  settings: CaptionSettings,
  messages: Messages,
  { confirmedBy, isElsewhere }: { readonly confirmedBy: string | undefined; readonly isElsewhere: boolean },
): string {
  const { voiceChannelId, startedBy, textChannelId } = session;
  const { consent, retentionDays } = settings;
  return messages.captions.started({
    ...{ voiceChannelId, startedBy, consent, retentionDays, confirmedBy, language: languageOf(session, messages) },
    postedIn: isElsewhere && textChannelId !== voiceChannelId ? textChannelId : undefined,
  });
}

/** The buttons below the notice. */
export function startedButtons(
  { sessionId }: CaptionSession,
  { consent }: CaptionSettings,
  { captions: { buttons } }: Messages,
): ButtonRow {
  return buttonRow([
    ...consentChoices(consent, buttons),
    [`captions:stop:${sessionId}`, buttons.stop, 'danger'],
    [`captions:export:${sessionId}`, buttons.export],
  ]);
}

/** The buttons for people who join later. */
export function consentButtons(
  { consent }: Pick<CaptionSettings, 'consent'>,
  { captions: { buttons } }: Messages,
): ButtonRow {
  return buttonRow(consentChoices(consent, buttons));
}

/** The button below notices of captions that have ended: text of what was said before may still come. */
export function endedButtons({ captions: { buttons } }: Messages): ButtonRow {
  return buttonRow([['captions:opt-out', buttons.optOut]]);
}

/** The status of captions. `present` are the people in the voice channel. */
export function statusMessage(status: CaptionStatus, present: readonly string[], messages: Messages): string {
  const { session, consent, isCaptioned, delayMs, lossShare, waitingClips, waitingBytes, outage } = status;
  const { voiceChannelId, textChannelId, startedBy, startedAtMs } = session;
  const text = messages.captions.status({
    ...{ voiceChannelId, textChannelId, startedBy, startedAtMs, consent, delayMs, lossShare },
    language: languageOf(session, messages),
    captioned: present.filter(isCaptioned),
    notCaptioned: present.filter((userId) => !isCaptioned(userId)),
    pendingClips: waitingClips,
    pendingBytes: waitingBytes,
    isLiveTextOn: status.interim,
  });
  return outage === undefined ? text : `${text}\n${messages.captions.notices.outage({ kind: problemKindOf(outage) })}`;
}

/** The buttons below the status: to stop captions, and to see links to them, only for people who may. */
export function statusButtons(
  { sessionId }: CaptionSession,
  { canStop, hasLinks }: { readonly canStop: boolean; readonly hasLinks: boolean },
  { captions: { buttons, overlay } }: Messages,
): ButtonRow {
  const stop: Button = [`captions:stop:${sessionId}`, buttons.stop, 'danger'];
  const links: Button = [`captions:links:${sessionId}`, overlay.buttons.links];
  const transcript: Button = [`captions:export:${sessionId}`, buttons.export];
  return buttonRow([...(canStop ? [stop] : []), transcript, ...(hasLinks ? [links] : [])]);
}

/** A button that offers the transcript of a session in every format. */
export function exportButton({ sessionId }: CaptionSession, { captions: { buttons } }: Messages): ButtonRow {
  return buttonRow([[`captions:export:${sessionId}`, buttons.export]]);
}

/** A button for each format of a session's transcript. */
export function formatButtons({ sessionId }: CaptionSession, { captions: { buttons } }: Messages): ButtonRow {
  return buttonRow(
    TRANSCRIPT_FORMATS.map((format) => [`captions:export:${sessionId}:${format}`, buttons.formats[format]] as const),
  );
}

/**
 * The messages of a notice about the captions themselves: one, or one for each reason why clips were refused. Of clips
 * refused for the same reason, it has the service's reference for the first.
 */
export function noticeMessages(notice: CaptionNotice, explain: Explain, messages: Messages): readonly string[] {
  const { captions } = messages;
  switch (notice.kind) {
    case 'outage':
      return [captions.notices.outage({ kind: problemKindOf(notice.code) })];
    case 'lost':
      return [captions.notices.lost(notice)];
    case 'refused': {
      const explained = notice.refusals.map(({ userId, error }) => ({
        ...{ userId, reason: failureMessage(error, explain)(messages) },
        key: error instanceof SpeechError ? `${error.code} ${error.serviceMessage}` : undefined,
      }));
      const byReason = Map.groupBy(explained, ({ key, reason }) => key ?? reason);
      return [...byReason.values()].map((refusals) => {
        const userIds = [...new Set(refusals.map(({ userId }) => userId))];
        return captions.notices.refused({ userIds, clips: refusals.length, reason: refusals[0]?.reason ?? '' });
      });
    }
  }
}

function consentChoices(consent: CaptionSettings['consent'], buttons: Messages['captions']['buttons']): Button[] {
  const optOut: Button = ['captions:opt-out', buttons.optOut];
  return consent === 'opt-in' ? [['captions:opt-in', buttons.optIn], optOut] : [optOut];
}

function languageOf({ language }: CaptionSession, { format }: Messages): string | undefined {
  return language === undefined ? undefined : format.language(language);
}

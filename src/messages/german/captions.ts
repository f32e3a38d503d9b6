import { bold, channelMention, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { mentionPeople } from '../people.ts';
import { autoCaptionMessages } from './auto-captions.ts';
import { budgetMessages } from './budgets.ts';
import { captionAudienceMessages } from './caption-audience.ts';
import { captionOverlayMessages } from './caption-overlay.ts';
import { command } from './names.ts';

type Captions = Messages['captions'];
type EndReason = Parameters<Captions['ended']>[0]['reason'];

const format = createFormat('de');

const start = command('captions start');
const stop = command('captions stop');
const exportCommand = command('captions export');
const optIn = command('privacy opt-in');
const optOut = command('privacy opt-out');
const erase = command('privacy erase');

const OPT_IN = 'Zustimmen';
const OPT_OUT = 'Ablehnen';

const people = (userIds: readonly string[]): string =>
  mentionPeople(userIds, {
    none: 'niemand',
    all: (named) => format.list(named),
    some: (named, hidden) => format.list([...named, `${format.number(hidden)} weitere`]),
  });

function place(voiceChannelId: string, textChannelId: string): string {
  return textChannelId === voiceChannelId ? 'in dessen Chat' : `in ${channelMention(textChannelId)}`;
}

function languageSentence(language: string | undefined): string {
  return language === undefined ? 'Sprache: automatisch erkannt.' : `Sprache: ${language}.`;
}

function countCaptions(lines: number): string {
  return format.plural(lines, { one: '# Untertitel', other: '# Untertitel' });
}

/** German: live captions. */
export const captionMessages: Captions = {
  command: {
    description: 'Live-Untertitel für einen Sprachkanal',
    start: {
      description: 'Untertitelt deinen Sprachkanal in diesem Kanal',
      language: 'Die gesprochene Sprache (Standard: automatisch erkannt)',
      interim: 'Text schon zeigen, während jemand noch spricht (Standard: ja)',
    },
    stop: { description: 'Beendet die Untertitel' },
    status: { description: 'Zeigt, wer untertitelt wird, die Verzögerung und die Qualität' },
    export: { description: 'Gibt dir das Transkript als Datei', format: 'Text, Untertitel oder Daten' },
  },
  buttons: {
    optIn: OPT_IN,
    optOut: OPT_OUT,
    optBackIn: 'Wieder zustimmen',
    stop: 'Beenden',
    export: 'Exportieren',
    inChat: 'Im Chat des Sprachkanals',
    here: 'Hier, mit Bestätigung',
    confirm: 'Bestätigen',
    formats: { txt: 'Text (txt)', srt: 'Untertitel (srt)', vtt: 'Web-Untertitel (vtt)', json: 'Daten (json)' },
  },

  channelStatus: '💬 Live-Untertitel sind an',
  channelStatusWith: ({ status }) => `💬 Live-Untertitel sind an · ${status}`,
  webhookName: 'Mynah-Untertitel',
  unnamedSpeaker: 'Jemand',
  late: '(verspätet)',
  transcriptTitle: ({ channelName }) => `Untertitel für ${channelName}`,

  started: ({ voiceChannelId, startedBy, language, consent, retentionDays, postedIn, confirmedBy }) => {
    const readIn = postedIn === undefined ? '' : `, zu lesen in ${channelMention(postedIn)}`;
    return [
      startedBy === undefined
        ? `💬 Für ${channelMention(voiceChannelId)} laufen Live-Untertitel${readIn}. Sie starten automatisch, wenn jemand beitritt. ${languageSentence(language)}`
        : `💬 ${userMention(startedBy)} hat Live-Untertitel für ${channelMention(voiceChannelId)} gestartet${readIn}. ${languageSentence(language)}`,
      ...(confirmedBy === undefined
        ? []
        : [
            `Auch Personen, die ${channelMention(voiceChannelId)} nicht sehen, können die Untertitel lesen. Das hat ${userMention(confirmedBy)} bestätigt.`,
          ]),
      consent === 'opt-in'
        ? `Untertitelt wird nur, wer auf ${bold(OPT_IN)} drückt oder ${optIn} verwendet. Du kannst jederzeit wieder ablehnen, das gilt sofort und auf jedem Server.`
        : `Alle im Sprachkanal werden untertitelt, außer wer auf ${bold(OPT_OUT)} drückt oder ${optOut} verwendet. Das gilt sofort und auf jedem Server.`,
      `Das Transkript wird nach ${format.plural(retentionDays, { one: '# Tag', other: '# Tagen' })} gelöscht. Deinen Teil kannst du mit ${erase} schon vorher löschen.`,
    ].join('\n');
  },

  joined: ({ userIds, textChannelId, voiceChannelId, consent }) => {
    const where = textChannelId === voiceChannelId ? '' : `, zu lesen in ${channelMention(textChannelId)}`;
    const rule =
      consent === 'opt-in'
        ? `Untertitelt wird nur, wer auf ${bold(OPT_IN)} drückt oder ${optIn} verwendet.`
        : `Was du sagst, wird untertitelt, außer du drückst auf ${bold(OPT_OUT)} oder verwendest ${optOut}.`;
    return `💬 ${people(userIds)}: Für ${channelMention(voiceChannelId)} laufen Live-Untertitel${where}. ${rule}`;
  },
  noticeEnded: ({ voiceChannelId }) => `Die Live-Untertitel für ${channelMention(voiceChannelId)} sind beendet.`,
  chatNoticeMissing: ({ voiceChannelId, permissions }) =>
    permissions.length === 0
      ? `Ich konnte diesen Hinweis nicht im Chat von ${channelMention(voiceChannelId)} posten. Sag den Leuten dort, dass Untertitel laufen.`
      : `Ich konnte diesen Hinweis nicht im Chat von ${channelMention(voiceChannelId)} posten. Gib mir dort ${format.list(permissions.map((name) => bold(name)))}.`,

  audience: captionAudienceMessages,
  auto: autoCaptionMessages,
  overlay: captionOverlayMessages,

  status: ({
    voiceChannelId,
    textChannelId,
    startedBy,
    startedAtMs,
    language,
    captioned,
    notCaptioned,
    consent,
    delayMs,
    lossShare,
    pendingClips,
    pendingBytes,
    isLiveTextOn,
  }) => {
    const since = time(Math.floor(startedAtMs / 1_000), TimestampStyles.RelativeTime);
    const pending = `Ausstehend: ${format.number(pendingClips)}`;
    const facts = [
      ...(delayMs === undefined ? [] : [`Verzögerung: ${format.number(delayMs / 1_000)} s`]),
      `Audioverlust: ${format.percent(lossShare)}`,
      pendingBytes === 0 ? pending : `${pending} (${format.bytes(pendingBytes)} auf der Festplatte)`,
      isLiveTextOn ? 'Live-Text: an' : 'Live-Text: aus',
    ];
    const rest = [
      ...(notCaptioned.length === 0 ? [] : [`Nicht untertitelt: ${people(notCaptioned)}.`]),
      ...(consent === 'opt-in' ? ['Untertitelt wird nur, wer zustimmt.'] : []),
    ].join(' ');
    return [
      startedBy === undefined
        ? `Die Untertitel für ${channelMention(voiceChannelId)} laufen ${place(voiceChannelId, textChannelId)}, automatisch gestartet ${since}.`
        : `Die Untertitel für ${channelMention(voiceChannelId)} laufen ${place(voiceChannelId, textChannelId)}, gestartet ${since} von ${userMention(startedBy)}.`,
      languageSentence(language),
      `Untertitelt: ${people(captioned)}.`,
      ...(rest === '' ? [] : [rest]),
      facts.join(' · '),
    ].join('\n');
  },

  stopped: ({ voiceChannelId, lines }) =>
    lines === 0
      ? `Du hast die Untertitel für ${channelMention(voiceChannelId)} beendet.`
      : `Du hast die Untertitel für ${channelMention(voiceChannelId)} beendet. Das Transkript enthält ${countCaptions(lines)}.`,

  ended: ({ voiceChannelId, textChannelId, reason, movedTo, usedUp, startsAgain }) => {
    const shownIn = channelMention(textChannelId);
    const over = `Die Untertitel für ${channelMention(voiceChannelId)} sind beendet`;
    const end: Readonly<Record<EndReason, string>> = {
      stopped: `${over}.`,
      emptied: `${over}, weil alle gegangen sind.`,
      'voice-ended': `${over}, weil ich den Sprachkanal verlassen habe.`,
      moved:
        movedTo === undefined
          ? `${over}, weil ich den Kanal gewechselt habe. Verwende ${start}, um den neuen zu untertiteln.`
          : `${over}, weil ich nach ${channelMention(movedTo)} gewechselt bin. Verwende ${start}, um den neuen Kanal zu untertiteln.`,
      budget: [
        `${over}.`,
        ...(usedUp === undefined ? [] : [budgetMessages.usedUp({ ...usedUp, kind: 'captions', left: 0 })]),
      ].join(' '),
      closed: startsAgain
        ? `${over}, weil ich neu starte. Sie starten automatisch wieder.`
        : `${over}, weil ich neu starte. Verwende ${start} gleich noch einmal.`,
      'cannot-post': `${over}, weil ich in ${shownIn} nichts mehr posten kann. Erlaube es mir wieder oder verwende ${start} in einem anderen Kanal.`,
      'audience-widened': `${over}, weil ${shownIn} jetzt auch Personen lesen können, die den Sprachkanal nicht sehen. Wähle mit ${start}, wo die Untertitel erscheinen.`,
      interrupted: startsAgain
        ? `Die Untertitel für ${channelMention(voiceChannelId)} wurden unterbrochen, weil ich unerwartet beendet wurde. Sie starten automatisch wieder.`
        : `Die Untertitel für ${channelMention(voiceChannelId)} wurden unterbrochen, weil ich unerwartet beendet wurde. Starte sie mit ${start} neu.`,
    };
    return end[reason];
  },
  endedTranscript: {
    attached: 'Das Transkript ist angehängt.',
    export: `Das Transkript bekommst du mit ${exportCommand}.`,
    nothing: 'Es wurde nichts untertitelt.',
    pending: `Ein Teil ist noch nicht transkribiert. Verwende ${exportCommand} später, um auch diesen Text zu bekommen.`,
  },

  chooseFormat: ({ voiceChannelId }) => `Wähle ein Format für das Transkript von ${channelMention(voiceChannelId)}.`,
  exported: ({ voiceChannelId, lines, isRunning }) =>
    isRunning
      ? `Transkript von ${channelMention(voiceChannelId)}: bisher ${countCaptions(lines)}.`
      : `Transkript von ${channelMention(voiceChannelId)}: ${countCaptions(lines)}.`,

  refusals: {
    alreadyOn: ({ voiceChannelId, textChannelId }) =>
      `Die Untertitel für ${channelMention(voiceChannelId)} laufen schon ${place(voiceChannelId, textChannelId)}. Mit ${stop} beendest du sie.`,
    off: `Hier laufen keine Untertitel. Starte sie mit ${start}.`,
    alreadyEnded: `Diese Untertitel sind schon beendet. Falls neuere laufen, beende sie mit ${stop}.`,
    oldStopButton: `Dieser Button ist veraltet, deshalb habe ich nichts beendet. Untertitel beendest du mit ${stop}.`,
    notForYou: ({ voiceChannelId }) =>
      `Du kannst ${channelMention(voiceChannelId)} selbst nicht beitreten, deshalb untertitle ich dort auch nicht für dich.`,
    joinFirst: `Tritt erst einem Sprachkanal bei und verwende dann ${start}.`,
    channelHidden: `Ich sehe diesen Kanal nicht. Gib mir hier ${bold('Kanal anzeigen')} oder nimm einen anderen Kanal.`,
    permissionsMissing: ({ permissions }) =>
      `Ich kann hier keine Untertitel posten. Bitte jemanden, der den Server verwaltet, mir in diesem Kanal ${format.list(permissions.map((name) => bold(name)))} zu geben.`,
    mayNotStop: ({ startedBy, voiceChannelId }) =>
      startedBy === undefined
        ? `Diese Untertitel beenden können nur Personen in ${channelMention(voiceChannelId)} und alle, die den Server oder seine Sprachkanäle verwalten.`
        : `Diese Untertitel beenden können nur ${userMention(startedBy)}, Personen in ${channelMention(voiceChannelId)} und alle, die den Server oder seine Sprachkanäle verwalten.`,
    noTranscript: `Hier gibt es noch kein Transkript. Starte eins mit ${start}.`,
    transcriptDeleted: 'Dieses Transkript wurde gelöscht.',
    transcriptHidden:
      'Du kannst den Kanal dieser Untertitel nicht sehen, deshalb kann ich dir das Transkript nicht geben.',
    transcriptOfHiddenVoice:
      'Du kannst den Sprachkanal dieser Untertitel nicht sehen, deshalb kann ich dir das Transkript nicht geben.',
    statusHidden:
      'Du kannst den Sprachkanal dieser Untertitel nicht sehen, deshalb kann ich dir ihren Status nicht zeigen.',
    notInThread:
      'Diese Untertitel sind in einem privaten Thread, in dem du nicht bist. Bitte eines seiner Mitglieder, dich hinzuzufügen.',
    accessUnknown:
      'Ich kann gerade nicht prüfen, ob du den Kanal dieser Untertitel sehen kannst. Falls es ein privater Thread ist, füge mich hinzu und versuch es dann noch einmal.',
    nothingCaptioned: 'Es wurde noch nichts untertitelt, deshalb gibt es nichts zu exportieren.',
    fileTooLarge: `Das Transkript ist größer, als Discord hier erlaubt. Versuch es mit ${inlineCode('txt')} oder ${inlineCode('srt')}.`,
  },

  notices: {
    outage: ({ code }) => {
      const key = `Der Sprachdienst hat meinen API-Schlüssel abgelehnt. Bitte den Betreiber des Bots, ${inlineCode('SPEECH_API_KEY')} zu prüfen.`;
      const reasons: Readonly<Record<string, string>> = {
        SPEECH_UNAUTHORIZED: key,
        SPEECH_FORBIDDEN: key,
        SPEECH_OUT_OF_CREDITS:
          'Das API-Guthaben beim Sprachdienst ist aufgebraucht. Bitte den Betreiber des Bots, es aufzuladen: Es ist vom Guthaben der Plattform getrennt.',
        SPEECH_RATE_LIMITED: 'Der Sprachdienst ist überlastet.',
      };
      return `${reasons[code] ?? 'Der Sprachdienst antwortet nicht.'} Ich speichere, was gesagt wird. Die Untertitel folgen später und sind als verspätet markiert.`;
    },
    lost: ({ durationMs }) =>
      `Audio von ${format.duration(Math.max(1_000, durationMs))} Länge ist verloren gegangen, weil der Speicher für ausstehendes Audio voll ist.`,
    refused: ({ userIds, clips, reason }) =>
      [
        format.plural(
          clips,
          {
            one: 'Eine Aufnahme von {people} konnte nicht untertitelt werden.',
            other: '# Aufnahmen von {people} konnten nicht untertitelt werden.',
          },
          { people: people(userIds) },
        ),
        reason,
      ].join(' '),
    webhooksMissing: `Gib mir in diesem Kanal ${bold('WebHooks verwalten')}, dann erscheint jeder Untertitel mit Name und Bild der Person, die spricht.`,
  },
};

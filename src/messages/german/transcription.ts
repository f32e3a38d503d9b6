import { bold, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command, menu, option } from './names.ts';

const format = createFormat('de');

const MAY_CANCEL = [bold('Server verwalten'), bold('Mitglieder verschieben'), bold('Mitglieder stummschalten')];

/** German: transcripts of recordings. */
export const transcriptionMessages: Messages['transcription'] = {
  command: {
    description: 'Transkribiert eine Aufnahme oder ein Video',
    options: {
      file: ({ formats }) => `Die Aufnahme oder das Video: ${format.alternatives(formats)}`,
      language: 'Die gesprochene Sprache (Standard: automatisch erkannt)',
      format: 'Text, Untertitel oder Daten (Standard: kurzer Text in der Nachricht, langer als txt)',
    },
  },
  cancelButton: 'Abbrechen',
  voiceMessage: 'Sprachnachricht',

  noFile: `Hänge eine Aufnahme oder ein Video als ${option('file')} an.`,
  nothingAttached: 'An dieser Nachricht hängt weder eine Aufnahme noch ein Video.',
  senderOptedOut:
    'Ich kann diese Sprachnachricht nicht transkribieren: Die Person, die sie gesendet hat, hat das abgelehnt.',
  forwardedVoiceMessage: `Ich kann nicht erkennen, von wem diese weitergeleitete Sprachnachricht ist. Verwende ${menu('Transcribe')} stattdessen bei der ursprünglichen Nachricht.`,
  postedLater: 'Das dauert noch etwas. Ich poste das Transkript hier als neue Nachricht.',
  cancelled: 'Abgebrochen. Es wurde nichts transkribiert.',
  nothingTranscribed: 'Es wurde nichts transkribiert.',
  alreadyEnded: `Diese Transkription ist schon beendet. Falls es kein Transkript gibt, verwende ${command('transcribe')} noch einmal.`,
  notYoursToCancel: ({ userId }) =>
    `Das kann nur ${userMention(userId)} abbrechen oder jemand mit ${format.alternatives(MAY_CANCEL)}.`,
  undeliverable:
    'Das Transkript ist fertig, aber ich kann es weder hier posten noch dir schicken. Erlaube Direktnachrichten von diesem Server und versuch es dann noch einmal.',

  tooLarge: ({ maxBytes }) => `Diese Datei ist zu groß. Erlaubt sind höchstens ${format.sizeLimit(maxBytes)}.`,
  tooLong: ({ maxMs }) => `Diese Aufnahme ist zu lang: Mehr als ${format.duration(maxMs)} sind nicht erlaubt.`,
  failedAttachment: ({ name, reason }) => `${bold(name)}: ${reason}`,

  progress: {
    waiting: 'Wartet…',
    queued: ({ ahead }) =>
      ahead === 0
        ? 'Als Nächstes dran…'
        : format.plural(ahead, { one: 'In der Warteschlange, # davor…', other: 'In der Warteschlange, # davor…' }),
    downloading: ({ bar, bytes, totalBytes }) =>
      `${bar} Wird heruntergeladen: ${format.bytes(bytes)} von ${format.bytes(totalBytes)}`,
    reading: ({ bar }) => `${bar} Datei wird gelesen…`,
    transcribing: ({ bar, share, piecesDone, pieces, leftMs }) =>
      [
        `${bar} ${format.percent(share)}`,
        ...(pieces === 1 ? [] : [`${format.number(piecesDone)} von ${format.number(pieces)} Teilen`]),
        ...(leftMs === undefined ? [] : [timeLeft(leftMs)]),
      ].join(' · '),
    done: ({ bar }) => `${bar} Fertig`,
    failed: 'Fehlgeschlagen. Der Grund folgt mit den anderen Ergebnissen.',
  },

  heading: ({ name, length, language }) =>
    [bold(name), length, ...(language === undefined ? [] : [language])].join(' · '),
  failedHeading: ({ name }) => bold(name),
  noSpeech: 'Ich höre darin niemanden sprechen.',
  endsEarly: '⚠ Die Datei ist abgeschnitten, deshalb endet das Transkript früher.',
  missing: ({ stretches, more, reason }) => {
    const named = stretches.map(({ from, to }) => (from === to ? `bei ${from}` : `von ${from} bis ${to}`));
    const rest =
      stretches.length === 0
        ? format.plural(more, { one: 'an # Stelle', other: 'an # Stellen' })
        : format.plural(more, { one: 'an # weiteren Stelle', other: 'an # weiteren Stellen' });
    const places = format.list([...named, ...(more === 0 ? [] : [rest])]);
    return `⚠ Nicht transkribiert: ${places}.${reason === undefined ? '' : ` ${reason}`}`;
  },
  tooLargeToAttach:
    'Das vollständige Transkript ist zu groß, um es hier hochzuladen. Transkribiere die Aufnahme in Teilen.',
  tooLargeToAttachTryTxt:
    'Das vollständige Transkript ist zu groß, um es hier hochzuladen. Versuch es mit dem kleinsten Format: `txt`.',
};

function timeLeft(leftMs: number): string {
  const seconds = Math.max(0, leftMs) / 1_000;
  if (seconds < 10) return 'noch ein paar Sekunden';
  const stepS = seconds < 55 ? 10 : 60;
  return `noch etwa ${format.duration(Math.round(seconds / stepS) * stepS * 1_000)}`;
}

import { bold, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../../format.ts';
import type { Messages } from '../../messages.ts';
import { errorMessages } from '../errors.ts';
import { command, option } from '../names.ts';
import { COVER_FORMATS, voiceCommandMessages } from './voice-command.ts';
import { countVoices, listMessages } from './voice-list.ts';
import { serviceMessages } from './voice-service.ts';
import { named, soundMessage, useMessages } from './voice-use.ts';

type VoiceModels = Messages['voiceModels'];
type Offer = Parameters<VoiceModels['create']['offer']>[0];

const format = createFormat('de');

const OPEN_FORM = 'Formular öffnen';
const SAMPLE = 'Hörprobe';
const USE = 'Verwenden';

/** German: custom voices. */
export const voiceModelMessages: VoiceModels = {
  command: voiceCommandMessages,
  defaultVoice: 'Standardstimme',
  presentVoice: ({ title }) => `${title === '' ? 'Ohne Titel' : title} · deine Stimme`,
  buttons: {
    confirm: 'Bestätigen',
    cancel: 'Abbrechen',
    delete: 'Löschen',
    keep: 'Behalten',
    info: 'Info',
    use: USE,
    useEverywhere: 'Überall verwenden',
    useOnlyHere: 'Nur hier verwenden',
    resetHere: 'Hier zurücksetzen',
    resetEverywhere: 'Überall zurücksetzen',
    sample: SAMPLE,
    edit: 'Bearbeiten',
    openForm: OPEN_FORM,
    previous: 'Zurück',
    next: 'Weiter',
  },

  statusLabels: {
    ready: 'fertig',
    training: 'im Training',
    failed: 'Training fehlgeschlagen',
    'taken-down': 'gesperrt',
    'not-for-speech': 'nicht zum Sprechen',
    gone: 'gelöscht',
  },
  status: {
    ready: ({ title }) => `${named(title)} ist fertig.`,
    training: ({ title }) =>
      `${named(title)} wird noch trainiert. Sieh in ein paar Minuten mit ${command('voice info')} nach.`,
    failed: ({ title }) =>
      `Das Training von ${named(title)} ist fehlgeschlagen, deshalb kann ich nicht damit sprechen. Erstelle die Stimme mit besseren Aufnahmen neu.`,
    'taken-down': ({ title }) => `${named(title)} wurde vom Sprachdienst gesperrt.`,
    'not-for-speech': ({ title }) =>
      `${named(title)} ist nicht zum Sprechen gemacht, deshalb kann ich nicht damit sprechen.`,
    gone: ({ title }) => `${named(title)} wurde beim Sprachdienst gelöscht.`,
  },
  owners: {
    mine: 'von dir',
    guild: 'von diesem Server',
    operator: 'vom Betreiber des Bots',
    public: 'öffentlich',
  },

  unknown: ({ entered }) =>
    `Die Stimme „${entered}“ finde ich hier nicht. Wähle eine aus den Vorschlägen oder sieh in ${command('voice list')} nach.`,
  several: ({ entered }) =>
    `Mehrere Stimmen heißen „${entered}“. Wähle eine aus den Vorschlägen oder füge ihre ID ein.`,
  notYours: {
    public: ({ title }) =>
      `${named(title)} ist eine öffentliche Stimme, deshalb kannst du sie weder ändern noch löschen.`,
    operator: ({ title }) =>
      `${named(title)} gehört dem Betreiber des Bots, deshalb kannst du die Stimme weder ändern noch löschen.`,
    guild: ({ title }) =>
      `Du kannst ${named(title)} weder ändern noch löschen. Das können nur die Person, die die Stimme erstellt hat, und Mitglieder mit „Server verwalten“.`,
    someoneElse: ({ title }) =>
      `${named(title)} gehört jemand anderem, deshalb kannst du die Stimme weder ändern noch löschen.`,
    unknown:
      'Du kannst diese Stimme weder ändern noch löschen. Das können nur die Person, die sie erstellt hat, und Mitglieder mit „Server verwalten“.',
  },

  create: {
    offer: (offer) =>
      [
        `Die Stimme ${named(offer.title)} erstellen?`,
        `${bold('Das geht an den Sprachdienst:')} ${sentParts(offer)}.`,
        `${bold('Wer sie finden kann:')} ${WHO_CAN_FIND[offer.visibleTo]}.`,
        'Mit der Bestätigung versicherst du, dass du diese Stimme verwenden darfst: Es ist deine eigene, oder die Person, der sie gehört, hat es dir erlaubt. Ich speichere deine Bestätigung mit Zeitpunkt und einem Fingerabdruck der Aufnahmen.',
        offer.wasSent
          ? `Noch wurde keine Stimme erstellt. Bestätigen kannst du bis ${shortTime(offer.expiresAtMs)}.`
          : `Noch wurde nichts gesendet. Bestätigen kannst du bis ${shortTime(offer.expiresAtMs)}.`,
      ].join('\n'),
    cancelled: 'Abgebrochen. Es wurde nichts gesendet.',
    cancelledSent: 'Abgebrochen. Es wurde keine Stimme erstellt.',
    expired: `Diese Frage ist abgelaufen. Verwende ${command('voice create')} noch einmal.`,
    expiredUnsent: `Diese Frage ist abgelaufen, und es wurde nichts gesendet. Verwende ${command('voice create')} noch einmal.`,
    expiredSent: `Diese Frage ist abgelaufen, und es wurde keine Stimme erstellt. Verwende ${command('voice create')} noch einmal.`,
    alreadyAnswered: `Das hast du schon beantwortet. Deine Stimmen siehst du mit ${command('voice list')}.`,
    sending: ({ title }) => `Die Aufnahmen von ${named(title)} werden an den Sprachdienst gesendet…`,
    waitingForTraining: ({ title }) => `${named(title)} ist erstellt. Das Training beginnt gleich…`,
    training: ({ title }) => `${named(title)} ist erstellt und wird trainiert…`,
    ready: ({ title, id }) =>
      `${named(title)} ist fertig. Drücke auf ${bold(SAMPLE)}, um die Stimme zu hören, oder auf ${bold(USE)}, um mit ihr zu sprechen. Ihre ID ist ${inlineCode(id)}.`,
    trainingFailed: ({ title, id, recordings }) =>
      [
        `Das Training von ${named(title)} ist fehlgeschlagen, deshalb ist die Stimme nicht verwendbar.`,
        ...recordings,
        `Lösche sie mit ${command('voice delete')} und versuch es mit besseren Aufnahmen noch einmal. Ihre ID ist ${inlineCode(id)}.`,
      ].join('\n'),
    stillTraining: ({ title, id, afterMs }) =>
      `${named(title)} wird nach ${format.duration(afterMs)} immer noch trainiert. Sieh später mit ${command('voice info')} nach. Die ID ist ${inlineCode(id)}.`,
    notFollowed: ({ title, id }) =>
      `${named(title)} ist erstellt, aber ich kann das Training gerade nicht verfolgen. Sieh mit ${command('voice info')} nach. Die ID ist ${inlineCode(id)}.`,
    unsure: ({ title }) =>
      `Ob ${named(title)} erstellt wurde, weiß ich nicht: Der Sprachdienst hat nicht geantwortet. Sieh in einer halben Stunde in ${command('voice list')} nach. Wenn es geklappt hat, ist die Stimme dort und gehört dir.`,
    busy: 'Ich bin gerade mit den Stimmen anderer beschäftigt. Versuch es in einer Minute noch einmal.',
    noRecording: `Hänge mindestens eine Aufnahme der Stimme als ${option('audio')} an.`,
    needsCover: `Eine öffentliche Stimme braucht ein Titelbild. Hänge eines im Format ${COVER_FORMATS} als ${option('cover')} an oder wähle eine andere Sichtbarkeit.`,
    limits: {
      none: `Auf diesem Server kann niemand Stimmen erstellen. Wer den Server verwaltet, kann es in ${command('settings')} erlauben.`,
      person: ({ max }) =>
        `Du hast das Limit dieses Servers von ${countVoices(max)} pro Person erreicht. Lösche eine mit ${command('voice delete')} oder bitte jemanden, der den Server verwaltet, das Limit in ${command('settings')} zu erhöhen.`,
      guild: ({ max }) =>
        `Dieser Server hat sein Limit von ${countVoices(max)} erreicht. Lösche eine mit ${command('voice delete')} oder bitte jemanden, der den Server verwaltet, das Limit in ${command('settings')} zu erhöhen.`,
      account: 'Ich kann keine weiteren Stimmen aufnehmen. Bitte den Betreiber des Bots, Platz zu schaffen.',
      direct: ({ max }) =>
        `Du hast das Limit von ${countVoices(max)} pro Person erreicht. Lösche eine mit ${command('voice delete')}.`,
    },
  },

  recordings: {
    empty: ({ name }) => `„${name}“ ist leer. Lade die Datei noch einmal hoch.`,
    tooLarge: ({ name, maxBytes }) => `„${name}“ ist zu groß. Erlaubt sind höchstens ${format.sizeLimit(maxBytes)}.`,
    tooShort: ({ name, minMs }) =>
      `„${name}“ ist zu kurz. Die Aufnahme muss mindestens ${format.plural(minMs / 1_000, { one: '# Sekunde', other: '# Sekunden' })} lang sein.`,
    tooLong: ({ name, maxMs }) =>
      `„${name}“ ist zu lang. Erlaubt sind höchstens ${format.plural(maxMs / 60_000, { one: '# Minute', other: '# Minuten' })}.`,
    notAudio: ({ name, formats }) =>
      `In „${name}“ ist kein Ton, den ich lesen kann. ${errorMessages.readableFormats({ formats })}`,
    noSound: ({ name }) => `„${name}“ hat keinen Ton. Hänge eine Aufnahme oder ein Video mit Ton an.`,
    damaged: ({ name }) =>
      `„${name}“ ist beschädigt, deshalb kann ich den Ton nicht lesen. Exportiere sie neu oder nimm sie noch einmal auf.`,
    protected: ({ name }) =>
      `„${name}“ ist kopiergeschützt (DRM), nur der eigene Player kann die Datei öffnen. Hänge eine ungeschützte Datei an.`,
    unreadableSound: ({ name, formats }) =>
      `Das Audioformat von „${name}“ kann ich nicht lesen. Wandle die Datei erst in mp3 oder wav um. ${errorMessages.readableFormats({ formats })}`,
    cutOff: ({ name }) => `„${name}“ ist vor dem Ende abgeschnitten. Lade die Datei noch einmal hoch.`,
    changed: ({ name }) =>
      `„${name}“ hat sich seit meiner Prüfung geändert. Verwende ${command('voice create')} noch einmal.`,
    hasGaps: ({ name }) => `Der Ton von „${name}“ hat lange Lücken. Lade nur den Ton hoch, als wav oder mp3.`,
  },

  fields: {
    titleMissing: 'Eine Stimme braucht einen Titel.',
    titleTooLong: ({ length, max }) =>
      `Der Titel hat ${format.number(length)} Zeichen. Erlaubt sind höchstens ${format.number(max)}.`,
    descriptionTooLong: ({ length, max }) =>
      `Die Beschreibung hat ${format.number(length)} Zeichen. Erlaubt sind höchstens ${format.number(max)}.`,
    tagTooLong: ({ tag, max }) =>
      `Der Tag „${tag}“ hat mehr als ${format.number(max)} Zeichen. Trenne Tags mit Kommas.`,
    tooManyTags: ({ count, max }) =>
      `Du hast ${format.number(count)} Tags eingegeben. Erlaubt sind höchstens ${format.number(max)}.`,
    invalidVisibility: 'Wähle `öffentlich`, `ungelistet` oder `privat` als Sichtbarkeit.',
    transcriptCount: ({ recordings, transcripts }) =>
      format.plural(transcripts, {
        one: `Du hast ${format.number(recordings)} Aufnahmen angehängt, aber nur # Transkript geschrieben. Setze \`|\` zwischen die Transkripte oder lass ${option('transcript')} weg.`,
        other: `Du hast ${format.number(recordings)} Aufnahmen angehängt, aber # Transkripte geschrieben. Setze \`|\` zwischen die Transkripte oder lass ${option('transcript')} weg.`,
      }),
    coverTooLarge: ({ maxBytes }) => `Das Titelbild ist zu groß. Erlaubt sind höchstens ${format.sizeLimit(maxBytes)}.`,
    coverNotAnImage: `Das ist kein Bild, das ich als ${option('cover')} verwenden kann. Hänge eines im Format ${COVER_FORMATS} an.`,
  },

  list: listMessages,
  service: serviceMessages,

  info: {
    id: 'ID',
    status: 'Status',
    visibility: 'Sichtbarkeit',
    languages: 'Sprachen',
    tags: 'Tags',
    owner: 'Herkunft',
    created: 'Erstellt',
    updated: 'Geändert',
    likes: 'Likes',
    uses: 'Verwendungen',
    samples: 'Hörproben',
    defaultText: 'Standardtext',
    recordings: 'Aufnahmen',
    none: 'keine',
    you: 'von dir',
    createdBy: ({ owner, userId }) => `${owner}, erstellt von ${userMention(userId)}`,
    visibilities: {
      public: 'öffentlich: in der Liste des Sprachdienstes',
      unlist: 'ungelistet: für alle, die ihre ID haben',
      private: 'privat',
    },
    lockedVisibilities: {
      public: 'öffentlich: in der Liste des Sprachdienstes (nicht änderbar)',
      unlist: 'ungelistet: für alle, die ihre ID haben (nicht änderbar)',
      private: 'privat (nicht änderbar)',
    },
    count: ({ count }) => format.number(count),
    sample: ({ title, text }) => (title === '' ? `„${text}“` : `${title}: „${text}“`),
    more: ({ count }) => format.plural(count, { one: 'und # weitere', other: 'und # weitere' }),
    recording: ({ name, durationMs, language, passed, problem }) =>
      [
        name,
        ...(durationMs === undefined ? [] : [seconds(durationMs)]),
        language === '' ? 'Sprache unbekannt' : language,
        passed ? '✅ geeignet' : `⚠️ ${problem === '' ? 'nicht gut genug' : problem}`,
      ].join(' · '),
  },
  sampleReply: ({ title }) => `Das ist ${named(title)}:`,
  sampleText: 'Hallo! So klinge ich.',

  edit: {
    formTitle: 'Stimme bearbeiten',
    formFields: {
      title: 'Titel',
      description: 'Beschreibung',
      tags: 'Tags, mit Komma getrennt',
      visibility: ({ choices }) => `Sichtbar: ${format.alternatives(choices)}`,
    },
    visibilityNames: { public: 'öffentlich', unlist: 'ungelistet', private: 'privat' },
    edited: ({ title, description, visibleTo, tags, hasNewCover }) =>
      [
        `${named(title)} wurde geändert.`,
        ...(description === undefined
          ? []
          : [`${bold('Beschreibung:')} ${description === '' ? 'keine' : description}`]),
        ...(visibleTo === undefined ? [] : [`${bold('Wer sie finden kann:')} ${WHO_CAN_FIND[visibleTo]}`]),
        ...(tags === undefined ? [] : [`${bold('Tags:')} ${tags.length === 0 ? 'keine' : tags.join(', ')}`]),
        ...(hasNewCover ? [`${bold('Titelbild:')} neu`] : []),
      ].join('\n'),
    nothingDifferent: ({ title }) => `Nichts zu ändern: Bei ${named(title)} ist alles schon so.`,
    needsCover: ({ title }) =>
      `Eine öffentliche Stimme braucht ein Titelbild, und ${named(title)} hat keines. Verwende ${command('voice edit')} mit ${option('visibility')} und ${option('cover')} zusammen.`,
    makersChoice: ({ title }) =>
      `Nur wer ${named(title)} erstellt hat, kann die Stimme für mehr Personen sichtbar machen. Du kannst ihre Sichtbarkeit einschränken oder sie löschen.`,
    openForm: ({ title }) => `Drücke auf ${bold(OPEN_FORM)}, um ${named(title)} zu bearbeiten.`,
  },

  delete: {
    question: ({ title, id, users }) =>
      `${named(title)} (${inlineCode(id)}) löschen? ${chosenBy(users)} Das lässt sich nicht rückgängig machen.`,
    deleted: ({ title }) => `${named(title)} wurde gelöscht.`,
    alreadyDeleted: 'Diese Stimme wurde schon gelöscht.',
    kept: ({ title }) => `${named(title)} bleibt erhalten.`,
  },

  sound: soundMessage,
  use: useMessages,
};

const WHO_CAN_FIND = {
  everyone: 'alle, auch außerhalb von Discord (in der öffentlichen Liste des Sprachdienstes)',
  'with-id': 'alle, die ihre ID haben',
  guild: 'nur Personen auf diesem Server',
  'its-guild': 'nur Personen auf dem Server, auf dem sie erstellt wurde',
  maker: 'nur du',
} as const satisfies Readonly<Record<Offer['visibleTo'], string>>;

function chosenBy(users: number): string {
  if (users === 0) return 'Niemand verwendet sie.';
  return format.plural(users, {
    one: '# Person verwendet diese Stimme und bekommt dann die Stimme, die sie anderswo gewählt hat, oder die Standardstimme.',
    other:
      '# Personen verwenden diese Stimme und bekommen dann die Stimme, die sie anderswo gewählt haben, oder die Standardstimme.',
  });
}

function seconds(durationMs: number): string {
  return `${format.number(durationMs / 1_000)} s`;
}

function shortTime(timeMs: number): string {
  return time(Math.floor(timeMs / 1_000), TimestampStyles.ShortTime);
}

function sentParts({ recordings, hasTranscripts, hasDescription, tags, hasCover }: Offer): string {
  return format.list([
    ...recordings.map(({ name, durationMs }) => `die Aufnahme „${name}“ (${seconds(durationMs)})`),
    ...(hasTranscripts ? [format.plural(recordings.length, { one: 'das Transkript', other: 'die Transkripte' })] : []),
    'der Titel',
    ...(hasDescription ? ['die Beschreibung'] : []),
    ...(tags.length === 0 ? [] : [`die Tags ${format.list(tags.map((tag) => `„${tag}“`))}`]),
    ...(hasCover ? ['das Titelbild'] : []),
  ]);
}

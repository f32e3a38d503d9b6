import { bold, channelMention, inlineCode, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';
import { settingFields } from './settings-fields.ts';

const format = createFormat('de');

const start = command('captions start');
const MANAGE_SERVER = bold('Server verwalten');

const afterDays = (days: number): string => format.plural(days, { one: 'nach # Tag', other: 'nach # Tagen' });

/** German: the settings of a server. */
export const settingsMessages: Messages['settings'] = {
  command: { description: 'Zeigt und ändert, wie ich auf diesem Server arbeite' },

  title: 'Einstellungen dieses Servers',
  intro: 'Änderungen gelten sofort. Öffne ein Thema, um es zu ändern.',

  topics: {
    general: { title: 'Allgemein', about: 'Sprache, Hinweise und das Log der Änderungen' },
    access: { title: 'Zugriff', about: 'Wer was verwenden darf' },
    muted: { title: 'Stummgeschaltet', about: 'Wessen Texte ich nie spreche' },
    members: { title: 'Mitglieder', about: 'Wie Mitglieder beim Vorlesen heißen, und ihre Stimmen' },
    voice: { title: 'Stimme', about: 'Standardstimme, Textlängen und Ansagen, wer kommt und geht' },
    reading: { title: 'Vorlesen', about: 'Wie ich den Chat vorlese' },
    captions: { title: 'Untertitel', about: 'Wer untertitelt wird und wie lange Transkripte bleiben' },
    autoCaptions: {
      title: 'Automatische Untertitel',
      about: 'Sprachkanäle, die ohne Befehl untertitelt werden',
    },
    voiceMessages: { title: 'Sprachnachrichten', about: 'Wo ich sie mit ihrem Text beantworte' },
    limits: { title: 'Limits', about: 'Stimmen auf diesem Server und der Verbrauch pro Tag' },
  },

  fields: settingFields,

  values: {
    on: 'an',
    off: 'aus',
    none: 'keine',
    nobody: 'niemand',
    nobodyElse: 'nur Personen mit „Server verwalten“',
    everyone: 'alle',
    nowhere: 'nirgends',
    noLimit: 'kein Limit',
    serverLanguage: 'die Sprache des Servers',
    botsVoice: 'die Standardstimme des Bots',
    ownWords: 'Standardformulierung',
    detected: 'automatisch erkannt',
    optOut: 'alle, die nicht ablehnen',
    optIn: 'nur wer zustimmt',
    voiceMessages: {
      mention: 'erwähnen',
      play: 'abspielen',
      transcribe: 'transkribieren und vorlesen',
    },
    speed: ({ factor }) => `${format.number(factor, 2)}×`,
    volume: ({ decibels }) => `${format.number(decibels, 1)} dB`,
    characters: ({ count }) => format.plural(count, { one: '# Zeichen', other: '# Zeichen' }),
    minutes: ({ count }) => format.plural(count, { one: '# Minute', other: '# Minuten' }),
    count: ({ count }) => format.number(count),
    days: ({ days }) => `${afterDays(days)} gelöscht`,
    quoted: ({ text }) => inlineCode(text),
    list: ({ items }) => format.list(items),
    andMore: ({ items, more }) => format.list([...items, `${format.number(more)} weitere`]),
  },

  deleted: {
    role: 'eine gelöschte Rolle',
    channel: 'ein gelöschter Kanal',
  },
  hiddenChannel: 'ein Kanal',

  line: ({ label, value, about }) => `${bold(label)}: ${value}\n-# ${about}`,
  summary: ({ label, value }) => `${label}: ${value}`,
  allDefault: 'Alles auf Standard',

  buttons: {
    back: 'Zurück',
    turnOn: 'Einschalten',
    turnOff: 'Ausschalten',
    edit: 'Bearbeiten',
    removeDeleted: 'Gelöschte entfernen',
    earlier: 'Vorherige Personen',
    later: 'Weitere Personen',
  },

  placeholders: {
    everyone: 'Alle',
    chooseRoles: 'Rollen wählen',
    choosePeople: 'Personen wählen',
    chooseChannels: 'Kanäle wählen',
    chooseChannel: 'Einen Kanal wählen',
  },

  options: {
    serverLanguage: 'Die Sprache des Servers',
    anyLanguage: 'Sprache automatisch erkennen',
    optOut: 'Alle untertiteln, die nicht ablehnen',
    optIn: 'Nur Personen untertiteln, die zustimmen',
    retention: ({ days }) => `Transkripte ${afterDays(days)} löschen`,
    voiceMessages: {
      mention: 'Sprachnachrichten erwähnen',
      play: 'Sprachnachrichten abspielen',
      transcribe: 'Sprachnachrichten transkribieren und vorlesen',
    },
  },

  forms: {
    number: ({ min, max }) => `${format.number(min, 2)} bis ${format.number(max, 2)}`,
    voice: 'Ein Name oder eine ID; leer: Standardstimme',
    announcement: '{name} schreibt',
    prefix: 'Leer, um alles vorzulesen',
    invalidNumber: ({ field, min, max }) =>
      `„${field}“ muss eine Zahl von ${format.number(min, 2)} bis ${format.number(max, 2)} sein. Es wurde nichts geändert.`,
    invalidWhole: ({ field, min, max }) =>
      `„${field}“ muss eine ganze Zahl von ${format.number(min)} bis ${format.number(max)} sein. Es wurde nichts geändert.`,
    announcementNeedsName: ({ typed }) =>
      `Die Ansage muss ${inlineCode('{name}')} enthalten. Es wurde nichts geändert. Du hast eingegeben: ${typed}`,
  },

  autoCaptions: {
    none: 'Kein Sprachkanal wird automatisch untertitelt.',
    entry: ({ voice, text }) => `${voice} → ${text}`,
    chooseToRemove: 'Wähle, was entfernt werden soll',
    howToAdd: `Um einen hinzuzufügen, verwende ${command('captions auto')} in dem Textkanal, in dem die Untertitel erscheinen sollen.`,
  },

  members: {
    choose: 'Mitglied wählen',
    intro: 'Wähle ein Mitglied, um zu sehen, wie es auf diesem Server genannt wird und klingt.',
    called: ({ userId, name }) => `${userMention(userId)} heißt beim Vorlesen „${name}“.`,
    uncalled: ({ userId }) => `${userMention(userId)} heißt beim Vorlesen so, wie Discord den Namen zeigt.`,
    sounds: ({ sound }) => `Stimme auf diesem Server: ${sound}.`,
    usualVoice: 'die sonst verwendete oder die des Servers',
    howToSetVoice: `Um einem Mitglied eine andere Stimme zu geben, verwende ${command('voice use')} mit der Option ${inlineCode('mitglied')}.`,
    buttons: { setName: 'Namen festlegen', resetName: 'Namen zurücksetzen', resetVoice: 'Stimme zurücksetzen' },
    form: {
      title: 'Vorlesename eines Mitglieds',
      label: 'Name vor den Nachrichten',
      placeholder: 'Leer lassen für den Namen, den Discord zeigt',
    },
  },

  notes: {
    stricterNow: `Untertitel, die schon laufen, brauchen weiter eine Zustimmung. Die neue Auswahl gilt ab dem nächsten ${start}.`,
    logUnreachable: ({ channelId, permissions }) =>
      `Ich kann Änderungen nicht in ${channelMention(channelId)} posten. Gib mir dort ${format.list(permissions.map((name) => bold(name)))}.`,
    logDeleted: 'Der Log-Kanal wurde gelöscht. Wähle einen anderen.',
    changedMeanwhile:
      'Inzwischen hat jemand anderes diese Liste geändert. Das ist der aktuelle Stand; wähle noch einmal.',
  },

  log: {
    setting: ({ topic, label }) => `${topic} › ${label}`,
    changed: ({ person, setting, from, to }) => `${bold(person)} hat ${bold(setting)} geändert: ${from} → ${to}`,
    listed: ({ person, setting, added, removed }) => {
      const parts = [
        ...(added.length === 0 ? [] : [`hinzugefügt: ${format.list(added)}`]),
        ...(removed.length === 0 ? [] : [`entfernt: ${format.list(removed)}`]),
      ];
      return `${bold(person)} hat ${bold(setting)} geändert – ${parts.join('; ')}`;
    },
  },

  refusals: {
    managersOnly: ({ roles }) =>
      roles.length === 0
        ? `Nur Personen mit ${MANAGE_SERVER} können diese Einstellungen ändern.`
        : `Nur Personen mit ${MANAGE_SERVER} oder ${format.alternatives(roles)} können diese Einstellungen ändern.`,
    serverManagersOnly: `Nur Personen mit ${MANAGE_SERVER} können wählen, wer sonst noch Einstellungen ändern darf.`,
    roleNeeded: ({ roles }) =>
      roles.length === 0
        ? `Auf diesem Server darf das nur, wer ihn verwaltet. In ${command('settings')} lässt sich das ändern.`
        : `Dafür brauchst du auf diesem Server ${format.alternatives(roles)}. Wende dich an jemanden, der den Server verwaltet.`,
    muted: 'Die Verwaltung dieses Servers hat dich stummgeschaltet, deshalb spreche ich nichts, was du hier schreibst.',
    authorMuted:
      'Die Person, die das geschrieben hat, ist auf diesem Server stummgeschaltet, deshalb spreche ich es nicht.',
    authorUnknown:
      'Ich konnte nicht prüfen, ob die Person, die das geschrieben hat, hier stummgeschaltet ist, deshalb spreche ich es nicht. Versuch es gleich noch einmal.',
    tooLong: ({ length, max }) =>
      `Dieser Text hat ${format.number(length)} Zeichen, auf diesem Server sind höchstens ${format.number(max)} erlaubt. Kürze ihn.`,
    /** The server's voice, but others may not know it. */
    voiceOnlyYours: ({ title }: { readonly title: string }): string =>
      `${bold(title)} ist nur für dich. Mach die Stimme zuerst mit ${command('voice edit')} ungelistet, um sie für diesen Server zu verwenden.`,
    outdated: `Diese Ansicht ist veraltet. Verwende ${command('settings')} noch einmal.`,
  },
};

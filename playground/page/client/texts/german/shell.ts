import { plural } from '../plural.ts';
import type { Texts } from '../texts.ts';

/** German: the page around the messages. */
export const shell: Texts['shell'] = {
  title: 'Mynah-Playground',
  titleOf: (channel) => `${channel} · Mynah-Playground`,
  titleWithPings: (pings, channel) => `(${pings}) ${channel} · Mynah-Playground`,
  arriving: 'Verbindung zum Playground wird hergestellt …',
  reconnecting: 'Verbindung unterbrochen. Sie wird wiederhergestellt …',
  botStarting: 'Mynah startet …',
  disconnected: 'Der Playground ist nicht verbunden. Versuch es gleich noch einmal.',
  connectionLost: 'Die Verbindung ist abgebrochen, bevor der Playground geantwortet hat. Versuch es noch einmal.',
  failures: {
    'no-answer': 'Mynah hat nicht rechtzeitig geantwortet. Versuch es noch einmal.',
    unreadable: 'Der Playground hat die Seite nicht verstanden. Lade sie neu.',
    broken: 'Im Playground ist etwas schiefgelaufen. Sieh in seinem Terminal nach und versuch es dann noch einmal.',
  },
  skipToMessages: 'Zu den Nachrichten springen',
  notices: {
    'bot-restarted': 'Mynah ist abgestürzt und wurde neu gestartet.',
    'bot-ended': 'Mynah wurde beendet.',
    'voice-ended': 'Deine Sprachverbindung wurde getrennt.',
  },
  noticesLabel: 'Hinweise',
  close: 'Schließen',
  cancel: 'Abbrechen',

  servers: 'Server',
  directMessages: 'Direktnachrichten',
  unread: (count) =>
    plural('de', count, { one: `${count} ungelesene Nachricht`, other: `${count} ungelesene Nachrichten` }),
  pings: (count) => plural('de', count, { one: `${count} Erwähnung`, other: `${count} Erwähnungen` }),
  newServer: 'Server hinzufügen',
  newServerTitle: 'Server hinzufügen',
  newServerHint: 'Du verwaltest den neuen Server. Mynah tritt ihm sofort bei.',
  newServerName: 'Servername',
  newServerCreate: 'Hinzufügen',

  channels: 'Kanäle',
  textChannels: 'Textkanäle',
  voiceChannels: 'Sprachkanäle',
  threadsOf: (channel) => `Threads von ${channel}`,
  archivedThreads: (count) =>
    plural('de', count, { one: `${count} archivierter Thread`, other: `${count} archivierte Threads` }),
  textChannel: 'Textkanal',
  voiceChannel: 'Sprachkanal',
  thread: 'Thread',
  join: 'Beitreten',
  joinVoice: (channel) => `${channel} beitreten`,
  manager: 'Du verwaltest diesen Server',

  showChannels: 'Kanäle anzeigen',
  showMembers: 'Mitglieder',
  showFaults: 'Störungen und Werte',
  members: 'Mitglieder',
  people: (count) => `Personen (${count})`,
  apps: (count) => `Apps (${count})`,
  app: 'APP',
  you: 'Du',
  scripted: 'Sagt, was du eingibst',
  faults: 'Störungen und Werte',

  visitor: 'Du',
  settings: 'Einstellungen',
  theme: 'Farbschema',
  themes: { system: 'Wie System', light: 'Hell', dark: 'Dunkel' },
  anotherPerson: 'Tab als andere Person öffnen',
  anotherPersonHint: 'Jeder Tab ist eine eigene Person.',
  shortcuts: 'Tastenkürzel',
  keyNames: { alt: 'Alt', shift: 'Umschalt', control: 'Strg', end: 'Ende' },
  shortcutNames: {
    nextChannel: 'Nächster oder vorheriger Kanal',
    nextUnread: 'Nächster oder vorheriger ungelesener Kanal',
    nextServer: 'Nächster oder vorheriger Server',
    messages: 'Von Nachricht zu Nachricht',
    end: 'Zur neuesten Nachricht',
  },
};

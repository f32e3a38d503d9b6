import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';

const format = createFormat('de');

/** German: what every command, button and form can be answered, and Discord's own names for permissions. */
export const interactionMessages: Messages['interactions'] = {
  restarting: 'Ich starte gerade neu. Versuch es gleich noch einmal.',
  tookTooLong: 'Das hat zu lange gedauert, deshalb habe ich abgebrochen. Versuch es noch einmal.',
  unknownCommand: 'Diesen Befehl gibt es nicht mehr.',
  oldButton: 'Dieser Button ist veraltet. Gib den Befehl noch einmal ein.',
  oldForm: 'Dieses Formular ist veraltet. Gib den Befehl noch einmal ein.',
  formTooLate:
    'Ich war zu langsam, um das Formular zu öffnen: Discord gibt mir dafür nur 3 Sekunden. Versuch es noch einmal.',
  places: {
    outsideOnlyServer:
      'Der Betreiber des Bots hat mich nur für einen Server freigegeben, und das ist nicht dieser. Nutze mich dort.',
    server: 'Der Betreiber des Bots hat mich nur für bestimmte Server freigegeben. Bitte ihn, auch diesen freizugeben.',
    direct:
      'Der Betreiber des Bots hat mich nur für Server freigegeben, nicht für Direktnachrichten oder als persönliche App. Nutze mich auf einem Server.',
  },
  tooMany: ({ seconds }) =>
    `Zu viele Anfragen in kurzer Zeit. Versuch es in ${format.plural(seconds, { one: '# Sekunde', other: '# Sekunden' })} noch einmal.`,
  serverOnly: 'Das geht nur auf einem Server, auf dem ich Mitglied bin.',
  unknownLanguage: ({ entered }) => `Eine Sprache namens „${entered}“ kenne ich nicht. Wähle eine aus den Vorschlägen.`,
  permissions: {
    viewChannel: 'Kanal anzeigen',
    connect: 'Verbinden',
    speak: 'Sprechen',
    sendMessages: 'Nachrichten senden',
    sendMessagesInThreads: 'Nachrichten in Threads senden',
    readMessageHistory: 'Nachrichtenverlauf anzeigen',
    createPublicThreads: 'Öffentliche Threads erstellen',
    manageWebhooks: 'WebHooks verwalten',
    attachFiles: 'Dateien anhängen',
  },
};

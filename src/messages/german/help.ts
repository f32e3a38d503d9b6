import { bold, inlineCode } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('de');

const ONE_COMMAND = `Die Optionen eines Befehls zeigt ${command('help', 'command')}.`;

/** German: `/help`. */
export const helpMessages: Messages['help'] = {
  command: {
    description: 'Zeigt, was ich kann oder wie ein Befehl funktioniert',
    options: { command: 'Der Befehl, um den es geht. Ohne Angabe siehst du alle.' },
  },
  introduction: {
    guild: ({ say }) =>
      `Ich lese vor, was du schreibst, untertitle, was ihr sagt, und transkribiere Aufnahmen. Neu hier? Tritt einem Sprachkanal bei und verwende ${say}. ${ONE_COMMAND}`,
    elsewhere: ({ say }) =>
      `Hier mache ich aus deinem Text Audiodateien und transkribiere Aufnahmen. Neu hier? Probier ${say} aus. Auf Servern, auf denen ich Mitglied bin, lese ich auch in Sprachkanälen vor und untertitle, was dort gesagt wird. ${ONE_COMMAND}`,
  },
  groups: {
    speaking: 'Sprechen',
    captions: 'Untertitel',
    transcription: 'Transkription',
    voices: 'Stimmen',
    settings: 'Datenschutz und Einstellungen',
    more: 'Hilfe',
  },
  together: {
    control: 'Steuert, was gerade gesprochen wird',
    autoread: 'Liest einen Kanal im Sprachkanal vor',
    pronunciations: 'Legt fest, wie ich Wörter ausspreche: in deinen Texten oder auf diesem Server',
    voices: 'Erstellt, findet, wählt, bearbeitet oder löscht eine Stimme',
    consent: 'Legt fest, ob untertitelt wird, was du sagst – auf jedem Server',
  },
  names: ({ names }) => format.list(names),
  menus: {
    speak: 'Spricht den Text einer Nachricht in deinem Sprachkanal',
    transcribe: 'Transkribiert die Aufnahmen in einer Nachricht',
  },
  menuPath: ({ name }) => bold(`Apps → ${name}`),
  entry: ({ name, description }) => `${name}: ${description}`,
  option: ({ name, description }) => `${inlineCode(name)}: ${description}`,
  requiredOption: ({ name, description }) => `${inlineCode(name)} (erforderlich): ${description}`,
  withChoices: ({ description, choices }) =>
    `${description}. Zur Wahl: ${format.alternatives(choices.map((choice) => inlineCode(choice)))}.`,
  noOptions: 'Keine Optionen.',
  menuUse:
    'Du findest es im Menü einer Nachricht: Mach einen Rechtsklick darauf oder halte sie auf dem Handy gedrückt.',
  serverOnly: 'Nur auf Servern.',
  unknownCommand: ({ entered }) => `Einen Befehl namens „${entered}“ habe ich nicht. Wähle einen aus den Vorschlägen.`,
};

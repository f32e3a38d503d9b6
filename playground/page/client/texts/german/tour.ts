import type { Texts } from '../texts.ts';

/** German: the tour of the first visit. */
export const tour: Texts['tour'] = {
  label: 'Tour',
  help: 'Hilfe: Tour starten',
  welcome: 'Hier läuft alles auf diesem Computer: ein kleines Discord, ein Sprachdienst und Mynah selbst.',
  english: 'Die lokalen Stimmen sprechen nur Englisch.',
  keeps: 'Server, Nachrichten und Einstellungen bleiben bis zu deinem nächsten Besuch erhalten.',
  forgets: 'Nichts bleibt erhalten: Mit dem Playground verschwinden auch Server, Nachrichten und Einstellungen.',
  recognizes: 'Was hier gesagt wird, wird zu Text.',
  deaf: (command) =>
    `Was hier gesagt wird, wird nicht zu Text: PocketSphinx ist nicht installiert. Führ ${command} aus und starte den Playground neu.`,
  stepOf: (step, count) => `Schritt ${step} von ${count}`,
  stepName: (step, title) => `${step}. ${title}`,
  doneStepName: (step, title) => `${step}. ${title} (erledigt)`,
  steps: 'Schritte',
  done: 'Erledigt',
  finished: 'Das war die Tour. Tippe / ins Nachrichtenfeld, um alle Befehle zu sehen.',
  back: 'Zurück',
  next: 'Weiter',
  skip: 'Überspringen',
  details: 'Details zum Schritt',
  close: 'Tour schließen',
  look: 'Achte darauf:',
  failed: 'Die Beispieldatei konnte nicht geladen werden. Versuch es noch einmal.',
  lounge: {
    title: 'Tritt einem Sprachkanal bei',
    about: 'Du hörst, was im Kanal passiert. Die anderen hören dich, wenn du dein Mikrofon erlaubst.',
    look: 'Dein Name erscheint unter dem Sprachkanal.',
    act: 'Lounge beitreten',
  },
  join: {
    title: 'Hol Mynah dazu',
    about: 'Mynah tritt dem Sprachkanal bei, in dem du bist.',
    look: 'Auch Mynahs Name erscheint unter dem Sprachkanal.',
    act: '/beitreten einfügen',
  },
  say: {
    title: 'Lass Mynah sprechen',
    about: 'Mynah spricht deinen Text im Sprachkanal. Drücke Enter, um den Befehl auszuführen.',
    look: 'Du hörst den Satz, und ein Ring um Mynah zeigt, wer gerade spricht.',
    act: '/sagen einfügen',
  },
  captions: {
    title: 'Starte Untertitel',
    about: 'Mynah schreibt mit, was im Sprachkanal gesagt wird.',
    look: 'Der Status des Kanals zeigt, dass Untertitel laufen.',
    act: '/untertitel start einfügen',
  },
  speak: {
    title: 'Lass jemanden sprechen',
    about: (name, sentence) => `${name} sagt: „${sentence}“`,
    look: 'Der Satz erscheint als Untertitel, mit dem Namen der Person.',
    deaf: 'Du hörst den Satz. Untertitel gibt es erst, wenn die Spracherkennung eingerichtet ist.',
    act: (name) => `${name} sprechen lassen`,
    acting: (name) => `${name} spricht …`,
  },
  overlay: {
    title: 'Zeig die Untertitel woanders',
    about:
      'Mynah gibt dir die geheime Adresse einer Seite mit diesen Untertiteln, für einen Stream oder einen zweiten Bildschirm.',
    look: 'Öffne die Adresse und lass noch einmal jemanden sprechen: Die Wörter erscheinen dort nach und nach.',
    act: '/untertitel overlay einfügen',
  },
  transcribe: {
    title: 'Transkribiere eine Aufnahme',
    about: 'Der Befehl ist mit einer Beispieldatei ausgefüllt. Eigene Aufnahmen gehen auch.',
    look: 'In der Antwort steht, was in der Aufnahme gesagt wird.',
    act: '/transkribieren einfügen',
  },
  faults: {
    title: 'Mach es Mynah schwer',
    about: 'Schalte eine Störung ein, zum Beispiel Paketverlust, und wiederhole, was du vorher gemacht hast.',
    look: 'Die Live-Werte ändern sich, und Mynah kommt damit klar oder sagt, was nicht stimmt.',
    act: 'Störungen anzeigen',
  },
  tabs: {
    title: 'Verdopple dich',
    about: 'Jeder Tab ist eine eigene Person. Lass zwei davon miteinander reden.',
    look: 'Unter den Mitgliedern erscheint eine neue Person.',
    act: 'Zweiten Tab öffnen',
  },
};

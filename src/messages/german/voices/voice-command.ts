import { createFormat } from '../../format.ts';
import type { Messages } from '../../messages.ts';

const format = createFormat('de');

/** The formats that a voice's cover may have, as part of a sentence. */
export const COVER_FORMATS = format.alternatives(['png', 'jpeg', 'webp', 'gif']);

/** German: what `/voice` and its subcommands are described with where people choose and fill them in. */
export const voiceCommandMessages: Messages['voiceModels']['command'] = {
  description: 'Erstellt, wählt und verwaltet die Stimmen, mit denen ich spreche',
  voiceOption: 'Tippe den Anfang ihres Titels ein oder füge ihre ID ein',
  visibilityChoices: {
    public: 'Öffentlich: für alle, in der öffentlichen Liste des Sprachdienstes (braucht ein Titelbild)',
    unlist: 'Ungelistet: für alle, die ihre ID haben',
    private: 'Privat: nur für Personen hier',
  },
  create: {
    description: 'Erstellt eine Stimme aus Aufnahmen, die du verwenden darfst',
    options: {
      title: 'Ein Name für die Stimme',
      audio: 'Eine Aufnahme der Stimme, mindestens 1 Sekunde lang',
      audio2: 'Noch eine Aufnahme derselben Stimme',
      audio3: 'Eine dritte Aufnahme derselben Stimme',
      transcript: 'Was in der Aufnahme gesagt wird; trenne mehrere Transkripte mit |',
      visibility: 'Wer die Stimme finden kann (Standard: privat)',
      cover: `Ein Titelbild: ${COVER_FORMATS}`,
      description: 'Eine kurze Beschreibung der Stimme',
      tags: 'Wörter, unter denen man sie findet, mit Komma getrennt',
      enhance: 'Die Aufnahmen vorher bereinigen (Standard: ja)',
      sample: 'Den Sprachdienst eine Hörprobe machen lassen (Standard: nein)',
    },
  },
  list: {
    description: 'Zeigt deine Stimmen und die dieses Servers oder öffentliche',
    options: {
      query: 'Wörter im Titel',
      scope: 'Deine Stimmen und die dieses Servers (Standard) oder öffentliche Stimmen',
      language: 'Nur Stimmen, die diese Sprache sprechen',
      tag: 'Nur Stimmen mit diesem Tag',
      licensed: 'Nur öffentliche Stimmen, die dem Sprachdienst lizenziert wurden',
      sort: 'In welcher Reihenfolge (Standard: neueste, bei öffentlichen Stimmen beliebteste zuerst)',
    },
    scopeChoices: { mine: 'Meine und die dieses Servers', public: 'Öffentlich' },
    sortChoices: {
      popular: 'Beliebteste zuerst',
      used: 'Meistverwendete zuerst',
      newest: 'Neueste zuerst',
      title: 'Titel (nicht bei öffentlichen Stimmen)',
    },
  },
  info: { description: 'Zeigt Details zu einer Stimme' },
  edit: {
    description: 'Bearbeitet eine Stimme. Ohne Optionen öffnet sich ein Formular.',
    options: {
      title: 'Ein neuer Titel',
      description: 'Eine neue Beschreibung',
      visibility: 'Wer die Stimme finden kann',
      tags: 'Neue Tags, mit Komma getrennt; sie ersetzen die bisherigen',
      cover: `Ein neues Titelbild: ${COVER_FORMATS}`,
    },
  },
  delete: { description: 'Löscht eine Stimme für alle' },
  use: {
    description: 'Wählt die Stimme, mit der ich für dich spreche',
    voiceOption: 'Tippe den Anfang ihres Titels ein oder füge ihre ID ein; „Standardstimme“ setzt sie zurück',
    options: {
      speed: 'Wie schnell, von 0,5 bis 2 (1 ist normal); ohne Angabe bleibt es, wie es ist',
      volume: 'Wie laut, von -20 bis 20 dB (0 ist normal); ohne Angabe bleibt es, wie es ist',
      member: 'Für dieses Mitglied; nur wer die Servereinstellungen ändern darf',
    },
  },
};

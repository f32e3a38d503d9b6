import { bold, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command, option } from './names.ts';

type Pronunciation = Messages['pronunciation'];
type Scope = Parameters<Pronunciation['added']>[0]['scope'];

const format = createFormat('de');

const list = command('pronounce list');
const add = command('pronounce add');
const scope = option('scope');

const entryCount = (count: number): string => format.plural(count, { one: '# Eintrag', other: '# Einträge' });
const quoted = (words: string): string => `„${words}“`;

const where: Readonly<Record<Scope, string>> = { me: 'in deinen Texten', server: 'auf diesem Server' };

const faults = {
  'word-empty': 'Das Wort ist leer',
  'word-long': 'Das Wort ist zu lang: Erlaubt sind höchstens 60 Zeichen',
  'word-unheard': 'Emojis, Emoticons, Links und Formatierungen werden vorher zu Wörtern: Verwende, was ich dafür sage',
  'as-empty': 'Darin gibt es nichts zu sprechen: Verwende Buchstaben oder Ziffern',
  'as-long': 'Die Aussprache ist zu lang: Erlaubt sind höchstens 200 Zeichen',
  markup: 'Das enthält Erwähnungen, Stilangaben in eckigen Klammern oder `<|`: Verwende nur Wörter',
  phonemes: 'Diese Phoneme kenne ich nicht',
};

/** German: `/pronounce`. */
export const pronunciationMessages: Pronunciation = {
  command: {
    description: 'Legt fest, wie ich Wörter ausspreche',
    add: {
      description: 'Legt fest, wie ich ein Wort ausspreche',
      word: 'Das Wort, wie man es schreibt',
      as: 'Was ich stattdessen sage. Phoneme stehen in geschweiften Klammern: {T AH0 M EY1 T OW0}',
      scope: 'Wo das gilt (Standard: in deinen Texten)',
    },
    remove: {
      description: 'Entfernt eine Aussprache',
      word: 'Tippe den Anfang des Wortes ein',
      scope: 'Wessen Wörterbuch (Standard: deins, sonst das des Servers)',
    },
    list: { description: 'Zeigt die Wörter eines Wörterbuchs', scope: 'Wessen Wörterbuch (Standard: deins)' },
    import: {
      description: 'Fügt die Wörter aus einer CSV-Datei hinzu',
      file: 'Eine CSV-Datei mit einer Zeile pro Wort: wort,aussprache',
      scope: 'Wo sie gelten (Standard: in deinen Texten)',
    },
    export: {
      description: 'Gibt dir ein Wörterbuch als CSV-Datei',
      scope: 'Wessen Wörterbuch (Standard: deins)',
    },
    scopeChoices: { me: 'Meine Texte, auf jedem Server', server: 'Die Texte aller auf diesem Server' },
  },

  added: ({ word, as, scope: whose }) => `Ich spreche ${bold(word)} ${where[whose]} jetzt als ${quoted(as)} aus.`,
  changed: ({ word, as, before, scope: whose }) =>
    `Ich spreche ${bold(word)} ${where[whose]} jetzt als ${quoted(as)} statt als ${quoted(before)} aus.`,
  unchanged: ({ word, as, scope: whose }) => `Ich spreche ${bold(word)} ${where[whose]} schon als ${quoted(as)} aus.`,
  phonemesNote: 'Falls der Sprachdienst diese Phoneme ablehnt, spreche ich das Wort aus, wie es geschrieben wird.',
  removed: ({ word, scope: whose }) =>
    whose === 'me'
      ? `${bold(word)} wurde aus deinem Wörterbuch entfernt.`
      : `${bold(word)} wurde aus dem Wörterbuch dieses Servers entfernt.`,
  unknown: ({ word }) => `Für ${bold(word)} habe ich keine Aussprache. Die Wörter siehst du mit ${list}.`,

  noServer: `Hier gibt es kein Server-Wörterbuch. Lass ${scope} weg, um deins zu verwenden.`,
  locked: `Das Wörterbuch dieses Servers ist gesperrt: Nur wer den Server verwaltet, kann es ändern. Lass ${scope} weg, um dein eigenes zu verwenden.`,
  notYours: ({ word }) =>
    `Jemand anderes hat ${bold(word)} zum Wörterbuch dieses Servers hinzugefügt. Lass ${scope} weg, um die Aussprache nur für deine eigenen Texte festzulegen.`,
  full: ({ whose, limit }) =>
    ({
      person: `Dein Wörterbuch ist voll: Es fasst ${entryCount(limit)}. Entferne zuerst einen.`,
      server: `Das Wörterbuch dieses Servers ist voll: Es fasst ${entryCount(limit)}. Entferne zuerst einen.`,
      member: `Du hast schon ${entryCount(limit)} zum Wörterbuch dieses Servers hinzugefügt, mehr geht nicht. Entferne zuerst einen.`,
    })[whose],
  fault: ({ fault }) =>
    ({
      'word-empty': 'Gib ein Wort ein.',
      'word-long': 'Dieses Wort ist zu lang. Erlaubt sind höchstens 60 Zeichen.',
      'word-unheard':
        'Emojis, Emoticons, Links und Formatierungen werden vorher zu Wörtern. Trag ein, was ich dafür sage, zum Beispiel „rotes Herz“.',
      'as-empty': 'Emojis oder Symbole allein kann ich nicht aussprechen. Verwende Buchstaben oder Ziffern.',
      'as-long': 'Das ist zu lang für ein Wort. Erlaubt sind höchstens 200 Zeichen.',
      markup:
        'Eine Aussprache kann keine Erwähnungen, keine Stilangaben in eckigen Klammern und kein `<|` enthalten. Verwende nur Wörter.',
      phonemes:
        'Diese Phoneme kenne ich nicht. Schreib Englisch in Arpabet `{T AH0 M EY1 T OW0}`, Chinesisch in Pinyin `{chong2 qing4}` oder Japanisch in Romaji mit Tonhöhe `{ha0shi1}`.',
    })[fault],

  list: {
    title: { me: 'Deine Aussprachen', server: 'Die Aussprachen dieses Servers' },
    empty: {
      me: `Dein Wörterbuch ist leer. Füge mit ${add} ein Wort hinzu.`,
      server: `Das Wörterbuch dieses Servers ist leer. Füge mit ${add} ein Wort hinzu.`,
    },
    entry: ({ word, as }) => `${bold(word)} → ${as}`,
    entryBy: ({ word, as, addedBy, addedAtMs }) => {
      const day = time(Math.floor(addedAtMs / 1_000), TimestampStyles.ShortDate);
      const who = addedBy === undefined ? 'jemand, dessen Daten gelöscht wurden' : userMention(addedBy);
      return `${bold(word)} → ${as} (${who}, ${day})`;
    },
    locked: 'Gesperrt: Nur wer den Server verwaltet, kann es ändern.',
    page: ({ page, pages, entries, limit }) =>
      `Seite ${format.number(page)} von ${format.number(pages)} · ${format.number(entries)} von ${format.plural(limit, { one: '# Eintrag', other: '# Einträgen' })}`,
    buttons: { previous: 'Zurück', next: 'Weiter', lock: 'Sperren', unlock: 'Entsperren' },
  },

  csv: { word: 'wort', as: 'aussprache' },
  import: {
    added: ({ added, changed, unchanged, scope: whose }) => {
      const done = [
        ...(added === 0 ? [] : [`${entryCount(added)} hinzugefügt`]),
        ...(changed === 0 ? [] : [`${entryCount(changed)} geändert`]),
        ...(unchanged === 0 ? [] : [`${entryCount(unchanged)} unverändert gelassen`]),
      ];
      if (done.length === 0) return 'Es wurde nichts hinzugefügt.';
      return whose === 'me'
        ? `In deinem Wörterbuch habe ich ${format.list(done)}.`
        : `Im Wörterbuch dieses Servers habe ich ${format.list(done)}.`;
    },
    skipped: ({ lines }) =>
      format.plural(lines, { one: '# Zeile wurde nicht hinzugefügt:', other: '# Zeilen wurden nicht hinzugefügt:' }),
    problem: ({ line, problem }) => {
      const reasons = {
        ...faults,
        malformed: 'Sie hat nicht genau zwei Zellen, oder ein Anführungszeichen fehlt',
        'not-yours': 'Jemand anderes hat dieses Wort hinzugefügt',
        full: 'Das Wörterbuch ist voll',
      };
      return `Zeile ${format.number(line)}: ${reasons[problem]}`;
    },
    moreProblems: ({ lines }) =>
      format.plural(lines, { one: '… und # weitere Zeile', other: '… und # weitere Zeilen' }),
    notText: 'Diese Datei ist kein Text in UTF-8. Speichere sie als „CSV UTF-8“ und versuch es noch einmal.',
    tooManyLines: ({ most }) =>
      `Diese Datei hat zu viele Zeilen. Teile sie in Dateien mit höchstens ${format.number(most)} Zeilen auf.`,
    empty: 'Diese Datei hat keine Einträge. Schreib einen pro Zeile: `wort,aussprache`.',
    tooLarge: ({ maxBytes }) => `Diese Datei ist zu groß. Erlaubt sind höchstens ${format.sizeLimit(maxBytes)}.`,
  },
  exported: ({ entries }) =>
    `${format.plural(entries, { one: 'Hier ist # Eintrag.', other: 'Hier sind # Einträge.' })} Mit ${command('pronounce import')} liest du die Datei wieder ein.`,
  choice: ({ word, as, scope: whose }) => (whose === 'me' ? `${word} → ${as}` : `${word} → ${as} (Server)`),
};

import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('de');

const optOut = command('privacy opt-out');
const erase = command('privacy erase');

/** German: what is stored about a person. */
export const privacyMessages: Messages['privacy'] = {
  command: {
    description: 'Lehnt Untertitel ab und zeigt oder löscht deine Daten',
    show: 'Zeigt, was ich über dich speichere',
    optOut: 'Beendet Untertitel für das, was du sagst – auf jedem Server',
    optIn: 'Erlaubt Untertitel für das, was du sagst – auf jedem Server',
    erase: 'Löscht, was ich über dich speichere',
  },
  buttons: {
    erase: 'Löschen',
    eraseWithMessages: 'Löschen, auch Nachrichten',
    eraseOnly: 'Löschen, ohne Nachrichten',
    keep: 'Behalten',
    optInEverywhere: 'Für jeden Server zustimmen',
    optInOnlyHere: 'Nur für diesen Server',
  },

  optedOut: `Du hast abgelehnt und wirst auf keinem Server untertitelt. Mit ${erase} löschst du deine gespeicherten Untertitel.`,
  optedIn: `Du hast für jeden Server zugestimmt und wirst überall untertitelt, wo Untertitel laufen. Wieder ablehnen kannst du mit ${optOut}.`,
  optedInHere: {
    'opted-out': `Du hast nur für diesen Server zugestimmt und für alle anderen abgelehnt. Auch hier ablehnen kannst du mit ${optOut}.`,
    undecided: `Du hast nur für diesen Server zugestimmt. Auf anderen Servern gelten deren Einstellungen. Überall ablehnen kannst du mit ${optOut}.`,
  },

  /** In the accusative. */
  items: {
    captions: ({ count }) => format.plural(count, { one: '# Untertitel', other: '# Untertitel' }),
    messages: ({ count }) =>
      format.plural(count, {
        one: '# Nachricht mit deinen Untertiteln',
        other: '# Nachrichten mit deinen Untertiteln',
      }),
    recordings: ({ count }) =>
      format.plural(count, { one: '# ausstehende Aufnahme', other: '# ausstehende Aufnahmen' }),
    voices: ({ count }) => format.plural(count, { one: '# Stimme', other: '# Stimmen' }),
    confirmations: ({ count }) => format.plural(count, { one: '# Rechtebestätigung', other: '# Rechtebestätigungen' }),
    choices: ({ count }) => format.plural(count, { one: '# Stimmeinstellung', other: '# Stimmeinstellungen' }),
    queuedTexts: ({ count }) =>
      format.plural(count, { one: '# Text in einer Warteschlange', other: '# Texte in Warteschlangen' }),
    nicknames: ({ count }) => format.plural(count, { one: '# Vorlesenamen', other: '# Vorlesenamen' }),
    identities: ({ count }) => format.plural(count, { one: '# Proxy-Namen', other: '# Proxy-Namen' }),
    pronunciations: ({ count }) => format.plural(count, { one: '# Aussprache', other: '# Aussprachen' }),
    serverPronunciations: ({ count }) =>
      format.plural(count, {
        one: 'deinen Namen bei # Aussprache auf einem Server',
        other: 'deinen Namen bei # Aussprachen auf Servern',
      }),
    autoCaptions: ({ count }) =>
      format.plural(count, {
        one: 'deinen Namen bei den automatischen Untertiteln von # Sprachkanal',
        other: 'deinen Namen bei den automatischen Untertiteln von # Sprachkanälen',
      }),
    voicesWithConfirmations: ({ voices, confirmations }) => {
      const theirs = format.plural(confirmations, { one: 'Rechtebestätigung', other: '# Rechtebestätigungen' });
      const all = format.plural(confirmations, { one: '# Rechtebestätigung', other: '# Rechtebestätigungen' });
      return format.plural(voices, { one: `# Stimme samt ${theirs}`, other: `# Stimmen samt ${all}` });
    },
  },

  decision: {
    optedIn: ({ at }) => `Du hast am ${at} Untertiteln auf jedem Server zugestimmt.`,
    optedOut: ({ at }) => `Du hast am ${at} Untertitel abgelehnt und wirst auf keinem Server untertitelt.`,
    optedOutExcept: ({ at, servers }) =>
      `Du hast am ${at} Untertitel abgelehnt, außer auf ${format.list(servers)}: Dort hast du zugestimmt.`,
    optedInOnly: ({ servers }) =>
      `Du hast Untertiteln nur auf ${format.list(servers)} zugestimmt. Sonst wirst du untertitelt, außer auf Servern, die um Zustimmung bitten.`,
    undecided:
      'Du hast weder zugestimmt noch abgelehnt: Du wirst untertitelt, außer auf Servern, die um Zustimmung bitten.',
  },
  /** In the dative, after `auf`. */
  servers: {
    unnamed: ({ count }) => format.plural(count, { one: '# Server', other: '# Servern' }),
    others: ({ count }) => format.plural(count, { one: '# weiterem Server', other: '# weiteren Servern' }),
  },

  stored: {
    noCaptions: 'Von dir sind keine Untertitel gespeichert.',
    captions: ({ count, oldest }) =>
      format.plural(
        count,
        {
          one: 'Von dir ist # Untertitel gespeichert, vom {oldest}.',
          other: 'Von dir sind # Untertitel gespeichert, der älteste vom {oldest}.',
        },
        { oldest },
      ),
    recordings: ({ count }) =>
      format.plural(count, {
        one: 'Eine Aufnahme von dir ist noch nicht transkribiert.',
        other: '# Aufnahmen von dir sind noch nicht transkribiert.',
      }),
    messages: ({ count }) =>
      format.plural(count, {
        one: '# Nachricht in Discord zeigt Untertitel von dir.',
        other: '# Nachrichten in Discord zeigen Untertitel von dir.',
      }),
    autoCaptions: ({ count }) =>
      format.plural(count, {
        one: 'Du hast automatische Untertitel für # Sprachkanal eingerichtet.',
        other: 'Du hast automatische Untertitel für # Sprachkanäle eingerichtet.',
      }),
    noVoices: 'Du hast keine Stimmen.',
    voices: ({ count }) =>
      format.plural(count, { one: 'Du hast # Stimme erstellt.', other: 'Du hast # Stimmen erstellt.' }),
    confirmations: ({ count }) =>
      format.plural(count, {
        one: '# Rechtebestätigung ist gespeichert.',
        other: '# Rechtebestätigungen sind gespeichert.',
      }),
    choices: ({ count }) =>
      format.plural(count, {
        one: '# Stimmeinstellung ist gespeichert.',
        other: '# Stimmeinstellungen sind gespeichert.',
      }),
    pronunciations: ({ count }) =>
      format.plural(count, {
        one: 'In deinem Wörterbuch steht # Aussprache.',
        other: 'In deinem Wörterbuch stehen # Aussprachen.',
      }),
    serverPronunciations: ({ count }) =>
      format.plural(count, {
        one: 'Auf einem Server hast du # Aussprache hinzugefügt.',
        other: 'Auf Servern hast du # Aussprachen hinzugefügt.',
      }),
    usage: `Was du heute verbraucht hast, zeigt ${command('usage')}.`,
    queuedTexts: ({ count }) =>
      format.plural(count, {
        one: '# Text von dir ist in der Warteschlange.',
        other: '# Texte von dir sind in der Warteschlange.',
      }),
    nicknames: ({ count }) =>
      format.plural(count, {
        one: 'Auf # Server hast du einen Vorlesenamen gewählt.',
        other: 'Auf # Servern hast du einen Vorlesenamen gewählt.',
      }),
    identities: ({ count }) =>
      format.plural(count, {
        one: 'PluralKit oder Tupperbox postet für dich unter # Namen, den ich kenne.',
        other: 'PluralKit oder Tupperbox postet für dich unter # Namen, die ich kenne.',
      }),
    mutes: ({ count }) =>
      format.plural(count, {
        one: 'Auf # Server lese ich deine Nachrichten nicht vor, weil du es so willst.',
        other: 'Auf # Servern lese ich deine Nachrichten nicht vor, weil du es so willst.',
      }),
    change: ({ commands }) => `Ändern kannst du das mit ${format.alternatives(commands)}.`,
  },

  eraseQuestion: {
    ask: ({ items }) => `Möchtest du Folgendes löschen: ${format.list(items)}?`,
    captions: 'Deine Untertitel verschwinden aus den Transkripten aller Server.',
    voices: ({ count }) =>
      format.plural(count, {
        one: 'Wer diese Stimme verwendet, verliert sie.',
        other: 'Wer diese Stimmen verwendet, verliert sie.',
      }),
    serverPronunciations: 'Aussprachen, die du auf Servern hinzugefügt hast, bleiben ohne deinen Namen bestehen.',
    messages: ({ count }) =>
      format.plural(count, {
        one: '# Nachricht in Discord zeigt Untertitel von dir: Ich kann sie auch löschen.',
        other: '# Nachrichten in Discord zeigen Untertitel von dir: Ich kann sie auch löschen.',
      }),
    final: 'Das lässt sich nicht rückgängig machen.',
  },
  nothingToErase: 'Von dir habe ich nichts, das sich löschen lässt.',
  kept: 'Es wurde nichts gelöscht.',

  erased: {
    nothing: 'Es wurde nichts gelöscht.',
    items: ({ items }) => `Gelöscht: ${format.list(items)}.`,
    voicesLeft: ({ count }) =>
      format.plural(count, {
        one: `# Stimme konnte der Sprachdienst nicht löschen. Verwende ${erase} in ein paar Minuten noch einmal.`,
        other: `# Stimmen konnte der Sprachdienst nicht löschen. Verwende ${erase} in ein paar Minuten noch einmal.`,
      }),
    decision: {
      'opted-in': 'Deine Zustimmung bleibt gespeichert, damit sie weiter gilt.',
      'opted-out': 'Deine Ablehnung bleibt gespeichert, damit sie weiter gilt.',
      both: 'Deine Ablehnung und deine Zustimmungen bleiben gespeichert, damit sie weiter gelten.',
    },
    mutes: 'Deine Nachrichten lese ich auch weiterhin nicht vor, wie du es gewählt hast.',
    files: 'Dateien mit Transkripten, die gepostet oder heruntergeladen wurden, kann ich nicht löschen.',
  },
  erasedMessages: {
    kept: ({ count }) =>
      format.plural(count, {
        one: `# Nachricht mit deinen Untertiteln ist in Discord geblieben. Mit ${erase} kannst du sie noch löschen.`,
        other: `# Nachrichten mit deinen Untertiteln sind in Discord geblieben. Mit ${erase} kannst du sie noch löschen.`,
      }),
    underWay: ({ count }) =>
      format.plural(count, {
        one: 'Ich lösche # Nachricht mit deinen Untertiteln in Discord und sage dir Bescheid, wenn ich fertig bin.',
        other: 'Ich lösche # Nachrichten mit deinen Untertiteln in Discord und sage dir Bescheid, wenn ich fertig bin.',
      }),
    deleted: ({ count }) =>
      format.plural(count, {
        one: 'Ich habe # Nachricht mit deinen Untertiteln in Discord gelöscht.',
        other: 'Ich habe # Nachrichten mit deinen Untertiteln in Discord gelöscht.',
      }),
    nothing: 'Es waren keine Nachrichten mit deinen Untertiteln mehr zu löschen.',
    refused: ({ count }) =>
      format.plural(count, {
        one: '# Nachricht mit deinen Untertiteln erreiche ich nicht: Ich habe ihren Server verlassen oder komme nicht in ihren Kanal.',
        other:
          '# Nachrichten mit deinen Untertiteln erreiche ich nicht: Ich habe ihre Server verlassen oder komme nicht in ihre Kanäle.',
      }),
    remaining: ({ count }) =>
      format.plural(count, {
        one: 'Bei # Nachricht mit deinen Untertiteln hat Discord nicht geantwortet. Ich versuche es weiter.',
        other: 'Bei # Nachrichten mit deinen Untertiteln hat Discord nicht geantwortet. Ich versuche es weiter.',
      }),
  },
};

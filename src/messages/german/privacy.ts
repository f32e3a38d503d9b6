import { bold, TimestampStyles, time } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

type Privacy = Messages['privacy'];
type CaptionMessages = Parameters<Privacy['erased']>[0]['messages'];
type DeletedMessages = Parameters<Privacy['messagesErased']>[0];
type Counts = Omit<Parameters<Privacy['eraseQuestion']>[0], 'messages'>;

const format = createFormat('de');

const optIn = command('privacy opt-in');
const optOut = command('privacy opt-out');
const erase = command('privacy erase');

const messageCount = (count: number): string =>
  format.plural(count, { one: '# Nachricht mit deinen Untertiteln', other: '# Nachrichten mit deinen Untertiteln' });
const captionCount = (count: number): string => format.plural(count, { one: '# Untertitel', other: '# Untertitel' });
const voiceCount = (count: number): string => format.plural(count, { one: '# Stimme', other: '# Stimmen' });
const confirmationCount = (count: number): string =>
  format.plural(count, { one: '# Rechtebestätigung', other: '# Rechtebestätigungen' });

/** In the accusative, as what is deleted. */
function listOf(counts: Counts, messages = 0): string {
  const { captions, recordings, voices, confirmations, choices, nicknames, autoCaptions } = counts;
  const { pronunciations, serverPronunciations } = counts;
  const names = {
    one: 'deinen Namen bei den automatischen Untertiteln von # Sprachkanal',
    other: 'deinen Namen bei den automatischen Untertiteln von # Sprachkanälen',
  };
  return format.list([
    ...(captions === 0 ? [] : [captionCount(captions)]),
    ...(messages === 0 ? [] : [messageCount(messages)]),
    ...(recordings === 0
      ? []
      : [format.plural(recordings, { one: '# ausstehende Aufnahme', other: '# ausstehende Aufnahmen' })]),
    ...(voices === 0 ? [] : [voiceCount(voices)]),
    ...(confirmations === 0 ? [] : [confirmationCount(confirmations)]),
    ...(choices === 0 ? [] : [format.plural(choices, { one: '# Stimmeinstellung', other: '# Stimmeinstellungen' })]),
    ...(nicknames === 0 ? [] : [format.plural(nicknames, { one: '# Vorlesenamen', other: '# Vorlesenamen' })]),
    ...(pronunciations === 0 ? [] : [format.plural(pronunciations, { one: '# Aussprache', other: '# Aussprachen' })]),
    ...(serverPronunciations === 0 ? [] : [format.plural(serverPronunciations, namesInServers)]),
    ...(autoCaptions === 0 ? [] : [format.plural(autoCaptions, names)]),
  ]);
}

const namesInServers = {
  one: 'deinen Namen bei # Aussprache auf einem Server',
  other: 'deinen Namen bei # Aussprachen auf Servern',
};

const lostVoices = {
  one: 'Wer diese Stimme verwendet, verliert sie.',
  other: 'Wer diese Stimmen verwendet, verliert sie.',
};

const decisionCommands = { 'opted-in': [optOut], 'opted-out': [optIn], undecided: [optOut, optIn] } as const;

function belongingsOf(counts: Counts): string {
  const { voices, confirmations, ...rest } = counts;
  const others = Object.values(rest).reduce((sum, count) => sum + count, 0);
  if (others > 0 || voices === 0 || confirmations === 0) return listOf(counts);
  if (voices > 1) return `${voiceCount(voices)} samt ${confirmationCount(confirmations)}`;
  const theirs = format.plural(confirmations, { one: 'Rechtebestätigung', other: '# Rechtebestätigungen' });
  return `${voiceCount(voices)} samt ${theirs}`;
}

function unreachedMessages({ refused, remaining }: DeletedMessages): string[] {
  const outOfReach = {
    one: '# Nachricht mit deinen Untertiteln erreiche ich nicht: Ich habe ihren Server verlassen oder komme nicht in ihren Kanal.',
    other:
      '# Nachrichten mit deinen Untertiteln erreiche ich nicht: Ich habe ihre Server verlassen oder komme nicht in ihre Kanäle.',
  };
  const later = {
    one: 'Bei # Nachricht mit deinen Untertiteln hat Discord nicht geantwortet. Ich versuche es weiter.',
    other: 'Bei # Nachrichten mit deinen Untertiteln hat Discord nicht geantwortet. Ich versuche es weiter.',
  };
  return [
    ...(refused === 0 ? [] : [format.plural(refused, outOfReach)]),
    ...(remaining === 0 ? [] : [format.plural(remaining, later)]),
  ];
}

function messageSentences(messages: CaptionMessages): string[] {
  switch (messages.kind) {
    case 'none':
      return [];
    case 'kept':
      return [
        format.plural(messages.count, {
          one: `# Nachricht mit deinen Untertiteln ist in Discord geblieben. Mit ${erase} kannst du sie noch löschen.`,
          other: `# Nachrichten mit deinen Untertiteln sind in Discord geblieben. Mit ${erase} kannst du sie noch löschen.`,
        }),
      ];
    case 'under-way':
      return [`Ich lösche ${messageCount(messages.count)} in Discord und sage dir Bescheid, wenn ich fertig bin.`];
    case 'over':
      return unreachedMessages(messages);
  }
}

const MAX_SERVERS = 10;

/** In the dative, after `auf`. */
function listServers(names: readonly string[], others: number): string {
  const named = names.slice(0, MAX_SERVERS);
  const rest = others + names.length - named.length;
  const forms =
    named.length === 0
      ? { one: '# Server', other: '# Servern' }
      : { one: '# weiterem Server', other: '# weiteren Servern' };
  return format.list([...named.map((name) => bold(name)), ...(rest === 0 ? [] : [format.plural(rest, forms)])]);
}

function moment(atMs: number): string {
  return time(Math.floor(atMs / 1_000), TimestampStyles.ShortDateTime);
}

/** German: what is stored about a person. */
export const privacyMessages: Privacy = {
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
  optedInHere: ({ elsewhere }) =>
    elsewhere === 'opted-out'
      ? `Du hast nur für diesen Server zugestimmt und für alle anderen abgelehnt. Auch hier ablehnen kannst du mit ${optOut}.`
      : `Du hast nur für diesen Server zugestimmt. Auf anderen Servern gelten deren Einstellungen. Überall ablehnen kannst du mit ${optOut}.`,

  stored: ({
    consent,
    decidedAtMs,
    optedInServers,
    otherServers,
    oldestCaptionAtMs,
    captions,
    recordings,
    voices,
    confirmations,
    choices,
    nicknames,
    pronunciations,
    serverPronunciations,
    autoCaptions,
    messages,
    mutedIn,
  }) => {
    const on = decidedAtMs === undefined ? '' : ` am ${moment(decidedAtMs)}`;
    const servers = listServers(optedInServers, otherServers);
    const decision = {
      'opted-in': `Du hast${on} Untertiteln auf jedem Server zugestimmt.`,
      'opted-out':
        servers === ''
          ? `Du hast${on} Untertitel abgelehnt und wirst auf keinem Server untertitelt.`
          : `Du hast${on} Untertitel abgelehnt, außer auf ${servers}: Dort hast du zugestimmt.`,
      undecided:
        servers === ''
          ? 'Du hast weder zugestimmt noch abgelehnt: Du wirst untertitelt, außer auf Servern, die um Zustimmung bitten.'
          : `Du hast Untertiteln nur auf ${servers} zugestimmt. Sonst wirst du untertitelt, außer auf Servern, die um Zustimmung bitten.`,
    }[consent];
    const words = pronunciations + serverPronunciations + nicknames;
    const isAnythingStored =
      captions + recordings + voices + confirmations + choices + words + autoCaptions + messages > 0;
    const storedCaptions =
      oldestCaptionAtMs === undefined
        ? { one: 'Von dir ist # Untertitel gespeichert.', other: 'Von dir sind # Untertitel gespeichert.' }
        : {
            one: `Von dir ist # Untertitel gespeichert, vom ${moment(oldestCaptionAtMs)}.`,
            other: `Von dir sind # Untertitel gespeichert, der älteste vom ${moment(oldestCaptionAtMs)}.`,
          };
    const pending = {
      one: 'Eine Aufnahme von dir ist noch nicht transkribiert.',
      other: '# Aufnahmen von dir sind noch nicht transkribiert.',
    };
    const shownMessages = {
      one: '# Nachricht in Discord zeigt Untertitel von dir.',
      other: '# Nachrichten in Discord zeigen Untertitel von dir.',
    };
    const givenConfirmations = {
      one: '# Rechtebestätigung ist gespeichert.',
      other: '# Rechtebestätigungen sind gespeichert.',
    };
    const inDictionary = {
      one: 'In deinem Wörterbuch steht # Aussprache.',
      other: 'In deinem Wörterbuch stehen # Aussprachen.',
    };
    const addedToServers = {
      one: 'Auf einem Server hast du # Aussprache hinzugefügt.',
      other: 'Auf Servern hast du # Aussprachen hinzugefügt.',
    };
    const setUp = {
      one: 'Du hast automatische Untertitel für # Sprachkanal eingerichtet.',
      other: 'Du hast automatische Untertitel für # Sprachkanäle eingerichtet.',
    };
    const voiceChoices = {
      one: '# Stimmeinstellung ist gespeichert.',
      other: '# Stimmeinstellungen sind gespeichert.',
    };
    const spokenNames = {
      one: 'Auf # Server hast du einen Vorlesenamen gewählt.',
      other: 'Auf # Servern hast du einen Vorlesenamen gewählt.',
    };
    const mutes = {
      one: 'Auf # Server lese ich deine Nachrichten nicht vor, weil du es so willst.',
      other: 'Auf # Servern lese ich deine Nachrichten nicht vor, weil du es so willst.',
    };
    return [
      decision,
      [
        captions === 0 ? 'Von dir sind keine Untertitel gespeichert.' : format.plural(captions, storedCaptions),
        ...(recordings === 0 ? [] : [format.plural(recordings, pending)]),
        ...(messages === 0 ? [] : [format.plural(messages, shownMessages)]),
        ...(autoCaptions === 0 ? [] : [format.plural(autoCaptions, setUp)]),
      ].join(' '),
      [
        voices === 0 ? 'Du hast keine Stimmen.' : `Du hast ${voiceCount(voices)} erstellt.`,
        ...(confirmations === 0 ? [] : [format.plural(confirmations, givenConfirmations)]),
        ...(choices === 0 ? [] : [format.plural(choices, voiceChoices)]),
        ...(pronunciations === 0 ? [] : [format.plural(pronunciations, inDictionary)]),
        ...(serverPronunciations === 0 ? [] : [format.plural(serverPronunciations, addedToServers)]),
        `Was du heute verbraucht hast, zeigt ${command('usage')}.`,
      ].join(' '),
      ...(nicknames + mutedIn === 0
        ? []
        : [
            [
              ...(nicknames === 0 ? [] : [format.plural(nicknames, spokenNames)]),
              ...(mutedIn === 0 ? [] : [format.plural(mutedIn, mutes)]),
            ].join(' '),
          ]),
      `Ändern kannst du das mit ${format.alternatives([...(servers === '' ? decisionCommands[consent] : [optOut, optIn]), ...(isAnythingStored ? [erase] : [])])}.`,
    ].join('\n');
  },

  eraseQuestion: ({ messages, ...counts }) => {
    const isAnythingStored = Object.values(counts).some((count) => count > 0);
    const shown = {
      one: '# Nachricht in Discord zeigt Untertitel von dir: Ich kann sie auch löschen.',
      other: '# Nachrichten in Discord zeigen Untertitel von dir: Ich kann sie auch löschen.',
    };
    return [
      `Möchtest du Folgendes löschen: ${isAnythingStored ? belongingsOf(counts) : messageCount(messages)}?`,
      ...(counts.captions === 0 ? [] : ['Deine Untertitel verschwinden aus den Transkripten aller Server.']),
      ...(counts.voices === 0 ? [] : [format.plural(counts.voices, lostVoices)]),
      ...(counts.serverPronunciations === 0
        ? []
        : ['Aussprachen, die du auf Servern hinzugefügt hast, bleiben ohne deinen Namen bestehen.']),
      ...(messages === 0 || !isAnythingStored ? [] : [format.plural(messages, shown)]),
      'Das lässt sich nicht rückgängig machen.',
    ].join(' ');
  },
  nothingToErase: 'Von dir habe ich nichts, das sich löschen lässt.',
  kept: 'Es wurde nichts gelöscht.',

  erased: ({ remaining, decision, messages, mutedIn, ...counts }) => {
    const kept = {
      'opted-in': ['Deine Zustimmung bleibt gespeichert, damit sie weiter gilt.'],
      'opted-out': ['Deine Ablehnung bleibt gespeichert, damit sie weiter gilt.'],
      both: ['Deine Ablehnung und deine Zustimmungen bleiben gespeichert, damit sie weiter gelten.'],
      undecided: [],
    }[decision];
    const deleted = messages.kind === 'over' ? messages.deleted : 0;
    const total = Object.values(counts).reduce((sum, count) => sum + count, deleted);
    const left = {
      one: `# Stimme konnte der Sprachdienst nicht löschen. Verwende ${erase} in ein paar Minuten noch einmal.`,
      other: `# Stimmen konnte der Sprachdienst nicht löschen. Verwende ${erase} in ein paar Minuten noch einmal.`,
    };
    return [
      ...(total === 0
        ? messages.kind === 'under-way'
          ? []
          : ['Es wurde nichts gelöscht.']
        : [`Gelöscht: ${listOf(counts, deleted)}.`]),
      ...messageSentences(messages),
      ...(remaining === 0 ? [] : [format.plural(remaining, left)]),
      ...kept,
      ...(mutedIn === 0 ? [] : ['Deine Nachrichten lese ich auch weiterhin nicht vor, wie du es gewählt hast.']),
      'Dateien mit Transkripten, die gepostet oder heruntergeladen wurden, kann ich nicht löschen.',
    ].join(' ');
  },
  messagesErased: (outcome) =>
    [
      ...(outcome.deleted === 0 ? [] : [`Ich habe ${messageCount(outcome.deleted)} in Discord gelöscht.`]),
      ...unreachedMessages(outcome),
    ].join(' ') || 'Es waren keine Nachrichten mit deinen Untertiteln mehr zu löschen.',
};

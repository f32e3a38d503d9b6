import { bold, inlineCode } from '@discordjs/formatters';
import type { Messages } from '../messages.ts';
import { command, menu } from './names.ts';

const say = command('say');

/** German: the name of each setting, and what it does in a line. */
export const settingFields: Messages['settings']['fields'] = {
  'general.language': {
    label: 'Sprache',
    about: 'In dieser Sprache poste und sage ich, was sich an alle auf diesem Server richtet.',
  },
  'notices.posted': {
    label: 'Hinweise',
    about: 'Ich poste, wenn ich einen leeren Kanal verlasse, verschoben werde oder die Verbindung verliere.',
  },
  'log.channelId': {
    label: 'Log-Kanal',
    about: 'Dort poste ich jede Änderung dieser Einstellungen und von wem sie ist.',
  },
  'access.managers': {
    label: 'Einstellungen ändern',
    about: `Dürfen ${command('settings')} verwenden, zusätzlich zu allen mit ${bold('Server verwalten')}.`,
  },
  'access.speak': {
    label: 'Sprechen',
    about: `Dürfen ${say}, ${command('join')}, die Warteschlange und ${menu('Speak')} verwenden.`,
  },
  'access.captions': {
    label: 'Untertiteln',
    about: 'Dürfen Untertitel starten und exportieren. Zustimmen oder ablehnen können immer alle.',
  },
  'access.transcribe': {
    label: 'Transkribieren',
    about: 'Dürfen Aufnahmen transkribieren; nur ihre Sprachnachrichten werden mit ihrem Text beantwortet.',
  },
  'access.voices': {
    label: 'Stimmen',
    about: 'Dürfen Stimmen erstellen, ändern, auflisten und wählen.',
  },
  'muted.userIds': {
    label: 'Stummgeschaltete Personen',
    about: 'Was sie schreiben, spreche ich nicht.',
  },
  'muted.roleIds': {
    label: 'Stummgeschaltete Rollen',
    about: 'Was Personen mit diesen Rollen schreiben, spreche ich nicht.',
  },
  'voice.voiceId': {
    label: 'Stimme',
    about: 'Spricht für alle, die keine Stimme gewählt haben.',
  },
  'voice.speed': {
    label: 'Tempo',
    about: 'Wie schnell diese Stimme spricht.',
  },
  'voice.volumeDb': {
    label: 'Lautstärke',
    about: 'Wie laut diese Stimme ist.',
  },
  'lengths.say': {
    label: 'Längster Text',
    about: `Längere Texte lehnt ${say} ab.`,
  },
  'lengths.reading': {
    label: 'Längste Nachricht',
    about: 'Längere Nachrichten kürze ich beim Vorlesen.',
  },
  'announcements.joins': {
    label: 'Wer kommt',
    about: 'Ich sage an, wer meinem Sprachkanal beitritt.',
  },
  'announcements.leaves': {
    label: 'Wer geht',
    about: 'Ich sage an, wer meinen Sprachkanal verlässt.',
  },
  'captions.consent': {
    label: 'Zustimmung',
    about: 'Wer untertitelt wird.',
  },
  'captions.captionBots': {
    label: 'Bots',
    about: 'Ich untertitle auch Bots.',
  },
  'captions.language': {
    label: 'Gesprochene Sprache',
    about: `Die Sprache der Untertitel, sofern ${command('captions start')} keine andere nennt.`,
  },
  'captions.interim': {
    label: 'Live-Text',
    about: 'Untertitel erscheinen schon, während jemand noch spricht.',
  },
  'captions.soundCues': {
    label: 'Geräusche',
    about: 'Untertitel zeigen auch Geräusche, zum Beispiel [Lachen].',
  },
  'captions.retentionDays': {
    label: 'Transkripte',
    about: 'Wann ich sie lösche.',
  },
  'reading.bots': {
    label: 'Bots',
    about: 'Ich lese vor, was Bots schreiben.',
  },
  'reading.webhooks': {
    label: 'WebHooks',
    about: 'Ich lese vor, was WebHooks und Brücken zu anderen Chats posten.',
  },
  'reading.proxied': {
    label: 'Nachrichten im Namen anderer',
    about: 'Ich lese vor, was PluralKit und Tupperbox für Personen posten, als deren eigenes.',
  },
  'reading.voiceMessages': {
    label: 'Sprachnachrichten',
    about: 'Was ich beim Vorlesen mit ihnen mache.',
  },
  'reading.skipPrefix': {
    label: 'Zeichen zum Auslassen',
    about: 'Nachrichten, die damit beginnen, lasse ich aus.',
  },
  'reading.requiredRoleIds': {
    label: 'Nötige Rollen',
    about: 'Ich lese nur vor, was Personen mit einer dieser Rollen schreiben.',
  },
  'reading.announceWriters': {
    label: 'Name vor Nachrichten',
    about: 'Ich sage an, wer schreibt, wenn es jemand anderes ist als zuvor.',
  },
  'reading.announcement': {
    label: 'Ansage',
    about: `Wie ich ansage, wer schreibt. ${inlineCode('{name}')} steht für den Namen.`,
  },
  'reading.builtInPronunciations': {
    label: 'Abkürzungen',
    about: `Gängige Abkürzungen wie ${inlineCode('vllt')} spreche ich aus.`,
  },
  'voiceMessages.transcribedIn': {
    label: 'Kanäle mit Antworten',
    about: 'Dort beantworte ich Sprachnachrichten mit ihrem Text.',
  },
  'voices.maxPerPerson': {
    label: 'Stimmen pro Person',
    about: 'Wie viele Stimmen jede Person auf diesem Server erstellen kann.',
  },
  'voices.maxPerGuild': {
    label: 'Stimmen auf diesem Server',
    about: 'Wie viele Stimmen dieser Server haben kann.',
  },
  'budgets.charactersPerPerson': {
    label: 'Zeichen pro Person',
    about: 'Wie viel Text ich pro Tag für jede Person spreche.',
  },
  'budgets.characters': {
    label: 'Zeichen auf diesem Server',
    about: 'Wie viel Text ich pro Tag auf diesem Server spreche.',
  },
  'budgets.captionMinutes': {
    label: 'Untertitelte Minuten',
    about: 'Wie viele Minuten Gesprochenes ich pro Tag untertitle.',
  },
  'budgets.transcribeMinutesPerPerson': {
    label: 'Transkription pro Person',
    about: 'Wie viele Minuten ich pro Tag für jede Person transkribiere.',
  },
  'budgets.transcribeMinutes': {
    label: 'Transkription auf diesem Server',
    about: 'Wie viele Minuten Aufnahmen ich pro Tag transkribiere.',
  },
};

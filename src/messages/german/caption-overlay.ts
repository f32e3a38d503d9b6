import { bold, channelMention, codeBlock, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('de');

const overlay = command('captions overlay');
const optOut = command('privacy opt-out');

const OPT_OUT = 'Ablehnen';
const REVOKE = 'Widerrufen';

function countViewers(viewers: number): string {
  return format.plural(viewers, { one: '# Zuschauer', other: '# Zuschauer' });
}

/** German: links under which captions are shown outside Discord. */
export const captionOverlayMessages: Messages['captions']['overlay'] = {
  command: { description: 'Zeigt die Untertitel außerhalb von Discord: im Browser, auf einem Bildschirm oder in OBS' },
  buttons: { open: 'Seite öffnen', revoke: REVOKE, revokeAll: 'Alle widerrufen', links: 'Alle Links' },

  created: ({ voiceChannelId, page, obs }) =>
    [
      `Die Untertitel für ${channelMention(voiceChannelId)} haben jetzt eine Seite. Größe, Farben und mehr stellst du dort in einem Formular ein.`,
      codeBlock(page),
      'Für OBS: Füge eine Browserquelle mit dieser Adresse hinzu. Ihr Hintergrund ist transparent.',
      codeBlock(obs),
      `Wer eine dieser Adressen hat, kann mitlesen, bis die Untertitel enden. Gib sie nur an Personen weiter, die mitlesen dürfen. Mit ${bold(REVOKE)} werden sie schon vorher ungültig.`,
    ].join('\n'),
  others: ({ links }) =>
    format.plural(links, {
      one: 'Für diese Untertitel gibt es noch # weiteren Link.',
      other: 'Für diese Untertitel gibt es noch # weitere Links.',
    }),
  notice: ({ voiceChannelId, createdBy }) => {
    const made =
      createdBy === undefined
        ? `Es gibt einen Link zu den Untertiteln für ${channelMention(voiceChannelId)}.`
        : `${userMention(createdBy)} hat einen Link zu den Untertiteln für ${channelMention(voiceChannelId)} erstellt.`;
    return `🔗 ${made} Bis sie enden, können Personen mit dem Link sie außerhalb von Discord lesen. Wenn du nicht untertitelt werden möchtest, drücke auf ${bold(OPT_OUT)} oder verwende ${optOut}.`;
  },
  shared: 'Personen mit einem Link können sie auch außerhalb von Discord lesen.',

  list: ({ links }) =>
    [
      'Links zu diesen Untertiteln:',
      ...links.map(({ createdBy, createdAtMs, viewers }, index) => {
        const when = time(Math.floor(createdAtMs / 1_000), TimestampStyles.RelativeTime);
        const maker = createdBy === undefined ? '' : `${userMention(createdBy)}, `;
        return `${index + 1}. ${maker}${when}: ${countViewers(viewers)}`;
      }),
    ].join('\n'),
  choice: ({ number }) => `Link ${format.number(number)}`,
  viewers: ({ viewers }) => countViewers(viewers),
  choose: 'Links zum Widerrufen auswählen',
  noLinks: `Zu diesen Untertiteln gibt es keine Links. Erstelle einen mit ${overlay}.`,
  revoked: ({ links }) =>
    format.plural(links, {
      one: 'Der Link ist widerrufen. Wo er offen war, erscheinen keine neuen Untertitel mehr.',
      other: '# Links sind widerrufen. Wo sie offen waren, erscheinen keine neuen Untertitel mehr.',
    }),
  status: ({ links, viewers }) =>
    `Außerhalb von Discord zu sehen: ${format.plural(links, { one: '# Link', other: '# Links' })}, ${countViewers(viewers)}.`,

  refusals: {
    noPublicUrl: `Ich kann noch keine Untertitel außerhalb von Discord zeigen. Bitte den Betreiber des Bots, ${inlineCode('PUBLIC_URL')} zu setzen.`,
    mayNotShare: ({ startedBy, voiceChannelId }) =>
      startedBy === undefined
        ? `Links zu diesen Untertiteln erstellen können nur Personen in ${channelMention(voiceChannelId)} und alle, die den Server oder seine Sprachkanäle verwalten.`
        : `Links zu diesen Untertiteln erstellen können nur ${userMention(startedBy)}, Personen in ${channelMention(voiceChannelId)} und alle, die den Server oder seine Sprachkanäle verwalten.`,
    hidden: 'Du kannst den Kanal dieser Untertitel nicht sehen, deshalb kann ich dir keinen Link geben.',
    hiddenVoice: 'Du kannst den Sprachkanal dieser Untertitel nicht sehen, deshalb kann ich dir keinen Link geben.',
    tooMany: ({ limit }) =>
      `Diese Untertitel haben schon ${format.number(limit)} Links, mehr geht nicht. Widerrufe einen und verwende dann ${overlay} noch einmal.`,
    noNotice: ({ textChannelId }) =>
      `Ich konnte in ${channelMention(textChannelId)} nicht auf den Link hinweisen, deshalb habe ich keinen erstellt. Lass mich dort posten und verwende dann ${overlay} noch einmal.`,
    alreadyEnded: 'Dieser Link ist schon beendet.',
  },
};

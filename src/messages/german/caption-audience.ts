import { bold, channelMention, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('de');

const start = command('captions start');
const MANAGE_CHANNELS = bold('Kanäle verwalten');

/** Where captions go when others could read them: the question, its confirmation, and what can go wrong. */
export const captionAudienceMessages: Messages['captions']['audience'] = {
  choose: ({ voiceChannelId, textChannelId, mayConfirm }) => {
    const here = mayConfirm
      ? 'Wenn du diesen Kanal wählst, nennt der Hinweis dich als die Person, die das bestätigt hat.'
      : `Hier muss das jemand mit ${MANAGE_CHANNELS} in ${channelMention(voiceChannelId)} bestätigen.`;
    return `${channelMention(textChannelId)} können auch Personen lesen, die ${channelMention(voiceChannelId)} nicht sehen. Wähle, wo die Untertitel erscheinen. ${here}`;
  },
  asked: 'Ich habe in diesem Kanal um die Bestätigung gebeten.',
  confirm: ({ startedBy, voiceChannelId, expiresAtMs }) =>
    `${userMention(startedBy)} möchte hier Untertitel für ${channelMention(voiceChannelId)}. Dann können sie auch Personen lesen, die den Sprachkanal nicht sehen. Jemand mit ${MANAGE_CHANNELS} in ${channelMention(voiceChannelId)} muss das bestätigen. Die Anfrage läuft ${time(Math.floor(expiresAtMs / 1_000), TimestampStyles.RelativeTime)} ab.`,
  confirmed: ({ confirmedBy, voiceChannelId }) =>
    `${userMention(confirmedBy)} hat Untertitel für ${channelMention(voiceChannelId)} in diesem Kanal bestätigt.`,
  overtaken: ({ startedBy, voiceChannelId }) =>
    `Inzwischen laufen schon Untertitel. Deshalb hat sich die Anfrage von ${userMention(startedBy)} nach Untertiteln für ${channelMention(voiceChannelId)} erledigt.`,
  hereConfirmed: ({ voiceChannelId }) =>
    `Die Untertitel für ${channelMention(voiceChannelId)} laufen jetzt in diesem Kanal. Der Hinweis nennt dich als die Person, die das bestätigt hat.`,
  inChat: ({ voiceChannelId }) => `Die Untertitel für ${channelMention(voiceChannelId)} laufen jetzt in dessen Chat.`,
  mayNotConfirm: ({ voiceChannelId }) =>
    `Das kann nur jemand mit ${MANAGE_CHANNELS} in ${channelMention(voiceChannelId)} bestätigen.`,
  startedByLeft: ({ startedBy, voiceChannelId }) =>
    `${userMention(startedBy)} ist nicht mehr in ${channelMention(voiceChannelId)}, kann aber wieder beitreten und ${start} noch einmal verwenden.`,
  outdated: `Diese Auswahl ist veraltet. Verwende ${start} noch einmal.`,
  chatClosed: ({ voiceChannelId, permissions }) =>
    permissions.length === 0
      ? `Ich kann im Chat von ${channelMention(voiceChannelId)} nichts posten. Nimm einen anderen Kanal.`
      : `Ich kann im Chat von ${channelMention(voiceChannelId)} nichts posten. Bitte jemanden, der den Server verwaltet, mir dort ${format.list(permissions.map((name) => bold(name)))} zu geben.`,
};

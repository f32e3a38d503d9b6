import { bold, channelMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command, option } from './names.ts';

type AutoCaptions = Messages['captions']['auto'];
type Entry = Parameters<AutoCaptions['list']>[0]['entries'][number];

const format = createFormat('de');

const auto = command('captions auto');
const stop = command('captions stop');

const MAX_LISTED = 10;
const MAX_THREAD_NAME_LENGTH = 100;

function entry({ voiceChannelId, textChannelId, isThreaded, language }: Entry): string {
  const [voice, text] = [channelMention(voiceChannelId), channelMention(textChannelId)];
  const where = isThreaded ? `${voice} in Threads von ${text}` : `${voice} in ${text}`;
  return language === undefined ? `- ${where}` : `- ${where} (${language})`;
}

/** German: captions that start by themselves. */
export const autoCaptionMessages: AutoCaptions = {
  command: {
    description: 'Startet Untertitel immer, wenn jemand einem Sprachkanal beitritt',
    voiceChannel: 'Der Sprachkanal, der untertitelt werden soll',
    mode: 'Automatische Untertitel ein- oder ausschalten',
    modes: { on: 'an', off: 'aus' },
    thread: 'Jedes Mal einen neuen Thread öffnen (Standard: nein)',
    language: 'Die gesprochene Sprache (Standard: automatisch erkannt)',
  },

  on: ({ voiceChannelId, textChannelId, isThreaded, isStarting }) => {
    const [voice, text] = [channelMention(voiceChannelId), channelMention(textChannelId)];
    if (isStarting) {
      return isThreaded
        ? `Die Untertitel für ${voice} starten gleich, weil schon jemand da ist. Ab jetzt starten sie, wenn jemand beitritt, jedes Mal in einem neuen Thread von ${text}, und enden, wenn alle gegangen sind.`
        : `Die Untertitel für ${voice} starten gleich in ${text}, weil schon jemand da ist. Ab jetzt starten sie, wenn jemand beitritt, und enden, wenn alle gegangen sind.`;
    }
    return isThreaded
      ? `Die Untertitel für ${voice} starten ab jetzt, wenn jemand beitritt, jedes Mal in einem neuen Thread von ${text}. Sie enden, wenn alle gegangen sind.`
      : `Die Untertitel für ${voice} starten ab jetzt in ${text}, wenn jemand beitritt. Sie enden, wenn alle gegangen sind.`;
  },
  off: ({ voiceChannelId, isRunning }) =>
    isRunning
      ? `Die Untertitel für ${channelMention(voiceChannelId)} starten nicht mehr automatisch. Die aktuellen laufen weiter. Mit ${stop} beendest du sie.`
      : `Die Untertitel für ${channelMention(voiceChannelId)} starten nicht mehr automatisch.`,
  confirm: ({ voiceChannelId, textChannelId }) =>
    `${channelMention(textChannelId)} können auch Personen lesen, die ${channelMention(voiceChannelId)} nicht sehen. Wenn du bestätigst, nennt der Hinweis zu diesen Untertiteln dich als die Person, die das bestätigt hat.`,

  list: ({ entries }) => {
    const hidden = entries.length - MAX_LISTED;
    return [
      'Untertitel, die automatisch starten:',
      ...entries.slice(0, MAX_LISTED).map(entry),
      ...(hidden > 0 ? [`- ${format.plural(hidden, { one: '# weiterer', other: '# weitere' })}`] : []),
    ].join('\n');
  },

  threadName: ({ channelName, startedAtMs }) => {
    const date = format.date(startedAtMs);
    return `${channelName.slice(0, MAX_THREAD_NAME_LENGTH - date.length - 3).toWellFormed()} · ${date}`;
  },

  refusals: {
    mayNotManage: ({ voiceChannelId }) =>
      `Um die Untertitel für ${channelMention(voiceChannelId)} einzurichten, brauchst du dort ${bold('Kanäle verwalten')}.`,
    mayNotPost:
      'Du kannst in diesem Kanal selbst nichts posten, deshalb poste ich hier auch keine Untertitel für dich.',
    notSetUp: ({ voiceChannelId }) => `Die Untertitel für ${channelMention(voiceChannelId)} starten nicht automatisch.`,
    tooMany: ({ limit }) =>
      `Dieser Server hat schon in ${format.plural(limit, { one: '# Sprachkanal', other: '# Sprachkanälen' })} automatische Untertitel, mehr geht nicht. Schalte sie zuerst in einem davon aus.`,
    noThreadsHere: `Hier kann ich keine Threads öffnen. Verwende ${auto} in einem Textkanal oder ohne ${option('thread')}.`,
    outdated: `Diese Auswahl ist veraltet. Verwende ${auto} noch einmal.`,
  },

  notStarted: {
    widerAudience: ({ voiceChannelId, textChannelId }) =>
      `Ich habe die Untertitel für ${channelMention(voiceChannelId)} nicht gestartet: ${channelMention(textChannelId)} können auch Personen lesen, die den Sprachkanal nicht sehen. Jemand mit ${bold('Kanäle verwalten')} im Sprachkanal kann das mit ${auto} erlauben.`,
    missingPermissions: ({ voiceChannelId, textChannelId, permissions }) =>
      permissions.length === 0
        ? `Ich kann die Untertitel für ${channelMention(voiceChannelId)} nicht starten: In ${channelMention(textChannelId)} kann ich nichts posten. Verwende ${auto} in einem anderen Kanal.`
        : `Ich kann die Untertitel für ${channelMention(voiceChannelId)} nicht starten. Gib mir in ${channelMention(textChannelId)} ${format.list(permissions.map((name) => bold(name)))}.`,
    because: ({ voiceChannelId, reason }) =>
      `Ich habe die Untertitel für ${channelMention(voiceChannelId)} nicht gestartet. ${reason}`,
  },
};

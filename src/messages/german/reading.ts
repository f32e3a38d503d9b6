import { channelMention, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('de');

const MAX_CHANNELS = 5;

const join = command('join');
const on = command('autoread on');
const off = command('autoread off');
const status = command('autoread status');

/** German: reading chat aloud. */
export const readingMessages: Messages['reading'] = {
  command: {
    description: 'Liest einen Kanal im Sprachkanal vor',
    on: 'Liest die Nachrichten eines Kanals vor',
    off: 'Liest einen Kanal nicht mehr vor',
    status: 'Zeigt, welche Kanäle ich vorlese und ob ich deine Nachrichten vorlese',
    options: {
      channel: 'Der Kanal; ohne Angabe dieser',
      autoJoin: 'In den Sprachkanal derer kommen, die schreiben; sonst lese ich nur vor, wenn ich schon da bin',
    },
  },
  buttons: {
    mute: 'Meine Nachrichten nicht vorlesen',
    unmute: 'Meine Nachrichten vorlesen',
    name: 'Mein Vorlesename',
    identities: 'Stimmen meiner Proxys',
    wider: 'Auch dort vorlesen',
  },
  form: {
    title: 'Dein Vorlesename',
    label: 'Name, den ich vor deinen Nachrichten sage',
    placeholder: 'Leer lassen, um deinen Namen auf diesem Server zu verwenden',
  },

  notice: `Neue Nachrichten in diesem Kanal werden im Sprachkanal vorgelesen, außer denen, die mit ${inlineCode('@silent')} gesendet werden. Mehr zeigt ${status}.`,
  widerNotice: ({ userId }) =>
    `${userMention(userId)} hat erlaubt, dass dieser Kanal auch in Sprachkanälen vorgelesen wird, in denen ihn Personen hören können, die ihn nicht sehen.`,
  turnedOn: ({ channelId, autoJoin }) =>
    autoJoin
      ? `Ich lese ${channelMention(channelId)} vor und komme dafür in den Sprachkanal von Personen, die dort schreiben. Mit ${off} beendest du das.`
      : `Ich lese ${channelMention(channelId)} vor, solange ich in einem Sprachkanal bin. ${join} holt mich dazu.`,
  closedTo: ({ channelId, voiceChannelIds }) => {
    const shown = voiceChannelIds.slice(0, MAX_CHANNELS).map((id) => channelMention(id));
    const rest = voiceChannelIds.length - shown.length;
    const more = rest === 0 ? [] : [format.plural(rest, { one: '# weiterem Kanal', other: '# weiteren Kanälen' })];
    return `In ${format.list([...shown, ...more])} können auch Personen zuhören, die ${channelMention(channelId)} nicht sehen. Dort lese ich ihn erst vor, wenn du es erlaubst.`;
  },
  widened: ({ channelId }) =>
    `Ich lese ${channelMention(channelId)} in jedem Sprachkanal vor, auch für Personen, die ihn nicht sehen.`,
  turnedOff: ({ channelId }) => `Ich lese ${channelMention(channelId)} nicht mehr vor.`,
  notOn: ({ channelId }) => `Ich lese ${channelMention(channelId)} nicht vor. Mit ${on} fange ich damit an.`,
  tooMany: ({ max }) =>
    format.plural(max, {
      one: `Ich lese auf einem Server höchstens # Kanal vor. Verwende zuerst ${off} in einem anderen.`,
      other: `Ich lese auf einem Server höchstens # Kanäle vor. Verwende zuerst ${off} in einem anderen.`,
    }),
  noNotice: ({ channelId }) =>
    `Ich konnte den Hinweis in ${channelMention(channelId)} nicht posten, deshalb lese ich den Kanal nicht vor. Versuch es gleich noch einmal.`,
  noWiderNotice: ({ channelId }) =>
    `Ich konnte den Hinweis in ${channelMention(channelId)} nicht posten, deshalb lese ich den Kanal dort nicht vor. Versuch es gleich noch einmal.`,
  notVisible: 'Du kannst diesen Kanal nicht sehen, deshalb lese ich ihn nicht für dich vor. Wähle einen anderen.',
  mayNotManage: ({ channelId }) =>
    `Das können nur Personen ändern, die ${channelMention(channelId)} verwalten dürfen. Bitte eine von ihnen darum.`,
  noIntent:
    'Ich kann keine Nachrichten lesen, weil Discord sie mir nicht schickt. Bitte den Betreiber des Bots, im Discord Developer Portal bei der Anwendung unter „Bot“ den „Message Content Intent“ einzuschalten und mich neu zu starten.',
  muted: 'Ich lese deine Nachrichten auf diesem Server nicht vor.',
  unmuted: 'Ich lese deine Nachrichten auf diesem Server vor.',
  named: ({ name }) => `Ich sage auf diesem Server „${name}“ vor deinen Nachrichten.`,
  unnamed: 'Ich sage vor deinen Nachrichten deinen Namen auf diesem Server.',
  nameTaken: ({ name }) => `Hier heißt schon jemand „${name}“. Wähle einen Namen, den niemand sonst hat.`,
  identities: {
    none: 'Ich kenne auf diesem Server noch keinen deiner Proxys. Schreib mit PluralKit oder Tupperbox in einem Kanal, den ich vorlese, und versuch es dann noch einmal.',
    intro:
      'Was PluralKit und Tupperbox für dich posten, zählt als deins: Deine Stummschaltung und deine Limits gelten auch dafür. Wähle einen Namen, um ihm eine Stimme zu geben.',
    ownVoice: 'deine eigene Stimme',
    choose: 'Namen wählen',
    form: {
      title: 'Stimme eines Proxys',
      label: 'Titel oder ID der Stimme',
      placeholder: 'Leer lassen für deine eigene Stimme',
    },
    set: ({ name, title }) => `Was du als „${name}“ schreibst, lese ich mit der Stimme „${title}“ vor.`,
    reset: ({ name }) => `Was du als „${name}“ schreibst, lese ich mit deiner eigenen Stimme vor.`,
    gone: 'Ich kenne diesen Proxy von dir nicht mehr. Schreib einmal mit ihm und versuch es dann noch einmal.',
  },

  status: {
    none: `Von den Kanälen, die du sehen kannst, wird keiner vorgelesen. Mit ${on} fängst du in einem Kanal damit an.`,
    readIn: ({ channelId, voiceChannelId }) =>
      `${channelMention(channelId)}: wird in ${channelMention(voiceChannelId)} vorgelesen, außer Nachrichten von Personen in anderen Sprachkanälen.`,
    waiting: ({ channelId, autoJoin }) =>
      autoJoin
        ? `${channelMention(channelId)}: Ich komme dazu, sobald jemand aus einem Sprachkanal schreibt.`
        : `${channelMention(channelId)}: wird vorgelesen, sobald ich in einem Sprachkanal bin. Mit ${join} holst du mich dazu.`,
    elsewhere: ({ channelId, voiceChannelId }) =>
      `${channelMention(channelId)}: wird gerade nicht vorgelesen, weil ich in ${channelMention(voiceChannelId)} bin.`,
    'no-readers': ({ channelId, voiceChannelId }) =>
      `${channelMention(channelId)}: wird gerade nicht vorgelesen, weil ihn niemand in ${channelMention(voiceChannelId)} sehen kann.`,
    'not-open': ({ channelId, voiceChannelId }) =>
      `${channelMention(channelId)}: wird in ${channelMention(voiceChannelId)} nicht vorgelesen, weil dort auch Personen beitreten können, die ihn nicht sehen. Wer ihn verwaltet, kann das mit ${on} erlauben.`,
    missing: ({ channelId, permissions }) =>
      `Ich kann ${channelMention(channelId)} nicht vorlesen. Bitte jemanden, der den Server verwaltet, mir dort ${format.list(permissions)} zu geben.`,
    youAreRead: 'Deine Nachrichten werden vorgelesen.',
    youAreMuted: 'Deine Nachrichten werden nicht vorgelesen, weil du es so willst.',
  },

  spoken: {
    says: ({ name, text }) => `${name} schreibt: ${text}`,
    leftOut: ({ messages }) =>
      format.plural(messages, { one: '# Nachricht ausgelassen.', other: '# Nachrichten ausgelassen.' }),
    joined: ({ names }) =>
      `${format.list(names)} ${format.plural(names.length, { one: 'ist', other: 'sind' })} dazugekommen.`,
    left: ({ names }) =>
      `${format.list(names)} ${format.plural(names.length, { one: 'ist', other: 'sind' })} gegangen.`,
  },

  usedUp: ({ writer, resetsAtMs }) => {
    const reset = time(Math.floor(resetsAtMs / 1_000), TimestampStyles.RelativeTime);
    return writer === undefined
      ? `Dieser Server hat für heute zu wenige Zeichen übrig, deshalb kann ich nicht alles vorlesen. Das Limit wird ${reset} zurückgesetzt.`
      : `${writer} hat für heute zu wenige Zeichen übrig, deshalb kann ich nicht alle Nachrichten dieser Person vorlesen. Das Limit wird ${reset} zurückgesetzt.`;
  },
};

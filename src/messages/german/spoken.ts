import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';

const format = createFormat('de');

/** German: what is spoken in place of what cannot be read as written. */
export const spokenMessages: Messages['spoken'] = {
  locale: 'de',
  linkTo: ({ site }) => `ein Link zu ${site}`,
  links: ({ count, site }) => format.plural(count, { one: 'ein Link zu {site}', other: '# Links zu {site}' }, { site }),
  link: 'ein Link',
  invite: 'eine Discord-Einladung',
  gif: 'ein GIF',
  gifs: ({ count }) => format.plural(count, { one: 'ein GIF', other: '# GIFs' }),
  messageLink: 'ein Link zu einer Nachricht',
  codeBlock: 'ein Codeblock',
  codeBlockIn: ({ language }) => `ein Codeblock in ${language}`,
  spoiler: 'Spoiler',
  repeatedEmoji: ({ name, count }) => `${format.number(count)} mal ${name}`,
  moreEmoji: ({ count }) => format.plural(count, { one: 'ein weiteres Emoji', other: '# weitere Emojis' }),
  flag: ({ country }) => `Flagge ${country}`,
  unknownMention: { user: 'jemand', role: 'eine Rolle', channel: 'ein Kanal' },
  channel: ({ name }) => `Kanal ${name}`,
  command: ({ name }) => `Befehl ${name}`,
  inUtc: ({ time }) => `${time} UTC`,
  everyone: 'alle',
  here: 'alle, die online sind',
  navigation: {
    customize: 'Kanäle und Rollen',
    browse: 'Kanäle durchsuchen',
    guide: 'Server-Guide',
    linkedRoles: 'Verknüpfte Rollen',
  },
  quote: ({ text, isFollowed }) => (isFollowed ? `Zitat: ${text} Zitat Ende.` : `Zitat: ${text}`),
  stickers: ({ names }) =>
    `${format.plural(names.length, { one: 'ein Sticker', other: '# Sticker' })}: ${format.list(names)}`,
  files: {
    picture: ({ count }) => format.plural(count, { one: 'ein Bild', other: '# Bilder' }),
    video: ({ count }) => format.plural(count, { one: 'ein Video', other: '# Videos' }),
    audio: ({ count }) => format.plural(count, { one: 'eine Audiodatei', other: '# Audiodateien' }),
    file: ({ count }) => format.plural(count, { one: 'eine Datei', other: '# Dateien' }),
  },
  list: format.list,
  described: ({ what, description }) => `${what}: ${description}`,
  voiceMessage: 'eine Sprachnachricht',
  transcribedVoiceMessage: ({ text }) => `eine Sprachnachricht: ${text}`,
  poll: ({ question, answers }) =>
    answers.length === 0
      ? `eine Umfrage: ${question}`
      : `eine Umfrage: ${question} Antworten: ${format.alternatives(answers)}`,
  forwarded: ({ text }) => (text === '' ? 'eine weitergeleitete Nachricht' : `eine weitergeleitete Nachricht: ${text}`),
  reply: ({ name, text }) => (text === '' ? `Antwort an ${name}` : `Antwort an ${name}: ${text}`),
  longCode: 'ein langer Code',
  questionMark: 'Fragezeichen',
  exclamationMark: 'Ausrufezeichen',
  andMore: '… und mehr',
};

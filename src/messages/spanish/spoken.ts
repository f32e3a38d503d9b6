import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';

const format = createFormat('es');

/** Spanish: what is spoken in place of what cannot be read as written. */
export const spokenMessages: Messages['spoken'] = {
  locale: 'es',
  linkTo: ({ site }) => `un enlace a ${site}`,
  links: ({ count, site }) =>
    format.plural(
      count,
      { one: 'un enlace a {site}', many: '# de enlaces a {site}', other: '# enlaces a {site}' },
      { site },
    ),
  link: 'un enlace',
  invite: 'una invitación de Discord',
  gif: 'un GIF',
  gifs: ({ count }) => format.plural(count, { one: 'un GIF', many: '# de GIF', other: '# GIF' }),
  messageLink: 'un enlace a un mensaje',
  codeBlock: 'un bloque de código',
  codeBlockIn: ({ language }) => `un bloque de código en ${language}`,
  spoiler: 'spoiler',
  repeatedEmoji: ({ name, count }) => `${format.number(count)} veces ${name}`,
  moreEmoji: ({ count }) =>
    format.plural(count, { one: 'otro emoji', many: 'otros # de emojis', other: 'otros # emojis' }),
  flag: ({ country }) => `bandera de ${country}`,
  unknownMention: { user: 'alguien', role: 'un rol', channel: 'un canal' },
  channel: ({ name }) => `el canal ${name}`,
  command: ({ name }) => `comando ${name}`,
  inUtc: ({ time }) => `${time} UTC`,
  everyone: 'todos',
  here: 'todos los que están en línea',
  navigation: {
    customize: 'Canales y roles',
    browse: 'Explorar canales',
    guide: 'Guía del servidor',
    linkedRoles: 'Roles vinculados',
  },
  quote: ({ text, isFollowed }) => (isFollowed ? `cita: ${text} Fin de la cita.` : `cita: ${text}`),
  stickers: ({ names }) =>
    format.plural(
      names.length,
      {
        one: 'un sticker: {names}',
        many: '# de stickers: {names}',
        other: '# stickers: {names}',
      },
      { names: format.list(names) },
    ),
  files: {
    picture: ({ count }) => format.plural(count, { one: 'una imagen', many: '# de imágenes', other: '# imágenes' }),
    video: ({ count }) => format.plural(count, { one: 'un vídeo', many: '# de vídeos', other: '# vídeos' }),
    audio: ({ count }) =>
      format.plural(count, {
        one: 'un archivo de audio',
        many: '# de archivos de audio',
        other: '# archivos de audio',
      }),
    file: ({ count }) => format.plural(count, { one: 'un archivo', many: '# de archivos', other: '# archivos' }),
  },
  list: format.list,
  described: ({ what, description }) => `${what}: ${description}`,
  voiceMessage: 'un mensaje de voz',
  transcribedVoiceMessage: ({ text }) => `un mensaje de voz: ${text}`,
  poll: ({ question, answers }) =>
    answers.length === 0
      ? `una encuesta: ${question}`
      : `una encuesta: ${question} Respuestas: ${format.alternatives(answers)}`,
  forwarded: ({ text }) => (text === '' ? 'un mensaje reenviado' : `un mensaje reenviado: ${text}`),
  reply: ({ name, text }) => (text === '' ? `en respuesta a ${name}` : `en respuesta a ${name}: ${text}`),
  longCode: 'un código largo',
  questionMark: 'signo de interrogación',
  exclamationMark: 'signo de exclamación',
  andMore: '… y más',
};

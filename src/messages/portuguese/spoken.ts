import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';

const format = createFormat('pt');

/** Brazilian Portuguese: what is spoken in place of what cannot be read as written. */
export const spokenMessages: Messages['spoken'] = {
  locale: 'pt-BR',
  linkTo: ({ site }) => `um link para ${site}`,
  links: ({ count, site }) =>
    format.plural(
      count,
      {
        one: 'um link para {site}',
        many: '# de links para {site}',
        other: '# links para {site}',
      },
      { site },
    ),
  link: 'um link',
  invite: 'um convite do Discord',
  gif: 'um GIF',
  gifs: ({ count }) => format.plural(count, { one: 'um GIF', many: '# de GIFs', other: '# GIFs' }),
  messageLink: 'um link para uma mensagem',
  codeBlock: 'um bloco de código',
  codeBlockIn: ({ language }) => `um bloco de código em ${language}`,
  spoiler: 'spoiler',
  repeatedEmoji: ({ name, count }) => `${format.number(count)} vezes ${name}`,
  moreEmoji: ({ count }) =>
    format.plural(count, { one: 'mais um emoji', many: 'mais # de emojis', other: 'mais # emojis' }),
  flag: ({ country }) => `bandeira: ${country}`,
  unknownMention: { user: 'alguém', role: 'um cargo', channel: 'um canal' },
  channel: ({ name }) => `o canal ${name}`,
  command: ({ name }) => `comando ${name}`,
  inUtc: ({ time }) => `${time} UTC`,
  everyone: 'todo mundo',
  here: 'todo mundo que está online',
  navigation: {
    customize: 'Canais e cargos',
    browse: 'Explorar canais',
    guide: 'Guia do servidor',
    linkedRoles: 'Cargos vinculados',
  },
  quote: ({ text, isFollowed }) => (isFollowed ? `citação: ${text} Fim da citação.` : `citação: ${text}`),
  stickers: ({ names }) =>
    format.plural(
      names.length,
      {
        one: 'uma figurinha: {names}',
        many: '# de figurinhas: {names}',
        other: '# figurinhas: {names}',
      },
      { names: format.list(names) },
    ),
  files: {
    picture: ({ count }) => format.plural(count, { one: 'uma imagem', many: '# de imagens', other: '# imagens' }),
    video: ({ count }) => format.plural(count, { one: 'um vídeo', many: '# de vídeos', other: '# vídeos' }),
    audio: ({ count }) =>
      format.plural(count, {
        one: 'um arquivo de áudio',
        many: '# de arquivos de áudio',
        other: '# arquivos de áudio',
      }),
    file: ({ count }) => format.plural(count, { one: 'um arquivo', many: '# de arquivos', other: '# arquivos' }),
  },
  list: format.list,
  described: ({ what, description }) => `${what}: ${description}`,
  voiceMessage: 'uma mensagem de voz',
  transcribedVoiceMessage: ({ text }) => `uma mensagem de voz: ${text}`,
  poll: ({ question, answers }) =>
    answers.length === 0
      ? `uma enquete: ${question}`
      : `uma enquete: ${question} Respostas: ${format.alternatives(answers)}`,
  forwarded: ({ text }) => (text === '' ? 'uma mensagem encaminhada' : `uma mensagem encaminhada: ${text}`),
  reply: ({ name, text }) => (text === '' ? `respondendo a ${name}` : `respondendo a ${name}: ${text}`),
  longCode: 'um código longo',
  questionMark: 'ponto de interrogação',
  exclamationMark: 'ponto de exclamação',
  andMore: '… e continua',
};

import { plural } from '../plural.ts';
import type { Texts } from '../texts.ts';

/** Brazilian Portuguese: messages and everything in them. */
export const messages: Texts['messages'] = {
  log: (channel) => `Mensagens de ${channel}`,
  start: (channel) => `Este é o começo de ${channel}.`,
  directStart: (person) => `Este é o começo das suas mensagens diretas com ${person}.`,
  loadingOlder: 'Carregando mensagens anteriores…',
  loadOlder: 'Carregar mensagens anteriores',
  newMessages: (count) =>
    plural('pt', count, {
      one: `${count} nova mensagem`,
      many: `${count} de novas mensagens`,
      other: `${count} novas mensagens`,
    }),
  toNewest: 'Ir para a mensagem mais recente',
  cannotWrite: 'Você não pode escrever neste canal.',

  message: (author, time) => `${author}, ${time}`,
  app: 'APP',
  edited: 'editado',
  editedAbout: 'Esta mensagem foi editada.',
  onlyYou: 'Só você pode ver isto.',
  dismiss: 'Ignorar mensagem',
  thinking: (author) => `${author} está pensando…`,
  usedCommand: '{person} usou {command}',
  writeCommand: (command) => `Escrever ${command}`,
  replyTo: (author) => `Resposta a ${author}`,
  replyGone: 'A mensagem original foi excluída ou não foi carregada.',
  replyWithoutText: 'Clique para ver a mensagem',
  mentionsYou: 'Menciona você',

  actions: 'Ações da mensagem',
  reply: 'Responder',
  edit: 'Editar',
  delete: 'Excluir',
  editLabel: 'Editar sua mensagem',
  editHint: 'Enter salva, Esc cancela.',
  save: 'Salvar',
  cancel: 'Cancelar',
  deleteTitle: 'Excluir esta mensagem?',
  deleteHint: 'Ela vai sumir para todo mundo.',

  unknownPerson: 'pessoa desconhecida',
  unknownChannel: 'canal desconhecido',
  unknownRole: 'cargo desconhecido',
  spoiler: 'Spoiler, clique para mostrar',
  codeBlock: 'Código',
  codeBlockIn: (language) => `Código em ${language}`,

  embed: 'Conteúdo incorporado',
  image: 'Imagem',
  video: 'Vídeo',
  openImage: (name) => `Abrir ${name}`,
  spoilerMedia: 'Spoiler: mostrar',
  download: (name, size) => `Baixar ${name}, ${size}`,
  play: 'Reproduzir mensagem de voz',
  pause: 'Pausar mensagem de voz',
  seek: 'Posição na mensagem de voz',
  position: (at, length) => `${at} de ${length}`,
  voiceMessage: (length) => `Mensagem de voz, ${length}`,
  unplayable: 'Seu navegador não consegue reproduzir esta gravação.',

  opensInNewTab: '(abre em uma nova aba)',
  select: 'Seleção',
  choose: 'Faça uma seleção',
  chooseSome: (min, max) =>
    min === max ? `Escolha ${max}.` : min === 0 ? `Escolha até ${max}.` : `Escolha de ${min} a ${max}.`,
  apply: 'Aplicar',
  noOptions: 'Não há nada para escolher.',
  chosen: (names) => `Escolhido: ${names}`,
};

import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';

const format = createFormat('pt');

/** Brazilian Portuguese: what every command, button and form can be answered, and Discord's own names for permissions. */
export const interactionMessages: Messages['interactions'] = {
  restarting: 'Estou reiniciando. Tente de novo daqui a pouco.',
  tookTooLong: 'Demorou demais, então parei. Tente de novo.',
  unknownCommand: 'Este comando não existe mais.',
  oldButton: 'Este botão expirou. Use o comando de novo.',
  oldForm: 'Este formulário expirou. Use o comando de novo.',
  formTooLate: 'Não abri o formulário a tempo: o Discord só dá 3 segundos. Tente de novo.',
  places: {
    outsideOnlyServer: 'O operador do bot só me deixa funcionar em um servidor, e não é este. Use os comandos lá.',
    server: 'O operador do bot só me deixa funcionar em certos servidores. Peça para ele liberar este.',
    direct:
      'O operador do bot só me deixa funcionar em servidores, não em mensagens diretas nem como app pessoal. Use os comandos em um servidor.',
  },
  tooMany: ({ seconds }) =>
    `Muitos pedidos em pouco tempo. Tente de novo em ${format.plural(seconds, { one: '# segundo', many: '# de segundos', other: '# segundos' })}.`,
  serverOnly: 'Isso só funciona em um servidor do qual eu faço parte.',
  unknownLanguage: ({ entered }) => `Não conheço nenhum idioma chamado “${entered}”. Escolha uma das sugestões.`,
  permissions: {
    viewChannel: 'Ver canal',
    connect: 'Conectar',
    speak: 'Falar',
    sendMessages: 'Enviar mensagens',
    sendMessagesInThreads: 'Enviar mensagens em tópicos',
    readMessageHistory: 'Ver histórico de mensagens',
    createPublicThreads: 'Criar tópicos públicos',
    manageWebhooks: 'Gerenciar webhooks',
    attachFiles: 'Anexar arquivos',
  },
};

import { plural } from '../plural.ts';
import type { Texts } from '../texts.ts';

/** Brazilian Portuguese: the page around the messages: servers, channels, members, settings, connection. */
export const shell: Texts['shell'] = {
  title: 'Playground do Mynah',
  titleOf: (channel) => `${channel} · Playground do Mynah`,
  titleWithPings: (pings, channel) => `(${pings}) ${channel} · Playground do Mynah`,
  arriving: 'Conectando ao playground…',
  reconnecting: 'A conexão caiu. Reconectando…',
  botStarting: 'O Mynah está iniciando…',
  disconnected: 'O playground não está conectado. Tente de novo daqui a pouco.',
  connectionLost: 'A conexão caiu antes da resposta do playground. Tente de novo.',
  failures: {
    'no-answer': 'O Mynah não respondeu a tempo. Tente de novo.',
    unreadable: 'O playground não entendeu esta página. Recarregue a página.',
    broken: 'Algo deu errado no playground. Veja o terminal dele e tente de novo.',
  },
  skipToMessages: 'Ir para as mensagens',
  notices: {
    'bot-restarted': 'O Mynah travou e reiniciou.',
    'bot-ended': 'O Mynah parou.',
    'voice-ended': 'Sua conexão de voz foi encerrada.',
  },
  noticesLabel: 'Avisos',
  close: 'Fechar',
  cancel: 'Cancelar',

  servers: 'Servidores',
  directMessages: 'Mensagens diretas',
  unread: (count) =>
    plural('pt', count, {
      one: `${count} mensagem não lida`,
      many: `${count} de mensagens não lidas`,
      other: `${count} mensagens não lidas`,
    }),
  pings: (count) =>
    plural('pt', count, {
      one: `${count} menção`,
      many: `${count} de menções`,
      other: `${count} menções`,
    }),
  newServer: 'Adicionar um servidor',
  newServerTitle: 'Adicionar um servidor',
  newServerHint: 'Você gerencia o novo servidor. O Mynah entra nele na hora.',
  newServerName: 'Nome do servidor',
  newServerCreate: 'Adicionar servidor',

  channels: 'Canais',
  textChannels: 'Canais de texto',
  voiceChannels: 'Canais de voz',
  threadsOf: (channel) => `Tópicos de ${channel}`,
  archivedThreads: (count) =>
    plural('pt', count, {
      one: `${count} tópico arquivado`,
      many: `${count} de tópicos arquivados`,
      other: `${count} tópicos arquivados`,
    }),
  textChannel: 'Canal de texto',
  voiceChannel: 'Canal de voz',
  thread: 'Tópico',
  join: 'Entrar',
  joinVoice: (channel) => `Entrar em ${channel}`,
  manager: 'Você gerencia este servidor',

  showChannels: 'Mostrar canais',
  showMembers: 'Membros',
  showFaults: 'Falhas e métricas',
  members: 'Membros',
  people: (count) => `Pessoas (${count})`,
  apps: (count) => `Apps (${count})`,
  app: 'APP',
  you: 'Você',
  scripted: 'Fala o que você digita',
  faults: 'Falhas e métricas',

  visitor: 'Você',
  settings: 'Configurações',
  theme: 'Tema',
  themes: { system: 'Do sistema', light: 'Claro', dark: 'Escuro' },
  anotherPerson: 'Abrir uma aba como outra pessoa',
  anotherPersonHint: 'Cada aba é uma pessoa diferente.',
  shortcuts: 'Atalhos de teclado',
  keyNames: { alt: 'Alt', shift: 'Shift', control: 'Ctrl', end: 'End' },
  shortcutNames: {
    nextChannel: 'Canal seguinte ou anterior',
    nextUnread: 'Canal não lido seguinte ou anterior',
    nextServer: 'Servidor seguinte ou anterior',
    messages: 'Navegar entre as mensagens',
    end: 'Ir para a mensagem mais recente',
  },
};

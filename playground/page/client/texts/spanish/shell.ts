import { plural } from '../plural.ts';
import type { Texts } from '../texts.ts';

/** Spanish: the page around the messages: servers, channels, members, settings, connection. */
export const shell: Texts['shell'] = {
  title: 'Zona de pruebas de Mynah',
  titleOf: (channel) => `${channel} · Zona de pruebas de Mynah`,
  titleWithPings: (pings, channel) => `(${pings}) ${channel} · Zona de pruebas de Mynah`,
  arriving: 'Conectando con la zona de pruebas…',
  reconnecting: 'Se perdió la conexión. Reconectando…',
  botStarting: 'Mynah se está iniciando…',
  disconnected: 'La zona de pruebas no está conectada. Inténtalo de nuevo en un momento.',
  connectionLost: 'Se perdió la conexión antes de que la zona de pruebas respondiera. Inténtalo de nuevo.',
  failures: {
    'no-answer': 'Mynah no respondió a tiempo. Inténtalo de nuevo.',
    unreadable: 'La zona de pruebas no entendió esta página. Recárgala.',
    broken: 'Algo falló en la zona de pruebas. Mira su terminal e inténtalo de nuevo.',
  },
  skipToMessages: 'Ir a los mensajes',
  notices: {
    'bot-restarted': 'Mynah falló y se reinició.',
    'bot-ended': 'Mynah se detuvo.',
    'voice-ended': 'Tu conexión de voz se cerró.',
  },
  noticesLabel: 'Avisos',
  close: 'Cerrar',
  cancel: 'Cancelar',

  servers: 'Servidores',
  directMessages: 'Mensajes directos',
  unread: (count) =>
    plural('es', count, {
      one: `${count} mensaje sin leer`,
      many: `${count} de mensajes sin leer`,
      other: `${count} mensajes sin leer`,
    }),
  pings: (count) =>
    plural('es', count, {
      one: `${count} mención`,
      many: `${count} de menciones`,
      other: `${count} menciones`,
    }),
  newServer: 'Añadir un servidor',
  newServerTitle: 'Añadir un servidor',
  newServerHint: 'Gestionarás el nuevo servidor. Mynah se unirá de inmediato.',
  newServerName: 'Nombre del servidor',
  newServerCreate: 'Añadir servidor',

  channels: 'Canales',
  textChannels: 'Canales de texto',
  voiceChannels: 'Canales de voz',
  threadsOf: (channel) => `Hilos de ${channel}`,
  archivedThreads: (count) =>
    plural('es', count, {
      one: `${count} hilo archivado`,
      many: `${count} de hilos archivados`,
      other: `${count} hilos archivados`,
    }),
  textChannel: 'Canal de texto',
  voiceChannel: 'Canal de voz',
  thread: 'Hilo',
  join: 'Unirse',
  joinVoice: (channel) => `Unirse a ${channel}`,
  manager: 'Gestionas este servidor',

  showChannels: 'Mostrar canales',
  showMembers: 'Miembros',
  showFaults: 'Fallos y métricas',
  members: 'Miembros',
  people: (count) => `Personas (${count})`,
  apps: (count) => `Aplicaciones (${count})`,
  app: 'APP',
  you: 'Tú',
  scripted: 'Dice lo que escribes',
  faults: 'Fallos y métricas',

  visitor: 'Tú',
  settings: 'Ajustes',
  theme: 'Tema',
  themes: { system: 'Del sistema', light: 'Claro', dark: 'Oscuro' },
  anotherPerson: 'Abrir una pestaña como otra persona',
  anotherPersonHint: 'Cada pestaña es una persona distinta.',
  shortcuts: 'Atajos de teclado',
  keyNames: { alt: 'Alt', shift: 'Mayús', control: 'Ctrl', end: 'Fin' },
  shortcutNames: {
    nextChannel: 'Canal siguiente o anterior',
    nextUnread: 'Canal sin leer siguiente o anterior',
    nextServer: 'Servidor siguiente o anterior',
    messages: 'Moverse entre mensajes',
    end: 'Ir al mensaje más reciente',
  },
};

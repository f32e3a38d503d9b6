import { plural } from '../plural.ts';
import type { Texts } from '../texts.ts';

/** French: the page around the messages. No “de” before a name: it may begin with a vowel. */
export const shell: Texts['shell'] = {
  title: 'Playground Mynah',
  titleOf: (channel) => `${channel} · Playground Mynah`,
  titleWithPings: (pings, channel) => `(${pings}) ${channel} · Playground Mynah`,
  arriving: 'Connexion au playground…',
  reconnecting: 'Connexion perdue. Reconnexion…',
  botStarting: 'Mynah démarre…',
  disconnected: 'Le playground n’est pas connecté. Réessaie dans un instant.',
  connectionLost: 'La connexion a été coupée avant la réponse du playground. Réessaie.',
  failures: {
    'no-answer': 'Mynah n’a pas répondu à temps. Réessaie.',
    unreadable: 'Le playground n’a pas compris la page. Recharge-la.',
    broken: 'Une erreur s’est produite dans le playground. Regarde son terminal, puis réessaie.',
  },
  skipToMessages: 'Aller aux messages',
  notices: {
    'bot-restarted': 'Mynah a planté, puis redémarré.',
    'bot-ended': 'Mynah s’est arrêté.',
    'voice-ended': 'Ta connexion vocale a pris fin.',
  },
  noticesLabel: 'Notifications',
  close: 'Fermer',
  cancel: 'Annuler',

  servers: 'Serveurs',
  directMessages: 'Messages privés',
  unread: (count) =>
    plural('fr', count, {
      one: `${count} message non lu`,
      many: `${count} de messages non lus`,
      other: `${count} messages non lus`,
    }),
  pings: (count) =>
    plural('fr', count, { one: `${count} mention`, many: `${count} de mentions`, other: `${count} mentions` }),
  newServer: 'Ajouter un serveur',
  newServerTitle: 'Ajouter un serveur',
  newServerHint: 'Tu gères le nouveau serveur. Mynah le rejoint aussitôt.',
  newServerName: 'Nom du serveur',
  newServerCreate: 'Ajouter',

  channels: 'Salons',
  textChannels: 'Salons textuels',
  voiceChannels: 'Salons vocaux',
  threadsOf: (channel) => `Fils : ${channel}`,
  archivedThreads: (count) =>
    plural('fr', count, {
      one: `${count} fil archivé`,
      many: `${count} de fils archivés`,
      other: `${count} fils archivés`,
    }),
  textChannel: 'Salon textuel',
  voiceChannel: 'Salon vocal',
  thread: 'Fil',
  join: 'Rejoindre',
  joinVoice: (channel) => `Rejoindre ${channel}`,
  manager: 'Tu gères ce serveur',

  showChannels: 'Afficher les salons',
  showMembers: 'Membres',
  showFaults: 'Pannes et mesures',
  members: 'Membres',
  people: (count) => `Personnes (${count})`,
  apps: (count) => `Applications (${count})`,
  app: 'APPLI',
  you: 'Toi',
  scripted: 'Dit ce que tu écris',
  faults: 'Pannes et mesures',

  visitor: 'Toi',
  settings: 'Paramètres',
  theme: 'Thème',
  themes: { system: 'Système', light: 'Clair', dark: 'Sombre' },
  anotherPerson: 'Ouvrir un onglet avec une autre identité',
  anotherPersonHint: 'Chaque onglet est une personne différente.',
  shortcuts: 'Raccourcis clavier',
  keyNames: { alt: 'Alt', shift: 'Maj', control: 'Ctrl', end: 'Fin' },
  shortcutNames: {
    nextChannel: 'Salon suivant ou précédent',
    nextUnread: 'Salon non lu suivant ou précédent',
    nextServer: 'Serveur suivant ou précédent',
    messages: 'Passer d’un message à l’autre',
    end: 'Aller au dernier message',
  },
};

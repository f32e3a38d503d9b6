import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';

const format = createFormat('fr');

/** French: what every command, button and form can be answered, and Discord's own names for permissions. */
export const interactionMessages: Messages['interactions'] = {
  restarting: 'Je redémarre. Réessaie dans un instant.',
  tookTooLong: "Ça prenait trop de temps, j'ai donc arrêté. Réessaie.",
  unknownCommand: "Cette commande n'existe plus.",
  oldButton: "Ce bouton n'est plus à jour. Utilise de nouveau la commande.",
  oldForm: "Ce formulaire n'est plus à jour. Utilise de nouveau la commande.",
  formTooLate: "Je n'ai pas ouvert le formulaire à temps : Discord ne laisse que 3 secondes. Réessaie.",
  places: {
    outsideOnlyServer:
      "La personne qui gère le bot ne m'autorise que sur un seul serveur, et ce n'est pas celui-ci. Utilise-moi là-bas.",
    server: "La personne qui gère le bot ne m'autorise que sur certains serveurs. Demande-lui d'autoriser celui-ci.",
    direct:
      "La personne qui gère le bot ne m'autorise que sur des serveurs, et non en message privé ou comme application personnelle. Utilise-moi sur un serveur.",
  },
  tooMany: ({ seconds }) =>
    `Trop de demandes en peu de temps. Réessaie dans ${format.plural(seconds, { one: '# seconde', many: '# de secondes', other: '# secondes' })}.`,
  serverOnly: 'Ça ne fonctionne que sur un serveur dont je suis membre.',
  unknownLanguage: ({ entered }) =>
    `Je ne connais pas de langue appelée « ${entered} ». Choisis-en une parmi les suggestions.`,
  permissions: {
    viewChannel: 'Voir le salon',
    connect: 'Se connecter',
    speak: 'Parler',
    sendMessages: 'Envoyer des messages',
    sendMessagesInThreads: 'Envoyer des messages dans les fils',
    readMessageHistory: 'Voir les anciens messages',
    createPublicThreads: 'Créer des fils publics',
    manageWebhooks: 'Gérer les webhooks',
    attachFiles: 'Joindre des fichiers',
  },
};

import { plural } from '../plural.ts';
import type { Texts } from '../texts.ts';

/** French: messages and everything in them. */
export const messages: Texts['messages'] = {
  log: (channel) => `Messages dans ${channel}`,
  start: (channel) => `C’est ici que commence ${channel}.`,
  directStart: (person) => `C’est ici que commencent tes messages privés avec ${person}.`,
  loadingOlder: 'Chargement des messages plus anciens…',
  loadOlder: 'Charger les messages plus anciens',
  newMessages: (count) =>
    plural('fr', count, {
      one: `${count} nouveau message`,
      many: `${count} de nouveaux messages`,
      other: `${count} nouveaux messages`,
    }),
  toNewest: 'Aller au dernier message',
  cannotWrite: 'Tu ne peux pas écrire dans ce salon.',

  message: (author, time) => `${author}, ${time}`,
  app: 'APPLI',
  edited: 'modifié',
  editedAbout: 'Ce message a été modifié.',
  onlyYou: 'Visible uniquement par toi.',
  dismiss: 'Masquer le message',
  thinking: (author) => `${author} réfléchit…`,
  usedCommand: '{person} a utilisé {command}',
  writeCommand: (command) => `Insérer ${command}`,
  replyTo: (author) => `Réponse à ${author}`,
  replyGone: 'Le message d’origine a été supprimé ou n’est pas chargé.',
  replyWithoutText: 'Voir le message',
  mentionsYou: 'Te mentionne',

  actions: 'Actions du message',
  reply: 'Répondre',
  edit: 'Modifier',
  delete: 'Supprimer',
  editLabel: 'Modifier ton message',
  editHint: 'Entrée pour enregistrer, Échap pour annuler.',
  save: 'Enregistrer',
  cancel: 'Annuler',
  deleteTitle: 'Supprimer ce message ?',
  deleteHint: 'Il disparaîtra pour tout le monde.',

  unknownPerson: 'personne inconnue',
  unknownChannel: 'salon inconnu',
  unknownRole: 'rôle inconnu',
  spoiler: 'Afficher le spoiler',
  codeBlock: 'Code',
  codeBlockIn: (language) => `Code en ${language}`,

  embed: 'Contenu intégré',
  image: 'Image',
  video: 'Vidéo',
  openImage: (name) => `Ouvrir ${name}`,
  spoilerMedia: 'Afficher le spoiler',
  download: (name, size) => `Télécharger ${name}, ${size}`,
  play: 'Écouter le message vocal',
  pause: 'Mettre en pause le message vocal',
  seek: 'Position dans le message vocal',
  position: (at, length) => `${at} sur ${length}`,
  voiceMessage: (length) => `Message vocal, ${length}`,
  unplayable: 'Ton navigateur ne peut pas lire cet enregistrement.',

  opensInNewTab: '(s’ouvre dans un nouvel onglet)',
  select: 'Sélection',
  choose: 'Fais ton choix',
  chooseSome: (min, max) =>
    min === max ? `Choisis-en ${max}.` : min === 0 ? `Choisis-en jusqu’à ${max}.` : `Choisis-en de ${min} à ${max}.`,
  apply: 'Appliquer',
  noOptions: 'Il n’y a rien à choisir ici.',
  chosen: (names) => `Sélection : ${names}`,
};

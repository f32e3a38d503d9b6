import { createFormat } from '../../format.ts';
import type { Messages } from '../../messages.ts';

const format = createFormat('fr');

/** The formats that a voice's cover may have, as part of a sentence. */
export const COVER_FORMATS = format.alternatives(['png', 'jpeg', 'webp', 'gif']);

/** French: what `/voice` and its subcommands are described with. */
export const voiceCommandMessages: Messages['voiceModels']['command'] = {
  description: 'Créer, choisir et gérer les voix avec lesquelles je parle',
  voiceOption: 'Commence à taper son titre, ou colle son identifiant',
  visibilityChoices: {
    public: 'Publique : tout le monde, dans la liste publique du service vocal (image de couverture requise)',
    unlist: 'Non listée : toute personne qui a son identifiant',
    private: "Privée : seulement les personnes d'ici",
  },
  create: {
    description: "Créer une voix à partir d'enregistrements que tu as le droit d'utiliser",
    options: {
      title: 'Un nom pour la voix',
      audio: "Un enregistrement de la voix, d'au moins 1 seconde",
      audio2: 'Un autre enregistrement de la même voix',
      audio3: 'Un troisième enregistrement de la même voix',
      transcript: "Ce qui est dit dans l'enregistrement ; sépare plusieurs transcriptions par |",
      visibility: 'Qui peut trouver la voix (par défaut : privée)',
      cover: `Une image de couverture : ${COVER_FORMATS}`,
      description: 'Une courte description de la voix',
      tags: 'Des mots pour la retrouver, séparés par des virgules',
      enhance: "Nettoyer d'abord les enregistrements (par défaut : oui)",
      sample: 'Demander un extrait au service vocal (par défaut : non)',
    },
  },
  list: {
    description: 'Voir tes voix et celles de ce serveur, ou les voix publiques',
    options: {
      query: 'Des mots du titre',
      scope: 'Tes voix et celles de ce serveur (par défaut), ou les voix publiques',
      language: 'Seulement les voix qui parlent cette langue',
      tag: 'Seulement les voix avec ce tag',
      licensed: 'Seulement les voix publiques cédées sous licence au service vocal',
      sort: 'Dans quel ordre (par défaut : les plus récentes ; pour les voix publiques, les plus populaires)',
    },
    scopeChoices: { mine: 'Les miennes et celles du serveur', public: 'Publiques' },
    sortChoices: {
      popular: 'Les plus populaires',
      used: 'Les plus utilisées',
      newest: 'Les plus récentes',
      title: 'Titre (sauf voix publiques)',
    },
  },
  info: { description: "Voir les détails d'une voix" },
  edit: {
    description: "Modifier une voix. Sans option, un formulaire s'ouvre.",
    options: {
      title: 'Un nouveau titre',
      description: 'Une nouvelle description',
      visibility: 'Qui peut trouver la voix',
      tags: 'De nouveaux tags, séparés par des virgules ; ils remplacent les actuels',
      cover: `Une nouvelle image de couverture : ${COVER_FORMATS}`,
    },
  },
  delete: { description: 'Supprimer une voix pour tout le monde' },
  use: {
    description: 'Choisir la voix avec laquelle je lis tes textes',
    voiceOption: 'Commence à taper son titre, ou colle son identifiant ; « Voix par défaut » la réinitialise',
    options: {
      speed: 'La vitesse, de 0,5 à 2 (1 : normale) ; inchangée sans indication',
      volume: 'Le volume, de -20 à 20 dB (0 : normal) ; inchangé sans indication',
      member: 'Pour ce membre ; réservé à qui peut changer les paramètres du serveur',
    },
  },
};

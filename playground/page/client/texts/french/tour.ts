import type { Texts } from '../texts.ts';

/** French: the tour of the first visit. */
export const tour: Texts['tour'] = {
  label: 'Visite guidée',
  help: 'Aide : lancer la visite guidée',
  welcome: 'Tout fonctionne sur cet ordinateur : un petit Discord, un service vocal et Mynah.',
  english: 'Les voix locales ne parlent qu’anglais.',
  keeps: 'Les serveurs, les messages et les paramètres sont conservés pour ta prochaine visite.',
  forgets:
    'Rien n’est conservé : quand le playground s’arrête, les serveurs, les messages et les paramètres disparaissent.',
  recognizes: 'Ce qui se dit ici devient du texte.',
  deaf: (command) =>
    `Ce qui se dit ici ne devient pas du texte : PocketSphinx n’est pas installé. Exécute ${command}, puis relance le playground.`,
  stepOf: (step, count) => `Étape ${step} sur ${count}`,
  stepName: (step, title) => `${step}. ${title}`,
  doneStepName: (step, title) => `${step}. ${title} (terminé)`,
  steps: 'Étapes',
  done: 'C’est fait',
  finished: 'La visite est terminée. Tape / dans le champ de message pour voir toutes les commandes.',
  back: 'Retour',
  next: 'Suivant',
  skip: 'Passer',
  details: 'Détails de l’étape',
  close: 'Fermer la visite',
  look: 'À observer :',
  failed: 'Impossible de charger le fichier d’exemple. Réessaie.',
  lounge: {
    title: 'Entre dans un salon vocal',
    about: 'Tu entends ce qui se passe dans le salon. Les autres t’entendent si tu autorises ton micro.',
    look: 'Ton nom apparaît sous le salon vocal.',
    act: 'Rejoindre Lounge',
  },
  join: {
    title: 'Fais venir Mynah',
    about: 'Mynah rejoint le salon vocal où tu es.',
    look: 'Le nom de Mynah apparaît aussi sous le salon vocal.',
    act: 'Insérer /rejoindre',
  },
  say: {
    title: 'Fais parler Mynah',
    about: 'Mynah dit ton texte dans le salon vocal. Appuie sur Entrée pour exécuter la commande.',
    look: 'Tu entends la phrase, et un cercle autour de Mynah montre qui parle.',
    act: 'Insérer /dire',
  },
  captions: {
    title: 'Active les sous-titres',
    about: 'Mynah écrit ce qui se dit dans le salon vocal.',
    look: 'Le statut du salon indique que les sous-titres sont activés.',
    act: 'Insérer /sous-titres démarrer',
  },
  speak: {
    title: 'Fais parler quelqu’un',
    about: (name, sentence) => `${name} dit : « ${sentence} »`,
    look: 'La phrase apparaît en sous-titre, avec le nom de la personne qui parle.',
    deaf: 'Tu entends la phrase. Sans reconnaissance vocale, elle n’est pas sous-titrée.',
    act: (name) => `Faire parler ${name}`,
    acting: (name) => `${name} parle…`,
  },
  overlay: {
    title: 'Affiche les sous-titres ailleurs',
    about: 'Mynah te donne l’adresse secrète d’une page avec ces sous-titres, pour un stream ou un deuxième écran.',
    look: 'Ouvre l’adresse, puis refais parler quelqu’un : les mots y apparaissent au fur et à mesure.',
    act: 'Insérer /sous-titres overlay',
  },
  transcribe: {
    title: 'Transcris un enregistrement',
    about: 'La commande est remplie avec un fichier d’exemple. Tu peux aussi utiliser tes enregistrements.',
    look: 'La réponse contient les paroles de l’enregistrement.',
    act: 'Insérer /transcrire',
  },
  faults: {
    title: 'Mets Mynah à l’épreuve',
    about: 'Active une panne, comme la perte de paquets, puis refais ce que tu viens de faire.',
    look: 'Les mesures en direct changent, et Mynah s’en sort ou dit ce qui ne va pas.',
    act: 'Afficher les pannes',
  },
  tabs: {
    title: 'Dédouble-toi',
    about: 'Chaque onglet est une personne différente. Fais-en discuter deux ensemble.',
    look: 'Une nouvelle personne apparaît parmi les membres.',
    act: 'Ouvrir un deuxième onglet',
  },
};

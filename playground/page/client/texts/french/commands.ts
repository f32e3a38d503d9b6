import { plural } from '../plural.ts';
import type { Texts } from '../texts.ts';

const characters = (count: number): string =>
  plural('fr', count, { one: `${count} caractère`, many: `${count} de caractères`, other: `${count} caractères` });

const tooShort = (min: number): string => `Saisis au moins ${characters(min)}.`;

/** French: the composer with its commands, the forms, and the menus of messages. */
export const commands: Texts['commands'] = {
  composer: {
    label: 'Écrire un message',
    placeholder: (channel) => `Écris dans #${channel}. Tape / pour une commande.`,
    directPlaceholder: (name) => `Écris à ${name}. Tape / pour une commande.`,
    readOnly: 'Tu ne peux pas écrire dans ce salon.',
    send: 'Envoyer',
    addFiles: 'Joindre des fichiers',
    files: 'Fichiers à envoyer',
    removeFile: (name) => `Retirer ${name}`,
    fileTooLarge: (name) => `${name} dépasse 10 Mo. Choisis un fichier plus léger.`,
    filesLeftOut: (count) =>
      plural('fr', count, {
        one: `${count} fichier n’a pas été joint. La limite est de 10 par message.`,
        many: `${count} de fichiers n’ont pas été joints. La limite est de 10 par message.`,
        other: `${count} fichiers n’ont pas été joints. La limite est de 10 par message.`,
      }),
    charactersLeft: (count) =>
      plural('fr', count, {
        one: `${count} caractère restant`,
        many: `${count} de caractères restants`,
        other: `${count} caractères restants`,
      }),
    tooLong: (max, length) => `Un message peut faire ${max} caractères au maximum. Celui-ci en fait ${length}.`,
    replyingTo: (name) => `Réponse à ${name}`,
    cancelReply: 'Annuler la réponse',
  },
  list: {
    label: 'Commandes',
    input: 'Commande',
    found: (count) =>
      plural('fr', count, { one: `${count} commande`, many: `${count} de commandes`, other: `${count} commandes` }),
  },
  run: {
    label: (command) => `Options de ${command}`,
    run: 'Exécuter',
    running: 'Exécution…',
    leave: 'Abandonner la commande',
    required: 'obligatoire',
    optional: 'facultatif',
    more: 'Autres options',
    morePlaceholder: (count) =>
      plural('fr', count, { one: `+${count} option`, many: `+${count} d’options`, other: `+${count} options` }),
    removeOption: (name) => `Retirer ${name}`,
    changeFile: 'Changer de fichier',
    suggestions: (name) => `Suggestions pour ${name}`,
    foundSuggestions: (count) =>
      plural('fr', count, {
        one: `${count} suggestion`,
        many: `${count} de suggestions`,
        other: `${count} suggestions`,
      }),
    noSuggestions: 'Aucun résultat. Ta saisie sera envoyée telle quelle.',
    noMatches: 'Aucun résultat.',
    loading: 'Mynah cherche…',
    yes: 'Vrai',
    no: 'Faux',
  },
  problems: {
    in: (option, problem) => `${option} : ${problem}`,
    required: 'Cette option est obligatoire.',
    'not-a-number': 'Saisis un nombre.',
    'not-whole': 'Saisis un nombre entier.',
    'too-small': (min) => `Le minimum est ${min}.`,
    'too-large': (max) => `Le maximum est ${max}.`,
    'too-short': tooShort,
    'too-long': (max, length) => `Raccourcis à ${characters(max)}. Il y en a ${length}.`,
    'not-listed': 'Choisis un élément de la liste.',
    'file-too-large': 'Choisis un fichier de 10 Mo au maximum.',
    upload: 'L’envoi du fichier a échoué. Réessaie.',
  },
  form: {
    submit: 'Envoyer',
    submitting: 'Envoi…',
    cancel: 'Annuler',
    required: 'obligatoire',
    optional: 'facultatif',
    counter: (length, max) => `${length} caractères sur ${max}`,
    choose: 'Choisir…',
    noChoice: 'Rien',
    chooseBetween: (min, max) => `Choisis-en de ${min} à ${max}.`,
    chooseUpTo: (max) => `Choisis-en ${max} au maximum.`,
    addFiles: (max) =>
      plural('fr', max, {
        one: 'Choisir un fichier',
        many: `Choisir jusqu’à ${max} de fichiers`,
        other: `Choisir jusqu’à ${max} fichiers`,
      }),
    problems: {
      required: 'Remplis ce champ.',
      'too-short': tooShort,
      'too-long': (max) => `Raccourcis à ${characters(max)}.`,
      'too-few': (min) => `Choisis-en au moins ${min}.`,
      'too-many': (max) => `Choisis-en ${max} au maximum.`,
      'file-too-large': 'Choisis des fichiers de 10 Mo au maximum.',
    },
  },
  menu: {
    open: 'Autres actions',
    label: 'Actions pour ce message',
    copy: 'Copier le texte',
    copied: 'Copié.',
    copyFailed: 'Le navigateur a refusé la copie.',
  },
  language: {
    label: 'Langue',
  },
};

import { bold, inlineCode } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('fr');

const ONE_COMMAND = `Pour voir les options d'une commande, utilise ${command('help', 'command')}.`;

/** French: `/help`. */
export const helpMessages: Messages['help'] = {
  command: {
    description: 'Voir ce que je sais faire, ou comment fonctionne une commande',
    options: { command: 'La commande à expliquer ; sans elle, toutes sont affichées' },
  },
  introduction: {
    guild: ({ say }) =>
      `Je lis à voix haute ce que tu écris, je sous-titre ce qui se dit et je transcris des enregistrements. Tu débutes ? Rejoins un salon vocal et utilise ${say}. ${ONE_COMMAND}`,
    elsewhere: ({ say }) =>
      `Ici, je transforme ce que tu écris en fichiers audio et je transcris des enregistrements. Tu débutes ? Essaie ${say}. Sur les serveurs dont je suis membre, je peux aussi parler dans les salons vocaux et les sous-titrer. ${ONE_COMMAND}`,
  },
  groups: {
    speaking: 'Lecture à voix haute',
    captions: 'Sous-titres',
    transcription: 'Transcription',
    voices: 'Voix',
    settings: 'Confidentialité et paramètres',
    more: 'Aide',
  },
  together: {
    control: 'Contrôler la lecture en cours',
    autoread: 'Lire un salon à voix haute en vocal',
    pronunciations: 'Choisir comment je prononce des mots, dans tes textes ou sur ce serveur',
    voices: 'Créer, trouver, choisir, modifier ou supprimer une voix',
    consent: 'Choisir si ce que tu dis est sous-titré, sur tous les serveurs',
  },
  names: ({ names }) => format.list(names),
  menus: {
    speak: "Lire à voix haute le texte d'un message dans ton salon vocal",
    transcribe: "Transcrire les enregistrements d'un message",
  },
  menuPath: ({ name }) => bold(`Applications → ${name}`),
  entry: ({ name, description }) => `${name} : ${description}`,
  option: ({ name, description }) => `${inlineCode(name)} : ${description}`,
  requiredOption: ({ name, description }) => `${inlineCode(name)} (obligatoire) : ${description}`,
  withChoices: ({ description, choices }) =>
    `${description}. Au choix : ${format.alternatives(choices.map((choice) => inlineCode(choice)))}.`,
  noOptions: 'Aucune option.',
  menuUse: "Ouvre le menu d'un message pour le trouver : fais un clic droit dessus, ou un appui long sur mobile.",
  serverOnly: 'Uniquement sur les serveurs.',
  unknownCommand: ({ entered }) =>
    `Je n'ai pas de commande appelée « ${entered} ». Choisis-en une parmi les suggestions.`,
};

import { bold, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../../format.ts';
import type { Messages } from '../../messages.ts';
import { errorMessages } from '../errors.ts';
import { command, option } from '../names.ts';
import { COVER_FORMATS, voiceCommandMessages } from './voice-command.ts';
import { countVoices, listMessages } from './voice-list.ts';
import { serviceMessages } from './voice-service.ts';
import { named, soundMessage, useMessages } from './voice-use.ts';

const format = createFormat('fr');

type VoiceModels = Messages['voiceModels'];
type Offer = Parameters<VoiceModels['create']['offer']>[0];

const OPEN_FORM = 'Ouvrir le formulaire';
const SAMPLE = 'Extrait';
const USE = 'Utiliser';

/** Who can find a voice, after a label. */
const WHO_CAN_FIND: Readonly<Record<Offer['visibleTo'], string>> = {
  everyone: 'tout le monde, même hors de Discord (elle figure dans la liste publique du service vocal)',
  'with-id': 'toute personne qui a son identifiant',
  guild: 'seulement les personnes de ce serveur',
  'its-guild': 'seulement les personnes du serveur où elle a été créée',
  maker: 'toi uniquement',
};

/** French: custom voices. */
export const voiceModelMessages: VoiceModels = {
  command: voiceCommandMessages,
  defaultVoice: 'Voix par défaut',
  presentVoice: ({ title }) => `${title === '' ? 'Sans titre' : title} · ta voix actuelle`,
  buttons: {
    confirm: 'Confirmer',
    cancel: 'Annuler',
    delete: 'Supprimer',
    keep: 'Conserver',
    info: 'Infos',
    use: USE,
    useEverywhere: 'Utiliser partout',
    useOnlyHere: 'Utiliser seulement ici',
    resetHere: 'Réinitialiser ici',
    resetEverywhere: 'Réinitialiser partout',
    sample: SAMPLE,
    edit: 'Modifier',
    openForm: OPEN_FORM,
    previous: 'Précédent',
    next: 'Suivant',
  },

  statusLabels: {
    ready: 'prête',
    training: 'entraînement en cours',
    failed: "échec de l'entraînement",
    'taken-down': 'retirée',
    'not-for-speech': 'pas faite pour parler',
    gone: 'supprimée',
  },
  status: {
    ready: ({ title }) => `${named(title)} est prête.`,
    training: ({ title }) =>
      `L'entraînement de ${named(title)} est encore en cours. Vérifie dans quelques minutes avec ${command('voice info')}.`,
    failed: ({ title }) =>
      `L'entraînement de ${named(title)} a échoué, je ne peux donc pas parler avec cette voix. Recrée-la avec de meilleurs enregistrements.`,
    'taken-down': ({ title }) => `Le service vocal a retiré ${named(title)}.`,
    'not-for-speech': ({ title }) =>
      `${named(title)} n'est pas faite pour parler, je ne peux donc pas utiliser cette voix.`,
    gone: ({ title }) => `${named(title)} a été supprimée du service vocal.`,
  },
  owners: { mine: 'à toi', guild: 'à ce serveur', operator: 'au bot', public: 'voix publique' },

  unknown: ({ entered }) =>
    `Je ne trouve pas la voix « ${entered} » ici. Choisis-en une parmi les suggestions, ou consulte ${command('voice list')}.`,
  several: ({ entered }) =>
    `Plusieurs voix s'appellent « ${entered} ». Choisis-en une parmi les suggestions, ou colle son identifiant.`,
  notYours: {
    public: ({ title }) => `${named(title)} est une voix publique : tu ne peux ni la modifier ni la supprimer.`,
    operator: ({ title }) =>
      `${named(title)} appartient à la personne qui gère le bot : tu ne peux ni la modifier ni la supprimer.`,
    guild: ({ title }) =>
      `Tu ne peux ni modifier ni supprimer ${named(title)}. Il faut l'avoir créée, ou avoir la permission Gérer le serveur.`,
    someoneElse: ({ title }) =>
      `${named(title)} appartient à quelqu'un d'autre : tu ne peux ni la modifier ni la supprimer.`,
    unknown:
      "Tu ne peux ni modifier ni supprimer cette voix. Il faut l'avoir créée, ou avoir la permission Gérer le serveur.",
  },

  create: {
    offer: (offer) =>
      [
        `Créer la voix ${named(offer.title)} ?`,
        `${bold('Envoyé au service vocal :')} ${sentParts(offer)}.`,
        `${bold('Qui peut la trouver :')} ${WHO_CAN_FIND[offer.visibleTo]}.`,
        "En confirmant, tu déclares avoir le droit d'utiliser cette voix : c'est la tienne, ou la personne à qui elle appartient t'y autorise. Je conserve ta confirmation, avec l'heure et une empreinte des enregistrements.",
        offer.wasSent
          ? `Aucune voix n'a encore été créée. Tu peux confirmer jusqu'à ${shortTime(offer.expiresAtMs)}.`
          : `Rien n'a encore été envoyé. Tu peux confirmer jusqu'à ${shortTime(offer.expiresAtMs)}.`,
      ].join('\n'),
    cancelled: "Annulé. Rien n'a été envoyé.",
    cancelledSent: "Annulé. Aucune voix n'a été créée.",
    expired: `Cette question a expiré. Utilise de nouveau ${command('voice create')}.`,
    expiredUnsent: `Cette question a expiré, et rien n'a été envoyé. Utilise de nouveau ${command('voice create')}.`,
    expiredSent: `Cette question a expiré, et aucune voix n'a été créée. Utilise de nouveau ${command('voice create')}.`,
    alreadyAnswered: `Tu as déjà répondu. Utilise ${command('voice list')} pour voir tes voix.`,
    sending: ({ title }) => `Envoi des enregistrements de ${named(title)} au service vocal…`,
    waitingForTraining: ({ title }) => `${named(title)} est créée. Son entraînement va commencer…`,
    training: ({ title }) => `${named(title)} est créée. Entraînement en cours…`,
    ready: ({ title, id }) =>
      `${named(title)} est prête. Appuie sur ${bold(SAMPLE)} pour l'écouter ou sur ${bold(USE)} pour en faire ta voix. Son identifiant est ${inlineCode(id)}.`,
    trainingFailed: ({ title, id, recordings }) =>
      [
        `L'entraînement de ${named(title)} a échoué : cette voix est inutilisable.`,
        ...recordings,
        `Supprime-la avec ${command('voice delete')}, puis réessaie avec de meilleurs enregistrements. Son identifiant est ${inlineCode(id)}.`,
      ].join('\n'),
    stillTraining: ({ title, id, afterMs }) =>
      `L'entraînement de ${named(title)} est encore en cours au bout de ${format.duration(afterMs)}. Vérifie plus tard avec ${command('voice info')}. Son identifiant est ${inlineCode(id)}.`,
    notFollowed: ({ title, id }) =>
      `${named(title)} est créée, mais je ne peux pas suivre son entraînement pour l'instant. Vérifie avec ${command('voice info')}. Son identifiant est ${inlineCode(id)}.`,
    unsure: ({ title }) =>
      `Je ne sais pas si ${named(title)} a été créée : le service vocal n'a pas répondu. Regarde ${command('voice list')} dans une demi-heure. Si elle a été créée, elle y sera, et elle t'appartient.`,
    busy: "Je m'occupe des voix d'autres personnes. Réessaie dans une minute.",
    noRecording: `Joins au moins un enregistrement de la voix avec ${option('audio')}.`,
    needsCover: `Une voix publique doit avoir une image de couverture. Joins un fichier ${COVER_FORMATS} avec ${option('cover')}, ou choisis une autre visibilité.`,
    limits: {
      none: `Personne ne peut créer de voix sur ce serveur. Quelqu'un qui gère le serveur peut l'autoriser dans ${command('settings')}.`,
      person: ({ max }) =>
        `Tu as atteint la limite de ce serveur : ${countVoices(max)} par personne. Supprimes-en une avec ${command('voice delete')}, ou demande à quelqu'un qui gère le serveur de relever la limite dans ${command('settings')}.`,
      guild: ({ max }) =>
        `Ce serveur a atteint sa limite de ${countVoices(max)}. Supprimes-en une avec ${command('voice delete')}, ou demande à quelqu'un qui gère le serveur de relever la limite dans ${command('settings')}.`,
      account: 'Je ne peux pas conserver plus de voix. Demande à la personne qui gère le bot de faire de la place.',
      direct: ({ max }) =>
        `Tu as atteint la limite de ${countVoices(max)} par personne. Supprimes-en une avec ${command('voice delete')}.`,
    },
  },

  recordings: {
    empty: ({ name }) => `« ${name} » est vide. Envoie-le de nouveau.`,
    tooLarge: ({ name, maxBytes }) => `« ${name} » est trop lourd. La limite est de ${format.sizeLimit(maxBytes)}.`,
    tooShort: ({ name, minMs }) =>
      `« ${name} » est trop court. Il doit durer au moins ${format.plural(minMs / 1_000, { one: '# seconde', many: '# de secondes', other: '# secondes' })}.`,
    tooLong: ({ name, maxMs }) =>
      `« ${name} » est trop long. La limite est de ${format.plural(maxMs / 60_000, { one: '# minute', many: '# de minutes', other: '# minutes' })}.`,
    notAudio: ({ name, formats }) =>
      `« ${name} » ne contient pas d'audio que je puisse lire. ${errorMessages.readableFormats({ formats })}`,
    noSound: ({ name }) => `« ${name} » n'a pas de son. Joins un enregistrement, ou une vidéo avec du son.`,
    damaged: ({ name }) =>
      `« ${name} » est endommagé, je ne peux donc pas en lire le son. Exporte-le ou enregistre-le de nouveau.`,
    protected: ({ name }) =>
      `« ${name} » est protégé contre la copie (DRM) : seul son propre lecteur peut l'ouvrir. Joins un fichier non protégé.`,
    unreadableSound: ({ name, formats }) =>
      `Je ne peux pas lire le type de son de « ${name} ». Convertis d'abord le fichier en mp3 ou en wav. ${errorMessages.readableFormats({ formats })}`,
    cutOff: ({ name }) => `« ${name} » est coupé avant la fin. Envoie-le de nouveau.`,
    changed: ({ name }) =>
      `« ${name} » a changé depuis que je l'ai vérifié. Utilise de nouveau ${command('voice create')}.`,
    hasGaps: ({ name }) => `Le son de « ${name} » a de longs trous. Envoie seulement le son, en wav ou en mp3.`,
  },

  fields: {
    titleMissing: 'Une voix doit avoir un titre.',
    titleTooLong: ({ length, max }) =>
      `Le titre fait ${countCharacters(length)}. La limite est de ${format.number(max)}.`,
    descriptionTooLong: ({ length, max }) =>
      `La description fait ${countCharacters(length)}. La limite est de ${format.number(max)}.`,
    tagTooLong: ({ tag, max }) =>
      `Le tag « ${tag} » dépasse ${countCharacters(max)}. Sépare les tags par des virgules.`,
    tooManyTags: ({ count, max }) =>
      `Tu as saisi ${format.number(count)} tags. La limite est de ${format.number(max)}.`,
    invalidVisibility: 'Pour la visibilité, choisis `publique`, `non listée` ou `privée`.',
    transcriptCount: ({ recordings, transcripts }) =>
      `Tu as joint ${format.number(recordings)} enregistrements, mais écrit ${format.plural(transcripts, {
        one: '# transcription',
        many: '# de transcriptions',
        other: '# transcriptions',
      })}. Mets \`|\` entre les transcriptions, ou réessaie sans ${option('transcript')}.`,
    coverTooLarge: ({ maxBytes }) =>
      `L'image de couverture est trop lourde. La limite est de ${format.sizeLimit(maxBytes)}.`,
    coverNotAnImage: `Je ne peux pas utiliser ce fichier comme image de couverture. Joins un fichier ${COVER_FORMATS} avec ${option('cover')}.`,
  },

  list: listMessages,
  service: serviceMessages,

  info: {
    id: 'Identifiant',
    status: 'Statut',
    visibility: 'Visibilité',
    languages: 'Langues',
    tags: 'Tags',
    owner: 'Appartenance',
    created: 'Création',
    updated: 'Modification',
    likes: "J'aime",
    uses: 'Utilisations',
    samples: 'Extraits',
    defaultText: 'Texte par défaut',
    recordings: 'Enregistrements',
    none: 'aucun',
    you: 'à toi',
    createdBy: ({ owner, userId }) => `${owner}, créée par ${userMention(userId)}`,
    visibilities: {
      public: 'publique : dans la liste du service vocal',
      unlist: 'non listée : pour toute personne qui a son identifiant',
      private: 'privée',
    },
    lockedVisibilities: {
      public: 'publique : dans la liste du service vocal (verrouillée)',
      unlist: 'non listée : pour toute personne qui a son identifiant (verrouillée)',
      private: 'privée (verrouillée)',
    },
    count: ({ count }) => format.number(count),
    sample: ({ title, text }) => (title === '' ? `« ${text} »` : `${title} : « ${text} »`),
    more: ({ count }) => format.plural(count, { one: 'et # autre', many: "et # d'autres", other: 'et # autres' }),
    recording: ({ name, durationMs, language, passed, problem }) =>
      [
        name,
        ...(durationMs === undefined ? [] : [seconds(durationMs)]),
        language === '' ? 'langue inconnue' : language,
        passed ? '✅ accepté' : `⚠️ ${problem === '' ? 'qualité insuffisante' : problem}`,
      ].join(' · '),
  },
  sampleReply: ({ title }) => `Voici ${named(title)} :`,
  sampleText: 'Bonjour, voici ma voix.',

  edit: {
    formTitle: 'Modifier une voix',
    formFields: {
      title: 'Titre',
      description: 'Description',
      tags: 'Tags, séparés par des virgules',
      visibility: ({ choices }) => `Visibilité : ${format.alternatives(choices)}`,
    },
    visibilityNames: { public: 'publique', unlist: 'non listée', private: 'privée' },
    edited: ({ title, description, visibleTo, tags, hasNewCover }) =>
      [
        `${named(title)} a été modifiée.`,
        ...(description === undefined
          ? []
          : [`${bold('Description :')} ${description === '' ? 'aucune' : description}`]),
        ...(visibleTo === undefined ? [] : [`${bold('Qui peut la trouver :')} ${WHO_CAN_FIND[visibleTo]}`]),
        ...(tags === undefined ? [] : [`${bold('Tags :')} ${tags.length === 0 ? 'aucun' : tags.join(', ')}`]),
        ...(hasNewCover ? [`${bold('Image de couverture :')} nouvelle`] : []),
      ].join('\n'),
    nothingDifferent: ({ title }) => `Rien à modifier : ${named(title)} est déjà ainsi.`,
    needsCover: ({ title }) =>
      `Une voix publique doit avoir une image de couverture, et ${named(title)} n'en a pas. Utilise ${command('voice edit')} avec ${option('visibility')} et ${option('cover')} à la fois.`,
    makersChoice: ({ title }) =>
      `Seule la personne qui a créé ${named(title)} peut la rendre visible à plus de monde. Tu peux la rendre moins visible, ou la supprimer.`,
    openForm: ({ title }) => `Appuie sur ${bold(OPEN_FORM)} pour modifier ${named(title)}.`,
  },

  delete: {
    question: ({ title, id, users }) =>
      `Supprimer ${named(title)} (${inlineCode(id)}) ? ${chosenBy(users)} C'est irréversible.`,
    deleted: ({ title }) => `${named(title)} a été supprimée.`,
    alreadyDeleted: 'Cette voix était déjà supprimée.',
    kept: ({ title }) => `${named(title)} est conservée.`,
  },

  sound: soundMessage,
  use: useMessages,
};

function chosenBy(users: number): string {
  if (users === 0) return "Personne ne l'utilise.";
  return format.plural(users, {
    one: "# personne l'utilise : elle retrouvera la voix qu'elle a choisie ailleurs, ou la voix par défaut.",
    many: "# de personnes l'utilisent : elles retrouveront la voix qu'elles ont choisie ailleurs, ou la voix par défaut.",
    other: "# personnes l'utilisent : elles retrouveront la voix qu'elles ont choisie ailleurs, ou la voix par défaut.",
  });
}

function countCharacters(count: number): string {
  return format.plural(count, { one: '# caractère', many: '# de caractères', other: '# caractères' });
}

function seconds(durationMs: number): string {
  return `${format.number(durationMs / 1_000)} s`;
}

function shortTime(timeMs: number): string {
  return time(Math.floor(timeMs / 1_000), TimestampStyles.ShortTime);
}

function sentParts({ recordings, hasTranscripts, hasDescription, tags, hasCover }: Offer): string {
  return format.list([
    ...recordings.map(({ name, durationMs }) => `l'enregistrement « ${name} » (${seconds(durationMs)})`),
    ...(hasTranscripts
      ? [
          format.plural(recordings.length, {
            one: 'la transcription',
            many: 'les transcriptions',
            other: 'les transcriptions',
          }),
        ]
      : []),
    'le titre',
    ...(hasDescription ? ['la description'] : []),
    ...(tags.length === 0 ? [] : [`les tags ${format.list(tags.map((tag) => `« ${tag} »`))}`]),
    ...(hasCover ? ["l'image de couverture"] : []),
  ]);
}

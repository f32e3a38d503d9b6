import { english } from '../english/english.ts';
import type { Texts } from '../texts.ts';

/** French: the voice channel, the fault panel and the figures. No “de” before a name: it may begin with a vowel. */
export const voice: Texts['voice'] = {
  panel: 'Vocal',
  connectedTo: (channel, server) => `Dans ${channel}, ${server}`,
  leave: 'Quitter',
  turnOnSound: 'Activer le son',
  blocked: 'Ton navigateur bloque le son jusqu’à ce que tu l’autorises.',
  cannotHear:
    'Ce navigateur ne peut pas lire les voix : il lui manque WebCodecs. Les sous-titres et le reste marchent.',
  volume: 'Volume',
  volumeOfAll: 'Volume général',

  speaking: 'parle',
  you: 'toi',
  membersOf: (channel) => `Dans ${channel}`,
  volumeOf: (name) => `Volume : ${name}`,
  mutePerson: (name) => `Ne plus entendre ${name}`,

  microphone: 'Micro',
  openMicrophone: 'Activer le micro',
  openingMicrophone: 'En attente d’autorisation…',
  closeMicrophone: 'Désactiver le micro',
  mute: 'Muet',
  level: 'Niveau de ton micro',
  mode: 'Quand envoyer ta voix',
  modes: { 'voice-activity': 'Quand je parle', 'push-to-talk': 'Appuyer pour parler' },
  threshold: 'Envoyer le son à partir de',
  hold: 'Maintenir pour parler',
  holdHint: (key) => `Maintiens ce bouton ou ${key} pendant que tu parles.`,
  echoCancellation: 'Suppression de l’écho',
  noiseSuppression: 'Suppression du bruit',
  appliesNext: 'Prend effet à la prochaine activation du micro.',

  file: 'Diffuser un fichier audio',
  fileHint: 'Tu peux aussi en déposer un n’importe où sur ce panneau.',
  fileProgress: (name) => `Diffusion : ${name}`,
  stopFile: 'Arrêter',

  letSay: 'Faire parler quelqu’un',
  who: 'Qui',
  text: 'Ce qu’il faut dire',
  say: 'Faire parler',
  saying: (name) => `${name} parle…`,
  // The local voices speak English only.
  samples: english.voice.samples,

  problems: {
    unsupported:
      'Ce navigateur ne peut pas envoyer ta voix : il lui manque WebCodecs. Utilise plutôt « Faire parler quelqu’un ».',
    denied: 'La page n’a pas accès à ton micro. Autorise-la dans la barre d’adresse de ton navigateur, puis réessaie.',
    missing: 'Aucun micro trouvé. Branches-en un, ou diffuse un fichier audio.',
    busy: 'Un autre programme utilise ton micro. Ferme-le, puis réessaie.',
    'file-unreadable': 'Ce navigateur ne peut pas lire ce fichier. Essaie un MP3, un WAV ou un Ogg.',
    'file-too-long': 'Ce fichier dure plus de 20 minutes. Choisis-en un plus court.',
    'not-said': 'Ta voix n’a pas pu être transmise. Réessaie.',
  },

  record: 'Enregistrer un message vocal',
  recording: (seconds) => `Enregistrement : ${seconds}`,
  sendRecording: 'Envoyer le message vocal',
  discardRecording: 'Supprimer',

  faults: 'Pannes',
  faultsHint: 'Casse quelque chose et regarde Mynah s’en sortir. Les pannes valent pour tous les onglets.',
  lasting: 'À activer',
  happening: 'À déclencher',
  cause: 'Déclencher',
  amountOf: (fault) => `${fault} : intensité`,
  faultNames: {
    'service-down': 'Service vocal en panne',
    'rate-limited': 'Service vocal surchargé',
    slow: 'Service vocal lent',
    'packet-loss': 'Perte de paquets',
    jitter: 'Gigue',
    'kick-bot': 'Expulser Mynah du vocal',
    'drop-gateway': 'Couper la Gateway',
    'kill-voice-thread': 'Faire planter les threads vocaux',
  },
  faultWatch: {
    'service-down': 'Utilise /dire : Mynah explique pourquoi c’est impossible. Les sous-titres arrivent en retard.',
    'rate-limited': 'Utilise /dire plusieurs fois : Mynah attend, puis réessaie.',
    slow: 'Chaque réponse prend ce temps en plus. Observe « De /dire au premier son ».',
    'packet-loss': 'Cette part des paquets vocaux est perdue. Écoute, et observe les sous-titres.',
    jitter: 'Chaque paquet peut avoir ce retard au maximum. Le son reste intact, un peu décalé.',
    'kick-bot': 'Mynah quitte le salon et le signale. Utilise /rejoindre pour le faire revenir.',
    'drop-gateway': 'Mynah se reconnecte automatiquement. La parole et les sous-titres continuent.',
    'kill-voice-thread': 'La parole s’interrompt un instant. La phrase est répétée.',
  },
  needsLocalSpeech: 'Uniquement avec le service vocal local.',

  figures: 'Mesures en direct',
  unknown: 'Pas encore mesuré',
  firstSound: 'De /dire au premier son',
  loss: 'Paquets perdus',
  jitter: 'Gigue',
  captionDelay: 'De la parole au sous-titre',
  queue: 'Textes à lire',
  permits: 'Demandes au service vocal',
  permitsOf: (held, allowed) => `${held} sur ${allowed}`,
  permitsWaiting: (held, allowed, waiting) => `${held} sur ${allowed}, ${waiting} en attente`,
};

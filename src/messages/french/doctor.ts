import { channelMention, inlineCode, TimestampStyles, time, userMention } from '@discordjs/formatters';
import { createFormat } from '../format.ts';
import type { Messages } from '../messages.ts';
import { command } from './names.ts';

const format = createFormat('fr');

const MAX_NAMED = 10;

const ago = (atMs: number): string => time(Math.floor(atMs / 1_000), TimestampStyles.RelativeTime);

function named(userIds: readonly string[]): string {
  const mentions = userIds.slice(0, MAX_NAMED).map((id) => userMention(id));
  const rest = userIds.length - mentions.length;
  const others = format.plural(rest, { one: '# autre', many: "# d'autres", other: '# autres' });
  return format.list(rest > 0 ? [...mentions, others] : mentions);
}

const KINDS = { characters: 'la parole', captions: 'les sous-titres', transcription: 'la transcription' } as const;
const OWNERS = {
  person: 'Ta limite quotidienne',
  member: 'Ta limite quotidienne',
  guild: 'La limite quotidienne de ce serveur',
  account: 'La limite quotidienne du bot',
} as const;

/** French: `/doctor`. */
export const doctorMessages: Messages['doctor'] = {
  command: { description: "Trouver pourquoi je suis muet ou sourd ici, et ce qu'il faut faire" },

  allWell: 'Tout fonctionne ici.',
  noProblems: 'Aucun problème trouvé.',
  again: 'Vérifier à nouveau',
  checked: ({ atMs }) => `Vérifié ${ago(atMs)}.`,

  groups: {
    here: 'Ici',
    voice: 'Vocal',
    captions: 'Sous-titres',
    speech: 'Service vocal',
    server: 'Limites de ce serveur',
    machine: 'Machine',
  },

  findings: {
    mayPost: 'Je peux écrire ici.',
    cannotPost: ({ channelId, permissions }) =>
      `Je ne peux pas écrire dans ${channelMention(channelId)}, donc les sous-titres et les avis manquent. Accorde-moi ${format.list(permissions)} dans ce salon.`,
    missingExtras: ({ channelId, permissions }) =>
      `Les sous-titres au nom des gens et les fichiers joints demandent plus dans ${channelMention(channelId)} : accorde-moi ${format.list(permissions)} dans ce salon.`,
    youAreNotInVoice:
      "Tu n'es dans aucun salon vocal. Rejoins-en un et vérifie à nouveau, pour que je l'examine aussi.",
    mayJoin: ({ channelId }) => `Je peux rejoindre ${channelMention(channelId)} et y parler.`,
    mayJoinStage: ({ channelId }) => `Je peux rejoindre le salon de conférence ${channelMention(channelId)}.`,
    cannotJoin: ({ channelId, permissions }) =>
      `Je ne peux pas rejoindre ${channelMention(channelId)} et y parler. Accorde-moi ${format.list(permissions)} dans ce salon.`,
    channelFull: ({ channelId, userLimit }) =>
      `${channelMention(channelId)} est plein (${format.number(userLimit)} au maximum). Fais de la place, augmente sa limite ou accorde-moi Déplacer des membres.`,
    speakingForRoles:
      "Sur ce serveur, seuls certains rôles peuvent me faire parler. Demandes-en un à quelqu'un qui gère le serveur.",
    captionsForRoles:
      "Sur ce serveur, seuls certains rôles peuvent lancer les sous-titres. Demandes-en un à quelqu'un qui gère le serveur.",
    cannotReadChat:
      "Je ne peux pas lire le chat à voix haute, car Discord ne m'envoie pas les messages. La personne qui gère le bot doit activer Message Content Intent et me redémarrer.",
    readsChat: 'Je reçois les messages que je lis à voix haute.',

    discordAway:
      "Ma connexion à Discord est interrompue. Elle revient d'elle-même ; vérifie à nouveau dans une minute.",
    discordSlow: ({ pingMs }) =>
      `Discord me répond lentement : ${format.number(pingMs)} ms. Les commandes et les connexions prennent plus de temps que d'habitude.`,
    discordOk: ({ pingMs, sinceMs }) => `Connecté à Discord ${ago(sinceMs)}, ${format.number(pingMs)} ms.`,
    voiceHangs:
      "La partie de moi qui transporte la voix ne répond pas. Elle redémarre d'elle-même en moins d'une minute ; vérifie à nouveau ensuite.",
    inNoChannel: `Je ne suis dans aucun salon vocal. Utilise ${command('say')} ou ${command('captions start')} quand tu es dans un salon vocal, et je t'y rejoindrai.`,
    elsewhere: ({ channelId }) =>
      `Je suis dans ${channelMention(channelId)}, pas dans ton salon vocal. Rejoins-moi là-bas, ou utilise ${command('join')} pour m'amener dans le tien.`,
    elsewhereHidden: `Je suis dans un salon vocal que tu ne peux pas voir. Utilise ${command('join')} pour m'appeler.`,
    stranded: ({ channelId }) =>
      `Discord me montre dans ${channelMention(channelId)}, mais je n'y suis pas connecté. Utilise ${command('join')} pour me reconnecter.`,
    joining: ({ channelId }) =>
      `Je suis en train de rejoindre ${channelMention(channelId)}. Vérifie à nouveau dans quelques secondes.`,
    reconnecting: ({ channelId, sinceMs }) =>
      `Ma connexion à ${channelMention(channelId)} a été coupée ${ago(sinceMs)}, et je la rétablis. Si cela dure des minutes, utilise ${command('leave')}, puis ${command('join')}.`,
    voicePastProxy:
      "Ma connexion vocale échoue. Je suis derrière un proxy, que la voix ne peut pas utiliser : la personne qui gère le bot doit autoriser l'UDP vers les serveurs vocaux de Discord, et le proxy doit accepter tous les ports de discord.media.",
    connected: ({ channelId, sinceMs }) => `Connecté à ${channelMention(channelId)} ${ago(sinceMs)}.`,
    voicePing: ({ pingMs }) => `Serveur vocal : ${format.number(pingMs)} ms.`,
    botMuted: ({ channelId }) =>
      `Personne ne m'entend dans ${channelMention(channelId)} : un modérateur m'a rendu muet. Fais un clic droit sur moi et décoche Rendre muet sur le serveur.`,
    botDeafened: ({ channelId }) =>
      `Je n'entends personne dans ${channelMention(channelId)} : un modérateur m'a mis en sourdine. Fais un clic droit sur moi et décoche Mettre en sourdine sur le serveur.`,
    inAudience: ({ channelId }) =>
      `Je suis dans le public de ${channelMention(channelId)} : je peux sous-titrer, mais pas parler. Un modérateur de la conférence doit m'inviter ; avec ${command('join')}, je demande la parole.`,
    mayNotSpeak: ({ channelId }) =>
      `Discord ne me laisse pas parler dans ${channelMention(channelId)}. Accorde-moi Parler dans ce salon, puis utilise ${command('leave')} et ${command('join')}.`,
    paused: `La lecture est en pause. Utilise ${command('resume')} pour continuer.`,
    nobodyListens:
      "Un texte attend, car il n'y a personne pour l'écouter dans mon salon vocal. Je le lirai dès que quelqu'un arrivera.",
    queue: ({ texts }) =>
      texts === 0
        ? "La file d'attente est vide."
        : format.plural(texts, {
            one: "# texte dans la file d'attente.",
            many: "# de textes dans la file d'attente.",
            other: "# textes dans la file d'attente.",
          }),
    queueFull: ({ texts }) =>
      `La file d'attente est pleine : ${format.plural(texts, { one: '# texte', many: '# de textes', other: '# textes' })}. Attends, ou vide-la avec ${command('stop')}.`,
    keysMissing: `Le chiffrement de ce salon vocal n'est pas encore établi, donc personne ne m'entend. Si cela dure plus d'une minute, utilise ${command('leave')}, puis ${command('join')}.`,
    keysChanging: "Les clés de chiffrement changent, car quelqu'un est arrivé ou parti. Cela prend un instant.",
    encrypted: ({ version, epoch }) =>
      `Chiffré de bout en bout (DAVE ${format.number(version)}, époque ${format.number(epoch)}).`,
    privacyCode: ({ code }) =>
      `Code de confidentialité vocale : ${inlineCode(code)}. Il doit correspondre à celui que Discord t'affiche.`,
    notEndToEnd:
      "Pas chiffré de bout en bout : une conférence ne l'est jamais, seul le trajet vers les serveurs de Discord l'est.",
    traffic: ({ sent, received }) =>
      `Paquets de la dernière minute : ${format.number(sent)} envoyés, ${format.number(received)} reçus.`,
    noLoss: 'Aucun paquet perdu.',
    loss: ({ share }) =>
      `${format.percent(share)} de ce qui a été dit pendant la dernière minute s'est perdu en chemin, donc les sous-titres ont des trous. Si cela dure, essaie une autre région pour le salon vocal.`,
    holes: ({ holes, ms }) =>
      `${format.plural(holes, { one: 'Ma voix a eu # coupure', many: 'Ma voix a eu # de coupures', other: 'Ma voix a eu # coupures' })} pendant la dernière minute (${format.number(ms)} ms) : le service vocal envoie le son trop lentement.`,
    undecryptable: ({ userIds }) =>
      `Je ne peux pas déchiffrer ce que disent ${named(userIds)}. Il faut quitter le salon vocal et le rejoindre.`,
    unknownSpeakers:
      "Discord ne m'a pas dit qui parle, donc il manque ce que dit quelqu'un. Cette personne devrait se taire un instant, ou revenir dans le salon.",

    captionsOff: `Les sous-titres sont désactivés. ${command('captions start')} les active.`,
    captionsOn: ({ channelId }) => `Les sous-titres apparaissent dans ${channelMention(channelId)}.`,
    captionDelay: ({ delayMs }) => `Le texte suit la parole après ${format.number(delayMs / 1_000, 1)} s.`,
    captionsSlow: ({ delayMs }) =>
      `Les sous-titres arrivent tard : le texte suit la parole après ${format.number(delayMs / 1_000, 1)} s. Le service vocal est lent.`,
    clipsWaiting: ({ clips }) =>
      `${format.plural(clips, { one: '# enregistrement attend', many: "# d'enregistrements attendent", other: '# enregistrements attendent' })} le service vocal. Leurs sous-titres arriveront tard, et rien ne se perd.`,
    youOptedOut: `Tu as refusé, donc je ne te sous-titre pas. ${command('privacy opt-in')} change cela.`,
    youHaveNotOptedIn: `Ce serveur ne sous-titre que les personnes qui acceptent, et tu ne l'as pas fait. ${command('privacy opt-in')} change cela.`,
    youAreMuted:
      "Un modérateur t'a rendu muet, donc je ne t'entends pas. Demande-lui de décocher Rendre muet sur le serveur.",
    youMutedYourself: 'Ton micro est coupé dans Discord.',
    youMayNotSpeak:
      "Tu n'as pas le droit de parler dans ce salon, donc je ne t'entends pas. Dans une conférence, demande la parole.",
    unheardByChoice: ({ people }) =>
      format.plural(people, {
        one: '# personne ici a choisi de ne pas être sous-titrée.',
        many: '# de personnes ici ont choisi de ne pas être sous-titrées.',
        other: '# personnes ici ont choisi de ne pas être sous-titrées.',
      }),
    optedOut: ({ userIds }) => `Ont refusé et ne sont pas sous-titrés : ${named(userIds)}.`,
    notOptedIn: ({ userIds }) =>
      `Ne sont pas sous-titrés avant d'accepter avec ${command('privacy opt-in')} : ${named(userIds)}.`,
    mutedByServer: ({ userIds }) => `Rendus muets par un modérateur, donc je ne les entends pas : ${named(userIds)}.`,
    notSpeakers: ({ userIds }) =>
      `Dans le public ou sans la permission Parler, donc je ne les entends pas : ${named(userIds)}.`,
    botsUnheard: ({ userIds }) =>
      `Les bots ne sont pas sous-titrés : ${named(userIds)}. Les gestionnaires peuvent changer cela dans ${command('settings')}.`,

    speechOk: ({ ms }) => `Il répond (${format.number(ms)} ms) et accepte la clé.`,
    keyRejected:
      'Le service vocal refuse ma clé, donc je ne peux ni parler ni sous-titrer. La personne qui gère le bot doit vérifier `SPEECH_API_KEY`.',
    outOfCredits: ({ freeModel }) =>
      format.sentences([
        "Le compte du service vocal n'a plus de crédit API, donc je ne peux ni parler ni sous-titrer. La personne qui gère le bot doit en ajouter ; ce crédit est distinct de celui de la plateforme du service vocal.",
        ...(freeModel === undefined
          ? []
          : [`Sinon, avec ${inlineCode(`SPEECH_MODEL=${freeModel}`)}, je peux parler sans crédit.`]),
      ]),
    creditForCaptions: ({ model }) =>
      `Parler avec ${inlineCode(model)} est gratuit, mais les sous-titres et ${command('transcribe')} demandent du crédit API, et le compte n'en a pas. La personne qui gère le bot peut en ajouter ; ce crédit est distinct de celui de la plateforme du service vocal.`,
    speechBusy: 'Le service vocal refuse des requêtes, car il y en a trop. Réessaie dans une minute.',
    speechDown:
      'Le service vocal a des problèmes en ce moment : les textes échouent et les sous-titres arrivent plus tard. Réessaie dans une minute.',
    speechFailedLately: 'Le service vocal a eu un problème avec le dernier texte ici. Réessaie.',
    speechAway:
      "Le service vocal ne répond pas, donc je ne peux ni parler ni sous-titrer. Je continue d'essayer ; si cela dure, la personne qui gère le bot doit vérifier le réseau et `SPEECH_API_URL`.",
    speechOdd:
      'Le service vocal ne répond pas comme prévu. La personne qui gère le bot doit vérifier `SPEECH_API_URL` et les journaux.',
    speechFull:
      'Le service vocal traite autant de requêtes que permis, donc les textes et les sous-titres attendent leur tour. Cela passe tout seul.',
    liveDown:
      "La connexion rapide au service vocal échoue, donc la voix commence plus tard que d'habitude. Je continue d'essayer.",
    credit: ({ credit }) => `Crédit : ${format.number(Number(credit), 2)}.`,
    requests: ({ underWay, limit, waiting }) =>
      `Requêtes : ${format.number(underWay)} sur ${format.number(limit)} en cours, ${format.number(waiting)} en attente.`,

    limitsOk: "Aucune limite quotidienne n'est proche.",
    usedUp: ({ kind, whose, resetsAtMs }) =>
      `${OWNERS[whose]} pour ${KINDS[kind]} est atteinte. Elle repart à zéro ${ago(resetsAtMs)}.`,
    turnedOff: ({ kind, whose }) =>
      `${OWNERS[whose]} pour ${KINDS[kind]} est de 0, ce qui la désactive. Quelqu'un qui gère le serveur, ou la personne qui gère le bot, peut l'augmenter.`,
    nearlyUsedUp: ({ kind, whose, resetsAtMs, share }) =>
      `${OWNERS[whose]} pour ${KINDS[kind]} est utilisée à ${format.percent(share)}. Elle repart à zéro ${ago(resetsAtMs)}.`,

    databaseAway:
      'Ma base de données ne répond pas, donc les paramètres, les transcriptions et les nouveaux sous-titres ne marchent pas. La personne qui gère le bot doit la vérifier.',
    databaseOk: ({ ms }) => `La base de données répond (${format.number(ms)} ms).`,
    diskFull:
      'Mon disque est presque plein, donc des sous-titres peuvent se perdre. La personne qui gère le bot doit faire de la place.',
    diskLow: 'Mon disque se remplit. La personne qui gère le bot devrait faire de la place.',
    diskUnknown: 'Mon disque est illisible. La personne qui gère le bot doit le vérifier.',
    diskFree: ({ bytes }) => `${format.bytes(bytes)} de disque sont libres.`,
    behindProxy: "Je suis derrière un proxy. La voix ne peut pas l'utiliser et passe directement, en UDP.",
    versions: ({ mynah, node }) => `Mynah ${mynah}, Node.js ${node}.`,
    machineOk: 'La base de données répond, et le disque a de la place.',

    notChecked: ({ group }) => `Je n'ai pas pu vérifier ceci à temps : ${group}. Vérifie à nouveau dans un instant.`,
  },
};

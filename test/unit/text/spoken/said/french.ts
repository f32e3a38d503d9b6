import { ADA, NEXT_HOUR, RULES, type SaidRow } from './row.ts';

/** What is said on a French server. */
export const frenchRows: readonly SaidRow[] = [
  ['regarde https://www.twitch.tv/ada', 'regarde, un lien vers twitch.tv'],
  ['le tueur est ||le majordome||', 'le tueur est, spoiler'],
  ['bravo 🔥🔥🔥', 'bravo, 3 fois feu'],
  ['🇫🇷', 'drapeau de la France'],
  ['🇯🇵', 'drapeau du Japon'],
  ['🇲🇽', 'drapeau du Mexique'],
  ['🇩🇪', "drapeau de l'Allemagne"],
  ['🇺🇸', 'drapeau des États-Unis'],
  ['🇮🇱', "drapeau d'Israël"],
  ['🇨🇺', 'drapeau de Cuba'],
  [`${ADA} lis ${RULES}`, 'Ada lis le salon rules'],
  [`<t:${NEXT_HOUR}:R>`, 'dans 1 heure'],
  ['> tu viens ?\noui', 'citation : tu viens ? Fin de citation. oui'],
  ['mdrrrrrrrr', 'mdrrr'],
  ['?', "point d'interrogation"],
  [{ content: '', attachments: [{ kind: 'picture' }, { kind: 'video' }, { kind: 'video' }] }, 'une image et 2 vidéos'],
  [{ content: 'oui', replyTo: 'Léa' }, 'en réponse à Léa : oui'],
];

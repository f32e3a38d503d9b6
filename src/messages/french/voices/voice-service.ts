import { bold, inlineCode, TimestampStyles, time } from '@discordjs/formatters';
import type { Messages } from '../../messages.ts';
import { command } from '../names.ts';
import { named } from './voice-use.ts';

const date = (atMs: number): string => time(Math.floor(atMs / 1_000), TimestampStyles.LongDate);
const fromNow = (atMs: number): string => time(Math.floor(atMs / 1_000), TimestampStyles.RelativeTime);

/** French: what the speech service decides about a voice. */
export const serviceMessages: Messages['voiceModels']['service'] = {
  madeNarrower: ({ asked, came, id }) =>
    `Tu voulais une voix ${bold(asked)}, mais le service vocal l'a rendue ${bold(came)}. Cela ne se change que sur la page du service : demande à la personne qui gère le bot de la rendre ${bold(asked)}, en lui donnant l'identifiant ${inlineCode(id)}.`,
  madeWider: ({ asked, came }) =>
    `Tu voulais une voix ${bold(asked)}, mais le service vocal l'a rendue ${bold(came)}. Réessaie avec ${command('voice edit')}, ou supprime-la avec ${command('voice delete')}.`,
  retiring: ({ title, atMs }) =>
    atMs === undefined
      ? `Le service vocal va retirer ${named(title)}. Ensuite, je ne pourrai plus parler avec cette voix.`
      : `Le service vocal retirera ${named(title)} le ${date(atMs)} (${fromNow(atMs)}). Ensuite, je ne pourrai plus parler avec cette voix.`,
  retiringLabel: ({ atMs }) => (atMs === undefined ? 'retrait prévu' : `retrait le ${date(atMs)}`),
  licensed: 'Sous licence',
  isLicensed: 'oui, accordée par la personne à qui elle appartient',
  release: 'Diffusion',
  releases: { released: 'diffusée', retiring: 'retrait prévu' },
  takenDown: 'Retirée',
  takedowns: {
    dmca: "à la suite d'une réclamation sur les droits",
    policy: 'pour non-respect des règles du service',
  },
  otherValue: ({ word }) => `« ${word} »`,
};

import { bold, inlineCode, TimestampStyles, time } from '@discordjs/formatters';
import type { Messages } from '../../messages.ts';
import { command } from '../names.ts';
import { named } from './voice-use.ts';

const date = (atMs: number): string => time(Math.floor(atMs / 1_000), TimestampStyles.LongDate);
const fromNow = (atMs: number): string => time(Math.floor(atMs / 1_000), TimestampStyles.RelativeTime);

/** Spanish: what the speech service decides about a voice. */
export const serviceMessages: Messages['voiceModels']['service'] = {
  madeNarrower: ({ asked, came, id }) =>
    `Pediste una voz ${bold(asked)}, pero el servicio de voz la dejó como ${bold(came)}. Eso solo se cambia en la página del propio servicio: pide a quien administra el bot que la ponga allí como ${bold(asked)}. Su ID es ${inlineCode(id)}.`,
  madeWider: ({ asked, came }) =>
    `Pediste una voz ${bold(asked)}, pero el servicio de voz la dejó como ${bold(came)}. Inténtalo otra vez con ${command('voice edit')} o elimínala con ${command('voice delete')}.`,
  retiring: ({ title, atMs }) =>
    atMs === undefined
      ? `El servicio de voz va a retirar ${named(title)}. Después no podré hablar con esta voz.`
      : `El servicio de voz retirará ${named(title)} el ${date(atMs)} (${fromNow(atMs)}). Después no podré hablar con esta voz.`,
  retiringLabel: ({ atMs }) => (atMs === undefined ? 'se va a retirar' : `se retira el ${date(atMs)}`),
  licensed: 'Con licencia',
  isLicensed: 'sí, de su titular',
  release: 'Publicación',
  releases: { released: 'publicada', retiring: 'se va a retirar' },
  takenDown: 'Retirada',
  takedowns: {
    dmca: 'por una reclamación de derechos',
    policy: 'por incumplir las normas del servicio',
  },
  otherValue: ({ word }) => `«${word}»`,
};

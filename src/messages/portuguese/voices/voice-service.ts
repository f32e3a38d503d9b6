import { bold, inlineCode, TimestampStyles, time } from '@discordjs/formatters';
import type { Messages } from '../../messages.ts';
import { command } from '../names.ts';
import { named } from './voice-use.ts';

const date = (atMs: number): string => time(Math.floor(atMs / 1_000), TimestampStyles.LongDate);
const fromNow = (atMs: number): string => time(Math.floor(atMs / 1_000), TimestampStyles.RelativeTime);

/** Portuguese: what the speech service decides about a voice. */
export const serviceMessages: Messages['voiceModels']['service'] = {
  madeNarrower: ({ asked, came, id }) =>
    `Você pediu uma voz ${bold(asked)}, mas o serviço de voz a deixou ${bold(came)}. Isso só muda na página do próprio serviço: peça ao operador do bot que deixe a voz ${bold(asked)} lá. O ID dela é ${inlineCode(id)}.`,
  madeWider: ({ asked, came }) =>
    `Você pediu uma voz ${bold(asked)}, mas o serviço de voz a deixou ${bold(came)}. Tente de novo com ${command('voice edit')} ou exclua a voz com ${command('voice delete')}.`,
  retiring: ({ title, atMs }) =>
    atMs === undefined
      ? `O serviço de voz vai retirar ${named(title)}. Depois disso, não consigo mais falar com essa voz.`
      : `O serviço de voz vai retirar ${named(title)} em ${date(atMs)} (${fromNow(atMs)}). Depois disso, não consigo mais falar com essa voz.`,
  retiringLabel: ({ atMs }) => (atMs === undefined ? 'será retirada' : `será retirada em ${date(atMs)}`),
  licensed: 'Licenciada',
  isLicensed: 'sim, por quem é dono dela',
  release: 'Publicação',
  releases: { released: 'publicada', retiring: 'será retirada' },
  takenDown: 'Retirada do ar',
  takedowns: {
    dmca: 'por causa de uma reclamação de direitos',
    policy: 'por violar as regras do serviço',
  },
  otherValue: ({ word }) => `“${word}”`,
};

import { bold, inlineCode, TimestampStyles, time } from '@discordjs/formatters';
import type { Messages } from '../../messages.ts';
import { command } from '../names.ts';
import { named } from './voice-use.ts';

const date = (atMs: number): string => time(Math.floor(atMs / 1_000), TimestampStyles.LongDate);
const fromNow = (atMs: number): string => time(Math.floor(atMs / 1_000), TimestampStyles.RelativeTime);

/** German: what the speech service decides about a voice. */
export const serviceMessages: Messages['voiceModels']['service'] = {
  madeNarrower: ({ asked, came, id }) =>
    `Gewünscht war ${bold(asked)}, aber der Sprachdienst hat die Stimme auf ${bold(came)} gesetzt. Ändern kann man das nur auf der Seite des Dienstes: Bitte den Betreiber des Bots, die Stimme dort auf ${bold(asked)} zu setzen. Ihre ID ist ${inlineCode(id)}.`,
  madeWider: ({ asked, came }) =>
    `Gewünscht war ${bold(asked)}, aber der Sprachdienst hat die Stimme auf ${bold(came)} gesetzt. Versuch es noch einmal mit ${command('voice edit')} oder lösche sie mit ${command('voice delete')}.`,
  retiring: ({ title, atMs }) =>
    atMs === undefined
      ? `Der Sprachdienst wird ${named(title)} entfernen. Danach kann ich nicht mehr damit sprechen.`
      : `Der Sprachdienst entfernt ${named(title)} am ${date(atMs)} (${fromNow(atMs)}). Danach kann ich nicht mehr damit sprechen.`,
  retiringLabel: ({ atMs }) => (atMs === undefined ? 'wird entfernt' : `wird am ${date(atMs)} entfernt`),
  licensed: 'Lizenziert',
  isLicensed: 'ja, durch die Person, der die Stimme gehört',
  release: 'Freigabe',
  releases: { released: 'freigegeben', retiring: 'wird entfernt' },
  takenDown: 'Gesperrt',
  takedowns: {
    dmca: 'wegen einer Beschwerde des Rechteinhabers',
    policy: 'wegen eines Verstoßes gegen die Regeln des Dienstes',
  },
  otherValue: ({ word }) => `„${word}“`,
};

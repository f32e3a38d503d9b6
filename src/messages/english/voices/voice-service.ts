import { bold, inlineCode, TimestampStyles, time } from '@discordjs/formatters';
import { command } from '../names.ts';
import { named } from './voice-use.ts';

interface Differs {
  /** Names of visibilities. */
  readonly asked: string;
  readonly came: string;
}

interface At {
  /** `undefined` where the service doesn't say when. */
  readonly atMs: number | undefined;
}

const date = (atMs: number): string => time(Math.floor(atMs / 1_000), TimestampStyles.LongDate);
const fromNow = (atMs: number): string => time(Math.floor(atMs / 1_000), TimestampStyles.RelativeTime);

/** English: what the speech service decides about a voice. */
export const serviceMessages = {
  /** It shows a voice to fewer people than its maker asked for. */
  madeNarrower: ({ asked, came, id }: Differs & { readonly id: string }) =>
    `You asked for ${bold(asked)}, but the speech service made it ${bold(came)}. Only the bot's operator can change that, on the service's own page: ask them to make it ${bold(asked)} there. Its ID is ${inlineCode(id)}.`,
  /** It shows a voice to more people than its maker asked for. */
  madeWider: ({ asked, came }: Differs) =>
    `You asked for ${bold(asked)}, but the speech service made it ${bold(came)}. Try again with ${command('voice edit')}, or delete it with ${command('voice delete')}.`,
  /** It will remove a voice. */
  retiring: ({ title, atMs }: At & { readonly title: string }) =>
    atMs === undefined
      ? `The speech service is going to remove ${named(title)}. After that, I can't speak with it.`
      : `The speech service will remove ${named(title)} on ${date(atMs)} (${fromNow(atMs)}). After that, I can't speak with it.`,
  /** The same in lists. */
  retiringLabel: ({ atMs }: At) => (atMs === undefined ? 'to be removed' : `will be removed on ${date(atMs)}`),
  /** Names of fields, and their values. */
  licensed: 'Licensed',
  isLicensed: 'yes, by its owner',
  release: 'Release',
  releases: { released: 'released', retiring: 'to be removed' },
  takenDown: 'Taken down',
  takedowns: {
    dmca: 'because of a rights complaint',
    policy: "because it broke the service's rules",
  },
  /** A value that this version doesn't know, in the service's own word. */
  otherValue: ({ word }: { readonly word: string }) => `“${word}”`,
};

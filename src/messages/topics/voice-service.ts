import { bold, inlineCode, TimestampStyles, time } from '@discordjs/formatters';
import type { Language } from '../language.ts';
import type { Texts } from '../text-types.ts';

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

/** What the speech service decides about a voice. */
export function serviceMessages(
  catalogue: Texts['voiceModels']['service'],
  { names: { command } }: Language,
  named: (title: string) => string,
) {
  return {
    ...catalogue,
    /** It shows a voice to fewer people than its maker asked for. */
    madeNarrower: ({ asked, came, id }: Differs & { readonly id: string }) =>
      catalogue.madeNarrower({ asked: bold(asked), came: bold(came), id: inlineCode(id) }),
    /** It shows a voice to more people than its maker asked for. */
    madeWider: ({ asked, came }: Differs) =>
      catalogue.madeWider({
        asked: bold(asked),
        came: bold(came),
        voiceEdit: command('voice edit'),
        voiceDelete: command('voice delete'),
      }),
    /** It will remove a voice. */
    retiring: ({ title, atMs }: At & { readonly title: string }) =>
      atMs === undefined
        ? catalogue.retiring.withoutAtMs({ title: named(title) })
        : catalogue.retiring.withAtMs({ title: named(title), date: date(atMs), relative: fromNow(atMs) }),
    /** The same in lists. */
    retiringLabel: ({ atMs }: At) =>
      atMs === undefined ? catalogue.retiringLabel.withoutAtMs : catalogue.retiringLabel.withAtMs({ at: date(atMs) }),
  };
}

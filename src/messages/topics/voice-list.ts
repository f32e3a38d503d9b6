import type { Language } from '../language.ts';
import type { Texts } from '../text-types.ts';

interface ListTitle {
  readonly scope: 'mine' | 'mineAndGuild' | 'public';
  /** Empty where it isn't filtered by. */
  readonly query: string;
  readonly language: string;
  readonly tag: string;
  readonly isLicensed: boolean;
}

interface ListLine {
  readonly title: string;
  readonly status: string | undefined;
  readonly owner: string;
  readonly languages: readonly string[];
  readonly hiddenLanguages: number;
  readonly likes: number;
}

interface ListFooter {
  readonly page: number;
  /** `undefined` where it isn't known. */
  readonly pages: number | undefined;
  readonly voices: number;
  readonly voicesAre: 'exact' | 'about' | 'more-than';
}

/** The answers to `/voice list`. */
export function listMessages(
  catalogue: Texts['voiceModels']['list'],
  { names: { command, option } }: Language,
  { named, publicScope }: { readonly named: (title: string) => string; readonly publicScope: string },
) {
  const { parts, ...own } = catalogue;

  /** How many voices, in words. */
  function countVoices(count: number): string {
    return parts.countVoices({ count });
  }

  function languageList(languages: readonly string[], hidden: number): string {
    return hidden === 0
      ? parts.languageList.noHidden({ joined: languages.join(parts.languageList.noHiddenSeparator) })
      : parts.languageList.someHidden({ joined: languages.join(parts.languageList.someHiddenSeparator), hidden });
  }
  return {
    ...own,
    title: ({ scope, query, language, tag, isLicensed }: ListTitle) =>
      [
        { mine: catalogue.title.mine, mineAndGuild: catalogue.title.mineAndGuild, public: catalogue.title.public }[
          scope
        ],
        ...(query === '' ? [] : [catalogue.title.query({ query })]),
        ...(language === '' ? [] : [language]),
        ...(tag === '' ? [] : [catalogue.title.tag({ tag })]),
        ...(isLicensed ? [catalogue.title.licensed] : []),
      ].join(' · '),
    /** A voice in one line; `status` where it isn't ready, `hiddenLanguages` that aren't named. */
    line: ({ title, status, owner, languages, hiddenLanguages, likes }: ListLine) =>
      [
        named(title),
        ...(status === undefined ? [] : [catalogue.line.status({ status })]),
        owner,
        ...(languages.length === 0 ? [] : [languageList(languages, hiddenLanguages)]),
        catalogue.line.likes({ likes }),
      ].join(' · '),
    page: ({ page, pages, voices, voicesAre }: ListFooter) => {
      const place =
        pages === undefined ? catalogue.page.withoutPages({ page }) : catalogue.page.withPages({ page, pages });
      const counted = {
        exact: catalogue.page.exact({ voices }),
        about: catalogue.page.about({ voices }),
        'more-than': catalogue.page.moreThan({ voices }),
      };
      return catalogue.page.sentence({ place, counted: counted[voicesAre] });
    },
    noPublicTitles: catalogue.noPublicTitles({ sort: option('sort') }),
    noMatchesMine: catalogue.noMatchesMine({ publicScope }),
    noneMine: catalogue.noneMine({ voiceCreate: command('voice create'), publicScope }),
    nonePublic: catalogue.nonePublic({ voiceCreate: command('voice create') }),
    /** On the last page of a list that the service does not list to its end; `max` voices are. */
    cutOff: ({ max }: { readonly max: number }) =>
      catalogue.cutOff({
        max: countVoices(max),
        query: option('query'),
        language: option('language'),
        tag: option('tag'),
      }),
    /** `licensed` with a `scope` of one's own voices. */
    onlyPublicLicensed: catalogue.onlyPublicLicensed({ publicScope, licensed: option('licensed') }),
  };
}

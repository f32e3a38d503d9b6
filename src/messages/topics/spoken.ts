import { countryPhrase } from '../country-phrases.ts';
import type { Language } from '../language.ts';
import type { Texts } from '../text-types.ts';

/** What is spoken in place of what cannot be read as written. Phrases for the ear, so without markup. */
export function spokenMessages(catalogue: Texts['spoken'], { format }: Language) {
  return {
    ...catalogue,
    /** `country` as in `flag: Germany` of Unicode's CLDR. */
    flag: ({ country }: { readonly country: string }): string =>
      catalogue.flag({ country: countryPhrase(catalogue.locale, country) }),
    /** `isFollowed`: more is said after the quote. */
    quote: ({ text, isFollowed }: { readonly text: string; readonly isFollowed: boolean }): string =>
      isFollowed ? catalogue.quote.followed({ text }) : catalogue.quote.notFollowed({ text }),
    stickers: ({ names }: { readonly names: readonly string[] }): string =>
      catalogue.stickers({ count: names.length, names: format.list(names) }),
    list: format.list,
    poll: ({ question, answers }: { readonly question: string; readonly answers: readonly string[] }): string =>
      answers.length === 0
        ? catalogue.poll.noAnswers({ question })
        : catalogue.poll.someAnswers({ question, answers: format.alternatives(answers) }),
    /** `text` may be empty. */
    forwarded: ({ text }: { readonly text: string }): string =>
      text === '' ? catalogue.forwarded.withoutText : catalogue.forwarded.withText({ text }),
    /** `text` may be empty. */
    reply: ({ name, text }: { readonly name: string; readonly text: string }): string =>
      text === '' ? catalogue.reply.withoutText({ name }) : catalogue.reply.withText({ name, text }),
  };
}

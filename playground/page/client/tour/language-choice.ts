import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { usePage, usePageState } from '../page.ts';
import { type PageState, withNotice } from '../state.ts';
import { storeLanguage } from '../tab-memory.ts';
import { languageNames } from './language-names.ts';

/** Where the visitor chooses the language that they use Discord in. The page's texts follow. */
export function LanguageChoice(): VNode | null {
  const page = usePage();
  const { store, texts } = page;
  const welcome = usePageState((state) => state.welcome);
  const locales = welcome?.locales;
  const names = useMemo(() => languageNames(locales ?? []), [locales]);
  if (welcome === undefined) return null;
  const choose = async (select: HTMLSelectElement): Promise<void> => {
    const { value: locale } = select;
    try {
      await page.connection.request({ kind: 'language', locale });
      storeLanguage(sessionStorage, locale);
      store.update((state) => withLocale(state, locale));
    } catch (error) {
      select.value = welcome.visitor.locale;
      store.update((state) => withNotice(state, error instanceof Error ? error.message : String(error)));
    }
  };
  return html`
    <label class="stack">
      <span>${texts.commands.language.label}</span>
      <select class="field" value=${welcome.visitor.locale}
              onChange=${({ currentTarget }: { currentTarget: HTMLSelectElement }) => void choose(currentTarget)}>
        ${names.map(
          ({ locale, name }) => html`
            <option key=${locale} value=${locale} lang=${locale} selected=${locale === welcome.visitor.locale}>${name}</option>`,
        )}
      </select>
    </label>`;
}

function withLocale({ welcome }: PageState, locale: string): Partial<PageState> {
  return welcome === undefined ? {} : { welcome: { ...welcome, visitor: { ...welcome.visitor, locale } } };
}

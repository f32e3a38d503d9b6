import { fileURLToPath } from 'node:url';
import { messagesFor } from '../../messages/catalogues.ts';
import { LOCALES, type Locale, localeOf } from '../../messages/locales.ts';
import { loadPageFiles, type PageFiles } from '../page-files.ts';
import { parseOptions } from './client/options.ts';
import { overlayDocument } from './overlay-document.ts';

/** All that the page may do. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The files of the page, below `/overlay/assets/`: `main.ts`, `page.css`, fonts and so on. They are public, and the same for
 * everyone.
 */
export function overlayAssets(): PageFiles {
  return loadPageFiles({
    '': fileURLToPath(new URL('client/', import.meta.url)),
    'fonts/hyperlegible-400.woff2': fileURLToPath(
      import.meta.resolve(
        '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-400-normal.woff2',
      ),
    ),
    'fonts/hyperlegible-700.woff2': fileURLToPath(
      import.meta.resolve(
        '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-700-normal.woff2',
      ),
    ),
    'fonts/hyperlegible-ext-400.woff2': fileURLToPath(
      import.meta.resolve(
        '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-ext-400-normal.woff2',
      ),
    ),
    'fonts/hyperlegible-ext-700.woff2': fileURLToPath(
      import.meta.resolve(
        '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-ext-700-normal.woff2',
      ),
    ),
    'fonts/opendyslexic-400.woff2': fileURLToPath(
      import.meta.resolve('@fontsource/opendyslexic/files/opendyslexic-latin-400-normal.woff2'),
    ),
    'fonts/opendyslexic-700.woff2': fileURLToPath(
      import.meta.resolve('@fontsource/opendyslexic/files/opendyslexic-latin-700-normal.woff2'),
    ),
  });
}

/** What of a request decides what the page is like. */
export interface OverlayPageRequest {
  /** The query string: `?face=obs&lang=de`. */
  readonly query: URLSearchParams;
  /** The header `Accept-Language`. */
  readonly acceptLanguage: string | undefined;
}

/** What a browser gets. */
export interface OverlayDocument {
  readonly html: string;
  /** The value of `Content-Security-Policy`. */
  readonly policy: string;
}

/**
 * The page at `/overlay/{secret}`, without a slash behind it: its files are at `assets/…` beside it and its events at
 * `{secret}/events`. For valid secrets; nothing of the captions is in it. Never from a cache, because it has the time.
 */
export function overlayPage({ query, acceptLanguage }: OverlayPageRequest, nowMs: number): OverlayDocument {
  const { options } = parseOptions(query);
  const locale = overlayLocale(options.lang, acceptLanguage);
  const html = overlayDocument({ options, locale, messages: messagesFor(locale).overlayPage, nowMs });
  return { html, policy: POLICY };
}

/** The language of the page: the one asked for in the query string, else the browser's, else English. */
export function overlayLocale(lang: string | undefined, acceptLanguage: string | undefined): Locale {
  const wanted = [...(lang === undefined ? [] : [lang]), ...acceptedLanguages(acceptLanguage ?? '')];
  return wanted.map(localeFor).find((locale) => locale !== undefined) ?? 'en-US';
}

/** Languages of the header, the best first. https://www.rfc-editor.org/rfc/rfc9110#section-12.5.4 */
function acceptedLanguages(header: string): string[] {
  const weighed = header
    .slice(0, 1_000)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 };
    });
  return weighed
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}

/** The locale of a language tag, however it is written; traditional Chinese is not read as simplified. */
function localeFor(tag: string): Locale | undefined {
  const wanted = tag.toLowerCase();
  if (/^zh-(?:hant|tw|hk|mo)\b/.test(wanted)) return undefined;
  const [language = ''] = wanted.split('-');
  const locale = LOCALES.find((known) => known.toLowerCase().split('-')[0] === language);
  return locale === undefined ? undefined : localeOf(locale);
}

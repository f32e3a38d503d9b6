import { createHash } from 'node:crypto';
import { messagesFor } from '../../messages/catalogues.ts';
import type { Locale } from '../../messages/locales.ts';
import type { Options } from './client/options.ts';
import { Html, html } from './html.ts';

/** In the page, because it doesn't know how far above the files are. Over a picture in OBS there is a box and nothing else. */
const STYLE = `
html { color-scheme: light dark; font: 1.25rem/1.5 system-ui, sans-serif; }
body { box-sizing: border-box; margin: 0 auto; max-width: 40rem; padding: 15vh 1.5rem 1.5rem; }
h1 { margin: 0 0 0.5rem; font-size: 1.75rem; line-height: 1.25; }
p { margin: 0; }
html[data-face="obs"] { color-scheme: normal; }
[data-face="obs"] body { position: fixed; inset: auto auto 0.5rem 0.5rem; padding: 0.5rem 1rem; border-radius: 0.5rem; color: #fff; background: rgb(8 9 12 / 82%); }
`;

/** All that the page may do: look as above. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** What a browser gets in place of the page where its address is none. */
export interface RefusalPage {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer;
}

/**
 * Says that there is nothing under an address, and what to do. The same bytes for every such address: they depend on nothing
 * but what the reader asked for.
 */
export function refusalPage(locale: Locale, face: Options['face']): RefusalPage {
  const { title, text } = messagesFor(locale).overlayPage.refusal;
  const body = Buffer.from(
    html`<!doctype html>
<html lang="${locale}" data-face="${face}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
${new Html(`<style>${STYLE}</style>`)}
</head>
<body><main><h1>${title}</h1><p>${text}</p></main></body>
</html>
`.toString(),
  );
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-length': body.length,
    'content-security-policy': POLICY,
    vary: 'accept-language',
  };
  return { headers, body };
}

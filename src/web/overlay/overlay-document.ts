import type { Locale } from '../../messages/locales.ts';
import type { Messages } from '../../messages/messages.ts';
import type { Options } from './client/options.ts';
import { PAGE_DATA_ID, type PageData, type PageTexts } from './client/page-data.ts';
import { type Html, html, jsonBlock } from './html.ts';
import { type IconName, icon } from './icons.ts';
import { addressDialog, displayDialog, shortcutsDialog } from './overlay-dialogs.ts';

/** The texts of the page in one language. */
type OverlayTexts = Messages['overlayPage'];

/** What a document is made of. */
export interface OverlayDocumentParts {
  readonly options: Options;
  readonly locale: Locale;
  readonly messages: OverlayTexts;
  readonly nowMs: number;
}

/** The HTML of the page: for OBS the captions and nothing else, else all controls and dialogs. */
export function overlayDocument({ options, locale, messages, nowMs }: OverlayDocumentParts): string {
  const { face, theme = 'auto' } = options;
  const data: PageData = { locale, serverNowMs: nowMs, texts: textsForScript(messages) };
  return html`<!doctype html>
<html lang="${locale}" data-face="${face}" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${messages.title}</title>
<link rel="icon" href="assets/looks/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="assets/looks/page.css">
<link rel="stylesheet" href="assets/looks/captions.css">
${jsonBlock(PAGE_DATA_ID, data)}
<script type="module" src="assets/main.ts"></script>
</head>
<body>${face === 'obs' ? obsBody(messages) : pageBody(messages)}</body>
</html>
`.toString();
}

function obsBody(messages: OverlayTexts): Html {
  return html`
<main class="stage">
<h1 class="visually-hidden">${messages.title}</h1>
<ol class="captions" id="captions" data-face="obs"></ol>
</main>
`;
}

function pageBody(messages: OverlayTexts): Html {
  return html`
<header class="bar">
<h1 class="title">${messages.title}</h1>
<p class="status" id="status" data-status="connecting" role="status"><span class="status-text">${messages.state.connecting}</span></p>
${toolbar(messages)}
</header>
${searchBar(messages)}
<main class="reading">
<p class="notice" id="notice" role="status" hidden></p>
<p class="notice notice-quiet" id="only-people" hidden></p>
<p class="notice notice-quiet" id="ignored-options" hidden></p>
<section class="scroller" id="scroller" tabindex="0" aria-label="${messages.captions}">
<p class="hint" id="older" hidden></p>
<ol class="captions" id="captions" data-face="page"></ol>
<p class="empty" id="empty">${messages.notices.empty}</p>
</section>
<button type="button" class="newest" id="newest" hidden>${icon('down')}<span id="newest-text"></span></button>
</main>
<div class="visually-hidden" id="spoken" role="log" aria-live="polite" aria-label="${messages.captions}"></div>
<p class="toast" id="toast" role="status"></p>
${displayDialog(messages)}
${addressDialog(messages)}
${shortcutsDialog(messages)}
`;
}

function toolbar({ toolbar: texts }: OverlayTexts): Html {
  const button = (id: string, name: IconName, text: string): Html =>
    html`<button type="button" class="tool" id="${id}" title="${text}">${icon(name)}<span class="label">${text}</span></button>`;
  const letters = (id: string, sign: string, text: string): Html =>
    html`<button type="button" class="tool" id="${id}" title="${text}"><span class="letters" aria-hidden="true">A${sign}</span><span class="visually-hidden">${text}</span></button>`;
  return html`<div class="toolbar" role="group" aria-label="${texts.label}">
<button type="button" class="tool tool-main" id="pause" title="${texts.pause}">${icon('pause')}${icon('resume')}<span class="label" id="pause-text">${texts.pause}</span></button>
${button('search', 'search', texts.search)}
${letters('smaller', '−', texts.smaller)}
${letters('larger', '+', texts.larger)}
${button('display', 'display', texts.display)}
${button('copy', 'copy', texts.copy)}
${button('download', 'download', texts.download)}
${button('address', 'address', texts.address)}
${button('shortcuts', 'shortcuts', texts.shortcuts)}
</div>`;
}

function searchBar({ search }: OverlayTexts): Html {
  const button = (id: string, name: IconName, text: string): Html =>
    html`<button type="button" class="tool" id="${id}" title="${text}">${icon(name)}<span class="visually-hidden">${text}</span></button>`;
  return html`<search class="search" id="search-bar" hidden>
<label class="visually-hidden" for="search-words">${search.label}</label>
<input type="search" id="search-words" placeholder="${search.label}" autocomplete="off" spellcheck="false" enterkeyhint="search">
<output class="matches" id="matches" for="search-words"></output>
${button('previous-match', 'previous', search.previous)}
${button('next-match', 'next', search.next)}
${button('close-search', 'close', search.close)}
</search>`;
}

/** The texts that change while the page is open. */
function textsForScript({ state, notices, toolbar, newest, search, copy, address }: OverlayTexts): PageTexts {
  const { pause, resume } = toolbar;
  const { position, none } = search;
  const { previewSpeakers, previewLines } = address;
  return { state, notices, pause, resume, newest, search: { position, none }, copy, previewSpeakers, previewLines };
}

import { byId } from './elements.ts';
import { startObsFace } from './obs-face.ts';
import { parseOptions } from './options.ts';
import { PAGE_DATA_ID, type PageData } from './page-data.ts';
import { startReadablePage } from './readable-page.ts';

const { locale, serverNowMs, texts } = JSON.parse(byId(PAGE_DATA_ID, HTMLScriptElement).text) as PageData;
const { options, invalid } = parseOptions(new URLSearchParams(location.search));
/** How far the server's clock is ahead of this one. */
const aheadMs = serverNowMs - Date.now();
const parts = {
  list: byId('captions', HTMLOListElement),
  locale,
  now: () => Date.now() + aheadMs,
};
if (options.face === 'obs') startObsFace(parts, options);
else startReadablePage({ ...parts, texts, invalid }, options);

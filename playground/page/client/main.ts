import { html } from 'htm/preact';
import { render } from 'preact';
import { connect } from './connection.ts';
import { takeNews } from './news.ts';
import { PageContext } from './page.ts';
import { createStore, EMPTY_STATE } from './state.ts';
import { readChannel, readLanguages, readTabKey, storeChannel, storeTabKey } from './tab-memory.ts';
import { english, loadTexts } from './texts/load-texts.ts';
import { readTheme, showTheme } from './theme.ts';
import { App } from './views/app.ts';
import { Voice } from './voice/voice.ts';

const ENGLISH = 'en-US';
/** From this width on, the members stand beside the conversation from the start. */
const WIDE_PX = 1200;

/** Connects, draws the page, and draws it again when the visitor's language changes. */
function startPage(place: Element): void {
  const store = createStore({
    ...EMPTY_STATE,
    openedAtMs: Date.now(),
    channelId: readChannel(sessionStorage),
    side: innerWidth >= WIDE_PX ? 'members' : undefined,
  });
  let texts = english;
  let locale = ENGLISH;
  const connection = connect({
    tab: () => readTabKey(sessionStorage),
    languages: () => readLanguages(sessionStorage, navigator),
    onNews: (news) => {
      if (news.kind === 'welcome') storeTabKey(sessionStorage, news.tab);
      store.update((state) => takeNews(state, news, texts));
    },
    onConnected: (isConnected) => store.update(() => ({ isConnected })),
    problems: () => texts.shell,
  });
  const voice = new Voice(store, connection);
  const draw = (): void => {
    document.documentElement.lang = locale;
    render(html`<${PageContext.Provider} value=${{ store, connection, voice, texts, locale }}><${App} /><//>`, place);
  };
  const changeLanguage = async (chosen: string): Promise<void> => {
    locale = chosen;
    const loaded = await loadTexts(chosen);
    // Someone may have chosen another language while the texts were loading.
    if (locale !== chosen) return;
    texts = loaded;
    draw();
  };
  store.listen(() => {
    const { channelId, welcome } = store.state;
    if (channelId !== undefined) storeChannel(sessionStorage, channelId);
    const chosen = welcome?.visitor.locale ?? locale;
    if (chosen !== locale) void changeLanguage(chosen);
  });
  draw();
}

showTheme(document.documentElement, readTheme(localStorage));
startPage(document.querySelector('#page') ?? document.body);

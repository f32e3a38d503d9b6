import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { usePage } from '../page.ts';
import { Dialog } from '../parts/dialog.ts';
import { chooseTheme, readTheme, THEMES, type Theme } from '../theme.ts';
import { LanguageChoice } from '../tour/language-choice.ts';
import { keyNames, SHORTCUTS } from './key-names.ts';

/** Theme, language, and what the keyboard can do. */
export function SettingsDialog({ onClose }: { readonly onClose: () => void }): VNode {
  const { texts } = usePage();
  return html`
    <${Dialog} title=${texts.shell.settings} onClose=${onClose}>
      <div class="stack">
        <${ThemeChoice} />
        <${LanguageChoice} />
        <p class="hint">
          <a href="./" target="_blank" rel="noopener">${texts.shell.anotherPerson}</a> ${texts.shell.anotherPersonHint}
        </p>
        <${ShortcutList} />
      </div>
    <//>
  `;
}

function ThemeChoice(): VNode {
  const { texts } = usePage();
  const [chosen, setChosen] = useState(() => readTheme(localStorage));
  const choose = (theme: Theme): void => {
    setChosen(theme);
    chooseTheme(document.documentElement, localStorage, theme);
  };
  return html`
    <fieldset class="segments">
      <legend>${texts.shell.theme}</legend>
      ${THEMES.map(
        (theme) => html`
          <label key=${theme}>
            <input type="radio" name="theme" value=${theme} checked=${theme === chosen} onChange=${() => choose(theme)} />
            <span>${texts.shell.themes[theme]}</span>
          </label>
        `,
      )}
    </fieldset>
  `;
}

function ShortcutList(): VNode {
  const { texts } = usePage();
  return html`
    <section class="stack">
      <h3>${texts.shell.shortcuts}</h3>
      <dl class="shortcuts">
        ${SHORTCUTS.map(
          (shortcut) => html`
            <div key=${shortcut.name}>
              <dt>${texts.shell.shortcutNames[shortcut.name]}</dt>
              <dd>${keyNames(shortcut, texts.shell, navigator.platform).map((key) => html`<kbd>${key}</kbd>`)}</dd>
            </div>
          `,
        )}
      </dl>
    </section>
  `;
}

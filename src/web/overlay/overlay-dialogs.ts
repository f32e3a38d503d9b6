import { LOCALE_NAMES, LOCALES } from '../../messages/locales.ts';
import type { Messages } from '../../messages/messages.ts';
import { ALIGNS, FACES, FONTS, RANGES, THEMES } from './client/options.ts';
import { type Html, html } from './html.ts';
import { icon } from './icons.ts';

type OverlayTexts = Messages['overlayPage'];

/** Text sizes that the slider goes through, in CSS pixels; the query string allows more. */
const SLIDER = { min: 16, max: 96, step: 2 };

/** The dialog for colours, font and text size. */
export function displayDialog(messages: OverlayTexts): Html {
  const { display } = messages;
  return dialog(
    'display',
    display.title,
    messages,
    html`<form method="dialog" class="fields" id="display-form">
${choices(
  'theme',
  display.theme,
  THEMES.map((theme) => [theme, display.themes[theme]]),
)}
${choices(
  'font',
  display.font,
  FONTS.map((font) => [font, display.fonts[font]]),
)}
<label class="field field-wide" for="display-size"><span class="size-name">${display.size} <output id="display-size-value" for="display-size"></output></span>
<input type="range" id="display-size" min="${SLIDER.min}" max="${SLIDER.max}" step="${SLIDER.step}"></label>
</form>`,
  );
}

/** The dialog that builds an address for OBS or another screen. */
export function addressDialog(messages: OverlayTexts): Html {
  const { address } = messages;
  return dialog(
    'address',
    address.title,
    messages,
    html`<p>${address.intro}</p>
<p class="secret">${address.secret}</p>
<div class="address-layout"><form class="fields" id="address-form" autocomplete="off">
${choices(
  'face',
  address.face,
  FACES.map((face) => [face, address.faces[face]]),
)}
${choices(
  'align',
  address.align,
  ALIGNS.map((align) => [align, address.aligns[align]]),
)}
${numberField('lines', address.lines, address.linesHint, 1)}
${numberField('size', address.size, undefined, 1)}
${numberField('fade', address.fade, address.fadeHint, 1)}
${numberField('delay', address.delay, address.delayHint, 0.5)}
${colorFields(messages)}
${selects(messages)}
<fieldset class="field choices" id="who" aria-describedby="who-hint"><legend>${address.who}</legend><div class="choices" id="who-people"></div>
<span class="field-hint" id="who-empty">${address.whoEmpty}</span><span class="field-hint" id="who-hint">${address.whoHint}</span></fieldset>
</form>
<div class="address-side"><h3 id="preview-title">${address.preview}</h3>
<div class="preview" id="preview" role="img" aria-labelledby="preview-title"><ol class="captions" id="preview-captions" aria-hidden="true"></ol></div>
<label class="field field-wide" for="address-result">${address.result}<input class="address-result" id="address-result" readonly></label>
<div class="actions"><button type="button" class="action" id="copy-address">${address.copy}</button>
<a class="action action-quiet" id="open-address" target="_blank" rel="noopener noreferrer">${address.open}</a></div></div></div>`,
  );
}

/** The dialog that lists the keys. */
export function shortcutsDialog(messages: OverlayTexts): Html {
  const { shortcuts } = messages;
  const { keys } = shortcuts;
  const row = (written: readonly string[], text: string): Html =>
    html`<div class="shortcut"><dt>${text}</dt><dd>${written.map((key) => html`<kbd>${key}</kbd> `)}</dd></div>`;
  return dialog(
    'shortcuts',
    shortcuts.title,
    messages,
    html`<label class="check"><input type="checkbox" id="shortcuts-enabled" checked> ${shortcuts.enabled}</label>
<dl class="shortcut-list">
${row(['P'], keys.pause)}
${row(['E'], keys.newest)}
${row(['S', '/'], keys.search)}
${row(['Enter', 'Shift + Enter'], keys.matches)}
${row(['+'], keys.larger)}
${row(['-'], keys.smaller)}
${row(['V'], keys.display)}
${row(['C'], keys.copy)}
${row(['D'], keys.download)}
${row(['A'], keys.address)}
${row(['?'], keys.help)}
${row(['Esc'], keys.close)}
</dl>`,
  );
}

function dialog(id: string, title: string, { toolbar }: OverlayTexts, content: Html): Html {
  return html`<dialog class="dialog" id="${id}-dialog" aria-labelledby="${id}-title">
<div class="dialog-head"><h2 id="${id}-title">${title}</h2>
<button type="button" class="tool" data-close title="${toolbar.close}">${icon('close')}<span class="visually-hidden">${toolbar.close}</span></button></div>
<div class="dialog-body">${content}</div>
</dialog>`;
}

/** One of a few, all in sight. */
function choices(name: string, title: string, values: readonly (readonly [value: string, text: string])[]): Html {
  return html`<fieldset class="field choices"><legend>${title}</legend>
${values.map(([value, text]) => html`<label class="choice"><input type="radio" name="${name}" value="${value}"><span>${text}</span></label>`)}
</fieldset>`;
}

function numberField(name: keyof typeof RANGES, title: string, hint: string | undefined, step: number): Html {
  const { min, max } = RANGES[name];
  const described = hint === undefined ? undefined : html` aria-describedby="${name}-hint"`;
  return html`<label class="field" for="${name}">${title}
<input type="number" id="${name}" name="${name}" min="${min}" max="${max}" step="${step}" inputmode="decimal"${described}>
${hint === undefined ? undefined : html`<span class="field-hint" id="${name}-hint">${hint}</span>`}</label>`;
}

function colorFields({ address }: OverlayTexts): Html {
  return html`<div class="field field-wide colors">
<label class="check"><input type="checkbox" name="ownColors"> ${address.ownColors}</label>
<div class="color-row" id="color-row" hidden>
<label class="color">${address.color}<input type="color" name="color" value="#ffffff"></label>
<label class="color">${address.background}<input type="color" name="background" value="#000000"></label>
<label class="check"><input type="checkbox" name="transparent"> ${address.transparent}</label>
<p class="warning" id="low-contrast" role="status"></p>
<template id="low-contrast-text">${address.lowContrast}</template>
</div></div>`;
}

function selects({ address, display }: OverlayTexts): Html {
  const select = (name: string, title: string, values: readonly (readonly [string, string])[]): Html =>
    html`<label class="field" for="${name}">${title}<select id="${name}" name="${name}"><option value="">${address.usual}</option>
${values.map(([value, text]) => html`<option value="${value}">${text}</option>`)}</select></label>`;
  return html`${select(
    'font',
    display.font,
    FONTS.filter((font) => font !== 'system').map((font) => [font, display.fonts[font]]),
  )}
${select(
  'theme',
  display.theme,
  THEMES.filter((theme) => theme !== 'auto').map((theme) => [theme, display.themes[theme]]),
)}
${select(
  'lang',
  address.lang,
  LOCALES.map((locale) => [locale, LOCALE_NAMES[locale]]),
)}`;
}

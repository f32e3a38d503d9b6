import { describe, expect, it } from 'vitest';
import { LOCALES } from '../../../../src/messages/locales.ts';
import { html, jsonBlock } from '../../../../src/web/overlay/html.ts';
import { overlayAssets, overlayLocale, overlayPage } from '../../../../src/web/overlay/overlay-page.ts';

const pageFor = (query: string, acceptLanguage?: string): string =>
  overlayPage({ query: new URLSearchParams(query), acceptLanguage }, 1_000).html;

describe('the language of the page of captions', () => {
  it.each([
    [undefined, undefined, 'en-US'],
    ['de', 'fr', 'de'],
    ['de-AT', undefined, 'de'],
    ['sv', 'ja', 'ja'],
    [undefined, 'fr-CH, fr;q=0.9, en;q=0.8', 'fr'],
    [undefined, 'sv, en;q=0.5, ko;q=0.7', 'ko'],
    [undefined, 'pt', 'pt-BR'],
    [undefined, 'es-419', 'es-ES'],
    [undefined, 'zh-Hans-SG', 'zh-CN'],
    [undefined, 'zh-TW, zh-Hant;q=0.9', 'en-US'],
    [undefined, 'de;q=0, *', 'en-US'],
    [undefined, ',;q=,q=1;;', 'en-US'],
  ])('is, for lang %j and Accept-Language %j, %s', (lang, acceptLanguage, locale) => {
    expect(overlayLocale(lang, acceptLanguage)).toBe(locale);
  });

  it.each(LOCALES)('can be %s', (locale) => {
    expect(pageFor(`lang=${locale}`)).toContain(`<html lang="${locale}"`);
  });
});

describe('the page of captions', () => {
  it('has no script or style in it but blocks of data', () => {
    for (const query of ['', 'face=obs']) {
      const page = pageFor(query);
      expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/);
      expect(page.match(/<script[^>]*>/g)).toEqual([
        '<script type="application/json" id="page-data">',
        '<script type="module" src="assets/main.ts">',
      ]);
    }
  });

  it('repeats nothing of the address but the face and theme that it knows', () => {
    expect(pageFor('face=obs"><b>&theme="><b>&who=<b>&lang="><b>&color=<b>')).not.toContain('<b>');
    expect(pageFor('face=obs&theme=light')).toContain('data-face="obs" data-theme="light"');
  });

  it('has nothing but captions for OBS', () => {
    expect(pageFor('face=obs')).not.toMatch(/<(?:button|input|dialog|form|select|search)/);
  });

  it('may load only what is its own', () => {
    const { policy } = overlayPage({ query: new URLSearchParams(), acceptLanguage: undefined }, 0);
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).not.toMatch(/unsafe|https?:|\*|data:/);
  });

  it('finds all files that it names', async () => {
    const files = overlayAssets();
    const named = [...pageFor('').matchAll(/assets\/([\w./-]+)/g)].map(([, path = '']) => path);
    const css = new TextDecoder().decode((await files.get('looks/captions.css'))?.bytes);
    const fonts = [...css.matchAll(/url\(["']\.\.\/([^"']+)["']\)/g)].map(([, path = '']) => path);
    expect(named).toHaveLength(4);
    expect(fonts).toHaveLength(6);
    for (const path of [...named, ...fonts]) expect(await files.get(path), path).toBeDefined();
    expect((await files.get('fonts/opendyslexic-400.woff2'))?.type).toBe('font/woff2');
  });
});

describe('HTML from templates', () => {
  it('has text as text, wherever it stands', () => {
    const text = `"'><script>&amp;`;
    expect(html`<p title="${text}">${text}${undefined}${3}${html`<b>${text}</b>`}</p>`.toString()).toBe(
      '<p title="&quot;&#39;&gt;&lt;script&gt;&amp;amp;">&quot;&#39;&gt;&lt;script&gt;&amp;amp;3<b>&quot;&#39;&gt;&lt;script&gt;&amp;amp;</b></p>',
    );
  });

  it('has data that cannot end their block', () => {
    const data = { text: '</script><!--<script>' };
    const block = jsonBlock('x', data).toString();
    expect(block.match(/<\/?script|<!--/g)).toHaveLength(2);
    expect(JSON.parse(block.replaceAll(/^<[^>]+>|<\/script>$/g, ''))).toEqual(data);
  });
});

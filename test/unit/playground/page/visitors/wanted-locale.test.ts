import { describe, expect, it } from 'vitest';
import { wantedLocale } from '../../../../../playground/page/visitors/wanted-locale.ts';

const LOCALES = ['en-US', 'de', 'es-ES', 'pt-BR', 'zh-CN'];
const wanted = (tags: string): string | undefined => wantedLocale(tags, LOCALES);

describe('the language of a new visitor', () => {
  it('is the first that the browser wants and Mynah speaks', () => {
    expect(wanted('de')).toBe('de');
    expect(wanted('nl,it,DE-at,en')).toBe('de');
    expect(wanted('pt-PT,en')).toBe('pt-BR');
    expect(wanted('es-419')).toBe('es-ES');
    expect(wanted('en-GB,de')).toBe('en-US');
    expect(wanted('zh-cn')).toBe('zh-CN');
  });

  it('is none where nothing is wanted that Mynah speaks, however much that is', () => {
    expect(wanted('')).toBeUndefined();
    expect(wanted('nl,,-,%,tlh')).toBeUndefined();
    expect(wanted(`${'nl,'.repeat(10_000)}de`)).toBeUndefined();
  });
});

/**
 * Chooses the form of a text by a number: `plural('en', count, { one: '1 file', other: `${count} files` })`. A form that is
 * missing is the one for `other`.
 */
export function plural(
  language: string,
  count: number,
  forms: { readonly [form in Exclude<Intl.LDMLPluralRule, 'other'>]?: string } & { readonly other: string },
): string {
  return forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
}

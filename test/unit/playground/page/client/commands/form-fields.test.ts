import type { APIModalInteractionResponseCallbackData } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import {
  checkField,
  type FieldValue,
  type FormField,
  formParts,
  initialValues,
} from '../../../../../../playground/page/client/forms/form-fields.ts';

const FORM = {
  custom_id: 'form',
  title: 'Form',
  components: [
    { type: 10, content: 'About **this**' },
    {
      type: 18,
      label: 'Text',
      description: 'What to say',
      component: { type: 4, custom_id: 'text', style: 2, min_length: 2, max_length: 5, value: 'abc' },
    },
    {
      type: 18,
      label: 'Voice',
      component: {
        type: 3,
        custom_id: 'voice',
        required: false,
        min_values: 2,
        max_values: 3,
        options: ['a', 'b', 'c', 'd'].map((value) => ({ label: value, value, default: value === 'b' })),
      },
    },
    { type: 18, label: 'Files', component: { type: 19, custom_id: 'files', max_values: 2 } },
    { type: 1, components: [{ type: 4, custom_id: 'old', style: 1, label: 'Old', required: false }] },
  ],
} as unknown as APIModalInteractionResponseCallbackData;

const parts = formParts(FORM);

function field(id: string): FormField {
  const found = parts.find((part) => part.kind !== 'display' && part.id === id);
  if (found === undefined || found.kind === 'display') throw new Error(`no field ${id}`);
  return found;
}

const check = (id: string, value: FieldValue): unknown => checkField(field(id), value)?.kind;

describe('a form', () => {
  it('has its texts and fields in order, those of old rows too', () => {
    expect(parts.map((part) => (part.kind === 'display' ? part.content : `${part.label} ${part.kind}`))).toEqual([
      'About **this**',
      'Text text',
      'Voice select',
      'Files files',
      'Old text',
    ]);
    expect(field('text')).toMatchObject({ isParagraph: true, isRequired: true, description: 'What to say' });
    expect(field('old')).toMatchObject({ isParagraph: false, isRequired: false, maxLength: 4_000 });
  });

  it('opens with what the bot has put into it', () => {
    expect(initialValues(parts)).toEqual({ text: 'abc', voice: ['b'], files: { files: [] }, old: '' });
  });

  it('checks the length of texts', () => {
    expect(check('text', '')).toBe('required');
    expect(check('text', 'a')).toBe('too-short');
    expect(check('text', 'abcdef')).toBe('too-long');
    expect(check('text', '🎈🎈🎈🎈🎈')).toBeUndefined();
    expect(check('old', '')).toBeUndefined();
  });

  it('checks how many entries are chosen; none of an optional select is fine', () => {
    expect(check('voice', [])).toBeUndefined();
    expect(check('voice', ['a'])).toBe('too-few');
    expect(check('voice', ['a', 'b', 'c', 'd'])).toBe('too-many');
  });

  it('checks files', () => {
    const large = new File([], 'a.wav');
    Object.defineProperty(large, 'size', { value: 10 * 2 ** 20 + 1 });
    expect(check('files', { files: [] })).toBe('required');
    expect(check('files', { files: [large] })).toBe('file-too-large');
    expect(check('files', { files: [new File(['a'], 'a.wav')] })).toBeUndefined();
  });
});

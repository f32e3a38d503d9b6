import { ComponentType, TextInputStyle } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { parseForm } from '../../../src/form.ts';
import { modalSchema } from '../../../src/rules/modal-rules.ts';
import { webhookAuthorSchema, webhookSchema } from '../../../src/rules/webhook-rules.ts';

test.each(['Clyde', 'my Discord name', 'everyone', 'HERE', '', 'x'.repeat(81), '   '])(
  'no webhook is called “%s”',
  (name) => {
    expect(() => parseForm(webhookSchema, { name })).toThrow('Invalid Form Body');
    expect(() => parseForm(webhookAuthorSchema, { username: name })).toThrow('Invalid Form Body');
  },
);

test.each(['Ada', 'somewhere', 'x'.repeat(80), 'あいう'])('a webhook may be called “%s”', (name) => {
  expect(parseForm(webhookSchema, { name })).toMatchObject({ name });
});

const INPUT = { type: ComponentType.TextInput, custom_id: 'a', style: TextInputStyle.Short };
const label = (component: object): object => ({ type: ComponentType.Label, label: 'Label', component });

test('a modal has a title of 45 characters and up to five fields with distinct ids', () => {
  const modal = { custom_id: 'm', title: 'x'.repeat(45), components: [label(INPUT)] };
  expect(() => parseForm(modalSchema, modal)).not.toThrow();
  expect(() => parseForm(modalSchema, { ...modal, title: 'x'.repeat(46) })).toThrow('Invalid Form Body');
  expect(() => parseForm(modalSchema, { ...modal, components: [] })).toThrow('Invalid Form Body');
  expect(() => parseForm(modalSchema, { ...modal, components: [label(INPUT), label(INPUT)] })).toThrow(
    'Invalid Form Body',
  );
  const upload = { type: ComponentType.FileUpload, custom_id: 'f', max_values: 3 };
  expect(() => parseForm(modalSchema, { ...modal, components: [label(upload)] })).not.toThrow();
});

import { ButtonStyle, ComponentType, MessageFlags } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';
import { DiscordError } from '../../../src/discord-error.ts';
import { checkMessageBody, checkNotEmpty, MAX_FILE_BYTES } from '../../../src/rules/message-rules.ts';

/** Discord's error; `undefined` if the message is valid. */
function refusalOf(body: unknown, fileBytes: readonly number[] = []): ReturnType<DiscordError['toJSON']> | undefined {
  const files = fileBytes.map((size, index) => ({
    index: String(index),
    name: 'f',
    contentType: undefined,
    bytes: new Uint8Array(size),
  }));
  try {
    checkMessageBody(body, files);
    return undefined;
  } catch (error) {
    if (error instanceof DiscordError) return error.toJSON();
    throw error;
  }
}

function fault(code: string): unknown {
  return { _errors: [expect.objectContaining({ code })] };
}

const button = (customId: string): object => ({
  type: ComponentType.Button,
  style: ButtonStyle.Primary,
  label: 'Go',
  custom_id: customId,
});
const row = (...components: object[]): object => ({ type: ComponentType.ActionRow, components });

describe('text', () => {
  test('2,000 characters fit, counted as code points', () => {
    expect(refusalOf({ content: '🦜'.repeat(2_000) })).toBeUndefined();
    expect(refusalOf({ content: 'x'.repeat(2_001) })).toMatchObject({
      code: 50_035,
      message: 'Invalid Form Body',
      errors: { content: fault('BASE_TYPE_MAX_LENGTH') },
    });
  });

  test('an empty message is refused with 50006', () => {
    const nothing = { content: ' \n', embeds: [], components: [], attachments: [] };
    expect(() => checkNotEmpty(nothing)).toThrow('Cannot send an empty message');
    expect(() => checkNotEmpty({ ...nothing, attachments: [{}] })).not.toThrow();
  });
});

describe('embeds', () => {
  test.each([
    ['title', { title: 'x'.repeat(257) }, { title: fault('BASE_TYPE_MAX_LENGTH') }],
    ['description', { description: 'x'.repeat(4_097) }, { description: fault('BASE_TYPE_MAX_LENGTH') }],
    [
      'field without a value',
      { fields: [{ name: 'a', value: '' }] },
      { fields: { 0: { value: fault('BASE_TYPE_BAD_LENGTH') } } },
    ],
    ['26 fields', { fields: Array(26).fill({ name: 'a', value: 'b' }) }, { fields: fault('BASE_TYPE_MAX_LENGTH') }],
    ['footer', { footer: { text: 'x'.repeat(2_049) } }, { footer: { text: fault('BASE_TYPE_BAD_LENGTH') } }],
  ])('a %s beyond its limit is refused', (_name, embed, errors) => {
    expect(refusalOf({ embeds: [embed] })?.errors).toMatchObject({ embeds: { 0: errors } });
  });

  test('a message has at most ten embeds with 6,000 characters in all', () => {
    const embed = { description: 'x'.repeat(3_000) };
    expect(refusalOf({ embeds: [embed, embed] })).toBeUndefined();
    expect(refusalOf({ embeds: [embed, embed, { title: 'x' }] })?.errors).toEqual({
      embeds: fault('MAX_EMBED_SIZE_EXCEEDED'),
    });
    expect(refusalOf({ embeds: Array(11).fill({ title: 'x' }) })?.errors).toEqual({
      embeds: fault('BASE_TYPE_MAX_LENGTH'),
    });
  });
});

describe('components', () => {
  test('a message has at most five rows of five buttons', () => {
    const rows = Array.from({ length: 5 }, (_, r) => row(...Array.from({ length: 5 }, (_, b) => button(`${r}.${b}`))));
    expect(refusalOf({ components: rows })).toBeUndefined();
    expect(refusalOf({ components: [...rows, row(button('x'))] })?.errors).toEqual({
      components: fault('BASE_TYPE_MAX_LENGTH'),
    });
    const sixButtons = row(...Array.from({ length: 6 }, (_, b) => button(String(b))));
    expect(refusalOf({ components: [sixButtons] })?.errors).toMatchObject({ components: { 0: { components: {} } } });
  });

  test.each([
    ['custom id of 101 characters', { ...button('x'.repeat(101)) }, { custom_id: fault('BASE_TYPE_BAD_LENGTH') }],
    ['label of 81 characters', { ...button('a'), label: 'x'.repeat(81) }, { label: fault('BASE_TYPE_MAX_LENGTH') }],
    [
      'button without a custom id',
      { ...button('a'), custom_id: undefined },
      { custom_id: fault('BASE_TYPE_REQUIRED') },
    ],
    ['link without an address', { type: 2, style: ButtonStyle.Link, label: 'x' }, { url: fault('BASE_TYPE_REQUIRED') }],
  ])('a %s is refused', (_name, part, errors) => {
    expect(refusalOf({ components: [row(part)] })?.errors).toMatchObject({
      components: { 0: { components: { 0: errors } } },
    });
  });

  test('a custom id may occur only once in a message', () => {
    const errors = { components: fault('COMPONENT_CUSTOM_ID_DUPLICATED') };
    expect(refusalOf({ components: [row(button('a')), row(button('a'))] })?.errors).toEqual(errors);
  });

  test('a select menu has 1 to 25 options and a row to itself', () => {
    const select = (count: number): object => ({
      type: ComponentType.StringSelect,
      custom_id: 's',
      options: Array.from({ length: count }, (_, index) => ({ label: `${index}`, value: `${index}` })),
    });
    expect(refusalOf({ components: [row(select(25))] })).toBeUndefined();
    expect(refusalOf({ components: [row(select(26))] })).toMatchObject({ code: 50_035 });
    expect(refusalOf({ components: [row(select(0))] })).toMatchObject({ code: 50_035 });
    expect(refusalOf({ components: [row(select(1), button('a'))] })).toMatchObject({ code: 50_035 });
  });

  test('of a menu of roles the chosen ones are roles, and no more than can be chosen', () => {
    const menu = { type: ComponentType.RoleSelect, custom_id: 'r', min_values: 0, max_values: 2 };
    const chosen = (count: number, type = 'role') =>
      Array.from({ length: count }, (_, index) => ({ id: `10000000000000000${index}`, type }));
    const refused = (values: unknown) => refusalOf({ components: [row({ ...menu, default_values: values })] });
    expect(refused(chosen(2))).toBeUndefined();
    expect(refused(chosen(3))).toMatchObject({ code: 50_035 });
    expect(refused(chosen(1, 'user'))).toMatchObject({ code: 50_035 });
    expect(refused([{ id: 'x', type: 'role' }])).toMatchObject({ code: 50_035 });
  });

  test('layout components need their flag, and then there is no other content', () => {
    const components = [
      {
        type: ComponentType.Container,
        components: [{ type: ComponentType.TextDisplay, content: 'x' }, row(button('a'))],
      },
    ];
    const flags = MessageFlags.IsComponentsV2;
    expect(refusalOf({ components })).toMatchObject({ code: 50_035 });
    expect(refusalOf({ components, flags })).toBeUndefined();
    expect(refusalOf({ components, flags, content: 'x' })?.errors).toMatchObject({ content: {} });
    const text = { type: ComponentType.TextDisplay, content: 'x' };
    const section = { type: ComponentType.Section, components: [text], accessory: button('b') };
    const container = (...inside: readonly object[]) => ({ type: ComponentType.Container, components: inside });
    expect(refusalOf({ components: [container(section)], flags })).toBeUndefined();
    for (const broken of [
      container(),
      container(container(text)),
      { ...section, components: [] },
      { ...section, components: [text, text, text, text] },
      { ...section, accessory: undefined },
      { ...section, accessory: text },
      { type: ComponentType.TextDisplay },
    ]) {
      expect(refusalOf({ components: [broken], flags }), JSON.stringify(broken)).toMatchObject({ code: 50_035 });
    }
    const long = { ...text, content: 'x'.repeat(2_000) };
    expect(refusalOf({ components: [long, long], flags })).toBeUndefined();
    const longer = JSON.stringify(refusalOf({ components: [long, long, text], flags })?.errors);
    expect(longer).toContain('COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED');
    const many = Array.from({ length: 41 }, () => ({ type: ComponentType.TextDisplay, content: 'x' }));
    expect(refusalOf({ components: many, flags })).toMatchObject({ code: 50_035 });
  });
});

test('a file of 10 MiB is accepted, a larger one is refused with 40005', () => {
  expect(refusalOf({}, [MAX_FILE_BYTES])).toBeUndefined();
  expect(refusalOf({}, [MAX_FILE_BYTES + 1])).toMatchObject({ code: 40_005 });
  expect(refusalOf({}, Array(11).fill(1))).toMatchObject({ code: 50_035 });
});

test('a paid account may upload more', () => {
  const upload = (bytes: number) => [{ index: '0', name: 'x', contentType: undefined, bytes: new Uint8Array(bytes) }];
  const maxFileBytes = 2 * MAX_FILE_BYTES;
  expect(checkMessageBody({}, upload(maxFileBytes), { maxFileBytes })).toEqual({});
  expect(() => checkMessageBody({}, upload(maxFileBytes + 1), { maxFileBytes })).toThrow('Request entity too large');
});

test.each([
  [{ image: { url: 'attachment://cover.png' } }, undefined],
  [{ image: { url: 'https://example.com/cover.png' } }, undefined],
  [{ thumbnail: { url: '' } }, undefined],
  [{ image: { url: 'cover.png' } }, { image: { url: fault('URL_TYPE_INVALID_URL') } }],
  [{ image: { url: 'ftp://example.com/x' } }, { image: { url: fault('URL_TYPE_INVALID_SCHEME') } }],
  [{ url: 'attachment://cover.png' }, { url: fault('URL_TYPE_INVALID_SCHEME') }],
  [{ footer: { text: 'x', icon_url: 'data:image/png,x' } }, { footer: { icon_url: fault('URL_TYPE_INVALID_URL') } }],
])('of an embed %o the addresses are looked at', (embed, errors) => {
  const refused = refusalOf({ embeds: [embed] })?.errors;
  if (errors === undefined) expect(refused).toBeUndefined();
  else expect(refused).toMatchObject({ embeds: { 0: errors } });
});

test('mentions are allowed by kind or by list, not both', () => {
  const users = ['123456789012345678'];
  expect(refusalOf({ content: 'x', allowed_mentions: { parse: [], users } })).toBeUndefined();
  expect(refusalOf({ content: 'x', allowed_mentions: { parse: ['users'], users } })).toMatchObject({ code: 50_035 });
});

test('a bot cannot mark its message as loading', () => {
  expect(refusalOf({ content: 'x', flags: MessageFlags.Loading })?.errors).toMatchObject({ flags: {} });
});

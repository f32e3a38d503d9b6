import type { SeenMessage } from '@mynah/local-discord/people/seen-message';
import { ButtonStyle, ComponentType, MessageFlags, TextInputStyle } from 'discord-api-types/v10';
import { expect, it } from 'vitest';
import { renderForm, renderMessage } from '../../../../../playground/terminal/output/render-message.ts';

const MESSAGE: SeenMessage = {
  id: '1',
  channelId: '2',
  author: { id: '3', name: 'Mynah', kind: 'user' },
  content: 'Hello <@3>',
  embeds: [],
  components: [],
  attachments: [],
  ephemeral: false,
  loading: false,
  deleted: false,
  edited: false,
  revision: 0,
  flags: 0,
  replyTo: undefined,
  pings: [],
  createdAtMs: 0,
};

const lines = (message: Partial<SeenMessage>, locale = 'en-US') =>
  renderMessage(
    { ...MESSAGE, ...message },
    {
      locale,
      nameOf: (id) => (id.endsWith('3') ? 'Mynah' : undefined),
      commandName: (path, id) => (id.endsWith('2') ? 'untertitel starten' : path),
    },
  )
    .split('\n')
    .map((line) => line.trim());

it('shows names in place of ids, and whether a message is ephemeral', () => {
  expect(lines({})).toEqual(['Mynah: Hello @Mynah']);
  expect(lines({ content: 'Use </captions start:100000000000000001>.' })).toEqual(['Mynah: Use /captions start.']);
  expect(lines({ content: 'Mit </captions start:100000000000000002>.' })).toEqual(['Mynah: Mit /untertitel starten.']);
  expect(lines({ ephemeral: true, loading: true })).toEqual(['Mynah (only you see this): is thinking…']);
});

it('shows a relative time as such, so that the exact time beside it adds something', () => {
  const nowS = Math.floor(Date.now() / 1_000);
  const seconds = nowS + 17 * 3_600;
  expect(lines({ content: `Resets <t:${seconds}:R>.` })).toEqual(['Mynah: Resets in 17 hours.']);
  expect(lines({ content: `Started <t:${nowS - 120}:R>.` })).toEqual(['Mynah: Started 2 minutes ago.']);
  expect(lines({ content: `Checked <t:${nowS - 12}:R>.` })[0]).toMatch(/^Mynah: Checked 1[23] seconds ago\.$/);
  expect(lines({ content: `Checked <t:${nowS}:R>.` })[0]).not.toContain('minute');
  expect(lines({ content: `Seit <t:${nowS - 120}:R>.` }, 'de')).toEqual(['Mynah: Seit vor 2 Minuten.']);
  expect(lines({ content: `At <t:${seconds}:t>.` })[0]).toMatch(/^Mynah: At \d{1,2}:\d\d\s[AP]M\.$/u);
});

it('shows embeds with their fields and pictures', () => {
  const embed = {
    title: 'Sally',
    description: 'two\nlines',
    fields: [{ name: 'State', value: 'trained' }],
    image: { url: 'https://example.com/cover.png' },
  };
  expect(lines({ content: '', embeds: [embed] })).toEqual([
    'Mynah:',
    ...['│ Sally', '│ two', '│ lines', '│ State: trained', '│ [picture] https://example.com/cover.png'],
  ]);
});

it('puts the names of fields above them if one has several lines', () => {
  const fields = [
    { name: 'Speaking', value: '/say: Speak\n**Apps → Speak**: Speak a message' },
    { name: 'Help', value: '/help: Show what I can do' },
  ];
  expect(lines({ content: '', embeds: [{ fields }] })).toEqual([
    'Mynah:',
    ...['│', '│ SPEAKING', '│ /say: Speak', '│ Apps → Speak: Speak a message'],
    ...['│', '│ HELP', '│ /help: Show what I can do'],
  ]);
});

it('shows enabled and disabled buttons, and where links lead', () => {
  const button = { type: ComponentType.Button as const, style: ButtonStyle.Primary, custom_id: 'a' };
  const link = {
    type: ComponentType.Button as const,
    style: ButtonStyle.Link,
    label: 'Look',
    url: 'https://example.com',
  };
  const parts = [{ ...button, label: 'Use' }, { ...button, custom_id: 'b', label: 'Back', disabled: true }, link];
  expect(lines({ components: [{ type: ComponentType.ActionRow, components: parts }] }).slice(1)).toEqual([
    '[Use] press Use',
    '[Back] (disabled)',
    '[Look] https://example.com',
  ]);
});

it('shows a form with its values and how to submit it', () => {
  const field = { type: ComponentType.TextInput as const, custom_id: 'title', style: TextInputStyle.Short as const };
  const form = renderForm({
    custom_id: 'edit',
    title: 'Edit Sally',
    components: [
      { type: ComponentType.Label, label: 'Title', component: { ...field, value: 'Sally' } },
      { type: ComponentType.ActionRow, components: [{ ...field, custom_id: 'tags', label: 'Tags' }] },
    ],
  });
  expect(form.split('\n')).toEqual([
    '[form] Edit Sally',
    '  title: Sally   (Title)',
    '  tags:    (Tags)',
    'fill NAME:VALUE … sets fields and submits the form',
  ]);
});

it('wraps what is inside a frame by the columns that it takes', () => {
  const components = [
    {
      type: ComponentType.Container as const,
      components: [{ type: ComponentType.TextDisplay as const, content: '読み上げる声を選びます。'.repeat(5) }],
    },
  ];
  const [, , first, second] = lines({ content: '', flags: MessageFlags.IsComponentsV2, components });
  expect(first).toBe(`│ ${'読み上げる声を選びます。'.repeat(3)}読み上げる声を`);
  expect(second).toMatch(/^│ 選びます/);
});

it('shows layout components in a frame, with what is chosen and the numbers to use', () => {
  const button = {
    type: ComponentType.Button as const,
    style: ButtonStyle.Secondary,
    label: 'Turn off',
    custom_id: 'a',
  };
  const options = [
    { label: 'All', value: 'all' },
    { label: 'None', value: 'none', default: true },
  ];
  const roles = { min_values: 0, max_values: 5, default_values: [{ id: '100000000000000003', type: 'role' as const }] };
  const text = (content: string) => ({ type: ComponentType.TextDisplay as const, content });
  const row = (
    component: NonNullable<
      Extract<SeenMessage['components'][number], { type: ComponentType.ActionRow }>['components']
    >[number],
  ) => ({
    type: ComponentType.ActionRow as const,
    components: [component],
  });
  const container = {
    type: ComponentType.Container as const,
    components: [
      text('## Rules\n**Who**: <@&3>'),
      { type: ComponentType.Separator as const },
      { type: ComponentType.Section as const, components: [text('**Bots**: on\n-# I read bots.')], accessory: button },
      row({ type: ComponentType.StringSelect, custom_id: 'b', options }),
      row({ type: ComponentType.RoleSelect, custom_id: 'c', placeholder: 'Everyone', ...roles }),
      row({ type: ComponentType.UserSelect, custom_id: 'd', placeholder: 'Choose people', disabled: true }),
    ],
  };
  const [head, frame, ...rest] = lines({ content: '', flags: MessageFlags.IsComponentsV2, components: [container] });
  expect(head).toBe('Mynah:');
  expect(frame).toMatch(/^╭─+$/);
  expect(rest.at(-1)).toMatch(/^╰─+$/);
  expect(rest.slice(0, -1).map((line) => line.replace(/─+/, '─'))).toEqual([
    ...['│ RULES', '│ Who: @Mynah', '│ ─', '│', '│ Bots: on', '│ I read bots.', '│    [Turn off]  press 1'],
    ...['│    ▾', '│      ○ All  choose 2.1', '│      ● None  choose 2.2'],
    ...['│    ▾ Mynah  pick 3 NAME, …', '│    ▾ Choose people (disabled)'],
  ]);
});

it('shows a voice message by its length and its waveform', () => {
  const waveform = Buffer.from([0, 64, 255]).toString('base64');
  const file = {
    id: '1',
    filename: 'voice-message.ogg',
    size: 9,
    url: 'u',
    proxy_url: 'u',
    duration_secs: 3.24,
    waveform,
  };
  expect(lines({ content: '', flags: 1 << 13, attachments: [file] })).toEqual([
    'Mynah:',
    '[voice message, 3.2 s ▁▃█] u',
  ]);
});

it('marks what is chosen in menus, and numbers the message and its several menus', () => {
  const select = (custom_id: string, chosen: string) => ({
    type: ComponentType.ActionRow as const,
    components: [
      {
        ...{ type: ComponentType.StringSelect as const, custom_id, placeholder: custom_id },
        options: ['One', 'Two'].map((label) => ({ label, value: label, default: label === chosen })),
      },
    ],
  });
  expect(lines({ content: '', components: [select('a', 'Two')] })).toEqual([
    ...['Mynah:', '[a]', '○ choose 1: One', '● choose 2: Two'],
  ]);
  const two = { content: '', components: [select('a', ''), select('b', 'One')] };
  expect(lines(two).slice(1)).toEqual([
    ...['[a]', '○ choose 1.1: One', '○ choose 1.2: Two'],
    ...['[b]', '● choose 2.1: One', '○ choose 2.2: Two'],
  ]);
  const viewer = { locale: 'en-US', nameOf: () => undefined, commandName: (path: string) => path };
  expect(renderMessage({ ...MESSAGE, ephemeral: true }, viewer, 7)).toBe('Mynah #7 (only you see this): Hello <@3>');
});

it('lets no message move the cursor or change colours', () => {
  expect(lines({ content: 'a\u001B[2Jb\rc\u202Ed\ne' })).toEqual(['Mynah: a [2Jb c d', 'e']);
});

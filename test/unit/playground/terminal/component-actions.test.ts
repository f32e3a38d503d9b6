import { ButtonStyle, ComponentType, TextInputStyle } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import type { Invocation } from '../../../../playground/discord/people/invocation.ts';
import type { SeenMessage } from '../../../../playground/discord/people/seen-message.ts';
import { createComponentHistory, fillForm } from '../../../../playground/terminal/component-actions.ts';

type Clicker = Parameters<ReturnType<typeof createComponentHistory>['press']>[0];

/** A person who only clicks and chooses; what they did is in `acts`. */
function createClicker(): { readonly person: Clicker; readonly acts: string[] } {
  const acts: string[] = [];
  const invocation = {} as Invocation;
  return {
    acts,
    person: {
      click: async ({ id }, customId) => {
        acts.push(`click ${customId} of ${id}`);
        return invocation;
      },
      select: async ({ id }, customId, values) => {
        acts.push(`select ${values.join()} in ${customId} of ${id}`);
        return invocation;
      },
    },
  };
}

const message = (id: string, components: SeenMessage['components'], deleted = false): SeenMessage => ({
  ...{ id, channelId: 'c', author: { id: 'bot', name: 'Mynah', kind: 'user' }, content: '', embeds: [], components },
  ...{ attachments: [], ephemeral: false, loading: false, deleted, edited: false, revision: 0, flags: 0 },
  replyTo: undefined,
  ...{ pings: [], createdAtMs: 0 },
});
const buttons = (...labels: string[]): SeenMessage['components'] => [
  {
    type: ComponentType.ActionRow,
    components: labels.map((label) => ({
      ...{ type: ComponentType.Button as const, style: ButtonStyle.Primary as const },
      ...{ label: label.replace(' off', ''), custom_id: `id:${label}`, disabled: label.endsWith(' off') },
    })),
  },
];
const menu: SeenMessage['components'] = [
  {
    type: ComponentType.ActionRow,
    components: [{ type: ComponentType.StringSelect, custom_id: 'menu', options: [{ label: 'First', value: 'one' }] }],
  },
];

describe('press', () => {
  it('finds a button in an earlier message too, in any case', async () => {
    const { person, acts } = createClicker();
    const history = createComponentHistory();
    history.add(message('1', buttons('Opt in', 'Opt out')));
    history.add(message('2', buttons('Stop')));
    await history.press(person, 'opt out');
    await history.press(person, 'Stop');
    expect(acts).toEqual(['click id:Opt out of 1', 'click id:Stop of 2']);
  });

  it('takes the latest of several, by their last change', async () => {
    const { person, acts } = createClicker();
    const history = createComponentHistory();
    history.add(message('1', []));
    history.add(message('1', buttons('Use')));
    history.add(message('2', buttons('Use')));
    history.add(message('1', buttons('Use')));
    await history.press(person, 'Use');
    expect(acts).toEqual(['click id:Use of 1']);
  });

  it.each([
    ['changed', message('1', [])],
    ['deleted', message('1', buttons('Cancel'), true)],
  ])('says that a button is gone when its message is %s', async (_how, after) => {
    const { person, acts } = createClicker();
    const history = createComponentHistory();
    history.add(message('1', buttons('Cancel')));
    history.add(after);
    await expect(history.press(person, 'cancel')).rejects.toThrow(/^That button is gone\.$/);
    expect(acts).toEqual([]);
  });

  it('says that a button is disabled, and that there is none', async () => {
    const { person } = createClicker();
    const history = createComponentHistory();
    history.add(message('1', buttons('Back off')));
    await expect(history.press(person, 'Back')).rejects.toThrow(/^That button is disabled\.$/);
    await expect(history.press(person, 'Jump')).rejects.toThrow(/^There’s no button “Jump”\.$/);
  });
});

describe('choose', () => {
  it('takes the latest menu, and refuses numbers that it does not have', async () => {
    const { person, acts } = createClicker();
    const history = createComponentHistory();
    history.add(message('1', menu));
    history.add(message('2', buttons('Stop')));
    await history.choose(person, '1');
    expect(acts).toEqual(['select one in menu of 1']);
    await expect(history.choose(person, '2')).rejects.toThrow('There’s no such choice.');
  });
});

describe('the numbers of a message of layout components', () => {
  const layout: SeenMessage['components'] = [
    {
      type: ComponentType.Container,
      components: [
        {
          type: ComponentType.Section,
          components: [{ type: ComponentType.TextDisplay, content: 'Bots: off' }],
          accessory: { type: ComponentType.Button, style: ButtonStyle.Secondary, label: 'Turn on', custom_id: 'bots' },
        },
        {
          type: ComponentType.Section,
          components: [{ type: ComponentType.TextDisplay, content: 'Webhooks: off' }],
          accessory: { type: ComponentType.Button, style: ButtonStyle.Secondary, label: 'Turn on', custom_id: 'hooks' },
        },
        {
          type: ComponentType.ActionRow,
          components: [{ type: ComponentType.RoleSelect, custom_id: 'roles', min_values: 0 }],
        },
        ...menu,
      ],
    },
  ];

  it('tell its buttons and menus apart', async () => {
    const { person, acts } = createClicker();
    const history = createComponentHistory();
    history.add(message('1', buttons('Stop')));
    history.add(message('2', layout));
    await history.press(person, '2');
    await history.pick(person, 3, ['r1', 'r2']);
    await history.pick(person, 3, []);
    await history.choose(person, '4.1');
    expect(acts).toEqual([
      'click hooks of 2',
      'select r1,r2 in roles of 2',
      'select  in roles of 2',
      'select one in menu of 2',
    ]);
    await expect(history.choose(person, '4.2')).rejects.toThrow('There’s no such choice.');
    await expect(history.pick(person, 1, [])).rejects.toThrow('There’s no such menu.');
  });
});

it('fills a field of a form by its name, or by the last part of it', async () => {
  const input = (custom_id: string) => ({
    type: ComponentType.Label as const,
    label: custom_id,
    component: { type: ComponentType.TextInput as const, custom_id, style: TextInputStyle.Short as const },
  });
  const components = [input('reading.skipPrefix'), input('reading.announcement')];
  const opener = { modal: { custom_id: 'form', title: 'Auto-read', components } } as unknown as Invocation;
  const submitted: unknown[] = [];
  const person: Parameters<typeof fillForm>[0] = {
    submitModal: async (_opener, fields) => {
      submitted.push(fields);
      return opener;
    },
  };
  await fillForm(person, opener, 'announcement:{name} says');
  await fillForm(person, opener, 'reading.announcement:{name} skipPrefix:!');
  expect(submitted).toEqual([
    { 'reading.announcement': '{name} says' },
    { 'reading.announcement': '{name}', 'reading.skipPrefix': '!' },
  ]);
});

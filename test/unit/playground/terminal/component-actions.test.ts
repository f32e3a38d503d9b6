import type { Invocation } from '@mynah/local-discord/people/invocation';
import type { SeenMessage } from '@mynah/local-discord/people/seen-message';
import { interactiveParts } from '@mynah/local-discord/rules/component-rules';
import { ButtonStyle, ComponentType, TextInputStyle } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { choose, fillForm, pick, press } from '../../../../playground/terminal/component-actions.ts';
import { MessageList } from '../../../../playground/terminal/message-list.ts';

type Clicker = Parameters<typeof press>[1];

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
    const history = new MessageList();
    history.add(message('1', buttons('Opt in', 'Opt out')));
    history.add(message('2', buttons('Stop')));
    await press(history, person, 'opt out');
    await press(history, person, 'Stop');
    expect(acts).toEqual(['click id:Opt out of 1', 'click id:Stop of 2']);
  });

  it('takes the latest of several, by their last change', async () => {
    const { person, acts } = createClicker();
    const history = new MessageList();
    history.add(message('1', []));
    history.add(message('1', buttons('Use')));
    history.add(message('2', buttons('Use')));
    history.add(message('1', buttons('Use')));
    await press(history, person, 'Use');
    expect(acts).toEqual(['click id:Use of 1']);
  });

  it.each([
    ['changed', message('1', [])],
    ['deleted', message('1', buttons('Cancel'), true)],
  ])('says that a button is gone when its message is %s', async (_how, after) => {
    const { person, acts } = createClicker();
    const history = new MessageList();
    history.add(message('1', buttons('Cancel')));
    history.add(after);
    await expect(press(history, person, 'cancel')).rejects.toThrow(/^That button is gone\.$/);
    expect(acts).toEqual([]);
  });

  it('says that a button is disabled, and that there is none', async () => {
    const { person } = createClicker();
    const history = new MessageList();
    history.add(message('1', buttons('Back off')));
    await expect(press(history, person, 'Back')).rejects.toThrow(/^That button is disabled\.$/);
    await expect(press(history, person, 'Jump')).rejects.toThrow(/^There’s no button “Jump”\. There is: Back\.$/);
  });
});

describe('choose', () => {
  it('takes the latest menu, and refuses numbers that it does not have', async () => {
    const { person, acts } = createClicker();
    const history = new MessageList();
    history.add(message('1', menu));
    history.add(message('2', buttons('Stop')));
    await choose(history, person, '1');
    expect(acts).toEqual(['select one in menu of 1']);
    await expect(choose(history, person, '2')).rejects.toThrow('There’s no such choice.');
  });
});

const options = (custom_id: string, ...labels: string[]): SeenMessage['components'] => [
  {
    type: ComponentType.ActionRow,
    components: [
      {
        ...{ type: ComponentType.StringSelect as const, custom_id, min_values: 0, max_values: labels.length },
        options: labels.map((label) => ({ label, value: `${custom_id}-${label}` })),
      },
    ],
  },
];

describe('every message and every menu', () => {
  const create = () => {
    const history = new MessageList();
    history.add(message('1', [...options('language', 'Deutsch', 'English'), ...buttons('Save')]));
    history.add(
      message('2', [...buttons('Next'), ...options('voice', 'Sally', 'Robert'), ...options('speed', 'Slow')]),
    );
    history.add(message('3', buttons('Save', 'Stop')));
    return { history, ...createClicker() };
  };

  it('are reached by the number of the message', async () => {
    const { history, person, acts } = create();
    await press(history, person, '#1 save');
    await press(history, person, '#2 1');
    await choose(history, person, '#1 2');
    await choose(history, person, '#2 3.1');
    await choose(history, person, '#2 robert');
    await pick(history, person, '#2 2', []);
    expect(acts).toEqual([
      'click id:Save of 1',
      'click id:Next of 2',
      'select language-English in language of 1',
      'select speed-Slow in speed of 2',
      'select voice-Robert in voice of 2',
      'select  in voice of 2',
    ]);
  });

  it('are reached by a label or a number that later messages don’t have', async () => {
    const { history, person, acts } = create();
    await choose(history, person, 'deutsch');
    await choose(history, person, '3.1');
    await press(history, person, '2');
    expect(acts).toEqual([
      'select language-Deutsch in language of 1',
      'select speed-Slow in speed of 2',
      'click id:Stop of 3',
    ]);
  });

  it('take several choices of one menu, and none', async () => {
    const { history, person, acts } = create();
    await choose(history, person, 'Sally, Robert');
    await choose(history, person, '#1 1.1, 1.2');
    await choose(history, person, '3.0');
    expect(acts).toEqual([
      'select voice-Sally,voice-Robert in voice of 2',
      'select language-Deutsch,language-English in language of 1',
      'select  in speed of 2',
    ]);
    await expect(choose(history, person, 'Sally, Deutsch')).rejects.toThrow('There’s no such choice.');
  });

  it('name what may have been meant', async () => {
    const { history, person } = create();
    await expect(press(history, person, 'sve')).rejects.toThrow('There’s no button “sve”. Did you mean Save?');
    await expect(choose(history, person, 'Deutch')).rejects.toThrow('There’s no such choice. Did you mean Deutsch?');
    await expect(press(history, person, '#9 Save')).rejects.toThrow(
      'Message #9 has nothing to press or choose any more.',
    );
  });

  it('show what was chosen until the message changes', async () => {
    const { history, person } = create();
    const second = message('2', [...buttons('Next'), ...options('voice', 'Sally', 'Robert')]);
    history.add(second);
    const chosen = () =>
      JSON.stringify(history.marked(second)).match(/"label":"(\w+)","value":"[^"]+","default":true/g);
    expect(chosen()).toBeNull();
    await choose(history, person, 'Robert');
    expect(chosen()).toEqual([expect.stringContaining('Robert')]);
    history.add({ ...second, revision: 1 });
    expect(chosen()).toBeNull();
  });

  it('keep the numbers of menus of roles and channels that were chosen from', () => {
    const history = new MessageList();
    const menus = [ComponentType.RoleSelect, ComponentType.ChannelSelect] as const;
    const components = menus.map((type) => ({
      type: ComponentType.ActionRow as const,
      components: [{ type, custom_id: `menu-${type}`, default_values: [] }],
    }));
    const picked = message('1', components);
    history.add(picked);
    for (const found of history.partsAt(1)) history.mark(found, ['10000000000000000001']);
    for (const found of history.partsAt(2)) history.mark(found, ['10000000000000000002']);
    expect(interactiveParts(history.marked(picked).components)).toHaveLength(menus.length);
  });

  it('have a number from their first appearance on', () => {
    const { history } = create();
    const numbers = ['1', '2', '3'].map((id) => history.numberOf(message(id, [])));
    expect(numbers).toEqual([1, 2, 3]);
    history.add(message('1', buttons('Save')));
    history.add(message('4', []));
    expect([history.numberOf(message('1', [])), history.numberOf(message('4', []))]).toEqual([1, undefined]);
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
    const history = new MessageList();
    history.add(message('1', buttons('Stop')));
    history.add(message('2', layout));
    await press(history, person, '2');
    await pick(history, person, '3', ['r1', 'r2']);
    await pick(history, person, '3', []);
    await choose(history, person, '4.1');
    expect(acts).toEqual([
      'click hooks of 2',
      'select r1,r2 in roles of 2',
      'select  in roles of 2',
      'select one in menu of 2',
    ]);
    await expect(choose(history, person, '4.2')).rejects.toThrow('There’s no such choice.');
    await expect(pick(history, person, '1', [])).rejects.toThrow('There’s no such menu.');
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
  await expect(fillForm(person, opener, 'anouncement:{name}')).rejects.toThrow(
    'The form has no field “anouncement”. Did you mean announcement?',
  );
  expect(submitted).toEqual([
    { 'reading.announcement': '{name} says' },
    { 'reading.announcement': '{name}', 'reading.skipPrefix': '!' },
  ]);
});

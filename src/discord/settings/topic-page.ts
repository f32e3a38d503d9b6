import {
  type APIComponentInContainer,
  type APISelectMenuComponent,
  type ChannelType,
  ComponentType,
  SelectMenuDefaultValueType,
} from 'discord.js';
import type { ServerSettings } from '../../settings/server-settings.ts';
import { underNotice } from '../client/replies.ts';
import type { Channels, Choice, Control, Form, Page, People, Roles, Showing, Toggle } from './controls.ts';
import { fieldsOf } from './controls.ts';
import { chooseId, choosePeopleId, formId, HOME_ID, openId, PEOPLE_PER_PAGE, switchId, tidyId } from './custom-ids.ts';
import { button, row, section, separator, text } from './layout.ts';

/** What a page is drawn from. */
export interface PageState {
  readonly all: ServerSettings;
  readonly showing: Showing;
  readonly exists: { readonly role: (id: string) => boolean; readonly channel: (id: string) => boolean };
  /** Whether the person manages the server itself. */
  readonly managesServer: boolean;
  /** The page of lists of people, from 0. */
  readonly people: number;
  /** Instead of controls, on the pages of members and of automatic captions. */
  readonly list: readonly APIComponentInContainer[];
  /** Above the page. */
  readonly notes: readonly string[];
}

/** A page with its controls, and a way back. */
export function drawPage(page: Page, state: PageState): APIComponentInContainer[] {
  const { settings } = state.showing.messages;
  const { title, about } = settings.topics[page.topic];
  const heading = `## ${title}\n${about}`;
  return [
    text([heading, ...state.notes].reduce((above, below) => underNotice(above, below))),
    separator(),
    ...page.controls.flatMap((control) => drawControl(control, page, state)),
    ...state.list,
    row(button(HOME_ID, settings.buttons.back)),
  ];
}

function drawControl(control: Control, page: Page, state: PageState): APIComponentInContainer[] {
  switch (control.kind) {
    case 'toggle':
      return [drawToggle(control, state)];
    case 'choice':
      return [text(lineOf(control, state)), row(choiceSelect(control, state))];
    case 'roles':
      return drawRoles(control, state);
    case 'channels':
      return drawChannels(control, state);
    case 'people':
      return drawPeople(control, page, state);
    case 'form':
      return [drawForm(control, state)];
  }
}

/** What is chosen, and what it does. */
function lineOf(control: Control, { all, showing }: PageState): string {
  const { fields, line } = showing.messages.settings;
  return fieldsOf(control)
    .map(({ id, show }) => line({ ...fields[id], value: show(all, showing) }))
    .join('\n');
}

function drawToggle(control: Toggle, state: PageState): APIComponentInContainer {
  const { buttons } = state.showing.messages.settings;
  const isOn = control.get(state.all);
  return section(lineOf(control, state), button(switchId(control.id, !isOn), isOn ? buttons.turnOff : buttons.turnOn));
}

function drawForm(control: Form, state: PageState): APIComponentInContainer {
  return section(lineOf(control, state), button(formId(control.id), state.showing.messages.settings.buttons.edit));
}

function choiceSelect(control: Choice, { all, showing }: PageState): APISelectMenuComponent {
  const current = control.get(all);
  return {
    type: ComponentType.StringSelect,
    custom_id: chooseId(control.id),
    options: control
      .options(all, showing.messages)
      .map(([value, label]) => ({ value, label, default: value === current })),
  };
}

function drawRoles(control: Roles, state: PageState): APIComponentInContainer[] {
  const chosen = control.get(state.all).filter(state.exists.role);
  const select: APISelectMenuComponent = {
    type: ComponentType.RoleSelect,
    custom_id: chooseId(control.id, control.get(state.all)),
    placeholder: control.placeholder(state.showing.messages),
    min_values: 0,
    max_values: control.max,
    disabled: control.isForServerManagers === true && !state.managesServer,
    default_values: chosen.map((id) => ({ id, type: SelectMenuDefaultValueType.Role })),
  };
  return [...drawList(control, chosen, state), row(select)];
}

function drawChannels(control: Channels, state: PageState): APIComponentInContainer[] {
  const { placeholders } = state.showing.messages.settings;
  const chosen = control.get(state.all).filter(state.exists.channel);
  const select: APISelectMenuComponent = {
    type: ComponentType.ChannelSelect,
    custom_id: chooseId(control.id, control.get(state.all)),
    placeholder: control.max === 1 ? placeholders.chooseChannel : placeholders.chooseChannels,
    channel_types: control.types.map((type): ChannelType => type),
    min_values: 0,
    max_values: control.max,
    default_values: chosen.map((id) => ({ id, type: SelectMenuDefaultValueType.Channel })),
  };
  return [...drawList(control, chosen, state), row(select)];
}

/** The line above a select, with a button that removes what no longer exists, which the select cannot show. */
function drawList(control: Roles | Channels, existing: readonly string[], state: PageState): APIComponentInContainer[] {
  const isTidy = existing.length === control.get(state.all).length;
  if (isTidy) return [text(lineOf(control, state))];
  return [
    section(lineOf(control, state), button(tidyId(control.id), state.showing.messages.settings.buttons.removeDeleted)),
  ];
}

function drawPeople(control: People, page: Page, state: PageState): APIComponentInContainer[] {
  const { buttons, placeholders } = state.showing.messages.settings;
  const everybody = control.get(state.all);
  const lastPage = lastPageOf(control, everybody.length);
  const current = Math.min(state.people, lastPage);
  const shown = peopleOn(everybody, current);
  const select: APISelectMenuComponent = {
    type: ComponentType.UserSelect,
    custom_id: choosePeopleId(control.id, current, shown),
    placeholder: placeholders.choosePeople,
    min_values: 0,
    max_values: PEOPLE_PER_PAGE,
    default_values: shown.map((id) => ({ id, type: SelectMenuDefaultValueType.User })),
  };
  const pager = [
    ...(current > 0 ? [button(openId(page.topic, current - 1), buttons.earlier)] : []),
    ...(current < lastPage ? [button(openId(page.topic, current + 1), buttons.later)] : []),
  ];
  return [text(lineOf(control, state)), row(select), ...(pager.length === 0 ? [] : [row(...pager)])];
}

/** The last page has room for more people, unless the list is full. */
function lastPageOf(control: People, count: number): number {
  return Math.floor(Math.min(count, control.max - 1) / PEOPLE_PER_PAGE);
}

/** The people of a page, from 0. */
export function peopleOn(everybody: readonly string[], page: number): readonly string[] {
  return everybody.slice(page * PEOPLE_PER_PAGE, (page + 1) * PEOPLE_PER_PAGE);
}

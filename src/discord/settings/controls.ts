import type { ChannelType } from 'discord.js';
import type { Messages } from '../../messages/messages.ts';
import type { ServerSettings } from '../../settings/server-settings.ts';
import type { InteractionContext, ModalField } from '../interactions/command.ts';

/** The name of a setting: `topic.field`, as in the catalogue. */
export type SettingId = keyof Messages['settings']['fields'];

/** What a value is shown with. */
export interface Showing {
  readonly messages: Messages;
  /** How roles, channels and people are written; what no longer exists is shown as such. */
  readonly names: {
    readonly role: (id: string) => string;
    readonly channel: (id: string) => string;
    readonly person: (id: string) => string;
  };
  /** Most entries of a list that are written out. */
  readonly maxListed: number;
}

/** One setting: where it is kept, and how what is chosen reads. */
export interface Field<T> {
  readonly id: SettingId;
  get(all: ServerSettings): T;
  /** `all` with another value. */
  set(all: ServerSettings, value: T): ServerSettings;
  show(all: ServerSettings, showing: Showing): string;
}

/** A switch. */
export interface Toggle extends Field<boolean> {
  readonly kind: 'toggle';
}

/** One of a few: a value with its name in the select. */
type Option = readonly [value: string, label: string];

/** A select of one option; at most 25. */
export interface Choice extends Field<string> {
  readonly kind: 'choice';
  options(all: ServerSettings, messages: Messages): readonly Option[];
}

/** A list of roles. */
export interface Roles extends Field<readonly string[]> {
  readonly kind: 'roles';
  readonly max: number;
  /** What the select says while nothing is chosen. */
  placeholder(messages: Messages): string;
  /** Only people with Manage Server may change it. */
  readonly isForServerManagers?: boolean;
  /** An empty list admits everyone, so roles that no longer exist still keep people out. */
  readonly isRule: boolean;
}

/** A list of channels; of at most one when `max` is 1. */
export interface Channels extends Field<readonly string[]> {
  readonly kind: 'channels';
  readonly max: number;
  readonly types: readonly ChannelType[];
}

/** A list of people, in pages of 25. */
export interface People extends Field<readonly string[]> {
  readonly kind: 'people';
  readonly max: number;
}

/** One line of a form. */
export interface FormEntry {
  readonly field: Omit<Field<unknown>, 'set'>;
  /** How it looks in the form, filled in with what applies. */
  readonly input: (all: ServerSettings, messages: Messages) => Omit<ModalField, 'id' | 'label'>;
  /**
   * What was typed over the `present` settings, as a change of them.
   * @throws {UserError} when it cannot be taken.
   */
  read(
    typed: string,
    context: InteractionContext,
    present: ServerSettings,
  ): Promise<(all: ServerSettings) => ServerSettings>;
}

/** Settings that are typed, in one form of at most five. */
export interface Form {
  readonly kind: 'form';
  /** Unique among all pages. */
  readonly id: string;
  readonly entries: readonly FormEntry[];
}

/** What people change settings with. */
export type Control = Toggle | Choice | Roles | Channels | People | Form;

/** A page of settings. */
export interface Page {
  readonly topic: keyof Messages['settings']['topics'];
  readonly controls: readonly Control[];
}

/** The settings that a control changes. */
export function fieldsOf(control: Control): readonly Pick<Field<unknown>, 'id' | 'get' | 'show'>[] {
  return control.kind === 'form' ? control.entries.map(({ field }) => field) : [control];
}

import type { NameFormat } from './command-names.ts';
import type { Format } from './format.ts';
import type { Texts } from './text-types.ts';

/** What a topic writes with beside its texts, in one language. */
export interface Language {
  readonly format: Format;
  /** Names of commands, options and menus, as readers see them. */
  readonly names: NameFormat<Texts['names']>;
}

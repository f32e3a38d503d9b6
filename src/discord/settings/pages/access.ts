import type { Page, Roles } from '../controls.ts';
import { roles, serverField } from '../fields.ts';

const rule = (name: 'speak' | 'captions' | 'transcribe' | 'voices'): Roles =>
  roles(`access.${name}`, serverField('access', name), { whenEmpty: 'everyone', isRule: true });

/** Who may use what. */
export const ACCESS: Page = {
  topic: 'access',
  controls: [
    roles('access.managers', serverField('access', 'managers'), {
      ...{ whenEmpty: 'nobodyElse', isRule: false, isForServerManagers: true },
    }),
    rule('speak'),
    rule('captions'),
    rule('transcribe'),
    rule('voices'),
  ],
};

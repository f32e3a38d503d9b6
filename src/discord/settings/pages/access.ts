import type { Page, Roles } from '../controls.ts';
import { roles, setting } from '../fields.ts';

const rule = (name: 'speak' | 'captions' | 'transcribe' | 'voices'): Roles =>
  roles(setting('access', name), { whenEmpty: 'everyone', isRule: true });

/** Who may use what. */
export const ACCESS: Page = {
  topic: 'access',
  controls: [
    roles(setting('access', 'managers'), {
      ...{ whenEmpty: 'nobodyElse', isRule: false, isForServerManagers: true },
    }),
    rule('speak'),
    rule('captions'),
    rule('transcribe'),
    rule('voices'),
  ],
};

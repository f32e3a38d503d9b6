import type { Page, People } from '../controls.ts';
import { roles, setting, showList } from '../fields.ts';

const userIds = setting('muted', 'userIds');
const people: People = {
  ...{ kind: 'people', ...userIds, max: userIds.bounds.max },
  show: (all, showing) => showList(userIds.get(all), showing.names.person, showing, 'nobody'),
};

/** Whose texts are not spoken. */
export const MUTED: Page = {
  topic: 'muted',
  controls: [people, roles(setting('muted', 'roleIds'), { whenEmpty: 'none', isRule: false })],
};

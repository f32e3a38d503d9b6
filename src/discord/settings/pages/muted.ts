import { SETTING_BOUNDS } from '../../../settings/server-settings.ts';
import type { Page, People } from '../controls.ts';
import { roles, serverField, showList } from '../fields.ts';

const userIds = serverField('muted', 'userIds');
const people: People = {
  ...{ kind: 'people', id: 'muted.userIds', ...userIds, max: SETTING_BOUNDS.mutedPeople },
  show: (all, showing) => showList(userIds.get(all), showing.names.person, showing, 'nobody'),
};

/** Whose texts are not spoken. */
export const MUTED: Page = {
  topic: 'muted',
  controls: [people, roles('muted.roleIds', serverField('muted', 'roleIds'), { whenEmpty: 'none', isRule: false })],
};

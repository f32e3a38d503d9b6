import { createHash } from 'node:crypto';
import type { SettingId } from './controls.ts';

/** People of a list are shown in pages of as many as a select takes. */
export const PEOPLE_PER_PAGE = 25;

/** Opens a page; `people` is the page of its list of people. */
export const openId = (topic: string, people = 0): string =>
  people === 0 ? `settings:open:${topic}` : `settings:open:${topic}:${people}`;

/** Chooses a member on their page. */
export const CHOOSE_MEMBER_ID = 'settings:member';

/** Does something about the member that was chosen. */
export const memberId = (what: 'name' | 'reset-name' | 'reset-voice', userId: string): string =>
  `settings:member:${what}:${userId}`;

/** Goes back to the first page. */
export const HOME_ID = 'settings:home';

/** Switches a setting to `value`, whatever it is by then. */
export const switchId = (id: SettingId, value: boolean): string => `settings:switch:${id}:${value ? 'on' : 'off'}`;

/** Stores the values of a select; of a list in place of those that it showed, which `seen` identifies. */
export const chooseId = (id: SettingId, shown?: readonly string[]): string =>
  shown === undefined ? `settings:choose:${id}` : `settings:choose:${id}:${fingerprint(shown)}`;

/** Stores the people of a select in place of those that it showed, which `seen` identifies. */
export const choosePeopleId = (id: SettingId, page: number, shown: readonly string[]): string =>
  `settings:people:${id}:${page}:${fingerprint(shown)}`;

/** Removes what no longer exists from a list. */
export const tidyId = (id: SettingId): string => `settings:tidy:${id}`;

/** Removes automatic captions. */
export const REMOVE_AUTO_ID = 'settings:remove-auto';

/** Opens a form. */
export const formId = (id: string): string => `settings:form:${id}`;

/** Between what identifies the values of a form's lines. */
export const VALUES_APART = '.';

/** Names a form when it is sent, with what identifies the values that its lines, at most five, were filled in with. */
export const filledFormId = (id: string, shown: readonly string[]): string =>
  `${formId(id)}:${shown.map(valuePrint).join(VALUES_APART)}`;

/** Identifies the value of a form's line in few characters. Discord may leave out white space at its ends. */
export function valuePrint(value: string): string {
  return fingerprint([value.trim()]);
}

/** Identifies a list of ids in few characters. */
export function fingerprint(ids: readonly string[]): string {
  return createHash('sha256').update(ids.join(' ')).digest('base64url').slice(0, 10);
}

import { isDeepStrictEqual } from 'node:util';
import type { People } from '../../captions/captions-ports.ts';
import { createOrder } from '../../concurrency/async.ts';
import type { Logger } from '../../log/log.ts';
import type { Messages } from '../../messages/messages.ts';
import type { Settings, SettingsChange } from '../../settings/settings.ts';
import type { CaptionPlaces } from '../captions/start/caption-places.ts';
import type { GuildDirectory } from '../client/guild-directory.ts';
import { sanitize, truncate } from '../client/replies.ts';
import { type Control, fieldsOf, type Page, type Showing } from './controls.ts';
import { plainName } from './guild-names.ts';

/** A post of the log; Discord takes 2,000 characters. */
const MAX_POST_LENGTH = 1_900;

/** Most names in one line of the log. */
const MAX_NAMED = 40;

/** What the log of changes is written with. */
export interface ChangeLogParts {
  readonly pages: readonly Page[];
  readonly directory: Pick<GuildDirectory, 'post' | 'roleName' | 'channelNameIn'>;
  readonly people: Pick<People, 'nameOf'>;
  readonly captionPlaces: Pick<CaptionPlaces, 'audience'>;
  /** The catalogue of the server's language. */
  readonly publicMessages: (guildId: string) => Promise<Messages>;
  readonly log: Logger;
}

/**
 * Posts each change in the channel that the server chose: who changed what, from what to what. When the channel itself
 * changes, both read of it. A post that fails is logged; the panel tells managers what the bot lacks there.
 */
export function postSettingsChanges(settings: Pick<Settings, 'onChange' | 'of'>, parts: ChangeLogParts): void {
  const { directory, publicMessages, log } = parts;
  /** The posts of a server keep the order of its changes. */
  const inOrder = createOrder();

  const post = async (report: SettingsChange): Promise<void> => {
    const { guildId } = report;
    const present = await settings.of(guildId);
    const logs = [report.before, report.after, present].map(({ log: chosen }) => chosen.channelId);
    const messages = await publicMessages(guildId);
    for (const channelId of new Set(logs)) {
      if (channelId === undefined || directory.channelNameIn(guildId, channelId) === undefined) continue;
      const lines = await linesOf(report, parts, { messages, logId: channelId });
      for (const content of inPosts(lines)) await directory.post(channelId, content);
    }
  };

  settings.onChange((report) => {
    const { guildId } = report;
    inOrder(guildId, () => post(report)).catch((error: unknown) => {
      log.info({ err: error, guildId }, 'could not post a change of settings');
    });
  });
}

/** Where lines are posted, and in which language. */
interface Post {
  readonly logId: string;
  readonly messages: Messages;
}

/** A line for each setting that changed. */
async function linesOf(report: SettingsChange, parts: ChangeLogParts, post: Post): Promise<string[]> {
  const { guildId, userId } = report;
  const person = sanitize(await parts.people.nameOf(guildId, userId));
  const lines: string[] = [];
  for (const page of parts.pages) {
    for (const control of page.controls) {
      const values = await listedNames(control, report, parts, post);
      lines.push(...changesOf(page, control, report, { person, messages: post.messages, values }));
    }
  }
  return lines;
}

interface Naming {
  readonly person: string;
  readonly messages: Messages;
  readonly values: ListedNames | undefined;
}

function changesOf(page: Page, control: Control, { before, after }: SettingsChange, naming: Naming): string[] {
  const { person, messages, values } = naming;
  const { settings } = messages;
  const showing: Showing = { messages, maxListed: 1, names: NO_NAMES };
  return fieldsOf(control).flatMap(({ id, get, show }) => {
    if (isDeepStrictEqual(get(before), get(after))) return [];
    const setting = settings.log.setting({
      topic: settings.topics[page.topic].title,
      label: settings.fields[id].label,
    });
    if (values !== undefined && control.kind === 'channels' && control.max === 1) {
      const { nowhere } = settings.values;
      const [from, to] = [values.removed[0] ?? nowhere, values.added[0] ?? nowhere];
      return [settings.log.changed({ person, setting, from, to })];
    }
    if (values !== undefined) return [settings.log.listed({ person, setting, ...values })];
    return [settings.log.changed({ person, setting, from: show(before, showing), to: show(after, showing) })];
  });
}

/** Lists are logged by their names, not as a whole. */
const NO_NAMES: Showing['names'] = { role: (id) => id, channel: (id) => id, person: (id) => id };

interface ListedNames {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** The names of what was added to a list and removed from it; `undefined` for what is no list. */
async function listedNames(
  control: Control,
  { guildId, before, after }: SettingsChange,
  { directory, people, captionPlaces }: ChangeLogParts,
  { messages, logId }: Post,
): Promise<ListedNames | undefined> {
  if (control.kind !== 'roles' && control.kind !== 'channels' && control.kind !== 'people') return undefined;
  /** Not all who read the log may see all channels. */
  const nameOfChannel = (id: string): string => {
    const name = directory.channelNameIn(guildId, id);
    const isHidden = name !== undefined && captionPlaces.audience(logId, id) !== 'within';
    return isHidden ? messages.settings.hiddenChannel : plainName('channel', name, messages);
  };
  const nameOf = async (id: string): Promise<string> => {
    switch (control.kind) {
      case 'roles':
        return plainName('role', directory.roleName(guildId, id), messages);
      case 'channels':
        return nameOfChannel(id);
      case 'people':
        return sanitize(await people.nameOf(guildId, id));
    }
  };
  const [had, has] = [control.get(before), control.get(after)];
  const named = (ids: readonly string[]): Promise<string[]> => Promise.all(ids.slice(0, MAX_NAMED).map(nameOf));
  return {
    added: await named(has.filter((id) => !had.includes(id))),
    removed: await named(had.filter((id) => !has.includes(id))),
  };
}

/** Lines in as few posts as they fit into. */
function inPosts(lines: readonly string[]): string[] {
  const posts: string[] = [];
  for (const line of lines.map((whole) => truncate(whole, MAX_POST_LENGTH))) {
    const last = posts.at(-1);
    if (last === undefined || last.length + line.length + 1 > MAX_POST_LENGTH) posts.push(line);
    else posts[posts.length - 1] = `${last}\n${line}`;
  }
  return posts;
}

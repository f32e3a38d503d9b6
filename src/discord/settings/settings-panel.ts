import type { APIComponentInContainer } from 'discord.js';
import { UserError } from '../../errors.ts';
import type { Messages } from '../../messages/messages.ts';
import type { ServerSettings } from '../../settings/server-settings.ts';
import { missingCaptionPermissions } from '../client/permissions.ts';
import type { Reply } from '../client/replies.ts';
import type {
  CommandContext,
  ComponentContext,
  GuildPlace,
  InteractionContext,
  Modal,
  SubmitContext,
} from '../interactions/command.ts';
import { requireGuild } from '../interactions/member-rights.ts';
import type { ReadingServices } from '../reading/reading-services.ts';
import { drawAutoCaptions } from './auto-captions.ts';
import type { Channels, Control, Form, Page, People, Roles } from './controls.ts';
import { filledFormId, fingerprint, VALUES_APART, valuePrint } from './custom-ids.ts';
import { showingMentions } from './guild-names.ts';
import { panelReply } from './layout.ts';
import { createMemberPage } from './member-page.ts';
import { drawOverview } from './overview.ts';
import { settingsPages } from './pages.ts';
import { drawPage, peopleOn } from './topic-page.ts';

/** What the panel works with. */
export type PanelServices = Pick<
  ReadingServices,
  | 'access'
  | 'autoCaptions'
  | 'budgets'
  | 'captions'
  | 'directory'
  | 'memberNames'
  | 'people'
  | 'publicMessages'
  | 'reading'
  | 'settings'
  | 'voices'
>;

/** The panel of a server's settings. What it changes applies at once, and it is redrawn with what is chosen then. */
export interface SettingsPanel {
  readonly open: (context: CommandContext) => Promise<void>;
  readonly press: (context: ComponentContext) => Promise<void>;
  readonly submit: (context: SubmitContext) => Promise<void>;
}

/** What a page shows besides the settings. */
interface View {
  /** The page of its people. */
  readonly people?: number;
  readonly note?: string;
  /** In place of controls. */
  readonly list?: readonly APIComponentInContainer[];
}

type Change = (all: ServerSettings) => ServerSettings;

/** Creates the panel. All of it is only for those who may change the server's settings. */
export function createSettingsPanel(services: PanelServices): SettingsPanel {
  const { access, autoCaptions, captions, directory, settings } = services;
  const pages = settingsPages(services);
  const members = createMemberPage(services);

  /** @throws {UserError} for others. */
  const requireManager = async (context: InteractionContext): Promise<GuildPlace> => {
    const place = requireGuild(context);
    if (await access.isManager(place)) return place;
    const rules = (await settings.of(place.guildId)).access;
    const known = rules.managers.filter((id) => directory.roleName(place.guildId, id) !== undefined);
    const roles = known.map((id) => `<@&${id}>`);
    throw new UserError(context.messages.settings.refusals.managersOnly({ roles }));
  };

  /** What a manager should know before anything else. */
  const notesOn = (guildId: string, all: ServerSettings, { settings: texts, interactions }: Messages): string[] => {
    const { channelId } = all.log;
    const isStricter = captions.runningConsent(guildId) === 'opt-in' && all.captions.consent === 'opt-out';
    const notes = isStricter ? [texts.notes.stricterNow] : [];
    if (channelId === undefined) return notes;
    const channel = directory.textChannel(channelId);
    if (channel === undefined) return [...notes, texts.notes.logDeleted];
    const missing = missingCaptionPermissions(channel.permissions, channel.webhookChannelId !== channelId);
    if (missing.length === 0) return notes;
    const permissions = missing.map((permission) => interactions.permissions[permission]);
    return [...notes, texts.notes.logUnreachable({ channelId, permissions })];
  };

  const overview = (place: GuildPlace, all: ServerSettings, messages: Messages): Reply => {
    const showing = showingMentions(directory, place.guildId, messages);
    return panelReply(
      drawOverview(pages, {
        all,
        showing,
        automatic: autoCaptions.list(place.guildId),
        notes: notesOn(place.guildId, all, messages),
      }),
    );
  };

  /** The names of channels are for those who may see them. */
  const automaticOn = async ({ guildId }: GuildPlace, userId: string, messages: Messages) => {
    const entries = autoCaptions.list(guildId);
    const seen = new Set<string>();
    for (const { voiceChannelId, textChannelId } of entries) {
      if (directory.maySeeVoice(guildId, voiceChannelId, userId)) seen.add(voiceChannelId);
      if ((await directory.textAccess(guildId, textChannelId, userId)) === 'visible') seen.add(textChannelId);
    }
    return drawAutoCaptions(entries, { guildId, directory, messages, maySee: (id) => seen.has(id) });
  };

  const draw = (page: Page, place: GuildPlace, all: ServerSettings, messages: Messages, view: View = {}): Reply => {
    const { guildId, managesGuild } = place;
    const exists = {
      role: (id: string) => directory.roleName(guildId, id) !== undefined,
      channel: (id: string) => directory.channelNameIn(guildId, id) !== undefined,
    };
    const notes = [...notesOn(guildId, all, messages), ...(view.note === undefined ? [] : [view.note])];
    const showing = showingMentions(directory, guildId, messages);
    const people = view.people ?? 0;
    const { list = [] } = view;
    return panelReply(
      drawPage(page, { ...{ all, showing, exists, people, list, notes }, managesServer: managesGuild }),
    );
  };

  const find = (id: string, { settings: texts }: Messages): { readonly page: Page; readonly control: Control } => {
    for (const page of pages) {
      const control = page.controls.find((candidate) => candidate.id === id);
      if (control !== undefined) return { page, control };
    }
    throw new UserError(texts.refusals.outdated);
  };

  /** Stores a change, and redraws the page. */
  const apply = async (context: ComponentContext, place: GuildPlace, page: Page, change: Change): Promise<void> => {
    const all = await settings.change(place.guildId, context.userId, change);
    await context.update(draw(page, place, all, context.messages));
  };

  const choose = async (context: ComponentContext, place: GuildPlace, id: string, seen: string): Promise<void> => {
    const { messages, values } = context;
    const { page, control } = find(id, messages);
    switch (control.kind) {
      case 'choice': {
        const [value = ''] = values;
        const present = await settings.of(place.guildId);
        const isOffered = control.options(present, messages).some(([offered]) => offered === value);
        if (!isOffered) throw new UserError(messages.settings.refusals.outdated);
        return apply(context, place, page, (all) => control.set(all, value));
      }
      case 'roles':
        if (control.isForServerManagers && !place.managesGuild) {
          throw new UserError(messages.settings.refusals.serverManagersOnly);
        }
        return replaceList(context, place, { page, control, seen });
      case 'channels':
        return replaceList(context, place, { page, control, seen });
      default:
        throw new UserError(messages.settings.refusals.outdated);
    }
  };

  /** A select replaces its whole list, so it would undo what somebody else chose since it was drawn. */
  const replaceList = async (
    context: ComponentContext,
    place: GuildPlace,
    { page, control, seen }: { readonly page: Page; readonly control: Roles | Channels; readonly seen: string },
  ): Promise<void> => {
    const { messages, values, userId } = context;
    let isOutdated = false;
    const all = await settings.change(place.guildId, userId, (present) => {
      isOutdated = seen !== '' && fingerprint(control.get(present)) !== seen;
      return isOutdated ? present : control.set(present, values);
    });
    const note = isOutdated ? { note: messages.settings.notes.changedMeanwhile } : {};
    await context.update(draw(page, place, all, messages, note));
  };

  const choosePeople = async (context: ComponentContext, place: GuildPlace, rest: readonly string[]): Promise<void> => {
    const [id = '', at = '', seen = ''] = rest;
    const { messages, values, userId } = context;
    const { page, control } = find(id, messages);
    if (control.kind !== 'people') throw new UserError(messages.settings.refusals.outdated);
    const people = Number(at);
    let isOutdated = false;
    const all = await settings.change(place.guildId, userId, (present) => {
      isOutdated = fingerprint(peopleOn(control.get(present), people)) !== seen;
      return isOutdated ? present : control.set(present, withPage(control, control.get(present), people, values));
    });
    const note = isOutdated ? { note: messages.settings.notes.changedMeanwhile } : {};
    await context.update(draw(page, place, all, messages, { people, ...note }));
  };

  const tidy = async (context: ComponentContext, place: GuildPlace, id: string): Promise<void> => {
    const { messages } = context;
    const { page, control } = find(id, messages);
    if (control.kind !== 'roles' && control.kind !== 'channels') {
      throw new UserError(messages.settings.refusals.outdated);
    }
    if (control.kind === 'roles' && control.isForServerManagers && !place.managesGuild) {
      throw new UserError(messages.settings.refusals.serverManagersOnly);
    }
    const name = control.kind === 'roles' ? directory.roleName : directory.channelNameIn;
    const exists = (entry: string): boolean => name(place.guildId, entry) !== undefined;
    return apply(context, place, page, (all) => control.set(all, control.get(all).filter(exists)));
  };

  const flip = (context: ComponentContext, place: GuildPlace, id: string, isOn: boolean): Promise<void> => {
    const { page, control } = find(id, context.messages);
    if (control.kind !== 'toggle') throw new UserError(context.messages.settings.refusals.outdated);
    return apply(context, place, page, (all) => control.set(all, isOn));
  };

  const removeAutomatic = async (context: ComponentContext, place: GuildPlace): Promise<void> => {
    for (const voiceChannelId of context.values) await autoCaptions.remove(place.guildId, voiceChannelId);
    await openPage(context, place, 'autoCaptions', 0);
  };

  const openPage = async (context: ComponentContext, place: GuildPlace, topic: string, people: number) => {
    const page = pages.find((candidate) => candidate.topic === topic);
    if (page === undefined) throw new UserError(context.messages.settings.refusals.outdated);
    if (topic === 'members') return showMember(context, place, undefined);
    const { messages, userId } = context;
    const list = topic === 'autoCaptions' ? await automaticOn(place, userId, messages) : [];
    const all = await settings.of(place.guildId);
    await context.update(draw(page, place, all, messages, { people, list }));
  };

  const showMember = async (
    context: ComponentContext | SubmitContext,
    place: GuildPlace,
    userId: string | undefined,
  ): Promise<void> => {
    const { messages } = context;
    const page: Page = { topic: 'members', controls: [] };
    const list = await members.draw(place.guildId, userId, messages);
    await context.update(draw(page, place, await settings.of(place.guildId), messages, { list }));
  };

  const pressMember = async (context: ComponentContext, place: GuildPlace, what: string, userId: string) => {
    if (what === '') return showMember(context, place, context.values[0]);
    if (what === 'name') return context.openModal(await members.form(place.guildId, userId, context.messages));
    if (what !== 'reset-name' && what !== 'reset-voice')
      throw new UserError(context.messages.settings.refusals.outdated);
    await members.reset(place.guildId, userId, what === 'reset-name' ? 'name' : 'voice');
    return showMember(context, place, userId);
  };

  const requireForm = (id: string, messages: Messages): { readonly page: Page; readonly control: Form } => {
    const { page, control } = find(id, messages);
    if (control.kind !== 'form') throw new UserError(messages.settings.refusals.outdated);
    return { page, control };
  };

  return {
    open: async (context) => {
      const place = await requireManager(context);
      await context.answer(overview(place, await settings.of(place.guildId), context.messages));
    },
    press: async (context) => {
      const place = await requireManager(context);
      const { messages } = context;
      const [action, id = '', value = '', ...rest] = context.argument.split(':');
      switch (action) {
        case 'home':
          return context.update(overview(place, await settings.of(place.guildId), messages));
        case 'open':
          return openPage(context, place, id, Number(value));
        case 'switch':
          return flip(context, place, id, value === 'on');
        case 'choose':
          return choose(context, place, id, value);
        case 'people':
          return choosePeople(context, place, [id, value, ...rest]);
        case 'member':
          return pressMember(context, place, id, value);
        case 'remove-auto':
          return removeAutomatic(context, place);
        case 'tidy':
          return tidy(context, place, id);
        case 'form': {
          const { page, control } = requireForm(id, messages);
          return context.openModal(modalOf(page, control, await settings.of(place.guildId), messages));
        }
        default:
          throw new UserError(messages.settings.refusals.outdated);
      }
    },
    submit: async (context) => {
      const place = await requireManager(context);
      const [action, id = '', seen = ''] = context.argument.split(':');
      if (action === 'member') {
        await members.setName(context, place, seen, context.field('name').trim());
        return showMember(context, place, seen);
      }
      const { page, control } = requireForm(id, context.messages);
      const present = await settings.of(place.guildId);
      const shown = seen.split(VALUES_APART);
      const changes: Change[] = [];
      for (const [index, entry] of control.entries.entries()) {
        const typed = context.field(entry.field.id);
        // Left as it was: somebody else may have changed it since the form was opened.
        if (valuePrint(typed) === shown[index]) continue;
        changes.push(await entry.read(typed, context, present));
      }
      const change: Change = (all) => changes.reduce((changed, next) => next(changed), all);
      const all = await settings.change(place.guildId, context.userId, change);
      await context.update(draw(page, place, all, context.messages));
    },
  };
}

/** The list with the people of one page in place of those that were on it, each once. */
function withPage(control: People, everybody: readonly string[], page: number, chosen: readonly string[]): string[] {
  const before = new Set(peopleOn(everybody, page));
  const others = everybody.filter((id) => !before.has(id));
  const at = everybody.findIndex((id) => before.has(id));
  const added = chosen.filter((id) => !others.includes(id));
  const start = at === -1 ? others.length : at;
  return others.toSpliced(start, 0, ...added).slice(0, control.max);
}

function modalOf(page: Page, { id, entries }: Form, all: ServerSettings, messages: Messages): Modal {
  const { settings } = messages;
  const fields = entries.map(({ field, input }) => ({
    ...input(all, messages),
    id: field.id,
    label: settings.fields[field.id].label,
  }));
  const customId = filledFormId(
    id,
    fields.map(({ value = '' }) => value),
  );
  return { customId, title: settings.topics[page.topic].title, fields };
}

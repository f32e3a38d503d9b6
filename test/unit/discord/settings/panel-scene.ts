import type { APIMessageTopLevelComponent } from 'discord.js';
import { toMessageRequest } from '../../../../src/discord/client/replies.ts';
import type { GuildPlace, SubmitContext } from '../../../../src/discord/interactions/command.ts';
import { createFeatureAccess } from '../../../../src/discord/interactions/feature-access.ts';
import { createSettingsPanel, type PanelServices } from '../../../../src/discord/settings/settings-panel.ts';
import { english } from '../../../../src/messages/english.ts';
import type { Messages } from '../../../../src/messages/messages.ts';
import { requireValidMessage } from '../../../support/discord-rules.ts';
import { fakeVoices, knownVoice } from '../../../support/fake-voices.ts';
import { memoryBudgets } from '../../../support/memory-budgets.ts';
import { memorySettings } from '../../../support/memory-settings.ts';
import { choiceBy, createScene, inLounge, interactionBy, type Seen } from '../../commands/command-scene.ts';

/** Manages the server. */
export const boss: GuildPlace = { ...inLounge, managesVoice: true, managesGuild: true };

/** An id of Discord's that ends in these digits. Those that begin with 9 belong to nothing that exists. */
export const idOf = (digits: number, first = 1): string => `${first}${String(digits).padStart(17, '0')}`;

/** As many ids. */
export const many = (count: number, first = 1): string[] =>
  Array.from({ length: count }, (_, index) => idOf(index, first));

/** As many automatic captions as a server may have, the first in a deleted channel. */
export const AUTOMATIC = many(25).map((voiceChannelId, index) => ({
  ...{ guildId: 'g', voiceChannelId, textChannelId: idOf(index, index === 0 ? 9 : 2), isThreaded: false },
  ...{ language: undefined, setUpBy: '1', widerReaders: false, setUpAtMs: 1 },
}));

type Part = Readonly<Record<string, unknown>>;

/** A panel over settings in memory. */
export function createPanel(services: Partial<PanelServices> = {}, messages: Messages = english) {
  const scene = createScene({});
  const settings = memorySettings();
  const { captions } = scene;
  const voices = fakeVoices([
    knownVoice('a1', 'Lady'),
    knownVoice('b2', 'Mine'),
    knownVoice('c3', 'Sick', { status: 'failed' }),
  ]);
  const { directory } = scene;
  const budgets = services.budgets ?? memoryBudgets();
  const access = createFeatureAccess({ settings, directory: { ...directory, roleIdsOf: async () => [] } });
  const panel = createSettingsPanel({
    access,
    autoCaptions: scene.autoCaptions,
    budgets,
    captions,
    directory,
    memberNames: scene.memberNames,
    people: scene.people,
    publicMessages: scene.publicMessages,
    reading: scene.reading,
    settings,
    voices,
    ...services,
  });
  return {
    settings,
    panel,
    /** `/settings`, as Discord would check its answer. */
    open: async (place: GuildPlace = boss) => {
      const context = { ...interactionBy(place), messages };
      await panel.open(context);
      return checked(context);
    },
    press: async (customId: string, values: readonly string[] = [], place: GuildPlace = boss) => {
      const context = { ...choiceBy(place, values, customId.replace('settings:', '')), messages };
      await panel.press(context);
      return checked(context);
    },
    form: async (customId: string) => {
      const context = choiceBy(boss, [], customId.replace('settings:', ''));
      await panel.press(context);
      return Object.fromEntries((context.modals[0]?.fields ?? []).map((field) => [field.id, field]));
    },
    /** The custom id of the form that a button opens. */
    opened: async (customId: string) => {
      const context = choiceBy(boss, [], customId.replace('settings:', ''));
      await panel.press(context);
      return context.modals[0]?.customId ?? '';
    },
    submit: async (customId: string, fields: Readonly<Record<string, string>>, place: GuildPlace = boss) => {
      const { values: _values, ...context } = choiceBy(place, [], customId.replace('settings:', ''));
      const submitted: SubmitContext & Seen = { ...context, field: (id) => fields[id] ?? '' };
      await panel.submit(submitted);
      return checked(submitted);
    },
  };
}

/** The last answer, held to Discord's rules: its texts, and its buttons and menus by custom id. */
function checked({ answers, updates }: Pick<Seen, 'answers' | 'updates'>) {
  const reply = [...answers, ...updates].at(-1);
  const layout: readonly APIMessageTopLevelComponent[] = reply?.layout ?? [];
  if (reply !== undefined) requireValidMessage(toMessageRequest(reply).body);
  const parts = partsOf(layout);
  return {
    visibility: reply?.visibility,
    texts: parts.flatMap(({ content }) => (typeof content === 'string' ? [content] : [])).join('\n'),
    ids: parts.flatMap(({ custom_id: id }) => (typeof id === 'string' ? [id] : [])),
    part: (prefix: string) => parts.find(({ custom_id: id }) => String(id).startsWith(prefix)),
    parts,
  };
}

function partsOf(components: unknown): Part[] {
  if (!Array.isArray(components)) return [];
  return components.flatMap((component: Part) => [
    component,
    ...partsOf(component['components']),
    ...partsOf(component['accessory'] === undefined ? [] : [component['accessory']]),
  ]);
}

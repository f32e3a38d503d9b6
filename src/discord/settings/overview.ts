import { isDeepStrictEqual } from 'node:util';
import type { APIComponentInContainer } from 'discord.js';
import { DEFAULT_SERVER_SETTINGS, type ServerSettings } from '../../settings/server-settings.ts';
import { type AutoEntry, showAutoCaptions } from './auto-captions.ts';
import { fieldsOf, type Page, type Showing } from './controls.ts';
import { openId } from './custom-ids.ts';
import { button, section, separator, text } from './layout.ts';

/** The first page: every topic with what it is about, what differs from the defaults, and a button that opens it. */
export function drawOverview(
  pages: readonly Page[],
  {
    all,
    showing,
    automatic,
    notes,
  }: {
    readonly all: ServerSettings;
    readonly showing: Showing;
    readonly automatic: readonly AutoEntry[];
    readonly notes: readonly string[];
  },
): APIComponentInContainer[] {
  const { settings } = showing.messages;
  return [
    text([`## ${settings.title}`, settings.intro, ...notes].join('\n')),
    separator(),
    ...pages.map(({ topic, controls }) => {
      const { title, about } = settings.topics[topic];
      const chosen = controls
        .flatMap(fieldsOf)
        .filter(({ get }) => !isDeepStrictEqual(get(all), get(DEFAULT_SERVER_SETTINGS)))
        .map(({ id, show }) => settings.summary({ label: settings.fields[id].label, value: show(all, showing) }));
      const summary = chosen.length === 0 ? settings.allDefault : chosen.join(' · ');
      const shown = topic === 'autoCaptions' ? showAutoCaptions(automatic, showing) : summary;
      const lines = [`**${title}**`, about, ...(topic === 'members' ? [] : [`-# ${shown}`])];
      return section(lines.join('\n'), button(openId(topic), title));
    }),
  ];
}

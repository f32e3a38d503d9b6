import { type Command, type CommandDefinition, GUILD_ONLY } from '../src/discord/interactions/command.ts';
import { createSettingsPanel, type PanelServices } from '../src/discord/settings/settings-panel.ts';
import type { Messages } from '../src/messages/messages.ts';

const NAME = 'settings';

/** Everyone sees it: Discord would hide it from the roles that a server lets change its settings. The panel refuses others. */
const define = ({ settings: { command } }: Messages): CommandDefinition => ({
  name: NAME,
  description: command.description,
  ...GUILD_ONLY,
});

/** `/settings`: a panel with everything that a server can set. Every choice applies immediately. */
export function createSettings(services: PanelServices): Command {
  const panel = createSettingsPanel(services);
  return { name: NAME, define, run: panel.open, component: panel.press, submit: panel.submit };
}

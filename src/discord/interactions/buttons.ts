import {
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
  ButtonStyle,
  ComponentType,
} from 'discord.js';

/** Discord's bound on a custom id. */
const MAX_CUSTOM_ID_LENGTH = 100;

/** A button as people meet it; one that ends something is red. */
export type Button = readonly [customId: string, label: string, isDanger?: boolean];

/** A row of buttons, at most five. */
export function buttonRow(buttons: readonly Button[]): APIActionRowComponent<APIButtonComponentWithCustomId> {
  return {
    type: ComponentType.ActionRow,
    components: buttons.map(([customId, label, isDanger = false]) => ({
      type: ComponentType.Button,
      style: isDanger ? ButtonStyle.Danger : ButtonStyle.Secondary,
      label,
      custom_id: customId,
    })),
  };
}

/** As `buttonRow`, without buttons whose custom ids are too long for Discord, and no row at all when none is left. */
export function buttonRows(buttons: readonly Button[]): APIActionRowComponent<APIButtonComponentWithCustomId>[] {
  const fitting = buttons.filter(([customId]) => customId.length <= MAX_CUSTOM_ID_LENGTH);
  return fitting.length === 0 ? [] : [buttonRow(fitting)];
}

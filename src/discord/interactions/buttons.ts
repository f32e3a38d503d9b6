import {
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
  ButtonStyle,
  ComponentType,
} from 'discord.js';

/** Discord's bound on a custom id. */
const MAX_CUSTOM_ID_LENGTH = 100;

/** How a button stands out: `primary` is the expected answer, `danger` deletes or ends something. Others are grey. */
type ButtonEmphasis = 'primary' | 'danger';

/** A button as people see it. */
export type Button = readonly [customId: string, label: string, emphasis?: ButtonEmphasis];

const STYLES = { primary: ButtonStyle.Primary, danger: ButtonStyle.Danger } as const;

/** A row of buttons, at most five. */
export function buttonRow(buttons: readonly Button[]): APIActionRowComponent<APIButtonComponentWithCustomId> {
  return {
    type: ComponentType.ActionRow,
    components: buttons.map(([customId, label, emphasis]) => ({
      type: ComponentType.Button,
      style: emphasis === undefined ? ButtonStyle.Secondary : STYLES[emphasis],
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

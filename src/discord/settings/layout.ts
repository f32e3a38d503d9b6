import {
  type APIButtonComponentWithCustomId,
  type APIComponentInContainer,
  type APIMessageTopLevelComponent,
  type APISelectMenuComponent,
  type APITextDisplayComponent,
  ButtonStyle,
  ComponentType,
} from 'discord.js';
import type { Reply } from '../client/replies.ts';

/** An ephemeral answer of one container. Discord takes 40 components and 4,000 characters a message, all levels together. */
export function panelReply(components: readonly APIComponentInContainer[]): Reply {
  const layout: APIMessageTopLevelComponent[] = [{ type: ComponentType.Container, components: [...components] }];
  return { content: '', visibility: 'ephemeral', layout };
}

/** A paragraph. */
export function text(content: string): APITextDisplayComponent {
  return { type: ComponentType.TextDisplay, content };
}

/** A grey button. */
export function button(customId: string, label: string): APIButtonComponentWithCustomId {
  return { type: ComponentType.Button, style: ButtonStyle.Secondary, custom_id: customId, label };
}

/** A paragraph with a button beside it. */
export function section(content: string, accessory: APIButtonComponentWithCustomId): APIComponentInContainer {
  return { type: ComponentType.Section, components: [text(content)], accessory };
}

/** A row of buttons, or of one select. */
export function row(
  ...components: readonly (APIButtonComponentWithCustomId | APISelectMenuComponent)[]
): APIComponentInContainer {
  return { type: ComponentType.ActionRow, components: [...components] };
}

/** A line between parts. */
export function separator(): APIComponentInContainer {
  return { type: ComponentType.Separator };
}

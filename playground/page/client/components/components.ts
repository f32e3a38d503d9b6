import type {
  APIComponentInContainer,
  APIComponentInMessageActionRow,
  APIMessageTopLevelComponent,
  APISectionComponent,
} from 'discord-api-types/v10';
import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { MessageView } from '../../protocol.ts';
import { hexColour } from '../colours.ts';
import { Markdown } from '../markdown/markdown.ts';
import { usePage } from '../page.ts';
import { MessageButton } from './button.ts';
import { Covered } from './covered.ts';
import { FileComponent, Gallery, Thumbnail } from './media.ts';
import { COMPONENT } from './numbers.ts';
import { MessageSelect } from './select.ts';

type Component = APIMessageTopLevelComponent | APIComponentInContainer;

interface ComponentsProps {
  readonly components: readonly Component[];
  readonly message: MessageView;
}

/** The components of a message, or of a container in it, in their order. */
export function Components({ components, message }: ComponentsProps): VNode | null {
  if (components.length === 0) return null;
  return html`<div class="components">${components.map((component) => drawComponent(component, message))}</div>`;
}

function drawComponent(component: Component, message: MessageView): VNode | null {
  switch (component.type) {
    case COMPONENT.actionRow:
      return html`<div class="action-row">${component.components.map((inner) => drawControl(inner, message))}</div>`;
    case COMPONENT.textDisplay:
      return html`<${Markdown} text=${component.content} markdown=${message.markdown} />`;
    case COMPONENT.section:
      return html`<${Section} section=${component} message=${message} />`;
    case COMPONENT.separator:
      return component.divider === false
        ? html`<div class="gap ${component.spacing === 2 ? 'is-large' : ''}"></div>`
        : html`<hr class=${component.spacing === 2 ? 'is-large' : ''} />`;
    case COMPONENT.mediaGallery:
      return html`<${Gallery} items=${component.items} message=${message} />`;
    case COMPONENT.file:
      return html`<${FileComponent} component=${component} message=${message} />`;
    case COMPONENT.container:
      return html`<${Container} component=${component} message=${message} />`;
    default:
      return null;
  }
}

function drawControl(component: APIComponentInMessageActionRow, message: MessageView): VNode {
  if (component.type === COMPONENT.button) return html`<${MessageButton} button=${component} message=${message} />`;
  return html`<${MessageSelect} select=${component} message=${message} />`;
}

function Container({
  component,
  message,
}: {
  readonly component: Extract<Component, { accent_color?: unknown }>;
  readonly message: MessageView;
}): VNode {
  const { texts } = usePage();
  const colour = hexColour(component.accent_color);
  const inside = html`<${Components} components=${component.components} message=${message} />`;
  return html`
    <div class="container ${colour === undefined ? '' : 'has-bar'}" style=${{ '--bar': colour }}>
      ${component.spoiler === true ? html`<${Covered} name=${texts.messages.spoilerMedia}>${inside}<//>` : inside}
    </div>
  `;
}

function Section({
  section,
  message,
}: {
  readonly section: APISectionComponent;
  readonly message: MessageView;
}): VNode {
  const { accessory } = section;
  return html`
    <div class="section">
      <div class="section-text">
        ${section.components.map(({ content }) => html`<${Markdown} text=${content} markdown=${message.markdown} />`)}
      </div>
      ${
        accessory.type === COMPONENT.button
          ? html`<${MessageButton} button=${accessory} message=${message} />`
          : html`<${Thumbnail} thumbnail=${accessory} message=${message} />`
      }
    </div>
  `;
}

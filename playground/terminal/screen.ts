import { ComponentType } from 'discord-api-types/v10';
import type { SeenMessage } from '../discord/people/seen-message.ts';
import { type InteractiveComponent, interactiveParts } from '../discord/rules/component-rules.ts';

/** Names for the ids that stand in messages as `<@id>` and `<#id>`. */
export type NameOf = (id: string) => string | undefined;

const REPLY_INDENT = '        ';

/** A message as lines of a terminal: who, to whom, the text with names in place of ids, files, and what can be pressed. */
export function renderMessage(message: SeenMessage, nameOf: NameOf): string {
  const audience = message.ephemeral ? ' (only you see this)' : '';
  const head = `${message.author.name}${audience}: `;
  const text = message.loading ? 'is thinking…' : readable(message.content, nameOf);
  const files = message.attachments.map(({ filename, size, url }) => `[file ${filename}, ${size} bytes] ${url}`);
  const parts = interactiveParts(message.components).map(describePart);
  return [head + text.replaceAll('\n', `\n${REPLY_INDENT}`), ...files, ...parts].join(`\n${REPLY_INDENT}`);
}

function readable(content: string, nameOf: NameOf): string {
  return content
    .replace(/<([@#])!?(\d+)>/g, (whole, mark: string, id: string) => {
      const name = nameOf(id);
      return name === undefined ? whole : `${mark}${name}`;
    })
    .replace(/<t:(\d+)(?::\w)?>/g, (_whole, seconds: string) => new Date(Number(seconds) * 1_000).toLocaleString())
    .replace(/\\([\\*_~`|>.#[\]()-])/g, '$1');
}

function describePart(part: InteractiveComponent): string {
  if (part.type === ComponentType.Button) return `[${part.label ?? 'button'}] press ${part.label ?? ''}`;
  const options = part.type === ComponentType.StringSelect ? part.options : [];
  return [
    `[${part.placeholder ?? 'choose'}]`,
    ...options.map(({ label }, index) => `  choose ${index + 1}: ${label}`),
  ].join(`\n${REPLY_INDENT}`);
}

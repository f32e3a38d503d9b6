import type { SeenMessage } from '@mynah/local-discord/people/seen-message';
import { type InteractiveComponent, interactiveParts } from '@mynah/local-discord/rules/component-rules';
import { fieldsOf, type Modal } from '@mynah/local-discord/rules/modal-rules';
import { ComponentType, MessageFlags } from 'discord-api-types/v10';
import { framed, plain, renderLayout } from './layout.ts';

/** How the viewer's client shows mentions and times. */
export interface Viewer {
  /** Their language, by Discord's code. */
  readonly locale: string;
  /** The name for an id in a mention such as `<@id>` or `<#id>`. */
  readonly nameOf: (id: string) => string | undefined;
  /** The name of a command, which is mentioned by a name of its own and its id, without the slash. */
  readonly commandName: (path: string, id: string) => string;
}

/** Whether a message consists of layout components alone. */
function hasLayout({ flags }: Pick<SeenMessage, 'flags'>): boolean {
  return (flags & MessageFlags.IsComponentsV2) !== 0;
}
/** Heights of a waveform, and its greatest width. */
const BARS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;
const WAVEFORM_COLUMNS = 32;

const REPLY_INDENT = '        ';

/** What would move the cursor or change colours, were it written to a terminal. */
const CONTROLS = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/**
 * Renders a message for the terminal: author, audience, text with names in place of ids, embeds, files, voice messages,
 * buttons and selects. With a number, by which `press`, `choose` and `pick` reach it, that stands after the author.
 */
export function renderMessage(message: SeenMessage, viewer: Viewer, number?: number): string {
  const audience = message.ephemeral ? ' (only you see this)' : '';
  const head = `${message.author.name}${number === undefined ? '' : ` #${number}`}${audience}: `;
  const text = message.loading ? 'is thinking…' : readable(message.content, viewer);
  const isVoice = (message.flags & MessageFlags.IsVoiceMessage) !== 0;
  const files = message.attachments.map(
    (file) => `[${isVoice ? renderVoice(file) : `file ${file.filename}, ${file.size} bytes`}] ${file.url}`,
  );
  const components = hasLayout(message)
    ? [
        renderLayout(message.components, {
          text: (content) => readable(content, viewer),
          name: (id) => viewer.nameOf(id) ?? id,
        }),
      ]
    : interactiveParts(message.components).map((part, index, parts) => renderComponent(part, { index, parts, viewer }));
  const embeds = message.embeds.map((embed) => renderEmbed(embed, viewer));
  return [(head + text).trimEnd(), ...embeds, ...files, ...components]
    .join('\n')
    .replaceAll(CONTROLS, (sign) => (sign === '\n' ? `\n${REPLY_INDENT}` : ' '));
}

/** Like `voice message, 3.2 s`, and the waveform in eight heights. */
function renderVoice({ duration_secs: durationS = 0, waveform = '' }: SeenMessage['attachments'][number]): string {
  const points = [...Buffer.from(waveform, 'base64')];
  const columns = Math.min(points.length, WAVEFORM_COLUMNS);
  const bars = Array.from({ length: columns }, (_, column) => {
    const level = points[Math.floor((column * points.length) / columns)] ?? 0;
    return BARS[Math.floor((level / 256) * BARS.length)] ?? '';
  });
  return `voice message, ${durationS.toFixed(1)} s ${bars.join('')}`.trim();
}

/** Renders an open form for the terminal: every field with its value. */
export function renderForm(modal: Modal): string {
  const fields = modal.components.flatMap((part) =>
    fieldsOf(part).map((field) => {
      const label = 'label' in field ? field.label : 'label' in part ? part.label : '';
      const value = field.type === ComponentType.TextInput ? (field.value ?? '') : '';
      return `  ${field.custom_id}: ${value}${label === '' ? '' : `   (${label})`}`;
    }),
  );
  return [`[form] ${modal.title}`, ...fields, 'fill NAME:VALUE … sets fields and submits the form'].join('\n');
}

/** Each field on a line, or if one takes more, each below its name. */
function renderEmbed(embed: SeenMessage['embeds'][number], viewer: Viewer): string {
  const fields = embed.fields ?? [];
  const isList = fields.some(({ value }) => value.includes('\n'));
  const parts = [
    embed.title ?? '',
    embed.description ?? '',
    ...fields.map(({ name, value }) => (isList ? `\n${name.toUpperCase()}\n${value}` : `${name}: ${value}`)),
    ...[embed.image?.url, embed.thumbnail?.url].map((url) => (url ? `[picture] ${url}` : '')),
    embed.footer?.text ?? '',
  ].filter((part) => part !== '');
  return plain(readable(parts.join('\n'), viewer))
    .split('\n')
    .flatMap(framed)
    .join('\n');
}

function readable(content: string, { locale, nameOf, commandName }: Viewer): string {
  return content
    .replace(/<(@|#)[!&]?(\d+)>/g, (whole, mark: string, id: string) => {
      const name = nameOf(id);
      return name === undefined ? whole : `${mark}${name}`;
    })
    .replace(/<\/([-_\p{L}\p{N} ]+):(\d+)>/gu, (_whole, path: string, id: string) => `/${commandName(path, id)}`)
    .replace(/<t:(\d+)(?::(\w))?>/g, (_whole, seconds: string, style?: string) =>
      moment(Number(seconds), style, locale),
    )
    .replace(/\\([\\*_~`|>.#[\]()-])/g, '$1');
}

/** A timestamp like Discord's client shows it: relative, as a time of day, or in full. */
function moment(seconds: number, style: string | undefined, locale: string): string {
  const date = new Date(seconds * 1_000);
  if (style === 't') return date.toLocaleTimeString(locale, { timeStyle: 'short' });
  if (style !== 'R') return date.toLocaleString(locale);
  const secondsAway = (date.getTime() - Date.now()) / 1_000;
  const minutes = Math.round(secondsAway / 60);
  const relative = new Intl.RelativeTimeFormat(locale);
  if (Math.abs(secondsAway) < 60) {
    const numeric = Math.abs(secondsAway) < 1 ? 'auto' : 'always';
    return new Intl.RelativeTimeFormat(locale, { numeric }).format(Math.trunc(secondsAway), 'second');
  }
  return Math.abs(minutes) < 60
    ? relative.format(minutes, 'minute')
    : relative.format(Math.round(minutes / 60), 'hour');
}

/** A button by its label; a menu with its options, by their numbers alone if it is the only one of the message. */
function renderComponent(
  part: InteractiveComponent,
  { index, parts, viewer }: { index: number; parts: readonly InteractiveComponent[]; viewer: Viewer },
): string {
  if (part.type === ComponentType.Button) {
    if (part.url !== undefined) return `[${part.label ?? 'link'}] ${part.url}`;
    const isDisabled = part.disabled ? ' (disabled)' : ` press ${part.label ?? index + 1}`;
    return `[${part.label ?? 'button'}]${isDisabled}`;
  }
  const head = `[${part.placeholder ?? 'choose'}]${part.disabled ? ' (disabled)' : ''}`;
  if (part.type !== ComponentType.StringSelect) {
    const chosen = (part.default_values ?? []).map(({ id }) => `@${viewer.nameOf(id) ?? id}`);
    return `${head}${chosen.length === 0 ? '' : ` ${chosen.join(', ')}`}\n  pick ${index + 1} NAME, …`;
  }
  const isOnly = parts.filter(({ type }) => type === ComponentType.StringSelect).length === 1;
  const options = part.options.map(({ label, default: isChosen }, at) => {
    const number = isOnly ? at + 1 : `${index + 1}.${at + 1}`;
    return `  ${isChosen ? '●' : '○'} choose ${number}: ${label}`;
  });
  return [head, ...options].join('\n');
}

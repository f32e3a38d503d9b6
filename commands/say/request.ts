import { ApplicationCommandOptionType } from 'discord.js';
import {
  ANYWHERE,
  type CommandContext,
  type CommandDefinition,
  type Modal,
} from '../../src/discord/interactions/command.ts';
import type { NameOfMention } from '../../src/discord/interactions/spoken-message.ts';
import { UserError } from '../../src/errors.ts';
import type { Messages } from '../../src/messages/messages.ts';
import { PROSODY_BOUNDS } from '../../src/speech/delivery.ts';
import { EXPRESSION_STYLES } from '../../src/speech/expression-styles.ts';
import { lookUpNames } from '../../src/text/mentions.ts';
import { MAX_STYLE_LENGTH, readStyle } from '../../src/text/sentence-marks.ts';
import type { SpokenMessage, SpokenOptions } from '../../src/text/spoken/spoken-message.ts';

/** The name of the command. */
export const SAY = 'say';

/** The field of the form. */
const TEXT_FIELD = 'text';
/** Discord's bound on what people type into a form. */
const MAX_FORM_LENGTH = 4_000;
/** Discord's bound on a custom id. */
const MAX_CUSTOM_ID_LENGTH = 100;

/** What is to be said. */
interface SaidText {
  readonly writtenFor: NonNullable<SpokenOptions['writtenFor']>;
  /** `undefined` when nobody wrote it. */
  message(nameOf: NameOfMention): Promise<SpokenMessage | undefined>;
}

/** What is to be said, and how; `undefined` for what was left out. */
export interface SayRequest {
  readonly said: SaidText;
  /** A title, an id, or what stands for one's usual voice. */
  readonly voice: string | undefined;
  /** The words of a style, checked for the speech model. */
  readonly style: string | undefined;
  /** A factor. */
  readonly speed: number | undefined;
  /** Audio is sent instead of spoken. */
  readonly file: boolean;
}

/** What is registered with Discord. */
export const define = ({
  playback: {
    commands: { say: texts },
  },
}: Messages): CommandDefinition => ({
  name: SAY,
  description: texts.description,
  ...ANYWHERE,
  options: [
    {
      type: ApplicationCommandOptionType.String,
      name: 'text',
      description: texts.options.text,
      min_length: 1,
      max_length: 6_000,
    },
    {
      type: ApplicationCommandOptionType.String,
      name: 'voice',
      description: texts.options.voice,
      autocomplete: true,
    },
    {
      type: ApplicationCommandOptionType.String,
      name: 'style',
      description: texts.options.style,
      // With brackets around it.
      max_length: MAX_STYLE_LENGTH + 2,
      autocomplete: true,
    },
    {
      type: ApplicationCommandOptionType.Number,
      name: 'speed',
      description: texts.options.speed,
      min_value: PROSODY_BOUNDS.speed.min,
      max_value: PROSODY_BOUNDS.speed.max,
    },
    {
      type: ApplicationCommandOptionType.Boolean,
      name: 'file',
      description: texts.options.file,
    },
  ],
});

/** A text that was written to be spoken. */
export function writtenText(content: string): SaidText {
  return {
    writtenFor: 'speech',
    message: async (nameOf) => ({ content, names: await lookUpNames([content], nameOf) }),
  };
}

/** Reads the options; `text` is `undefined` when it was left out. @throws {UserError} for a style that cannot be used. */
export function readSayOptions({
  options,
  messages,
}: Pick<CommandContext, 'options' | 'messages'>): Omit<SayRequest, 'said'> & { readonly text: string | undefined } {
  const style = options.string('style');
  return {
    text: options.string('text'),
    voice: options.string('voice'),
    style: style === undefined ? undefined : checkedStyle(style, messages),
    speed: options.number('speed'),
    file: options.boolean('file') ?? false,
  };
}

/**
 * The form that asks for the text. Its custom id has the other options, so it can be sent after a restart.
 * @throws {UserError} when they do not fit into it.
 */
export function sayForm(
  { voice = '', style = '', speed, file }: Omit<SayRequest, 'said'>,
  { playback }: Messages,
): Modal {
  const factor = speed === undefined ? '' : String(Math.round(speed * 100) / 100);
  const customId = `${SAY}:${file ? 'f' : 's'}${factor}:${style.length}:${style}${voice.trim()}`;
  if (customId.length > MAX_CUSTOM_ID_LENGTH) throw new UserError(playback.say.voiceTooLong);
  const { title, text: label } = playback.say.form;
  return {
    customId,
    title,
    fields: [{ id: TEXT_FIELD, label, style: 'paragraph', required: true, maxLength: MAX_FORM_LENGTH }],
  };
}

const WRITTEN = /^(?<target>[fs])(?<speed>[\d.]*):(?<styleLength>\d{1,2}):(?<rest>.*)$/su;

/** Reads a form that `sayForm` made. @throws {UserError} when it is another, or its style can no longer be used. */
export function readSayForm(form: {
  readonly argument: string;
  readonly messages: Messages;
  field(id: string): string;
}): SayRequest {
  const { argument, messages } = form;
  const groups = WRITTEN.exec(argument)?.groups;
  if (groups === undefined) throw new UserError(messages.interactions.oldForm);
  const { target, speed = '', rest = '' } = groups;
  const style = rest.slice(0, Number(groups['styleLength']));
  const voice = rest.slice(style.length);
  return {
    said: writtenText(form.field(TEXT_FIELD)),
    voice: voice === '' ? undefined : voice,
    style: style === '' ? undefined : checkedStyle(style, messages),
    speed: speed === '' ? undefined : withinBounds(Number(speed)),
    file: target === 'f',
  };
}

/** The style in the words that the service gets. @throws {UserError} when it is not made of a few words. */
function checkedStyle(entered: string, { playback }: Messages): string {
  const { styles } = playback.say;
  const read = readStyle(entered);
  const wanted = (read ?? entered.trim()).toLowerCase();
  const style = EXPRESSION_STYLES.find((each) => [each, styles[each].toLowerCase()].includes(wanted)) ?? read;
  if (style === undefined) throw new UserError(playback.say.invalidStyle({ max: MAX_STYLE_LENGTH }));
  return style;
}

function withinBounds(speed: number): number {
  if (Number.isNaN(speed)) return 1;
  return Math.min(PROSODY_BOUNDS.speed.max, Math.max(PROSODY_BOUNDS.speed.min, speed));
}

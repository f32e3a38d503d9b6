import { styleText } from 'node:util';

/** What a piece of the terminal's output is; each kind has its colour, as in the picture of the README. */
export type Ink = 'good' | 'typed' | 'bot' | 'person' | 'heard' | 'problem' | 'aside' | 'plain';

const STYLES = {
  good: 'green',
  typed: 'cyan',
  bot: 'yellow',
  person: 'magenta',
  heard: 'greenBright',
  problem: 'red',
  aside: 'dim',
} as const satisfies Record<Exclude<Ink, 'plain'>, Parameters<typeof styleText>[0]>;

/** Colours a text; leaves it alone where colours are not wanted. */
export type Paint = (ink: Ink, text: string) => string;

/** Colours for a stream: none if it is no terminal, or with NO_COLOR; with FORCE_COLOR in any case. */
export function createPaint(stream: NodeJS.WritableStream): Paint {
  return (ink, text) => (ink === 'plain' ? text : styleText(STYLES[ink], text, { stream }));
}

import type { APIActionRowComponent, APIButtonComponentWithCustomId } from 'discord.js';
import type { Messages } from '../../../messages/messages.ts';
import { buttonRows } from '../../interactions/buttons.ts';

/** How long a question about the place of captions can be answered. */
const EXPIRES_AFTER_MS = 10 * 60_000;

/** Two snowflakes, a language, `1` for interim text, and the seconds since 1970 in base 36. */
const ARGUMENT = /^start:(chat|ask|confirm):(\d{17,20}):(\d{17,20}):([a-z0-9-]{0,24}):([01]):([0-9a-z]{1,8})$/;

/** A start of captions that waits for an answer. Its buttons carry all of it, so they work after a restart. */
export interface StartChoice {
  /** `chat`: post in the voice channel's chat; `ask`: ask here for the confirmation; `confirm`: that confirmation. */
  readonly action: 'chat' | 'ask' | 'confirm';
  readonly voiceChannelId: string;
  /** The user id of the person who wants captions. */
  readonly startedBy: string;
  /** ISO code. */
  readonly language: string | undefined;
  readonly interim: boolean;
  /** Milliseconds since 1970, in whole seconds. */
  readonly expiresAtMs: number;
}

type ButtonRows = APIActionRowComponent<APIButtonComponentWithCustomId>[];

/** A question asked now. */
export function createStartChoice(start: Omit<StartChoice, 'action' | 'expiresAtMs'>): Omit<StartChoice, 'action'> {
  return { ...start, expiresAtMs: Math.ceil((Date.now() + EXPIRES_AFTER_MS) / 1_000) * 1_000 };
}

/** The buttons with which the person who starts captions chooses where they go. */
export function choiceButtons(choice: Omit<StartChoice, 'action'>, { captions: { buttons } }: Messages): ButtonRows {
  return buttonRows([
    [customIdOf({ ...choice, action: 'chat' }), buttons.inChat, 'primary'],
    [customIdOf({ ...choice, action: 'ask' }), buttons.here],
  ]);
}

/** The button with which someone who manages the voice channel confirms. */
export function confirmButtons(choice: Omit<StartChoice, 'action'>, { captions: { buttons } }: Messages): ButtonRows {
  return buttonRows([[customIdOf({ ...choice, action: 'confirm' }), buttons.confirm, 'primary']]);
}

/** The choice that a button's argument stands for; `undefined` if it is none. Its expiry is the caller's to check. */
export function parseStartChoice(argument: string): StartChoice | undefined {
  const [, action, voiceChannelId = '', startedBy = '', language = '', interim, expires = ''] =
    ARGUMENT.exec(argument) ?? [];
  if (action !== 'chat' && action !== 'ask' && action !== 'confirm') return undefined;
  return {
    ...{ action, voiceChannelId, startedBy, interim: interim === '1' },
    language: language === '' ? undefined : language,
    expiresAtMs: Number.parseInt(expires, 36) * 1_000,
  };
}

function customIdOf({ action, voiceChannelId, startedBy, language, interim, expiresAtMs }: StartChoice): string {
  const expires = Math.floor(expiresAtMs / 1_000).toString(36);
  return ['captions:start', action, voiceChannelId, startedBy, language ?? '', interim ? 1 : 0, expires].join(':');
}

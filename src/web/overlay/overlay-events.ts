/**
 * The server-sent events of `/overlay/{secret}/events`. Types only: the page and Node both read this file. Every event has an
 * id, except `ping` (`{}`, at the start and every 15 s), which says that the connection is alive. A connection that names the
 * last id it saw, as `Last-Event-ID` or `?after=`, gets what it missed. Lines come in the order in which they changed, so the
 * page orders them by `at`.
 */

/** `event: line`: a line of captions, new or changed. */
export interface LineData {
  /** Stays the same from interim text to final text. */
  readonly id: string;
  /** The speaker's name. */
  readonly speaker: string;
  /** Whose line it is, for `?who=`: the same for as long as the address is valid, whatever the person is called. */
  readonly speakerId: string;
  readonly text: string;
  /** False: interim text, which may still change. */
  readonly final: boolean;
  /** When the speech began, ISO 8601. */
  readonly at: string;
}

/** `event: remove`: a line that must no longer be shown. */
export interface RemoveData {
  readonly id: string;
}

/** `event: reset`: clear all lines; the current ones follow. */
export type ResetData = Record<string, never>;

/** `event: state`: whether captions are running. `ended` is the last event: the address is no longer valid. */
export interface StateData {
  readonly state: 'live' | 'waiting' | 'ended';
}

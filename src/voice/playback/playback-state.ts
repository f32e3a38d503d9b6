import type { Track } from './track.ts';

/** What listeners hear of a session, and which piece is played to them. */
export type PlaybackState =
  /** Nothing, and nothing is on its way. */
  | { readonly kind: 'idle' }
  /** Nothing, or the silence of the lead-in: the first sound of `track` is awaited, or of what a pause or a move interrupted. */
  | { readonly kind: 'preparing'; readonly track: Track }
  /** An utterance, which silence must close. */
  | { readonly kind: 'speaking'; readonly track: Track }
  /** The silence at the end of an utterance, of which `step` sends a frame; `track` follows, or what is queued by then. */
  | { readonly kind: 'closing'; readonly step: () => boolean; readonly track?: Track | undefined };

export const IDLE: PlaybackState = { kind: 'idle' };

/** Has a piece follow what listeners hear now. */
export function withNext(state: PlaybackState, track: Track | undefined): PlaybackState {
  if (state.kind === 'closing') return { ...state, track };
  return track === undefined ? IDLE : { kind: 'preparing', track };
}

/** Listeners have heard nothing of the utterance, or have forgotten it: it is led in again. */
export function ledInAgain(state: PlaybackState): PlaybackState {
  return state.kind === 'speaking' ? { kind: 'preparing', track: state.track } : state;
}

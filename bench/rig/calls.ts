/** What a process of the rig can be asked: one argument each, an answer or a promise of one. */
export type Calls = Readonly<Record<string, (argument: never) => unknown>>;

/** One call on its way to a process. */
export interface Call {
  readonly id: number;
  readonly name: string;
  readonly argument: unknown;
}

/** What comes back: an answer to a call, or an event that nobody asked for. */
export type Message =
  | { readonly kind: 'answer'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string }
  | { readonly kind: 'event'; readonly event: unknown };

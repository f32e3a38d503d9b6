/** Calls that a process of the rig accepts: one argument each, a result or a promise of one. */
export type Calls = Readonly<Record<string, (argument: never) => unknown>>;

/** One call sent to a process. */
export interface Call {
  readonly id: number;
  readonly name: string;
  readonly argument: unknown;
}

/** What a process sends: an answer or a failure of a call, or an event. */
export type Message =
  | { readonly kind: 'answer'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string }
  | { readonly kind: 'event'; readonly event: unknown };

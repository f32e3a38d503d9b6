/** What a process is asked from which a stranger tries addresses. */
export type StrangerCalls = {
  /** Begins to ask for wrong addresses, `writesPerSecond` times a second, each time on a new connection. */
  begin(target: { readonly port: number; readonly writesPerSecond: number }): void;
  /** Resolves with how many connections were made. */
  end(): number;
};

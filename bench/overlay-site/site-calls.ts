/** What the process that serves captions is asked. */
export type SiteCalls = {
  port(): Promise<number>;
  viewers(): Promise<number>;
  /** CPU time of the whole process so far, in ms. */
  cpuMs(): Promise<number>;
};

/** A REST request and its answer, as they were sent. */
export interface RestExchange {
  readonly method: string;
  /** Path and query, with `/api/v10`. */
  readonly target: string;
  /** Header of the request; `undefined` if it has none. */
  readonly contentType: string | undefined;
  /** JSON body, or `payload_json` of a form; `undefined` if there is none that can be read. */
  readonly body: unknown;
  /** The names of a form's fields, `payload_json` included; none for JSON. */
  readonly fields: readonly string[];
  readonly status: number;
  /** JSON text; `undefined` if there is none. */
  readonly answer: string | undefined;
}

import { type ClientRequest, get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';

/** One event as it came over the wire. */
export interface WireEvent {
  readonly id: string | undefined;
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A viewer on a real socket, who reads server-sent events as browsers do. */
export class WireViewer {
  readonly events: WireEvent[] = [];
  /** The text of each line on the screen, by line id. */
  readonly lines = new Map<string, string>();
  lastId: string | undefined;
  state: string | undefined;
  status: number | undefined;
  headers: IncomingHttpHeaders = {};
  isOpen = true;
  #rest = '';
  readonly #request: ClientRequest;
  #response: IncomingMessage | undefined;

  constructor(url: string, options: { readonly headers?: Record<string, string>; readonly reads?: boolean } = {}) {
    this.#request = get(url, { headers: options.headers, agent: false }, (response) => {
      this.#response = response;
      this.status = response.statusCode;
      this.headers = response.headers;
      response.once('close', () => {
        this.isOpen = false;
      });
      response.on('error', () => undefined);
      response.setEncoding('utf8');
      if (options.reads === false) response.pause();
      else response.on('data', (text: string) => this.#read(text));
    });
    this.#request.on('error', () => {
      this.isOpen = false;
    });
  }

  /** The texts on the screen. */
  get texts(): readonly string[] {
    return [...this.lines.values()];
  }

  get kinds(): readonly string[] {
    return this.events.map(({ kind }) => kind).filter((kind) => kind !== 'ping');
  }

  /** Begins to read, for one that did not. */
  resume(): void {
    this.#response?.on('data', (text: string) => this.#read(text)).resume();
  }

  close(): void {
    this.#request.destroy();
  }

  #read(text: string): void {
    this.#rest += text;
    const blocks = this.#rest.split('\n\n');
    this.#rest = blocks.pop() ?? '';
    for (const block of blocks) this.#receive(block);
  }

  #receive(block: string): void {
    const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]));
    const kind = fields.get('event');
    if (kind === undefined) return;
    const data = JSON.parse(fields.get('data') ?? '{}') as Record<string, string>;
    this.events.push({ id: fields.get('id'), kind, data });
    this.lastId = fields.get('id') ?? this.lastId;
    const { id = '', text = '', state } = data;
    if (kind === 'line') this.lines.set(id, text);
    else if (kind === 'remove') this.lines.delete(id);
    else if (kind === 'reset') this.lines.clear();
    else if (kind === 'state') this.state = state;
  }
}

import { linkSignals } from '../../concurrency/async.ts';
import { MynahError, type MynahErrorOptions } from '../../errors.ts';

/** Discord's servers for attachments. */
const DISCORD_ORIGINS = ['https://cdn.discordapp.com', 'https://media.discordapp.net'];
/** Statuses of Discord's file server for a link whose signature has expired, or whose file is gone. */
const EXPIRED_STATUSES: ReadonlySet<number> = new Set([401, 403, 404, 410]);
/** A connection that sends nothing for this long is abandoned. */
const IDLE_TIMEOUT_MS = 20_000;
/** A download that was interrupted is tried once more. */
const MAX_ATTEMPTS = 2;

/** Codes of the failures of a download. */
export type AttachmentErrorCode =
  | 'ATTACHMENT_FOREIGN'
  | 'ATTACHMENT_EXPIRED'
  | 'ATTACHMENT_TOO_LARGE'
  | 'ATTACHMENT_BROKE_OFF'
  | 'ATTACHMENT_REFUSED';

/** How much of an attachment is read, and for how long. */
interface DownloadLimits {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** Where a file is, and how large Discord says that it is. */
interface Source {
  readonly url: string;
  readonly sizeBytes: number;
}

/**
 * Fetches attachments from Discord's own addresses, and from no other. Failures are MynahErrors: ATTACHMENT_FOREIGN (not
 * an address of Discord's; nothing was sent), ATTACHMENT_EXPIRED, ATTACHMENT_TOO_LARGE, ATTACHMENT_BROKE_OFF and
 * ATTACHMENT_REFUSED; an aborted signal rejects with its reason.
 */
export interface AttachmentDownload {
  /** The bytes in order, as they arrive. A reader that stops early ends the download. */
  stream(attachment: Source, limits: DownloadLimits): AsyncIterable<Uint8Array>;
  /** All bytes, for small files. */
  read(attachment: Source, limits: DownloadLimits): Promise<Uint8Array>;
}

/** Makes the download. Besides Discord's file servers it accepts the exact origin of `apiUrl`. */
export function createAttachmentDownload(options: {
  readonly apiUrl: string;
  readonly idleTimeoutMs?: number;
}): AttachmentDownload {
  const origins = new Set([...DISCORD_ORIGINS, new URL(options.apiUrl).origin]);
  const idleTimeoutMs = options.idleTimeoutMs ?? IDLE_TIMEOUT_MS;

  async function* stream(attachment: Source, limits: DownloadLimits): AsyncGenerator<Uint8Array, void> {
    const url = ownAddress(attachment.url, origins);
    if (attachment.sizeBytes > limits.maxBytes) throw tooLarge(limits.maxBytes);
    let givenBytes = 0;
    for (let attempt = 1; ; attempt += 1) {
      try {
        for await (const chunk of withoutFirst(givenBytes, receive(url, attachment, limits, idleTimeoutMs))) {
          givenBytes += chunk.length;
          yield chunk;
        }
        return;
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !(error instanceof MynahError) || !error.retryable) throw error;
      }
    }
  }

  return {
    stream,
    read: async (attachment, limits) => Buffer.concat(await Array.fromAsync(stream(attachment, limits))),
  };
}

/** The address, if it is one of Discord's: an invented one must not make the bot send a request to it. */
function ownAddress(address: string, origins: ReadonlySet<string>): URL {
  const url = URL.parse(address);
  const isOwn = url !== null && origins.has(url.origin) && url.username === '' && url.password === '';
  if (!isOwn) throw failure('ATTACHMENT_FOREIGN', 'not an address of Discord');
  return url;
}

/** Asks for the file once. */
async function* receive(
  url: URL,
  { sizeBytes }: Source,
  { maxBytes, signal }: DownloadLimits,
  idleTimeoutMs: number,
): AsyncGenerator<Uint8Array, void> {
  const idle = createIdleWatch(idleTimeoutMs);
  using linked = linkSignals([signal, idle.signal]);
  try {
    const headers = { 'Accept-Encoding': 'identity' };
    const response = await fetch(url, { headers, redirect: 'manual', signal: linked.signal });
    const body = await bodyOf(response, maxBytes);
    let receivedBytes = 0;
    for await (const chunk of body) {
      receivedBytes += chunk.length;
      if (receivedBytes > maxBytes) throw tooLarge(maxBytes);
      idle.pause();
      yield chunk;
      idle.restart();
    }
    // Where the server names a length, the platform itself notices that bytes are missing.
    if (!response.headers.has('content-length') && receivedBytes < sizeBytes) throw brokeOff('bytes are missing');
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof MynahError ? error : brokeOff(error);
  } finally {
    idle.pause();
  }
}

/** The body of a response that has the file, of at most `maxBytes` as far as it says. */
async function bodyOf(response: Response, maxBytes: number): Promise<AsyncIterable<Uint8Array>> {
  const refusal = refusalOf(response, maxBytes);
  if (refusal === undefined && response.body !== null) return response.body;
  await response.body?.cancel();
  throw refusal ?? brokeOff('a response without a body');
}

function refusalOf({ status, headers }: Response, maxBytes: number): MynahError | undefined {
  if (EXPIRED_STATUSES.has(status)) return failure('ATTACHMENT_EXPIRED', 'Discord no longer gives out this file');
  if (status >= 500 || status === 429) return brokeOff(`Discord's file server answered ${status}`);
  if (status !== 200) return failure('ATTACHMENT_REFUSED', `Discord's file server answered ${status}`);
  return Number(headers.get('content-length') ?? 0) > maxBytes ? tooLarge(maxBytes) : undefined;
}

/** Leaves out bytes that an earlier attempt received: a file at Discord never changes. */
async function* withoutFirst(count: number, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let left = count;
  for await (const chunk of chunks) {
    const skipped = Math.min(left, chunk.length);
    left -= skipped;
    if (skipped < chunk.length) yield chunk.subarray(skipped);
  }
}

/** Aborts when neither `restart` nor `pause` is called for `timeoutMs`: a slow reader does not count as idle. */
function createIdleWatch(timeoutMs: number): { signal: AbortSignal; restart: () => void; pause: () => void } {
  const controller = new AbortController();
  const giveUp = (): void => controller.abort(brokeOff('nothing was received for too long'));
  let timer = setTimeout(giveUp, timeoutMs);
  const pause = (): void => clearTimeout(timer);
  const restart = (): void => {
    pause();
    timer = setTimeout(giveUp, timeoutMs);
  };
  return { signal: controller.signal, restart, pause };
}

function tooLarge(maxBytes: number): MynahError {
  return failure('ATTACHMENT_TOO_LARGE', `an attachment of more than ${maxBytes} bytes`);
}

function brokeOff(cause: unknown): MynahError {
  return failure('ATTACHMENT_BROKE_OFF', 'a download from Discord broke off', { retryable: true, cause });
}

function failure(code: AttachmentErrorCode, message: string, options?: MynahErrorOptions): MynahError {
  return new MynahError(code, message, options);
}

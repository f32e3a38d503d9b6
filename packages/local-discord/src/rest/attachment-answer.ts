import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Attachments, HostedFile } from '../attachments.ts';

const CHUNK_BYTES = 64 * 1024;

/** Serves a file like Discord's file server: 404 if the link is unsigned or expired, or the file is gone. */
export async function serveAttachment(attachments: Attachments, url: URL, response: ServerResponse): Promise<void> {
  const trouble = attachments.takeTrouble();
  if (trouble?.redirectTo !== undefined) {
    response.writeHead(302, { Location: trouble.redirectTo }).end();
    return;
  }
  const file = attachments.file(url);
  const status = trouble?.status ?? (file === undefined ? 404 : 200);
  if (status !== 200 || file === undefined) {
    const words = status === 404 ? 'This content is no longer available.' : `Status ${status}`;
    response.writeHead(status, { 'Content-Type': 'text/plain' }).end(words);
    return;
  }
  response.writeHead(200, { 'Content-Type': file.contentType, 'Content-Length': file.bytes.byteLength });
  const cutAt = trouble?.dropAfterBytes ?? trouble?.stallAfterBytes ?? file.bytes.byteLength;
  await send(file, cutAt, response);
  if (trouble?.dropAfterBytes !== undefined) response.destroy();
  else if (trouble?.stallAfterBytes === undefined) response.end();
}

async function send({ bytes }: HostedFile, length: number, response: ServerResponse): Promise<void> {
  const gone = once(response, 'close');
  for (let start = 0; start < length && !response.destroyed; start += CHUNK_BYTES) {
    const isTaken = response.write(bytes.subarray(start, Math.min(start + CHUNK_BYTES, length)));
    if (!isTaken) await Promise.race([once(response, 'drain'), gone]);
  }
}

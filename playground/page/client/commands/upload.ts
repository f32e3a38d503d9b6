import { readTabKey } from '../tab-key.ts';

/**
 * Uploads a file of the visitor and resolves with its id, by which a message, an option or a form's field names it.
 * @throws {Error} if the playground doesn't take it
 */
export async function uploadFile(file: File): Promise<string> {
  const address = new URL('files', location.href);
  address.searchParams.set('tab', readTabKey(sessionStorage));
  address.searchParams.set('name', file.name);
  const headers = { 'content-type': file.type === '' ? 'application/octet-stream' : file.type };
  const response = await fetch(address, { method: 'POST', headers, body: file });
  if (!response.ok) throw new Error(`the upload was answered with ${response.status}`);
  const { id } = (await response.json()) as { readonly id: string };
  return id;
}

import { DefaultRestOptions, type RESTOptions } from 'discord.js';

/**
 * Sends a request of discord.js, its form made into bytes first. Node's undici, which sends it, streams a form, and leaves an
 * unhandled rejection where the request ends meanwhile, by a timeout or with its connection.
 */
export const sendRequest: RESTOptions['makeRequest'] = async (url, init) => {
  if (!(init.body instanceof FormData)) return DefaultRestOptions.makeRequest(url, init);
  const form = new Response(init.body);
  const headers = {
    ...(init.headers as Record<string, string>),
    'Content-Type': form.headers.get('content-type') ?? '',
  };
  const body = new Uint8Array(await form.arrayBuffer());
  return DefaultRestOptions.makeRequest(url, { ...init, headers, body });
};

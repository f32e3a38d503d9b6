import type { SeenMessage } from '@mynah/local-discord/people/seen-message';

/** True for the answer to /transcribe that stays: on a busy machine, progress comes before it. */
export function isAnswer({ loading, content, deleted }: SeenMessage): boolean {
  return !loading && !deleted && !/`[█░]+`|^\*\*[^\n]*\nWaiting/u.test(content);
}

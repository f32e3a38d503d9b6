import { vi } from 'vitest';
import type { ChatMessage } from '../../../src/reading/reading-ports.ts';
import { createScene, GUILD, messageOf, settings, settle } from './reading-scene.ts';

export type Scene = Awaited<ReturnType<typeof createScene>>;

/** Settings under which the writer is named. */
export const named = { ...settings, reading: { ...settings.reading, announceWriters: true } };

/** What a proxy bot posts through its webhook. */
export function proxied(text: string, more: Partial<ChatMessage> = {}): ChatMessage {
  return messageOf(text, { authorId: 'hook', authorKind: 'proxied', authorName: 'Luna', ...more });
}

/** A scene in which people have written under names before: Ada as Luna. */
export async function createUsedScene(
  options: Parameters<typeof createScene>[0] = {},
  names: readonly (readonly [userId: string, name: string])[] = [['1', 'Luna']],
): Promise<Scene> {
  const scene = await createScene(options);
  scene.stored.identities = names.map(([userId, name]) => ({ userId, name, voice: undefined, seenAtMs: Date.now() }));
  return scene;
}

export const later = (ms: number) => vi.advanceTimersByTimeAsync(ms);

export async function remove({ reading }: Scene, ...messages: readonly ChatMessage[]): Promise<void> {
  reading.onDeleted(
    GUILD,
    messages.map(({ id }) => id),
  );
  await settle();
}

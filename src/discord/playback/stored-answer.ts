import { DiscordAPIError, type REST, Routes } from 'discord.js';
import type { StoredText } from '../../handover/handover-ports.ts';
import { ephemeral, toMessageFields } from '../client/replies.ts';

/** What the answer is changed with. */
export interface AnsweringClient {
  readonly rest: Pick<REST, 'patch'>;
  readonly application: { readonly id: string } | null;
}

/**
 * Returns what changes the answer under a command that another process answered. It rejects where it is too late for that, and
 * does nothing from then on: only Discord knows, as the clock that the other process went by may have been wrong.
 */
export function storedAnswer(
  { rest, application }: AnsweringClient,
  { answer }: Pick<StoredText, 'answer'>,
): (content: string) => Promise<void> {
  let isGone = false;
  return async (content) => {
    if (answer === undefined || application === null || isGone) return;
    try {
      await rest.patch(Routes.webhookMessage(application.id, answer.token), {
        body: { content: toMessageFields(ephemeral(content)).content, allowed_mentions: { parse: [] } },
        auth: false,
      });
    } catch (error) {
      isGone ||= error instanceof DiscordAPIError && (error.status === 401 || error.status === 404);
      throw error;
    }
  };
}

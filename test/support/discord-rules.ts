import { checkMessageBody } from '@mynah/local-discord/rules/message-rules';

/**
 * Holds a message without files to Discord's rules, as the local Discord does.
 * @throws {DiscordError} where it breaks one.
 */
export function requireValidMessage(body: unknown): void {
  checkMessageBody(body, []);
}

import { checkMessageBody } from '../../playground/discord/rules/message-rules.ts';

/**
 * Holds a message without files to Discord's rules, as the local Discord does.
 * @throws {DiscordError} where it breaks one.
 */
export function requireValidMessage(body: unknown): void {
  checkMessageBody(body, []);
}

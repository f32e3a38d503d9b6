import type { APIApplicationCommandSubcommandOption } from 'discord.js';
import type { Command, CommandContext, ComponentContext } from '../../src/discord/interactions/command.ts';
import type { RateLimit } from '../../src/discord/interactions/rate-limits.ts';
import type { Messages } from '../../src/messages/messages.ts';

/**
 * One subcommand of `/voice`. Custom ids of its buttons, selects and forms are `voice:NAME:ARGUMENT`, where NAME is its
 * name. `component` and `submit` receive ARGUMENT alone as `context.argument`.
 */
export interface VoiceSubcommand {
  /** As its definition has it. */
  readonly name: string;
  /** The definition with the catalogue's descriptions. */
  readonly define: (messages: Messages) => APIApplicationCommandSubcommandOption;
  /** How often one person may run it. */
  readonly limit: RateLimit;
  /** As for a command, with ARGUMENT alone. */
  readonly componentLimit?: Command['componentLimit'];
  run(context: CommandContext): Promise<void>;
  component?(context: ComponentContext): Promise<void>;
  readonly submit?: Command['submit'];
}

/** The custom id of a component that `/voice NAME` handles. */
export function voiceCustomId(name: string, argument: string): string {
  return `voice:${name}:${argument}`;
}

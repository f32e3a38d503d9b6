import type { APIApplicationCommandSubcommandOption } from 'discord.js';
import type { Command, CommandContext, ComponentContext } from '../../src/discord/interactions/command.ts';

/**
 * One subcommand of `/voice`. Custom ids of its buttons, selects and modals are `voice:NAME:ARGUMENT`, NAME being the
 * definition's; the context that `component` and `submit` get has ARGUMENT alone as its `argument`.
 */
export interface VoiceSubcommand {
  readonly definition: APIApplicationCommandSubcommandOption;
  run(context: CommandContext): Promise<void>;
  component?(context: ComponentContext): Promise<void>;
  readonly submit?: Command['submit'];
}

/** The custom id of a component that `/voice NAME` listens to. */
export function voiceCustomId(name: string, argument: string): string {
  return `voice:${name}:${argument}`;
}

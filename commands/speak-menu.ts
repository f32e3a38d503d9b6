import { ApplicationCommandType } from 'discord.js';
import {
  ANYWHERE,
  type MenuDefinition,
  type MenuMessage,
  type MessageMenu,
} from '../src/discord/interactions/command.ts';
import type { Services } from '../src/discord/services.ts';
import { SPOKEN_LIMIT } from './command-limits.ts';
import { sayText } from './say.ts';

const NAME = 'Speak';

const define = (): MenuDefinition => ({ type: ApplicationCommandType.Message, name: NAME, ...ANYWHERE });

/** `Speak` in the menu of a message: says its text as `/say` does, with the voice of the person who uses it. */
export function createSpeakMenu(services: Services): MessageMenu {
  return {
    name: NAME,
    define,
    limit: SPOKEN_LIMIT,
    run: async (context) => {
      const said = { writtenFor: 'chat', message: textOf(context.message) } as const;
      await sayText(services, context, { said, voice: undefined, style: undefined, speed: undefined, file: false });
    },
  };
}

/** Whom the message replies to is left out: the person who speaks it did not write it. */
function textOf(message: MenuMessage): MenuMessage['spoken'] {
  return async (nameOf) => {
    const spoken = await message.spoken(nameOf);
    return spoken && { ...spoken, replyTo: undefined };
  };
}

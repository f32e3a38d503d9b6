import { ApplicationFlagsBitField, type Client, DiscordAPIError, Routes } from 'discord.js';
import { setIntents } from './intents.ts';
import { type Patience, untilReached } from './reach.ts';

/** The switch "Message Content Intent" in the developer portal, for bots in few and in many servers. */
const GRANTED = ApplicationFlagsBitField.Flags.GatewayMessageContent;
const GRANTED_LIMITED = ApplicationFlagsBitField.Flags.GatewayMessageContentLimited;

/**
 * Asks for messages if the operator switched the Message Content intent on: Discord closes the connection of a bot that
 * asks without. Without messages there is nothing to read aloud, so that a bot without the switch gets none of that
 * traffic. To be called before the login.
 */
export async function askForMessages(client: Client, patience: Patience): Promise<void> {
  const { signal, log } = patience;
  const read = () => client.rest.get(Routes.currentApplication(), { signal });
  const application = await untilReached(read, (error) => error instanceof DiscordAPIError, patience).catch(
    (err: unknown) => {
      signal.throwIfAborted();
      log.warn({ err }, 'could not find out whether the Message Content intent is switched on');
      return undefined;
    },
  );
  const flags: unknown =
    typeof application === 'object' && application !== null ? Reflect.get(application, 'flags') : undefined;
  const isGranted = typeof flags === 'number' && (flags & (GRANTED | GRANTED_LIMITED)) !== 0;
  setIntents(client, isGranted);
  log.debug({ isGranted }, 'asked Discord whether the Message Content intent is switched on');
}

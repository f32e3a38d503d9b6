import { type Client, GatewayIntentBits, IntentsBitField } from 'discord.js';

const { Guilds, GuildVoiceStates, GuildMessages, MessageContent } = GatewayIntentBits;

/** What the bot always asks for: channels, and who is in voice. */
export const BASE_INTENTS = [Guilds, GuildVoiceStates] as const;

/** Whether the client receives messages with their content. */
export function receivesMessages(client: Pick<Client, 'options'>): boolean {
  return client.options.intents.has(MessageContent);
}

/** Stops asking for messages, from the next connection on. Returns the intents that remain. */
export function doWithoutMessages(client: Client): number {
  setIntents(client, false);
  return client.options.intents.bitfield;
}

/** Chooses what the client asks for when it connects next. */
export function setIntents({ options }: Client, withMessages: boolean): void {
  const intents = [...BASE_INTENTS, ...(withMessages ? [GuildMessages, MessageContent] : [])];
  options.intents = new IntentsBitField(intents).freeze();
}

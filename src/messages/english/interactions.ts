import { createFormat } from '../format.ts';

const format = createFormat('en');

/** English: what every command, button and form can be answered, and Discord's own names for permissions. */
export const interactionMessages = {
  restarting: "I'm restarting. Try again in a moment.",
  tookTooLong: 'That took too long, so I stopped. Try again.',
  unknownCommand: 'This command no longer exists.',
  oldButton: 'This button is out of date. Use the command again.',
  oldForm: 'This form is out of date. Use the command again.',
  formTooLate: 'I was too slow to open the form: Discord allows 3 seconds. Try again.',
  /** The operator limited where the bot works: `DISCORD_GUILD_ID`, `ALLOWED_GUILDS` and `ALLOW_DIRECT`. */
  places: {
    outsideOnlyServer: "The bot's operator lets me work in one server only, and this isn't it. Use me there.",
    server: "The bot's operator lets me work in certain servers only. Ask the operator to allow this one.",
    direct:
      "The bot's operator lets me work in servers only, not in direct messages or as a personal app. Use me in a server.",
  },
  /** A rate limit; `seconds` is at least 1. */
  tooMany: ({ seconds }: { readonly seconds: number }): string =>
    `Too many requests in a short time. Try again in ${format.plural(seconds, { one: '# second', other: '# seconds' })}.`,
  serverOnly: "This works only in a server that I'm a member of.",
  unknownLanguage: ({ entered }: { readonly entered: string }): string =>
    `I don't know a language called “${entered}”. Choose one from the suggestions.`,
  /** As Discord's own settings page names them. */
  permissions: {
    viewChannel: 'View Channel',
    connect: 'Connect',
    speak: 'Speak',
    sendMessages: 'Send Messages',
    sendMessagesInThreads: 'Send Messages in Threads',
    readMessageHistory: 'Read Message History',
    createPublicThreads: 'Create Public Threads',
    manageWebhooks: 'Manage Webhooks',
    attachFiles: 'Attach Files',
  },
};

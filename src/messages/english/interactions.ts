/** English: what every command, button and form can be answered, and Discord's own names for permissions. */
export const interactionMessages = {
  restarting: "I'm restarting. Try again in a moment.",
  tookTooLong: 'That took too long, so I stopped. Try again.',
  unknownCommand: 'This command no longer exists.',
  oldButton: 'This button is out of date. Use the command again.',
  oldForm: 'This form is out of date. Use the command again.',
  formTooLate: 'I was too slow to open the form: Discord allows 3 seconds. Try again.',
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
  },
};

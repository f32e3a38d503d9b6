/** The page around the messages: servers, channels, members, connection. */
export const shell = {
  title: 'Mynah playground',
  titleOf: (channel: string) => `${channel} · Mynah playground`,
  notices: {
    'no-answer': 'Mynah didn’t answer in time. Try again.',
    'bot-restarted': 'Mynah crashed and restarted.',
    'bot-ended': 'Mynah stopped. Press R in the terminal to start it again.',
    'voice-ended': 'You left the voice channel.',
  },
  arriving: 'Connecting to the playground…',
  disconnected: 'The playground isn’t connected. Try again in a moment.',
  connectionLost: 'The connection was lost before the playground answered. Try again.',
};

import { plural } from '../plural.ts';

/** Messages and everything in them. */
export const messages = {
  log: (channel: string) => `Messages in ${channel}`,
  start: (channel: string) => `This is the start of ${channel}.`,
  directStart: (person: string) => `This is the start of your direct messages with ${person}.`,
  loadingOlder: 'Loading older messages…',
  loadOlder: 'Load older messages',
  newMessages: (count: number) => plural('en', count, { one: `${count} new message`, other: `${count} new messages` }),
  toNewest: 'Go to the newest message',
  cannotWrite: 'You can’t write in this channel.',

  message: (author: string, time: string) => `${author}, ${time}`,
  app: 'APP',
  edited: 'edited',
  editedAbout: 'This message was edited.',
  onlyYou: 'Only you can see this.',
  dismiss: 'Dismiss message',
  thinking: (author: string) => `${author} is thinking…`,
  /** `{person}` and `{command}` are drawn in their places. */
  usedCommand: '{person} used {command}',
  writeCommand: (command: string) => `Write ${command}`,
  replyTo: (author: string) => `Reply to ${author}`,
  replyGone: 'The original message was deleted or is not loaded.',
  replyWithoutText: 'Press to see the message',
  mentionsYou: 'Mentions you',

  actions: 'Message actions',
  reply: 'Reply',
  edit: 'Edit',
  delete: 'Delete',
  editLabel: 'Edit your message',
  editHint: 'Enter saves, Escape cancels.',
  save: 'Save',
  cancel: 'Cancel',
  deleteTitle: 'Delete this message?',
  deleteHint: 'It disappears for everyone.',

  unknownPerson: 'unknown person',
  unknownChannel: 'unknown channel',
  unknownRole: 'unknown role',
  spoiler: 'Spoiler, press to show',
  codeBlock: 'Code',
  codeBlockIn: (language: string) => `Code in ${language}`,

  embed: 'Embed',
  image: 'Image',
  video: 'Video',
  openImage: (name: string) => `Open ${name}`,
  spoilerMedia: 'Spoiler: show',
  download: (name: string, size: string) => `Download ${name}, ${size}`,
  play: 'Play voice message',
  pause: 'Pause voice message',
  seek: 'Position in the voice message',
  position: (at: string, length: string) => `${at} of ${length}`,
  voiceMessage: (length: string) => `Voice message, ${length}`,
  unplayable: 'Your browser can’t play this recording.',

  opensInNewTab: '(opens in a new tab)',
  select: 'Select',
  choose: 'Make a selection',
  chooseSome: (min: number, max: number) =>
    min === max
      ? plural('en', max, { one: `Choose ${max}.`, other: `Choose ${max}.` })
      : min === 0
        ? `Choose up to ${max}.`
        : `Choose ${min} to ${max}.`,
  apply: 'Apply',
  noOptions: 'Nothing to choose here.',
  chosen: (names: string) => `Chosen: ${names}`,
};

import { bold, inlineCode } from '@discordjs/formatters';
import { command, menu } from './names.ts';

const say = command('say');

/** English: the name of each setting, and what it does in a line. */
export const settingFields = {
  'general.language': {
    label: 'Language',
    about: 'The language of what I post and say to everyone in this server.',
  },
  'notices.posted': {
    label: 'Notices',
    about: 'I post when I leave an empty channel, am moved, or lose the connection.',
  },
  'log.channelId': {
    label: 'Log channel',
    about: 'I post each change to these settings there, and who made it.',
  },
  'access.managers': {
    label: 'Change settings',
    about: `May use ${command('settings')}, besides everyone with ${bold('Manage Server')}.`,
  },
  'access.speak': {
    label: 'Speak',
    about: `May use ${say}, ${command('join')}, the queue and ${menu('Speak')}.`,
  },
  'access.captions': {
    label: 'Caption',
    about: 'May start and export captions. Anyone can still opt in or out.',
  },
  'access.transcribe': {
    label: 'Transcribe',
    about: 'May transcribe recordings; only their voice messages are answered with their text.',
  },
  'access.voices': {
    label: 'Voices',
    about: 'May create, change, list and choose voices.',
  },
  'muted.userIds': {
    label: 'Muted people',
    about: "I don't speak what they write.",
  },
  'muted.roleIds': {
    label: 'Muted roles',
    about: "I don't speak what people with these roles write.",
  },
  'voice.voiceId': {
    label: 'Voice',
    about: 'Speaks for people who chose no voice.',
  },
  'voice.speed': {
    label: 'Speed',
    about: 'How fast that voice speaks.',
  },
  'voice.volumeDb': {
    label: 'Volume',
    about: 'How loud that voice is.',
  },
  'lengths.say': {
    label: 'Longest text',
    about: `${say} refuses longer texts.`,
  },
  'lengths.reading': {
    label: 'Longest message',
    about: 'Longer messages are shortened when chat is read aloud.',
  },
  'announcements.joins': {
    label: 'Joins',
    about: 'I say who joins my voice channel.',
  },
  'announcements.leaves': {
    label: 'Leaves',
    about: 'I say who leaves my voice channel.',
  },
  'captions.consent': {
    label: 'Consent',
    about: 'Who is captioned.',
  },
  'captions.captionBots': {
    label: 'Bots',
    about: 'I caption bots too.',
  },
  'captions.language': {
    label: 'Spoken language',
    about: `The language of captions, unless ${command('captions start')} names another.`,
  },
  'captions.interim': {
    label: 'Live text',
    about: 'Captions appear while people are still speaking.',
  },
  'captions.soundCues': {
    label: 'Sounds',
    about: 'Captions also show sounds, such as [laughter].',
  },
  'captions.retentionDays': {
    label: 'Transcripts',
    about: 'When I delete them.',
  },
  'reading.bots': {
    label: 'Bots',
    about: 'I read what bots write.',
  },
  'reading.webhooks': {
    label: 'Webhooks',
    about: 'I read what webhooks and bridges to other chats post.',
  },
  'reading.proxied': {
    label: 'Proxied messages',
    about: 'I read what PluralKit and Tupperbox post for people, as theirs.',
  },
  'reading.voiceMessages': {
    label: 'Voice messages',
    about: 'What I do with them when I read chat.',
  },
  'reading.skipPrefix': {
    label: 'Skip prefix',
    about: 'I skip messages that begin with this.',
  },
  'reading.requiredRoleIds': {
    label: 'Required roles',
    about: 'I read only people with one of these roles.',
  },
  'reading.announceWriters': {
    label: "Writer's name",
    about: 'I say who writes when the writer changes.',
  },
  'reading.announcement': {
    label: 'Announcement',
    about: `How I say who writes. ${inlineCode('{name}')} stands for the name.`,
  },
  'reading.builtInPronunciations': {
    label: 'Abbreviations',
    about: `I speak common abbreviations, such as ${inlineCode('brb')}, in full.`,
  },
  'voiceMessages.transcribedIn': {
    label: 'Answered channels',
    about: 'I answer voice messages there with their text.',
  },
  'voices.maxPerPerson': {
    label: 'Voices per person',
    about: 'How many voices each person can create in this server.',
  },
  'voices.maxPerGuild': {
    label: 'Voices in this server',
    about: 'How many voices this server can have.',
  },
  'budgets.charactersPerPerson': {
    label: 'Characters per person',
    about: 'How much text I speak for each person in a day.',
  },
  'budgets.characters': {
    label: 'Characters in this server',
    about: 'How much text I speak in this server in a day.',
  },
  'budgets.captionMinutes': {
    label: 'Caption minutes',
    about: 'How many minutes of speech I caption in a day.',
  },
  'budgets.transcribeMinutesPerPerson': {
    label: 'Transcription per person',
    about: 'How many minutes I transcribe for each person in a day.',
  },
  'budgets.transcribeMinutes': {
    label: 'Transcription in this server',
    about: 'How many minutes of recordings I transcribe in a day.',
  },
};

import { createFormat } from '../../format.ts';

const format = createFormat('en');

/** The formats that a voice's cover may have, as part of a sentence. */
export const COVER_FORMATS = format.alternatives(['png', 'jpeg', 'webp', 'gif']);

/** English: what `/voice` and its subcommands are described with where people choose and fill them in. */
export const voiceCommandMessages = {
  description: 'Create, choose, and manage the voices that I speak with',
  voiceOption: 'Start typing its title, or paste its ID',
  visibilityChoices: {
    public: "Public: anyone, in the speech service's public list (needs a cover)",
    unlist: 'Unlisted: anyone who has its ID',
    private: 'Private: only people here',
  },
  create: {
    description: 'Create a voice from recordings that you have the right to use',
    options: {
      title: 'A name for the voice',
      audio: 'A recording of the voice, at least 1 second long',
      audio2: 'Another recording of the same voice',
      audio3: 'A third recording of the same voice',
      transcript: 'What is said in the recording; separate several transcripts with |',
      visibility: 'Who can find the voice (default: private)',
      cover: `A cover image: ${COVER_FORMATS}`,
      description: 'A short description of the voice',
      tags: 'Words to find it by, separated by commas',
      enhance: 'Clean up the recordings first (default: yes)',
      sample: 'Have the speech service make a sample (default: no)',
    },
  },
  list: {
    description: "Show your voices and this server's, or public ones",
    options: {
      query: 'Words in the title',
      scope: "Your voices and this server's (default), or public voices",
      language: 'Only voices that speak this language',
      tag: 'Only voices with this tag',
      licensed: 'Only public voices that their owner has licensed to the speech service',
      sort: 'In which order (default: newest, and for public voices most popular)',
    },
    scopeChoices: { mine: "Mine and this server's", public: 'Public' },
    sortChoices: {
      popular: 'Most popular',
      used: 'Most used',
      newest: 'Newest',
      title: 'Title (not for public voices)',
    },
  },
  info: { description: 'Show details of a voice' },
  edit: {
    description: 'Edit a voice. Without options, a form opens.',
    options: {
      title: 'A new title',
      description: 'A new description',
      visibility: 'Who can find the voice',
      tags: 'New tags, separated by commas; they replace the current ones',
      cover: `A new cover image: ${COVER_FORMATS}`,
    },
  },
  delete: { description: 'Delete a voice for everyone' },
  use: {
    description: 'Choose the voice that I speak with for you',
    voiceOption: 'Start typing its title, or paste its ID; “default” resets it',
    options: {
      speed: 'How fast, from 0.5 to 2 (1 is normal); it stays as it is if you leave this out',
      volume: 'How loud, from -20 to 20 dB (0 is normal); it stays as it is if you leave this out',
      member: "For this member; only for people who may change the server's settings",
    },
  },
};

import type { RateLimit } from '../src/discord/interactions/rate-limits.ts';

/** Each change posts in the channel, and looks at all voice channels of the server. */
export const AUTOREAD_LIMIT: RateLimit = { name: 'autoread', uses: 10, withinS: 60 };

/** A start joins a channel, sets its status and posts for everyone; the buttons of its questions count too. */
export const CAPTION_START_LIMIT: RateLimit = { name: 'captions-start', uses: 10, withinS: 60 };

/** For captions in a private thread, Discord is asked whether the person is a member of it. */
export const CAPTION_STATUS_LIMIT: RateLimit = { name: 'captions-status', uses: 10, withinS: 30 };

/** Each change is written to the database, and may start captions; the button of its question counts too. */
export const CAPTION_AUTO_LIMIT: RateLimit = { name: 'captions-auto', uses: 10, withinS: 60 };

/** An export reads a whole transcript and uploads it; the buttons count too. */
export const CAPTION_EXPORT_LIMIT: RateLimit = { name: 'captions-export', uses: 12, withinS: 60 };

/** Each examination asks the database, the disk and at times the speech service; the button counts too. */
export const DOCTOR_LIMIT: RateLimit = { name: 'doctor', uses: 10, withinS: 30 };

/** Each join takes some of the messages that Discord's gateway accepts a minute. */
export const JOIN_LIMIT: RateLimit = { name: 'join', uses: 20, withinS: 60 };

/** An erasure reads and deletes in every store, and at the speech service. */
export const ERASE_LIMIT: RateLimit = { name: 'privacy-erase', uses: 4, withinS: 60 };

/** The buttons that erase count apart from the question before them. */
export const ERASED_LIMIT: RateLimit = { ...ERASE_LIMIT, name: 'privacy-erased' };

/** For someone who tidies a dictionary by hand; each change is a transaction of the database. */
export const PRONOUNCE_CHANGE_LIMIT: RateLimit = { name: 'pronounce-change', uses: 30, withinS: 60 };

/** Each page reads a whole dictionary. */
export const PRONOUNCE_LIST_LIMIT: RateLimit = { name: 'pronounce-list', uses: 30, withinS: 60 };

/** Up to 5,000 lines of a file are parsed and stored. */
export const PRONOUNCE_FILE_LIMIT: RateLimit = { name: 'pronounce-file', uses: 6, withinS: 60 };

/**
 * Someone who speaks only through the bot writes a short text every two to three seconds at most, and may fill a queue at
 * once: its own bound answers first. Each text takes the speech service's time and money.
 */
export const SPOKEN_LIMIT: RateLimit = { name: 'say', uses: 60, withinS: 60 };

/** A file holds a permit of the speech service for up to 6,000 characters, and nobody follows it as it is made. */
export const SAY_FILE_LIMIT: RateLimit = { name: 'say-file', uses: 20, withinS: 60 };

/** Each recording is downloaded, parsed and uploaded; the menu counts too. Two of one person are transcribed at a time. */
export const TRANSCRIBE_LIMIT: RateLimit = { name: 'transcribe', uses: 20, withinS: 60 };

/** Each overview counts what was used in the database, for the caller, the server and the account. */
export const USAGE_LIMIT: RateLimit = { name: 'usage', uses: 10, withinS: 30 };

/** Each attempt downloads up to three recordings and parses them, and may end in an upload of all of them. */
export const VOICE_CREATE_LIMIT: RateLimit = { name: 'voice-create', uses: 20, withinS: 60 };

/**
 * How many new voices are checked or sent at a time: each holds up to 60 MB of recordings in memory, and twice that while they are
 * sent. The others wait without any; servers take turns, and the people of each.
 */
export const VOICE_CREATE_ROOM = {
  ...{ limit: 3, limitPerGroup: 2, limitPerKey: 1 },
  ...{ maxWaiting: 30, maxWaitingPerGroup: 10, maxWaitingPerKey: 2 },
} as const;

/** Each press synthesizes the sample again. */
export const VOICE_SAMPLE_LIMIT: RateLimit = { name: 'voice-sample', uses: 10, withinS: 60 };

/** Most channels of a server that are read aloud. */
export const MAX_BINDINGS = 25;

/** For subcommands that ask the speech service once or twice, and answer the person alone. */
export function lookupLimit(subcommand: string): RateLimit {
  return { name: `voice-${subcommand}`, uses: 15, withinS: 30 };
}

/** The tree of a 50035 answer: field names down to `_errors`. */
export interface FormErrorTree {
  _errors?: { code: string; message: string }[];
  [field: string]: FormErrorTree | { code: string; message: string }[] | undefined;
}

/** Discord's refusal of a request: HTTP status, JSON error code and message. */
export class DiscordError extends Error {
  override readonly name = 'DiscordError';
  readonly status: number;
  readonly code: number;
  readonly errors: FormErrorTree | undefined;

  constructor(status: number, code: number, message: string, errors?: FormErrorTree) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }

  /** The JSON body of the answer. */
  toJSON(): { message: string; code: number; errors?: FormErrorTree } {
    return { message: this.message, code: this.code, ...(this.errors === undefined ? {} : { errors: this.errors }) };
  }
}

/** Status, code and message of Discord's refusals (Discord API reference, "JSON Error Codes"). */
const REFUSALS = {
  unauthorized: [401, 0, '401: Unauthorized'],
  notFound: [404, 0, '404: Not Found'],
  methodNotAllowed: [405, 0, '405: Method Not Allowed'],
  unknownChannel: [404, 10_003, 'Unknown Channel'],
  unknownGuild: [404, 10_004, 'Unknown Guild'],
  unknownMember: [404, 10_007, 'Unknown Member'],
  unknownMessage: [404, 10_008, 'Unknown Message'],
  unknownUser: [404, 10_013, 'Unknown User'],
  unknownWebhook: [404, 10_015, 'Unknown Webhook'],
  unknownInteraction: [404, 10_062, 'Unknown interaction'],
  unknownVoiceState: [404, 10_065, 'Unknown Voice State'],
  unknownCommand: [404, 10_063, 'Unknown application command'],
  maximumCommands: [400, 30_032, 'Maximum number of application commands reached (100)'],
  maximumWebhooks: [400, 30_007, 'Maximum number of webhooks reached (15)'],
  oldMessageEdits: [429, 30_046, 'Maximum number of edits to messages older than 1 hour reached. Try again later'],
  entityTooLarge: [413, 40_005, 'Request entity too large'],
  alreadyAcknowledged: [400, 40_060, 'Interaction has already been acknowledged.'],
  missingAccess: [403, 50_001, 'Missing Access'],
  notOwnMessage: [403, 50_005, 'Cannot edit a message authored by another user'],
  emptyMessage: [400, 50_006, 'Cannot send an empty message'],
  cannotMessageUser: [403, 50_007, 'Cannot send messages to this user'],
  notATextChannel: [400, 50_008, 'Cannot send messages in a non-text channel'],
  missingPermissions: [403, 50_013, 'Missing Permissions'],
  wrongChannelType: [400, 50_024, 'Cannot execute action on this channel type'],
  invalidWebhookToken: [401, 50_027, 'Invalid Webhook Token'],
  voiceMessageWithContent: [400, 50_159, 'Voice messages do not support additional content.'],
  voiceMessageWithoutAudio: [400, 50_160, 'Voice messages must have a single audio attachment.'],
  voiceMessageWithoutMetadata: [400, 50_161, 'Voice messages must have supporting metadata.'],
  voiceMessageEdit: [400, 50_162, 'Voice messages cannot be edited.'],
  noVoiceMessages: [403, 50_173, 'Cannot send voice messages in this channel'],
  malformedJson: [400, 50_109, 'The request body contains invalid JSON.'],
} as const satisfies Record<string, readonly [number, number, string]>;

/** The names of the refusals. */
export type Refusal = keyof typeof REFUSALS;

/** Creates the error that Discord answers for this reason. */
export function refusal(name: Refusal): DiscordError {
  const [status, code, message] = REFUSALS[name];
  return new DiscordError(status, code, message);
}

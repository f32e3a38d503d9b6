import {
  type ChatInputCommandInteraction,
  DiscordAPIError,
  InteractionResponseType,
  type MessageComponentInteraction,
  type MessageContextMenuCommandInteraction,
  MessageFlags,
  type ModalMessageModalSubmitInteraction,
  type ModalSubmitInteraction,
  Routes,
} from 'discord.js';
import { MynahError } from '../../errors.ts';
import {
  type Reply,
  type ReplyVisibility,
  toMessageFields,
  toVoiceMessageRequest,
  type VoiceMessage,
} from '../client/replies.ts';
import { type AnswerPort, INTERACTION_GONE } from './answers.ts';
import { toModalData } from './modal-data.ts';

/** Discord's codes for an interaction it no longer takes answers to: unknown interaction, unknown or expired webhook. */
const GONE_CODES: ReadonlySet<unknown> = new Set([10_062, 10_015, 50_027]);
/** Discord's code for an interaction that is acknowledged already, though not by this process. */
const ACKNOWLEDGED_CODE = 40_060;
/** Discord's code for an upload that is too large. */
const TOO_LARGE_CODE = 40_005;

/** Codes of Discord's refusals that members read about. */
export type DiscordErrorCode = 'DISCORD_ANSWER_TOO_LARGE';

/** An interaction that can be answered. */
export type AnswerableInteraction =
  | ChatInputCommandInteraction
  | MessageContextMenuCommandInteraction
  | MessageComponentInteraction
  | ModalSubmitInteraction;

/** The calls that Discord offers for this interaction. Discord's errors become MynahErrors. */
export function createAnswerPort(interaction: AnswerableInteraction): AnswerPort {
  const onMessage = isOnMessage(interaction) ? interaction : undefined;
  const opener = interaction.isModalSubmit() ? undefined : interaction;
  return {
    reply: (reply) => translatingErrors(() => interaction.reply(toNewMessage(reply))),
    replyWithVoice: (voice) => translatingErrors(() => replyWithVoice(interaction, voice)),
    answerId: async () => (await interaction.fetchReply()).id,
    defer: (visibility) => translatingErrors(() => interaction.deferReply(flagsFor(visibility))),
    edit: (reply, messageId) =>
      translatingErrors(() => interaction.editReply({ ...toMessageFields(reply), message: messageId ?? '@original' })),
    remove: () => translatingErrors(() => interaction.deleteReply()),
    followUp: async (reply) => {
      let id = '';
      await translatingErrors(async () => {
        ({ id } = await interaction.followUp(toNewMessage(reply)));
      });
      return id;
    },
    deferUpdate: onMessage && (() => translatingErrors(() => onMessage.deferUpdate())),
    update: onMessage && ((reply) => translatingErrors(() => onMessage.update(toMessageFields(reply)))),
    openModal: opener && ((modal) => translatingErrors(() => opener.showModal(toModalData(modal)))),
  };
}

/** discord.js's own `reply` can't name the content type of a file. */
async function replyWithVoice(interaction: AnswerableInteraction, voice: VoiceMessage): Promise<void> {
  const { body: data, files } = toVoiceMessageRequest(voice);
  await interaction.client.rest.post(Routes.interactionCallback(interaction.id, interaction.token), {
    body: { type: InteractionResponseType.ChannelMessageWithSource, data },
    files,
    auth: false,
  });
  interaction.replied = true;
}

/** Whether it has a message that it can change: a component's, also where a component opened the modal. */
function isOnMessage(
  interaction: AnswerableInteraction,
): interaction is MessageComponentInteraction | ModalMessageModalSubmitInteraction {
  return interaction.isMessageComponent() || (interaction.isModalSubmit() && interaction.isFromMessage());
}

/** Only a new message takes the flag that hides it from others. */
function toNewMessage(reply: Reply) {
  const { flags = 0, ...fields } = toMessageFields(reply);
  return { ...fields, flags: flags | (flagsFor(reply.visibility).flags ?? 0) };
}

function flagsFor(visibility: ReplyVisibility): { flags?: MessageFlags.Ephemeral } {
  return visibility === 'ephemeral' ? { flags: MessageFlags.Ephemeral } : {};
}

/** Calls Discord. @throws {MynahError} DISCORD_INTERACTION_GONE, DISCORD_ANSWER_TOO_LARGE or DISCORD_REFUSED. */
export async function translatingErrors(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    throw toOurs(error);
  }
}

function toOurs(error: unknown): MynahError {
  if (error instanceof DiscordAPIError && GONE_CODES.has(error.code)) {
    return gone('an answer came too late for Discord', error);
  }
  if (error instanceof DiscordAPIError && error.code === ACKNOWLEDGED_CODE) {
    return gone('another program answered first: end the other Mynah with this token', error);
  }
  if (error instanceof DiscordAPIError && error.code === TOO_LARGE_CODE) {
    const code: DiscordErrorCode = 'DISCORD_ANSWER_TOO_LARGE';
    return new MynahError(code, 'Discord refused the file of an answer as too large', {
      severity: 'expected',
      cause: error,
    });
  }
  return new MynahError('DISCORD_REFUSED', 'Discord refused an answer', { cause: error });
}

function gone(line: string, cause: DiscordAPIError): MynahError {
  return new MynahError(INTERACTION_GONE, line, { cause });
}

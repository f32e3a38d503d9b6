import { InteractionResponseType, MessageFlags } from 'discord-api-types/v10';
import type { Interaction } from '../interactions.ts';
import { isEphemeral, messagePayload, type Payload } from '../payloads.ts';
import type { Services } from '../services.ts';
import type { World } from '../world.ts';
import { noContent, ok, type Route } from './route.ts';

/** Callback types that create a message, which `with_response` returns. */
const MESSAGE_ANSWERS: readonly InteractionResponseType[] = [
  InteractionResponseType.ChannelMessageWithSource,
  InteractionResponseType.DeferredChannelMessageWithSource,
  InteractionResponseType.UpdateMessage,
];

/** The bot's first answer to an interaction. It has no rate limit and counts towards none. */
export function interactionRoutes(services: Services): Route[] {
  return [
    {
      method: 'POST',
      pattern: '/interactions/:interactionId/:token/callback',
      auth: 'path',
      handle: ({ param, query, body, files }) => {
        const interaction = services.interactions.acknowledge(param('interactionId'), param('token'), body, files);
        return query.get('with_response') === 'true' ? ok(callbackPayload(services.world, interaction)) : noContent();
      },
    },
  ];
}

function callbackPayload(world: World, interaction: Interaction): Payload {
  const type = interaction.acknowledged?.type;
  const message = type !== undefined && MESSAGE_ANSWERS.includes(type) ? interaction.original : undefined;
  return {
    interaction: {
      id: interaction.id,
      type: interaction.type,
      ...(message === undefined
        ? {}
        : {
            response_message_id: message.id,
            response_message_loading: (message.flags & MessageFlags.Loading) !== 0,
            response_message_ephemeral: isEphemeral(message),
          }),
    },
    resource: { type, ...(message === undefined ? {} : { message: messagePayload(world, message) }) },
  };
}

import { ChannelType } from 'discord-api-types/v10';
import { z } from 'zod';
import { text } from '../form.ts';

/** Minutes without messages after which Discord archives a thread (Discord API reference, "Thread Metadata Object"). */
const ARCHIVE_MINUTES = [60, 1_440, 4_320, 10_080] as const;

/**
 * Body of a request that starts a thread without a message (Discord API reference, "Start Thread without Message"). Without
 * a type it is private.
 */
export const threadSchema = z.object({
  name: text(1, 100),
  auto_archive_duration: z.literal(ARCHIVE_MINUTES).nullish(),
  type: z.literal([ChannelType.PublicThread, ChannelType.PrivateThread]).default(ChannelType.PrivateThread),
});

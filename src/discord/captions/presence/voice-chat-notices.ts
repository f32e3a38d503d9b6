import { DiscordAPIError, MessageFlags, type REST, Routes } from 'discord.js';
import type { CaptionSettings } from '../../../captions/caption-settings.ts';
import type { CaptionStatus } from '../../../captions/captions-api.ts';
import type { CaptionSession } from '../../../captions/captions-ports.ts';
import { withinTime } from '../../../concurrency/async.ts';
import type { Logger } from '../../../log/log.ts';
import type { Messages } from '../../../messages/messages.ts';
import type { GuildDirectory } from '../../client/guild-directory.ts';
import type { PermissionKey } from '../../client/permissions.ts';
import { type Reply, toMessageRequest } from '../../client/replies.ts';
import { consentButtons, startedButtons, startedMessage } from '../caption-messages.ts';
import { createNoticeEndings } from './notice-endings.ts';

/** People who join within this time share one message. */
const BUNDLE_MS = 2_000;
/** From one message to the next of a session: far below Discord's 5 messages in 5 s. */
const GAP_MS = 5_000;
/** The wait after a message that did not reach Discord. */
const RETRY_MS = 30_000;
/** The same where Discord refused it: that counts against the bot, but permissions may be mended. */
const REFUSED_RETRY_MS = 10 * 60_000;
/** How long the answer to a start waits for the notice in the chat. */
const POST_TIMEOUT_MS = 5_000;
/** People remembered per session, so that nobody is told twice. Beyond it the earliest could be. */
const MAX_TOLD = 10_000;
/** Notices per session that its end changes: the one at the start and the newest others. Discord takes about one edit a second. */
const MAX_CHANGED = 20;

/** How the notice in a voice channel's chat went. */
export type ChatNotice =
  | { readonly kind: 'posted' }
  /** `permissions` are those that the bot lacks; empty when something else is wrong. */
  | { readonly kind: 'missing'; readonly permissions: readonly PermissionKey[] };

/** The notices of captions in the chat of the voice channel: at the start, and quietly for people who join later. */
export interface VoiceChatNotices {
  /**
   * Posts the notice unless that is the answer itself, in the same chat. From now on people who join are told; if it cannot
   * be posted, also those who are there, as soon as that works.
   */
  open(notice: StartNotice): Promise<ChatNotice>;
  /** Call it when a voice state or what the bot may do changed in this guild. */
  onPeopleChanged(guildId: string): void;
  /** Tells nobody any more about this session, and lets its notices say that captions have ended, as far as that works. */
  close(sessionId: string): void;
  /** Resolves when no notice is being changed. Aborting the signal abandons what is left. */
  settle(signal: AbortSignal): Promise<void>;
}

/** What the notice at the start says. */
export interface StartNotice {
  readonly session: CaptionSession;
  readonly settings: CaptionSettings;
  /** Who let people read the captions who can't see the voice channel. */
  readonly confirmedBy: string | undefined;
  /** Whether the notice is the answer to a command in the same chat. */
  readonly isAnswer: boolean;
}

interface VoiceChatNoticesOptions {
  readonly rest: Pick<REST, 'post' | 'patch'>;
  readonly missingToPost: (channelId: string) => readonly PermissionKey[] | undefined;
  /** Bots left out. */
  readonly peopleIn: GuildDirectory['peopleIn'];
  readonly status: (guildId: string) => Promise<Pick<CaptionStatus, 'session' | 'consent' | 'hasOptedOut'> | undefined>;
  /** Whether a link shows the session's captions outside Discord. Never rejects. */
  readonly isShared: (sessionId: string) => Promise<boolean>;
  readonly publicMessages: (guildId: string) => Promise<Messages>;
  readonly log: Logger;
}

interface Watch {
  readonly session: CaptionSession;
  /** User ids of the people who need no notice any more. */
  readonly told: Set<string>;
  /** Message ids of the notices that are to change at the end, oldest first. */
  readonly posted: string[];
  timer: NodeJS.Timeout | undefined;
  nextAtMs: number;
  isBusy: boolean;
}

/** Creates the notices of all guilds. Timers run only while someone waits for a notice. */
export function createVoiceChatNotices(options: VoiceChatNoticesOptions): VoiceChatNotices {
  const { rest, missingToPost, peopleIn, publicMessages, log } = options;
  /** By guild id. */
  const watches = new Map<string, Watch>();

  const endings = createNoticeEndings(options);

  const post = async (watch: Watch, reply: Reply, flags = 0): Promise<void> => {
    const { session, posted } = watch;
    const { body, files } = toMessageRequest(reply);
    const route = Routes.channelMessages(session.voiceChannelId);
    const answer = await rest.post(route, { body: { ...body, flags: MessageFlags.SuppressEmbeds | flags }, files });
    const messageId = messageIdOf(answer);
    if (messageId === undefined) return;
    // Captions may have ended while it was under way.
    if (watches.get(session.guildId) !== watch) return endings.change(session, [messageId]);
    posted.push(messageId);
    if (posted.length > MAX_CHANGED) posted.splice(1, 1);
  };

  const newcomersOf = ({ session, told }: Watch): string[] =>
    peopleIn(session.guildId, session.voiceChannelId).filter((userId) => !told.has(userId));

  const tell = async (watch: Watch): Promise<void> => {
    const { session, told } = watch;
    const status = await options.status(session.guildId);
    if (status?.session.sessionId !== session.sessionId) return close(session.sessionId);
    const newcomers = newcomersOf(watch);
    const userIds = newcomers.filter((userId) => !status.hasOptedOut(userId));
    if (userIds.length > 0) {
      const messages = await publicMessages(session.guildId);
      const joined = messages.captions.joined({ ...session, userIds, consent: status.consent });
      const shared = (await options.isShared(session.sessionId)) ? [messages.captions.overlay.shared] : [];
      const content = messages.format.sentences([joined, ...shared]);
      const components = [consentButtons(status, messages)];
      const reply = { content, components, visibility: 'public' } as const;
      await post(watch, reply, MessageFlags.SuppressNotifications);
      watch.nextAtMs = performance.now() + GAP_MS;
    }
    remember(told, newcomers);
  };

  const tellNow = async (watch: Watch): Promise<void> => {
    watch.timer = undefined;
    watch.isBusy = true;
    try {
      await tell(watch);
    } catch (error) {
      log.info({ err: error, guildId: watch.session.guildId }, 'could not post a notice of captions');
      watch.nextAtMs = performance.now() + waitAfter(error);
    } finally {
      watch.isBusy = false;
    }
    schedule(watch);
  };

  const schedule = (watch: Watch): void => {
    const { session, isBusy, timer } = watch;
    const isOpen = watches.get(session.guildId) === watch;
    if (!isOpen || isBusy || timer !== undefined || newcomersOf(watch).length === 0) return;
    if (missingToPost(session.voiceChannelId)?.length !== 0) return;
    const waitMs = Math.max(BUNDLE_MS, watch.nextAtMs - performance.now());
    watch.timer = setTimeout(() => void tellNow(watch), waitMs).unref();
  };

  const close = (sessionId: string): void => {
    for (const [guildId, { session, timer, posted }] of watches) {
      if (session.sessionId !== sessionId) continue;
      clearTimeout(timer);
      watches.delete(guildId);
      // At a shutdown there may be no time for all of them.
      endings.change(session, [...posted.slice(0, 1), ...posted.slice(1).reverse()]);
    }
  };

  return {
    close,
    settle: (signal) => endings.settle(signal),
    onPeopleChanged: (guildId) => {
      const watch = watches.get(guildId);
      if (watch !== undefined) schedule(watch);
    },
    open: async ({ session, settings, confirmedBy, isAnswer }) => {
      const { guildId, voiceChannelId } = session;
      const previous = watches.get(guildId);
      if (previous !== undefined) close(previous.session.sessionId);
      const told = new Set(peopleIn(guildId, voiceChannelId));
      const watch: Watch = { session, told, posted: [], timer: undefined, nextAtMs: 0, isBusy: false };
      watches.set(guildId, watch);
      if (isAnswer) return { kind: 'posted' };
      const tellLater = (): void => {
        told.clear();
        if (session.startedBy !== undefined) told.add(session.startedBy);
        schedule(watch);
      };
      const permissions = missingToPost(voiceChannelId) ?? [];
      if (permissions.length > 0) {
        tellLater();
        return { kind: 'missing', permissions };
      }
      const messages = await publicMessages(guildId);
      const content = startedMessage(session, settings, messages, { confirmedBy, isElsewhere: true });
      const components = [startedButtons(session, settings, messages)];
      const posting = post(watch, { content, components, visibility: 'public' }).then(
        () => true,
        (error: unknown) => {
          log.info({ err: error, guildId }, 'could not post a notice of captions');
          watch.nextAtMs = performance.now() + waitAfter(error);
          tellLater();
          return false;
        },
      );
      const isPosted = await withinTime(posting, POST_TIMEOUT_MS, false);
      return isPosted ? { kind: 'posted' } : { kind: 'missing', permissions: [] };
    },
  };
}

function remember(told: Set<string>, userIds: readonly string[]): void {
  for (const userId of userIds) {
    told.add(userId);
    const [earliest] = told;
    if (told.size > MAX_TOLD && earliest !== undefined) told.delete(earliest);
  }
}

function waitAfter(error: unknown): number {
  return error instanceof DiscordAPIError && error.status < 500 ? REFUSED_RETRY_MS : RETRY_MS;
}

function messageIdOf(message: unknown): string | undefined {
  const id: unknown = typeof message === 'object' && message !== null ? Reflect.get(message, 'id') : undefined;
  return typeof id === 'string' ? id : undefined;
}

import { type REST, Routes } from 'discord.js';
import { dropOldestBeyond } from '../../../bounded-map.ts';
import type { AutoCaptions } from '../../../captions/auto-captions-ports.ts';
import {
  type AutoStartOutcome,
  type AutoStartRefusal,
  budgetKey,
  WIDER_AUDIENCE,
} from '../../../captions/automatic/automatic-api.ts';
import type { Logger } from '../../../log/log.ts';
import type { Messages } from '../../../messages/messages.ts';
import { toSingleLine } from '../../../text/single-line.ts';
import type { GuildDirectory } from '../../client/guild-directory.ts';
import { refusalToJoin } from '../../client/permissions.ts';
import { toMessageRequest } from '../../client/replies.ts';
import { joinMessage } from '../../playback/join-message.ts';
import type { HostJoinOutcome } from '../../playback/voice-host.ts';
import { startedButtons, startedMessage } from '../caption-messages.ts';
import type { CaptionServices } from '../caption-services.ts';
import { type BegunCaptions, beginCaptions } from '../start/begin-captions.ts';
import { guildObstacle, textObstacle } from '../start/start-checks.ts';
import type { AutoCaptionPlaces, AutoCaptionProblem, FindProblem } from './auto-caption-problem.ts';
import type { CaptionThreads } from './caption-threads.ts';

/** A full voice channel is tried again after this long. */
const FULL_RETRY_MS = 60_000;

/** Most threads that are remembered because nothing was posted in them. */
const MAX_UNUSED_THREADS = 1_000;

/** Starts captions without a person who asks for them. */
export interface AutomaticStart {
  /** What the bot lacks in the two channels, by what is known of them; `undefined` for nothing. */
  readonly problem: FindProblem;
  /** Brings the bot to the voice channel and starts its captions, with the same checks and notices as a start by hand. */
  begin(entry: AutoCaptions): Promise<AutoStartOutcome>;
}

interface AutomaticStartOptions
  extends Pick<
    CaptionServices,
    'engine' | 'host' | 'captions' | 'captionPresence' | 'captionPlaces' | 'budgets' | 'settings' | 'publicMessages'
  > {
  readonly directory: Pick<GuildDirectory, 'voiceChannel' | 'textChannel' | 'listenerCount' | 'channelName' | 'post'>;
  readonly threads: CaptionThreads;
  readonly rest: Pick<REST, 'post'>;
  /** Sends a direct message. Rejects when the person takes none. */
  readonly message: (userId: string, content: string) => Promise<void>;
  readonly log: Logger;
}

interface StartParts extends AutomaticStartOptions {
  /** Threads of starts that failed, for the next try: by voice and text channel id. */
  readonly unusedThreads: Map<string, string>;
}

/** Creates the automatic starts of all guilds. */
export function createAutomaticStart(options: AutomaticStartOptions): AutomaticStart {
  const parts = { ...options, unusedThreads: new Map<string, string>() };
  return {
    problem: (entry) => textProblem(options, entry) ?? voiceProblem(options, entry),
    begin: (entry) => begin(parts, entry),
  };
}

async function begin(options: StartParts, entry: AutoCaptions): Promise<AutoStartOutcome> {
  const { guildId, voiceChannelId, textChannelId } = entry;
  const messages = await options.publicMessages(guildId);
  const refuse = (problem: AutoCaptionProblem): AutoStartRefusal => refusalOf(options, entry, problem, messages);
  if ((await options.threads.find(textChannelId)) === 'deleted') return { kind: 'gone' };
  const audience = options.captionPlaces.audience(textChannelId, voiceChannelId);
  if (audience === 'unknown' && !entry.widerReaders) return { kind: 'failed' };
  const problem =
    textProblem(options, entry) ??
    voiceProblem(options, entry) ??
    (audience === 'wider' && !entry.widerReaders ? widerAudience(entry) : undefined);
  if (problem !== undefined) return refuse(problem);
  const obstacle = await guildObstacle(options, guildId);
  if (obstacle?.kind === 'over-budget') return refuse(overBudget(entry, obstacle.usedUp));
  if (obstacle !== undefined || (await isTakenElsewhere(options, entry))) return { kind: 'failed' };
  const joined = await options.host.join({ guildId, channelId: voiceChannelId, textChannelId });
  if (joined.kind !== 'joined' && joined.kind !== 'already-here') {
    const why = joinProblem(entry, joined);
    return why === undefined ? { kind: 'failed' } : refuse(why);
  }
  // Those who were there may have left again.
  if (options.directory.listenerCount(guildId, voiceChannelId) === 0) return { kind: 'failed' };
  const confirmedBy = audience !== 'within' && entry.widerReaders ? entry.setUpBy : undefined;
  if (audience !== 'within' && confirmedBy === undefined) return { kind: 'failed' };
  return startIn(options, entry, { messages, confirmedBy });
}

/** The bot is in the voice channel: starts captions and posts their notice, without which they end. */
async function startIn(
  options: StartParts,
  entry: AutoCaptions,
  { messages, confirmedBy }: { readonly messages: Messages; readonly confirmedBy: string | undefined },
): Promise<AutoStartOutcome> {
  const { guildId, voiceChannelId, language } = entry;
  const { interim } = (await options.settings.of(guildId)).captions;
  const textChannelId = await placeFor(options, entry, messages);
  const begun = await beginCaptions(options, {
    ...{ guildId, voiceChannelId, textChannelId, startedBy: undefined, language, interim, confirmedBy },
    isAnswer: false,
  });
  if (begun.kind !== 'begun') return { kind: 'failed' };
  options.unusedThreads.delete(threadKey(entry));
  const isInChat = begun.notice.kind === 'posted';
  const isInText = textChannelId !== voiceChannelId && (await postNotice(options, begun, { messages, confirmedBy }));
  if (!isInChat && !isInText) {
    // Nobody could know of captions without their notice.
    options.captions.end(begun.session.sessionId, 'cannot-post');
    return { kind: 'refused', key: 'cannot-post', retryAtMs: undefined, tell: async () => undefined };
  }
  return { kind: 'started' };
}

/** The text channel, or a thread in it that is empty: that of the last start when it failed, else a new one. */
async function placeFor(
  { threads, directory, unusedThreads }: StartParts,
  entry: AutoCaptions,
  { captions: { auto } }: Messages,
): Promise<string> {
  const { voiceChannelId, textChannelId, isThreaded } = entry;
  if (!isThreaded) return textChannelId;
  const key = threadKey(entry);
  const unused = unusedThreads.get(key);
  if (unused !== undefined && (await threads.find(unused)) === 'found') return unused;
  const channelName = toSingleLine(directory.channelName(voiceChannelId));
  const opened = await threads.open(textChannelId, auto.threadName({ channelName, startedAtMs: Date.now() }));
  // Only captions that are on are sure to use it: until then, the database may be away.
  unusedThreads.set(key, opened);
  dropOldestBeyond(MAX_UNUSED_THREADS, unusedThreads);
  return opened;
}

function threadKey({ voiceChannelId, textChannelId }: AutoCaptionPlaces): string {
  return `${voiceChannelId} ${textChannelId}`;
}

/** Whether Discord took the notice. Never rejects. */
async function postNotice(
  { rest, log }: AutomaticStartOptions,
  { session, settings, notice }: BegunCaptions,
  { messages, confirmedBy }: { readonly messages: Messages; readonly confirmedBy: string | undefined },
): Promise<boolean> {
  const { voiceChannelId } = session;
  const missing =
    notice.kind === 'posted' ? [] : [notice.permissions.map((key) => messages.interactions.permissions[key])];
  const content = [
    startedMessage(session, settings, messages, { confirmedBy, isElsewhere: false }),
    ...missing.map((permissions) => messages.captions.chatNoticeMissing({ voiceChannelId, permissions })),
  ].join('\n');
  const components = [startedButtons(session, settings, messages)];
  try {
    const request = toMessageRequest({ content, components, visibility: 'public' });
    await rest.post(Routes.channelMessages(session.textChannelId), request);
    return true;
  } catch (error) {
    log.warn({ err: error, guildId: session.guildId }, 'could not post the notice of captions');
    return false;
  }
}

/** People listen to the bot in another voice channel. */
async function isTakenElsewhere(
  { engine, directory }: AutomaticStartOptions,
  { guildId, voiceChannelId }: AutoCaptions,
): Promise<boolean> {
  const voice = await engine.session(guildId);
  const isElsewhere = voice !== undefined && voice.channelId !== voiceChannelId;
  return isElsewhere && directory.listenerCount(guildId, voice.channelId) > 0;
}

function textProblem(
  { threads, ...options }: AutomaticStartOptions,
  { voiceChannelId, textChannelId, isThreaded }: AutoCaptionPlaces,
): AutoCaptionProblem | undefined {
  const toOpen = isThreaded ? threads.missingToOpen(textChannelId) : [];
  if (toOpen === undefined) {
    return { key: 'no-threads', sentence: ({ captions: { auto } }) => auto.refusals.noThreadsHere };
  }
  const obstacle = isThreaded ? undefined : textObstacle(options, textChannelId);
  const missing = obstacle?.kind === 'missing-permissions' ? obstacle.permissions : toOpen;
  if (missing.length === 0 && obstacle === undefined) return undefined;
  return {
    key: `text:${missing.join(',')}`,
    sentence: ({ captions: { auto }, interactions }) => {
      const permissions = missing.map((key) => interactions.permissions[key]);
      return auto.notStarted.missingPermissions({ voiceChannelId, textChannelId, permissions });
    },
  };
}

function voiceProblem({ directory }: AutomaticStartOptions, entry: AutoCaptionPlaces): AutoCaptionProblem | undefined {
  const channel = directory.voiceChannel(entry.guildId, entry.voiceChannelId);
  const refusal = channel && refusalToJoin(channel);
  // That it is full may change by itself.
  return refusal === undefined || refusal.kind === 'full' ? undefined : joinProblem(entry, refusal);
}

/** `undefined` for reasons that pass. */
function joinProblem({ voiceChannelId }: AutoCaptionPlaces, outcome: HostJoinOutcome): AutoCaptionProblem | undefined {
  const sentence = (messages: Messages): string =>
    messages.captions.auto.notStarted.because({ voiceChannelId, reason: joinMessage(outcome, messages) });
  switch (outcome.kind) {
    case 'missing-permissions':
      return { key: `voice:${outcome.missing.join(',')}`, sentence };
    case 'full':
      return { key: 'full', sentence, retryAtMs: Date.now() + FULL_RETRY_MS };
    default:
      return undefined;
  }
}

function widerAudience({ voiceChannelId, textChannelId }: AutoCaptionPlaces): AutoCaptionProblem {
  return {
    key: WIDER_AUDIENCE,
    sentence: ({ captions: { auto } }) => auto.notStarted.widerAudience({ voiceChannelId, textChannelId }),
  };
}

function overBudget(
  { voiceChannelId }: AutoCaptionPlaces,
  usedUp: Parameters<Messages['budgets']['usedUp']>[0],
): AutoCaptionProblem {
  const { limit, resetsAtMs } = usedUp;
  return {
    key: budgetKey(resetsAtMs),
    // A limit of 0 switches captions off: the next day changes nothing.
    retryAtMs: limit > 0 ? resetsAtMs : undefined,
    sentence: ({ captions: { auto }, budgets }) =>
      auto.notStarted.because({ voiceChannelId, reason: budgets.usedUp(usedUp) }),
  };
}

/** Said where the captions would go, else in the voice channel's chat, else to the person who set them up. */
function refusalOf(
  { captionPlaces, directory, message }: AutomaticStartOptions,
  { voiceChannelId, textChannelId, setUpBy }: AutoCaptions,
  { key, retryAtMs, sentence }: AutoCaptionProblem,
  messages: Messages,
): AutoStartRefusal {
  return {
    ...{ kind: 'refused', key, retryAtMs },
    tell: async () => {
      const open = [textChannelId, voiceChannelId].find((id) => captionPlaces.missingToPost(id)?.length === 0);
      const content = sentence(messages);
      if (open !== undefined) await directory.post(open, content);
      else if (setUpBy !== undefined) await message(setUpBy, content);
    },
  };
}

import type { MessagesErased } from '../../captions/captions-api.ts';
import { withinTime } from '../../concurrency/async.ts';
import type { Messages } from '../../messages/messages.ts';
import { ephemeral, type Reply } from '../client/replies.ts';
import { buttonRow } from '../interactions/buttons.ts';
import type { ComponentContext } from '../interactions/command.ts';
import type { PrivacyServices } from './privacy-services.ts';
import { countItems, hasItems, type ItemCounts, ifAny, listItems, type StoredData } from './stored-data.ts';

type Parts = Pick<
  PrivacyServices,
  'captions' | 'autoCaptions' | 'voices' | 'pronunciations' | 'reading' | 'queuedTexts' | 'lateAnswers'
>;

/** The result for the messages at Discord that show a person's captions. */
type ErasedMessages =
  | { readonly kind: 'none' }
  /** They stay, because the person wants it so. */
  | { readonly kind: 'kept'; readonly count: number }
  | { readonly kind: 'under-way'; readonly count: number }
  | ({ readonly kind: 'over' } & MessagesErased);

/** What an erasure has done, and what it left. */
interface ErasureReport {
  /** What was deleted, without messages at Discord. */
  readonly counts: Omit<ItemCounts, 'messages'>;
  readonly messages: ErasedMessages;
  /** Voices that the speech service did not delete. */
  readonly voicesLeft: number;
  /** It is kept; it can differ between servers. */
  readonly decision: 'opted-in' | 'opted-out' | 'both' | 'undecided';
  /** In how many servers the person's messages are not read aloud, which stays so. */
  readonly mutedIn: number;
}

/** How long the answer waits for messages at Discord to be deleted, two a second. */
const MESSAGES_PATIENCE_MS = 10_000;

/** Asks before anything is deleted. Messages at Discord have a button of their own, where there is anything else. */
export function askToErase(stored: StoredData, { format, privacy }: Messages): Reply {
  const counts = countItems(stored);
  const { messages, ...others } = counts;
  const { eraseWithMessages, eraseOnly, erase: eraseLabel, keep } = privacy.buttons;
  const isAnythingStored = hasItems(others);
  if (!isAnythingStored && messages === 0) return ephemeral(privacy.nothingToErase);
  const all = ['privacy:erase-all', isAnythingStored ? eraseWithMessages : eraseLabel, 'danger'] as const;
  const only = ['privacy:erase', messages > 0 ? eraseOnly : eraseLabel, 'danger'] as const;
  const { eraseQuestion: texts } = privacy;
  const sentences = [
    texts.ask({ items: isAnythingStored ? listBelongings(counts, privacy) : listItems(counts, privacy) }),
    ...(counts.captions === 0 ? [] : [texts.captions]),
    ...ifAny(counts.voices, texts.voices),
    ...(counts.serverPronunciations === 0 ? [] : [texts.serverPronunciations]),
    ...(isAnythingStored ? ifAny(messages, texts.messages) : []),
    texts.final,
  ];
  return {
    ...ephemeral(format.sentences(sentences)),
    components: [
      buttonRow([...(messages > 0 ? [all] : []), ...(isAnythingStored ? [only] : []), ['privacy:keep', keep]]),
    ],
  };
}

/** What a person has, except messages at Discord. Confirmations belong to the voices if there is nothing else. */
function listBelongings(counts: ItemCounts, privacy: Messages['privacy']): string[] {
  const { messages: _asked, voices, confirmations, ...others } = counts;
  if (voices > 0 && confirmations > 0 && !hasItems(others)) {
    return [privacy.items.voicesWithConfirmations({ voices, confirmations })];
  }
  return listItems({ ...counts, messages: 0 }, privacy);
}

/** Deletes what is stored here first: deleting voices depends on the speech service, messages on Discord. */
export async function erase(context: ComponentContext, withMessages: boolean, parts: Parts): Promise<void> {
  const { captions, autoCaptions, voices, pronunciations, reading, queuedTexts, lateAnswers } = parts;
  const { userId, tenant, signal, messages } = context;
  const { consent, optedInGuilds, messages: count } = await captions.personSummary(userId);
  const decision = optedInGuilds.length === 0 ? consent : consent === 'opted-out' ? 'both' : 'opted-in';
  const queued = await queuedTexts.erase(userId);
  const setUp = await autoCaptions.erasePerson(userId);
  const { lines, clips, messages: deleting } = await captions.erasePerson(userId, { messages: withMessages });
  const { mutedIn } = await reading.summary(userId);
  const names = await reading.erase(userId);
  const { own, inServers } = await pronunciations.erasePerson(userId);
  const { remaining, ...made } = await voices.erasePerson(userId, { tenant, priority: 'files', signal });
  const erased = deleting && (await withinTime(deleting, MESSAGES_PATIENCE_MS, undefined));
  const words = { ...names, pronunciations: own, serverPronunciations: inServers };
  const report: ErasureReport = {
    counts: { captions: lines, recordings: clips, autoCaptions: setUp, queuedTexts: queued, ...words, ...made },
    messages: messagesAfter(count, deleting !== undefined, erased),
    ...{ voicesLeft: remaining, decision, mutedIn },
  };
  await context.update(ephemeral(describeErasure(report, messages)));
  if (deleting === undefined || erased !== undefined) return;
  // The deletion may take hours, and continues without this interaction.
  void deleting.then(async (outcome) => {
    const later = ephemeral(describeDeletedMessages(outcome, messages));
    const isTaken = await context.tryAnswer(later).catch(() => false);
    if (!isTaken) await lateAnswers.post(context, later);
  });
}

function messagesAfter(count: number, isDeleting: boolean, erased: MessagesErased | undefined): ErasedMessages {
  if (erased !== undefined) return { kind: 'over', ...erased };
  if (count === 0) return { kind: 'none' };
  return { kind: isDeleting ? 'under-way' : 'kept', count };
}

function describeErasure(report: ErasureReport, { format, privacy }: Messages): string {
  const { messages, voicesLeft, decision, mutedIn } = report;
  const { erased: texts } = privacy;
  const counts = { ...report.counts, messages: messages.kind === 'over' ? messages.deleted : 0 };
  const nothing = messages.kind === 'under-way' ? [] : [texts.nothing];
  return format.sentences([
    ...(hasItems(counts) ? [texts.items({ items: listItems(counts, privacy) })] : nothing),
    ...describeMessages(messages, privacy),
    ...ifAny(voicesLeft, texts.voicesLeft),
    ...(decision === 'undecided' ? [] : [texts.decision[decision]]),
    ...(mutedIn === 0 ? [] : [texts.mutes]),
    texts.files,
  ]);
}

function describeMessages(messages: ErasedMessages, privacy: Messages['privacy']): string[] {
  switch (messages.kind) {
    case 'none':
      return [];
    case 'kept':
      return [privacy.erasedMessages.kept(messages)];
    case 'under-way':
      return [privacy.erasedMessages.underWay(messages)];
    case 'over':
      return describeUnreached(messages, privacy);
  }
}

/** What could not be deleted of the messages, and what is done about that. */
function describeUnreached({ refused, remaining }: MessagesErased, { erasedMessages }: Messages['privacy']): string[] {
  return [...ifAny(refused, erasedMessages.refused), ...ifAny(remaining, erasedMessages.remaining)];
}

/** Follows once a deletion of messages that took longer is over. */
function describeDeletedMessages(outcome: MessagesErased, { format, privacy }: Messages): string {
  const { deleted, nothing } = privacy.erasedMessages;
  const sentences = [...ifAny(outcome.deleted, deleted), ...describeUnreached(outcome, privacy)];
  return format.sentences(sentences.length === 0 ? [nothing] : sentences);
}

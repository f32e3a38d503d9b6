import type { Logger } from '../log/log.ts';
import type { CallContext } from '../speech/call-context.ts';
import { SpeechError } from '../speech/speech-error.ts';
import type { VoiceModelPage } from '../speech/voice-model-reader.ts';
import type { VoiceFilter, VoiceModelsClient } from '../speech/voice-models.ts';
import type { VoiceModelLookup } from './lookup.ts';
import { titleMatches } from './search.ts';
import { isOwn, toKnownVoice } from './voice-access.ts';
import type { VoiceModelStore } from './voice-model-ports.ts';
import { toVoiceModelRecord, type VoiceModelRecord } from './voice-model-record.ts';
import {
  type Requester,
  VOICES_PER_PAGE,
  type VoicePage,
  type VoiceQuery,
  type VoiceSort,
} from './voice-models-api.ts';

/** What list pages need. */
interface ListParts {
  readonly client: Pick<VoiceModelsClient, 'list'>;
  readonly store: VoiceModelStore;
  readonly lookup: VoiceModelLookup;
  readonly log: Logger;
}

/** One page of public voices, as the service pages them, without those that may not be known here. */
export async function publicPage(
  requester: Requester,
  { query, language, tag, isLicensed, sort, page }: VoiceQuery,
  call: CallContext,
  { client, lookup }: ListParts,
): Promise<VoicePage> {
  const filter = {
    ...{ pageSize: VOICES_PER_PAGE, pageNumber: page },
    ...(query === undefined ? {} : { title: query }),
    ...(language === undefined ? {} : { languages: [language] }),
    ...(tag === undefined ? {} : { tags: [tag] }),
    ...(isLicensed === true ? { licensed: true } : {}),
    ...sortOf(sort),
  };
  const listed = await client.list(filter, call);
  const voices = await lookup.known(
    requester,
    listed.items.filter(({ visibility }) => visibility === 'public'),
  );
  return { page, voices, ...extentOf(listed, page) };
}

/** How far a list of the service goes, by one of its pages. Voices that were left out of the page count. */
function extentOf(listed: VoiceModelPage, page: number): Omit<VoicePage, 'page' | 'voices'> {
  const { items, odd, total = 0, reach = Number.POSITIVE_INFINITY } = listed;
  const received = items.length + odd.length;
  const seen = (page - 1) * VOICES_PER_PAGE + received;
  // Without the service's word, there may be another page after a full one, whatever the total says.
  const isFollowed = listed.hasMore ?? received >= VOICES_PER_PAGE;
  const isAtEnd = page * VOICES_PER_PAGE >= reach;
  const hasMore = isFollowed && !isAtEnd;
  const isCutOff = isAtEnd && (isFollowed || total > seen);
  if (!hasMore && !isCutOff) return { hasMore, total: seen, totalIs: 'exact', pages: page, cutOffAt: undefined };
  const isTooLow = total <= seen;
  const isCapped = listed.isTotalInexact && total === listed.reach;
  const totalIs = isTooLow || isCapped ? 'more-than' : listed.isTotalInexact ? 'about' : 'exact';
  const isBounded = totalIs === 'exact' || total >= reach;
  return {
    ...{ hasMore, totalIs, total: Math.max(total, seen) },
    pages: isBounded ? Math.ceil(Math.min(total, reach) / VOICES_PER_PAGE) : undefined,
    cutOffAt: isCutOff ? reach : undefined,
  };
}

/** One page of the person's and the guild's voices, each read from the service. */
export async function ownPage(
  requester: Requester,
  { query = '', language, tag, sort = 'newest', page }: VoiceQuery,
  call: CallContext,
  parts: ListParts,
): Promise<VoicePage> {
  const records = (await parts.store.voicesOf(requester.userId, requester.guildId))
    .map(toVoiceModelRecord)
    .filter((record) => isOwn(requester, record))
    .filter(
      ({ model }) =>
        titleMatches(model.title, query) &&
        (language === undefined || model.languages.includes(language)) &&
        (tag === undefined || model.tags.includes(tag)),
    )
    .sort(orderBy(sort));
  const start = (page - 1) * VOICES_PER_PAGE;
  const shown = records.slice(start, start + VOICES_PER_PAGE);
  const refreshed = await Promise.all(shown.map((record) => refreshIfPossible(record, call, parts)));
  return {
    page,
    voices: refreshed.filter((record) => isOwn(requester, record)).map((record) => toKnownVoice(requester, record)),
    hasMore: start + shown.length < records.length,
    ...{ total: records.length, totalIs: 'exact', cutOffAt: undefined },
    pages: Math.max(Math.ceil(records.length / VOICES_PER_PAGE), page),
  };
}

/** The service's name of an order. */
function sortOf(sort: VoiceQuery['sort']): Pick<VoiceFilter, 'sortBy'> {
  switch (sort) {
    case 'popular':
      return { sortBy: 'score' };
    case 'used':
      return { sortBy: 'task_count' };
    case 'newest':
      return { sortBy: 'created_at' };
    case 'title':
    case undefined:
      return {};
  }
}

/** Records come newest first, and equal ones stay so. */
function orderBy(sort: VoiceSort): (one: VoiceModelRecord, other: VoiceModelRecord) => number {
  const byTitle = new Intl.Collator('und', { numeric: true, sensitivity: 'base' });
  return (one, other) => {
    switch (sort) {
      case 'popular':
        return other.model.like_count - one.model.like_count;
      case 'used':
        return other.model.task_count - one.model.task_count;
      case 'newest':
        return 0;
      case 'title':
        return byTitle.compare(one.model.title.trim(), other.model.title.trim());
    }
  };
}

/** The voice read from the service, or as it was last seen when the service cannot be reached. */
async function refreshIfPossible(
  record: VoiceModelRecord,
  call: CallContext,
  { lookup, log }: ListParts,
): Promise<VoiceModelRecord> {
  try {
    return await lookup.refresh(record, call);
  } catch (error) {
    call.signal.throwIfAborted();
    if (!(error instanceof SpeechError)) throw error;
    log.info({ err: error, voiceId: record.voiceId }, 'could not read the status of a voice');
    return record;
  }
}

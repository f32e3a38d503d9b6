import type { CaptionStatus, Captions } from '../../captions/captions-api.ts';
import type { CaptionPlaces } from '../captions/start/caption-places.ts';
import type { GuildDirectory } from '../client/guild-directory.ts';
import type { PermissionKey } from '../client/permissions.ts';
import type { Asker } from './asker.ts';
import type { DiscordView, SeenVoiceState } from './discord-view.ts';
import { type Finding, findingsOf } from './finding.ts';
import { type Observed, observe, seen } from './observed.ts';

/** What was seen of running captions; `undefined` while they are off. */
export interface CaptionFacts {
  readonly status: Observed<CaptionStatus | undefined>;
  /** What the bot lacks where they are posted. */
  readonly missing: readonly PermissionKey[];
  /** Everybody in the captioned channel but the bot. */
  readonly people: readonly SeenVoiceState[];
  /** The asker may see the captioned channel. */
  readonly isVisible: boolean;
  /** Clips are held back because their requests fail, whatever the speech service answers to other questions. */
  readonly isBreakerOpen: boolean;
}

/** What these facts are read from. */
export interface CaptionDoctorPorts {
  readonly captions: Pick<Captions, 'status' | 'figures'>;
  readonly captionPlaces: Pick<CaptionPlaces, 'missingToPost'>;
  readonly directory: Pick<GuildDirectory, 'maySeeVoice'>;
  readonly discord: Pick<DiscordView, 'statesIn'>;
}

/** The median of a minute of captions is 2 s; from here on, a conversation is hard to follow. */
const SLOW_CAPTIONS_MS = 5_000;
/** Two clips are transcribed at a time; more than this means that text does not keep up with speech. */
const MANY_CLIPS = 5;

/** Looks at the captions of the guild. Never rejects. */
export async function seeCaptions(ports: CaptionDoctorPorts, { userId, place }: Asker): Promise<CaptionFacts> {
  const { captions, captionPlaces, directory, discord } = ports;
  const { guildId } = place;
  const status = await observe(() => captions.status(guildId));
  const session = seen(status)?.session;
  const { isBreakerOpen } = captions.figures();
  if (session === undefined) return { status, missing: [], people: [], isVisible: true, isBreakerOpen };
  const { voiceChannelId, textChannelId } = session;
  return {
    status,
    missing: captionPlaces.missingToPost(textChannelId) ?? [],
    people: discord.statesIn(guildId, voiceChannelId),
    isVisible: directory.maySeeVoice(guildId, voiceChannelId, userId),
    isBreakerOpen,
  };
}

const { ok, notice, problem } = findingsOf('captions');

/** `nameOf` gives a permission the name that its readers know. Nothing is said of captions that the asker may not see. */
export function captionFindings(
  facts: CaptionFacts,
  asker: Asker,
  nameOf: (permission: PermissionKey) => string,
): Finding[] {
  const { missing, people, isVisible, isBreakerOpen } = facts;
  const status = seen(facts.status);
  if (facts.status.kind !== 'seen' || !isVisible) return [];
  if (status === undefined) return [ok('captionsOff')];
  const { delayMs, waitingClips: clips } = status;
  const channelId = status.session.textChannelId;
  const isSlow = delayMs !== undefined && delayMs > SLOW_CAPTIONS_MS;
  const delay =
    delayMs === undefined ? [] : [isSlow ? notice('captionsSlow', { delayMs }) : ok('captionDelay', { delayMs })];
  return [
    missing.length > 0
      ? problem('cannotPost', { channelId, permissions: missing.map(nameOf) })
      : ok('captionsOn', { channelId }),
    ...(clips >= MANY_CLIPS || (isBreakerOpen && clips > 0) ? [problem('clipsWaiting', { clips })] : []),
    ...yourFindings(status, people, asker),
    ...choiceFindings(status, people, asker),
    ...silencedFindings(people.filter(({ userId }) => userId !== asker.userId)),
    ...delay,
  ];
}

/** Why the asker is not heard. */
function yourFindings(status: CaptionStatus, people: readonly SeenVoiceState[], { userId }: Asker): Finding[] {
  const you = people.find((person) => person.userId === userId);
  if (you === undefined) return [];
  const choice = status.hasOptedOut(userId) ? notice('youOptedOut') : notice('youHaveNotOptedIn');
  return [
    ...(status.isCaptioned(userId) ? [] : [choice]),
    ...(you.isMuted ? [notice('youAreMuted')] : []),
    ...(you.isSuppressed ? [notice('youMayNotSpeak')] : []),
    ...(you.isSelfMuted ? [notice('youMutedYourself')] : []),
  ];
}

/** Who chose not to be captioned is known by name to managers only. */
function choiceFindings(status: CaptionStatus, people: readonly SeenVoiceState[], asker: Asker): Finding[] {
  const others = people.filter(({ userId, isBot }) => !isBot && userId !== asker.userId && !status.isCaptioned(userId));
  const userIds = others.map(({ userId }) => userId);
  const bots = people.filter(({ userId, isBot }) => isBot && !status.isCaptioned(userId)).map(({ userId }) => userId);
  const ofBots = bots.length > 0 ? [notice('botsUnheard', { userIds: bots })] : [];
  if (userIds.length === 0) return ofBots;
  if (!asker.isManager) return [notice('unheardByChoice', { people: userIds.length }), ...ofBots];
  const optedOut = userIds.filter((userId) => status.hasOptedOut(userId));
  const undecided = userIds.filter((userId) => !status.hasOptedOut(userId));
  return [
    ...(optedOut.length > 0 ? [notice('optedOut', { userIds: optedOut })] : []),
    ...(undecided.length > 0 ? [notice('notOptedIn', { userIds: undecided })] : []),
    ...ofBots,
  ];
}

/** Everybody in the channel sees these in Discord. */
function silencedFindings(people: readonly SeenVoiceState[]): Finding[] {
  const muted = people.filter(({ isMuted }) => isMuted).map(({ userId }) => userId);
  const suppressed = people.filter(({ isSuppressed, isMuted }) => isSuppressed && !isMuted).map(({ userId }) => userId);
  return [
    ...(muted.length > 0 ? [notice('mutedByServer', { userIds: muted })] : []),
    ...(suppressed.length > 0 ? [notice('notSpeakers', { userIds: suppressed })] : []),
  ];
}

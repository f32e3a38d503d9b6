import type { VoiceDiagnosis } from '../../voice/diagnosis.ts';
import type { JoinOutcome, VoiceEngine, VoiceEvent } from '../../voice/voice-api.ts';
import { DEFAULT_VOICE_LIMITS } from '../../voice/voice-limits.ts';
import type { GuildDirectory } from '../client/guild-directory.ts';
import type { Asker } from './asker.ts';
import { connectionFindings } from './connection.ts';
import type { DiscordView, SeenGateway, SeenVoiceState } from './discord-view.ts';
import type { DoctorSources } from './doctor-sources.ts';
import { type Finding, findingsOf } from './finding.ts';
import { type Observed, observe, seen } from './observed.ts';
import { RecentNotes } from './recent-notes.ts';

/** What was seen of the bot in voice. */
export interface VoiceFacts {
  readonly gateway: SeenGateway;
  readonly diagnosis: Observed<VoiceDiagnosis | undefined>;
  /** The bot's voice state as Discord has it. */
  readonly own: SeenVoiceState | undefined;
  /** The bot's channel is a stage. */
  readonly isStage: boolean;
  /** The asker may see the bot's channel. */
  readonly isVisible: boolean;
  /** Voice doesn't connect, and the bot is behind a proxy: that may be the only way out, which voice can't use. */
  readonly lacksWayOut: boolean;
}

/** What these facts are read from. */
export interface VoicePorts {
  readonly engine: Pick<VoiceEngine, 'diagnose'>;
  readonly discord: Pick<DiscordView, 'gateway' | 'own'>;
  readonly directory: Pick<GuildDirectory, 'voiceChannel' | 'maySeeVoice'>;
  readonly sources: Pick<DoctorSources, 'isBehindProxy'>;
}

/** Observes the voice connections of all guilds. */
export interface VoiceObserver {
  /** Never rejects. */
  see(asker: Asker): Promise<VoiceFacts>;
  /** Call it when the engine has tried to enter a channel. */
  onJoined(guildId: string, outcome: JoinOutcome): void;
  /** Call it with the engine's events. */
  onVoiceEvent(event: VoiceEvent): void;
}

/** A heartbeat that takes this long delays every answer noticeably. */
const SLOW_PING_MS = 1_000;
/** A join, or a repair, takes less than two seconds where nothing is in its way. */
const LATE_MS = 5_000;

/** Creates the observer. */
export function createVoiceObserver({ engine, discord, directory, sources }: VoicePorts): VoiceObserver {
  /** Guilds whose latest connection failed. */
  const failures = new RecentNotes<true>();
  return {
    see: async ({ userId, place: { guildId } }) => {
      const diagnosis = await observe(() => engine.diagnose(guildId));
      const own = discord.own(guildId);
      const channelId = seen(diagnosis)?.channelId ?? own?.channelId;
      const isUnconnected = failures.get(guildId) === true || isOverdue(seen(diagnosis));
      return {
        ...{ gateway: discord.gateway(guildId), diagnosis, own },
        isStage: channelId !== undefined && directory.voiceChannel(guildId, channelId)?.kind === 'stage',
        isVisible: channelId === undefined || directory.maySeeVoice(guildId, channelId, userId),
        lacksWayOut: sources.isBehindProxy && isUnconnected,
      };
    },
    onJoined: (guildId, { kind }) => {
      if (kind === 'joined') failures.delete(guildId);
      if (kind === 'not-ready') failures.set(guildId, true);
    },
    onVoiceEvent: (event) => {
      if (event.type === 'session-ended' && event.reason === 'failed') failures.set(event.guildId, true);
    },
  };
}

function isOverdue(session: VoiceDiagnosis | undefined): boolean {
  return session !== undefined && session.phase !== 'connected' && Date.now() - session.sinceMs > LATE_MS;
}

const { ok, notice, problem } = findingsOf('voice');

/** The most important first. */
export function voiceFindings(facts: VoiceFacts, asker: Asker): Finding[] {
  const { diagnosis, own, isVisible } = facts;
  const findings = [...gatewayFindings(facts.gateway), ...(facts.lacksWayOut ? [problem('voicePastProxy')] : [])];
  if (diagnosis.kind !== 'seen') return [problem('voiceHangs'), ...findings];
  const session = diagnosis.value;
  if (!isVisible) return [...findings, notice('elsewhereHidden')];
  if (session === undefined) {
    const isStranded = own !== undefined;
    return [...findings, isStranded ? problem('stranded', { channelId: own.channelId }) : notice('inNoChannel')];
  }
  const { channelId } = session;
  const isElsewhere = asker.place.voiceChannelId !== undefined && asker.place.voiceChannelId !== channelId;
  return [
    ...findings,
    ...(isElsewhere ? [notice('elsewhere', { channelId })] : []),
    ...hearingFindings(facts, session),
    ...queueFindings(session),
    ...connectionFindings(session, { isStage: facts.isStage, isInside: asker.place.voiceChannelId === channelId }),
  ];
}

function gatewayFindings({ isConnected, pingMs, sinceMs }: SeenGateway): Finding[] {
  if (!isConnected) return [problem('discordAway')];
  if (pingMs !== undefined && pingMs > SLOW_PING_MS) return [notice('discordSlow', { pingMs })];
  return pingMs === undefined || sinceMs === undefined ? [] : [ok('discordOk', { pingMs, sinceMs })];
}

/** What moderators and permissions do to the bot: it is mute, or deaf. */
function hearingFindings({ own, isStage }: VoiceFacts, { channelId, texts }: VoiceDiagnosis): Finding[] {
  const suppressed = isStage ? inAudience(channelId, texts) : problem('mayNotSpeak', { channelId });
  return [
    ...(own?.isMuted === true ? [problem('botMuted', { channelId })] : []),
    ...(own?.isDeafened === true ? [problem('botDeafened', { channelId })] : []),
    ...(own?.isSuppressed === true ? [suppressed] : []),
  ];
}

/** Captions need no speaker. */
function inAudience(channelId: string, texts: number): Finding {
  return texts > 0 ? problem('inAudience', { channelId }) : notice('inAudience', { channelId });
}

function queueFindings({ isPaused, texts, waitsFor }: VoiceDiagnosis): Finding[] {
  const isFull = texts >= DEFAULT_VOICE_LIMITS.maxItems;
  return [
    ...(isPaused ? [texts > 0 ? problem('paused') : notice('paused')] : []),
    ...(waitsFor === 'listeners' && texts > 0 ? [notice('nobodyListens')] : []),
    ...(isFull ? [problem('queueFull', { texts })] : [ok('queue', { texts })]),
  ];
}

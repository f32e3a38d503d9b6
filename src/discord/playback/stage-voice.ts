import type { Logger } from '../../log/log.ts';
import type { Messages } from '../../messages/messages.ts';
import type { VoiceEngine, VoiceEvent } from '../../voice/voice-api.ts';
import type { StageMoves } from '../client/stage-place.ts';

/** Where an attempt to speak on a stage has led. `may-not-ask`: a permission is missing; `failed`: Discord refused it. */
export type StageStanding = 'speaker' | 'asked' | 'may-not-ask' | 'failed';

/** Brings the bot from a stage's audience, where Discord puts everyone who enters, among the speakers. */
export interface StageVoice {
  /**
   * For a person who wants the bot to speak: it becomes a speaker if it may, or asks to be one. `undefined` where it is in
   * no stage channel. Never rejects.
   */
  ask(guildId: string): Promise<StageStanding | undefined>;
  /** Call it with the engine's events: what the first waiting text needs is posted, once. */
  onVoiceEvent(event: VoiceEvent): void;
  /** Call it when Discord has changed the bot's own voice state. `isNew`: it has just entered a channel. */
  onOwnVoiceState(guildId: string, isNew: boolean): void;
}

/** What one stay on a stage has led to so far. */
interface Stay {
  readonly channelId: string;
  /** The bot asks by itself only once: a moderator who sent it back into the audience meant it. */
  asked: Promise<StageStanding> | undefined;
  /** It has been a speaker since it asked. */
  wasSpeaker: boolean;
  readonly told: Set<Notice>;
}

type Notice = keyof Messages['playback']['stage']['waits'];

/** Makes the stage voice of all guilds. */
export function createStageVoice(options: {
  readonly engine: Pick<VoiceEngine, 'session'>;
  readonly stages: StageMoves;
  /** Posts a notice where the bot was called from. */
  readonly announce: (guildId: string, notice: (messages: Messages) => string) => void;
  readonly log: Logger;
}): StageVoice {
  const { engine, stages, announce, log } = options;
  const stays = new Map<string, Stay>();

  const stayIn = (guildId: string): Stay | undefined => {
    const channelId = stages.place(guildId)?.channelId;
    if (channelId === undefined) return undefined;
    const known = stays.get(guildId);
    if (known?.channelId === channelId) return known;
    const stay: Stay = { channelId, asked: undefined, wasSpeaker: false, told: new Set<Notice>() };
    stays.set(guildId, stay);
    return stay;
  };

  const askOnce = (guildId: string, stay: Stay): Promise<StageStanding> =>
    (stay.asked ??= tryToSpeak(guildId, options));

  const onWaiting = async (guildId: string): Promise<void> => {
    const stay = stayIn(guildId);
    if (stay === undefined) return;
    const standing = await askOnce(guildId, stay);
    const notice = stay.wasSpeaker ? 'movedToAudience' : noticeOf(standing);
    const isHeard = stages.place(guildId)?.isSpeaker !== false;
    if (notice === undefined || isHeard || stay.told.has(notice)) return;
    stay.told.add(notice);
    announce(guildId, ({ playback }) => playback.stage.waits[notice](stay));
  };

  const onEntered = async (guildId: string): Promise<void> => {
    const place = stages.place(guildId);
    const stay = stayIn(guildId);
    if (stay === undefined || place?.isSpeaker !== false || stay.asked !== undefined) return;
    // Captions need no speaker. A text that waits for the connection does, so the two go side by side.
    const session = await engine.session(guildId);
    if ((session?.items.length ?? 0) > 0) await askOnce(guildId, stay);
  };

  const logFailure = (err: unknown): void => log.warn({ err }, 'could not find out what a stage session needs');

  return {
    ask: async (guildId) => {
      const stay = stayIn(guildId);
      if (stay === undefined) return undefined;
      stay.wasSpeaker = false;
      stay.asked = tryToSpeak(guildId, options);
      return await stay.asked;
    },
    onVoiceEvent: (event) => {
      if (event.type === 'session-ended') stays.delete(event.guildId);
      if (event.type !== 'item-waiting' || event.waitsFor !== 'permission') return;
      onWaiting(event.guildId).catch(logFailure);
    },
    onOwnVoiceState: (guildId, isNew) => {
      const stay = stays.get(guildId);
      // After a crash the bot enters the channel again: it must ask again, but what was posted stands.
      if (isNew && stay !== undefined) Object.assign(stay, { asked: undefined, wasSpeaker: false });
      else if (stay !== undefined) stay.wasSpeaker ||= stages.place(guildId)?.isSpeaker === true;
      onEntered(guildId).catch(logFailure);
    },
  };
}

/** Becomes a speaker, or asks to: whichever Discord allows. */
async function tryToSpeak(
  guildId: string,
  { stages, log }: { readonly stages: StageMoves; readonly log: Logger },
): Promise<StageStanding> {
  const place = stages.place(guildId);
  if (place === undefined || place.isSpeaker) return 'speaker';
  try {
    if (place.mayBecomeSpeaker) await stages.becomeSpeaker(guildId);
    else if (place.mayAsk) await stages.askToSpeak(guildId);
    else return 'may-not-ask';
    return place.mayBecomeSpeaker ? 'speaker' : 'asked';
  } catch (error) {
    log.info({ err: error, guildId }, 'could not ask to speak on a stage');
    return 'failed';
  }
}

/** What people have to know; `undefined` for a speaker: Discord's confirmation is on its way. */
function noticeOf(standing: StageStanding): Notice | undefined {
  switch (standing) {
    case 'asked':
      return 'asked';
    case 'speaker':
      return undefined;
    case 'may-not-ask':
    case 'failed':
      return 'mayNotAsk';
  }
}

import type { Messages } from '../../messages/messages.ts';
import type { JoinOutcome, VoiceEvent } from '../../voice/voice-api.ts';
import type { FeatureAccess } from '../interactions/feature-access.ts';
import type { Asker } from './asker.ts';
import { type CaptionDoctorPorts, captionFindings, seeCaptions } from './captions.ts';
import type { DiscordView } from './discord-view.ts';
import type { DoctorSources } from './doctor-sources.ts';
import { type Finding, type FindingGroup, findingsOf, findingText } from './finding.ts';
import { type HerePorts, hereFindings, seeHere } from './here.ts';
import { type LimitPorts, limitFindings, seeLimits } from './limits.ts';
import { machineFindings, seeMachine } from './machine.ts';
import { type Observed, observe, seen } from './observed.ts';
import { createSpeechObserver, speechFindings } from './speech.ts';
import { createVoiceObserver, type VoicePorts, voiceFindings } from './voice.ts';

/** Finds out why the bot is silent or deaf, and what to do. */
export interface Doctor {
  /** Runs all checks, within about 2 s. Resolves with what was found, the most important first. Never rejects. */
  examine(who: Pick<Asker, 'userId' | 'place'>, messages: Messages): Promise<readonly Finding[]>;
  /** Call it when the engine has tried to enter a channel. */
  onJoined(guildId: string, outcome: JoinOutcome): void;
  /** Call it with the engine's events. */
  onVoiceEvent(event: VoiceEvent): void;
}

/** What a doctor works with. */
export type DoctorOptions = HerePorts &
  VoicePorts &
  CaptionDoctorPorts &
  LimitPorts & {
    readonly discord: DiscordView;
    readonly access: Pick<FeatureAccess, 'isManager' | 'mayUse'>;
    readonly sources: DoctorSources;
  };

/** What silences the bot in every server comes before what does in this one, and that before what is only inconvenient. */
const ORDER: readonly FindingGroup[] = ['speech', 'voice', 'here', 'machine', 'server', 'captions'];

/** Creates the doctor of all guilds. */
export function createDoctor(options: DoctorOptions): Doctor {
  const { discord, access, sources } = options;
  const speech = createSpeechObserver(sources);
  const connections = createVoiceObserver(options);
  const askerOf = async ({ userId, place }: Pick<Asker, 'userId' | 'place'>): Promise<Asker> => {
    const [isManager, isOperator] = await Promise.all([
      // With the database away, the settings' roles are not known, but Discord's permissions are.
      observe(() => access.isManager(place)),
      observe(() => discord.isOperator(userId)),
    ]);
    const manages = seen(isManager) ?? place.managesGuild;
    return { userId, place, isManager: manages, isOperator: seen(isOperator) === true };
  };
  return {
    examine: async (who, messages) => {
      const { guildId } = who.place;
      const asking = askerOf(who);
      // What is observed does not depend on who asks, but for their own channels and limits.
      const someone: Asker = { ...who, isManager: false, isOperator: false };
      const [asker, here, voice, captions, service, limits, machine] = await Promise.all([
        asking,
        seeHere(options, someone, discord.own(guildId)?.channelId),
        connections.see(someone),
        seeCaptions(options, someone),
        speech.see(guildId),
        seeLimits(options, someone),
        seeMachine(sources),
      ]);
      const nameOf = (permission: keyof Messages['interactions']['permissions']): string =>
        messages.interactions.permissions[permission];
      const found = [
        ...speechFindings(service, asker),
        ...voiceFindings(voice, asker),
        ...hereFindings(here, asker, nameOf),
        ...machineFindings(machine, asker),
        ...limitFindings(limits, asker),
        ...captionFindings(captions, asker, nameOf),
      ];
      const unchecked = [
        ...notChecked('server', limits, messages),
        // That the voice thread hangs says it already.
        ...(voice.diagnosis.kind === 'seen' ? notChecked('captions', captions.status, messages) : []),
      ];
      const all = withoutRepeats([...found, ...unchecked], messages);
      return ORDER.flatMap((group) => all.filter((finding) => finding.group === group));
    },
    onJoined: (guildId, outcome) => connections.onJoined(guildId, outcome),
    onVoiceEvent: (event) => {
      speech.onVoiceEvent(event);
      connections.onVoiceEvent(event);
    },
  };
}

/** The channel of the command and that of captions may be the same, and lack the same. */
function withoutRepeats(findings: readonly Finding[], messages: Messages): readonly Finding[] {
  const byText = new Map(findings.toReversed().map((finding) => [findingText(finding, messages), finding]));
  return [...byText.values()].toReversed();
}

function notChecked(group: FindingGroup, { kind }: Observed<unknown>, messages: Messages): Finding[] {
  return kind === 'seen' ? [] : [findingsOf(group).notice('notChecked', { group: messages.doctor.groups[group] })];
}

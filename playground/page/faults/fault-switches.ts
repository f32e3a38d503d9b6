import type { LocalGuild } from '@mynah/local-discord/guild';
import type { LocalDiscord } from '@mynah/local-discord/local-discord';
import { PersonError } from '@mynah/local-discord/people/person-error';
import type { FaultPanel } from '@mynah/local-speech/local-speech-api';
import type { PageFaults } from '../ports.ts';
import type { FaultName, FaultState } from '../protocol.ts';
import { speechFaults } from './speech-faults.ts';

/** What the faults happen to. */
export interface FaultyWorld {
  readonly discord: Pick<LocalDiscord, 'botId' | 'dropGateway' | 'voiceServer'>;
  /** The local speech service; `undefined`: it is a remote one, which has no faults to switch. */
  readonly speech: { readonly faults: FaultPanel } | undefined;
  readonly endVoiceThreads: () => Promise<void>;
}

/** Faults that last, with the amount they begin with and their limits. */
const LASTING: ReadonlyMap<FaultName, Amount | undefined> = new Map([
  ['service-down', undefined],
  ['rate-limited', undefined],
  ['slow', { usual: 3_000, most: 30_000 }],
  ['packet-loss', { usual: 0.1, most: 0.9 }],
  ['jitter', { usual: 150, most: 1_000 }],
]);

interface Amount {
  readonly usual: number;
  readonly most: number;
}

const OF_SPEECH: readonly FaultName[] = ['service-down', 'rate-limited', 'slow'];

/** Creates the switches, all off. `onChange` is called after every change of the state. */
export function createFaultSwitches(world: FaultyWorld, onChange: (state: FaultState) => void): PageFaults {
  const unavailable = world.speech === undefined ? OF_SPEECH : [];
  const active = new Map<FaultName, number | undefined>();
  const state = (): FaultState => ({
    active: Array.from(active, ([name, amount]) => ({ name, amount })),
    unavailable,
  });
  return {
    get state() {
      return state();
    },
    set({ name, isOn, amount }, guild) {
      if (unavailable.includes(name)) throw new PersonError('This playground can’t cause that fault.');
      if (!LASTING.has(name)) {
        return isOn ? happen(world, name, guild) : Promise.resolve();
      }
      if (isOn) active.set(name, boundedAmount(name, amount));
      else active.delete(name);
      apply(world, active);
      onChange(state());
      return Promise.resolve();
    },
  };
}

function boundedAmount(name: FaultName, amount: number | undefined): number | undefined {
  const limits = LASTING.get(name);
  if (limits === undefined) return undefined;
  return amount === undefined || !Number.isFinite(amount) ? limits.usual : Math.min(limits.most, Math.max(0, amount));
}

function apply({ discord, speech }: FaultyWorld, active: ReadonlyMap<FaultName, number | undefined>): void {
  // Every packet between the voice server and a listener is hit, so both what the bot says and what it hears.
  discord.voiceServer?.setNetwork({
    lossRate: active.get('packet-loss') ?? 0,
    jitterMs: active.get('jitter') ?? 0,
    seed: Math.floor(Math.random() * 2 ** 32),
  });
  speech?.faults.clear();
  const wanted = speechFaults({
    isDown: active.has('service-down'),
    isRateLimited: active.has('rate-limited'),
    delayMs: active.get('slow'),
  });
  for (const fault of wanted) speech?.faults.add(fault);
}

function happen({ discord, endVoiceThreads }: FaultyWorld, name: FaultName, guild: LocalGuild): Promise<void> {
  if (name === 'kill-voice-thread') return endVoiceThreads();
  if (name === 'drop-gateway') discord.dropGateway();
  else if (guild.voiceChannelOf(discord.botId) === undefined) {
    throw new PersonError('Mynah isn’t in a voice channel of this server.');
  } else guild.disconnectMember(discord.botId);
  return Promise.resolve();
}

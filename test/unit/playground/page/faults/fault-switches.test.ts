import type { LocalGuild } from '@mynah/local-discord/guild';
import type { NetworkConditions, VoiceServer } from '@mynah/local-discord/voice/person-voice-api';
import type { Fault } from '@mynah/local-speech/local-speech-api';
import { expect, test } from 'vitest';
import { createFaultSwitches } from '../../../../../playground/page/faults/fault-switches.ts';
import type { FaultState } from '../../../../../playground/page/protocol.ts';

const GUILD = { voiceChannelOf: () => undefined } as unknown as LocalGuild;

function openSwitches({ isRemote = false } = {}) {
  const faults: Fault[] = [];
  const networks: NetworkConditions[] = [];
  const states: FaultState[] = [];
  const voiceServer = { setNetwork: (network: NetworkConditions) => networks.push(network) } as unknown as VoiceServer;
  const panel = { add: (fault: Fault) => void faults.push(fault), clear: () => void faults.splice(0) };
  const switches = createFaultSwitches(
    {
      discord: { botId: '1', dropGateway: () => 1, voiceServer },
      speech: isRemote ? undefined : { faults: panel },
      endVoiceThreads: async () => undefined,
    },
    (state) => states.push(state),
  );
  return { switches, faults, networks, states };
}

test('faults of the speech service add up, a service that is down first, and all go when they are switched off', () => {
  const { switches, faults, states } = openSwitches();
  void switches.set({ name: 'slow', isOn: true, amount: 2_000 }, GUILD);
  expect(faults.filter(({ endpoint }) => endpoint === 'tts')).toEqual([{ endpoint: 'tts', delayMs: 2_000 }]);
  void switches.set({ name: 'service-down', isOn: true }, GUILD);
  expect(faults.find(({ endpoint }) => endpoint === 'tts')).toMatchObject({ status: 503 });
  expect(faults.find(({ endpoint, status }) => endpoint === 'live' && status === undefined)).toMatchObject({
    dropAfterBytes: 0,
  });
  void switches.set({ name: 'service-down', isOn: false }, GUILD);
  void switches.set({ name: 'slow', isOn: false }, GUILD);
  expect(faults).toEqual([]);
  expect(states.at(1)?.active).toEqual([
    { name: 'slow', amount: 2_000 },
    { name: 'service-down', amount: undefined },
  ]);
  expect(states.at(-1)?.active).toEqual([]);
});

test('the network’s faults hit loss and jitter together, within their limits', () => {
  const { switches, networks } = openSwitches();
  void switches.set({ name: 'packet-loss', isOn: true, amount: 7 }, GUILD);
  void switches.set({ name: 'jitter', isOn: true }, GUILD);
  expect(networks.at(-1)).toMatchObject({ lossRate: 0.9, jitterMs: 150 });
  void switches.set({ name: 'packet-loss', isOn: false }, GUILD);
  expect(networks.at(-1)).toMatchObject({ lossRate: 0, jitterMs: 150 });
});

test('a remote speech service has no faults to switch', () => {
  const { switches, states } = openSwitches({ isRemote: true });
  expect(switches.state.unavailable).toEqual(expect.arrayContaining(['service-down', 'rate-limited', 'slow']));
  expect(() => switches.set({ name: 'slow', isOn: true }, GUILD)).toThrow('can’t cause that fault');
  expect(states).toEqual([]);
});

test('a bot that is in no voice channel can’t be kicked', () => {
  expect(() => openSwitches().switches.set({ name: 'kick-bot', isOn: true }, GUILD)).toThrow(
    'isn’t in a voice channel',
  );
});

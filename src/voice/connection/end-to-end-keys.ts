import { type Networking, NetworkingStatusCode } from '@discordjs/voice';
import { type EncryptionDiagnosis, groupDigits } from '../diagnosis.ts';
import type { KeyState } from './key-gate.ts';

/** Read in every turn, hence shared. */
const USABLE: KeyState = { kind: 'usable' };

/** The state of the library's end-to-end encryption. */
export function keysOf(networking: Networking | undefined): KeyState {
  const state = networking?.state;
  if (state?.code !== NetworkingStatusCode.Ready) return { kind: 'missing', alone: false };
  const { dave } = state;
  if (dave === undefined || dave.protocolVersion === 0) return USABLE;
  if (dave.session?.ready !== true) {
    const { connectedClients } = state.connectionData;
    return { kind: 'missing', alone: connectedClients.size === 0 || onlyMember(connectedClients, dave.userId) };
  }
  const transitionId = newestTransition(dave);
  return transitionId === undefined ? USABLE : { kind: 'changing', transitionId };
}

/** What the library knows of the encryption, in the words of diagnoses. */
export function encryptionOf(networking: Networking | undefined, keys: KeyState): EncryptionDiagnosis {
  const dave = networking?.state.code === NetworkingStatusCode.Ready ? networking.state.dave : undefined;
  if (dave === undefined || dave.protocolVersion === 0) return { kind: 'none' };
  if (keys.kind === 'missing') return keys;
  const { protocolVersion, voicePrivacyCode } = dave;
  const epoch: unknown = dave.session === undefined ? undefined : Reflect.get(dave.session, 'epoch');
  return {
    kind: keys.kind === 'usable' ? 'ready' : 'changing',
    protocolVersion,
    epoch: typeof epoch === 'bigint' ? Number(epoch) : undefined,
    privacyCode: groupDigits(voicePrivacyCode ?? '') || undefined,
  };
}

function onlyMember(members: ReadonlySet<string>, userId: string): boolean {
  return members.size === 1 && members.has(userId);
}

/** The newest transition that was prepared and not yet executed. A private field of the library. */
function newestTransition(dave: object): number | undefined {
  const pending: unknown = Reflect.get(dave, 'pendingTransitions');
  if (!(pending instanceof Map) || pending.size === 0) return undefined;
  return (pending as Map<number, number>).keys().reduce((_, id) => id);
}

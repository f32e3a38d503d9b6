import { type Networking, NetworkingStatusCode } from '@discordjs/voice';
import { type EncryptionDiagnosis, groupDigits } from '../diagnosis.ts';
import { epochOf, newestTransition } from '../transport/library-internals.ts';
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
  return {
    kind: keys.kind === 'usable' ? 'ready' : 'changing',
    protocolVersion,
    epoch: dave.session === undefined ? undefined : epochOf(dave.session),
    privacyCode: groupDigits(voicePrivacyCode ?? '') || undefined,
  };
}

function onlyMember(members: ReadonlySet<string>, userId: string): boolean {
  return members.size === 1 && members.has(userId);
}

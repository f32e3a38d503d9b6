import { generateKeyPairSync } from 'node:crypto';
import { CREDENTIAL_BASIC, MLS_VERSION, WIRE_FORMAT_PUBLIC } from './mls-messages.ts';
import { rawPoint, refHash, signWithLabel } from './mls-signature.ts';
import { u8, u16, u32, u64, vector } from './presentation.ts';

const SENDER_EXTERNAL = 2;
const CONTENT_PROPOSAL = 2;
const PROPOSAL_ADD = 1;
const PROPOSAL_REMOVE = 3;

/** A broadcast proposal, and its reference in commits and revocations. */
export interface SignedProposal {
  /** MLSMessage */
  readonly message: Buffer;
  readonly ref: Buffer;
}

/** The group id and epoch that a proposal belongs to. */
interface GroupPosition {
  readonly groupId: Uint8Array;
  readonly epoch: bigint;
}

/** The voice gateway in MLS terms: an external sender that may send proposals. */
export interface ExternalSender {
  /** ExternalSender structure (RFC 9420 §12.1.8.1): payload of op 25. */
  readonly announcement: Buffer;
  proposeAdd(position: GroupPosition, keyPackage: Uint8Array): SignedProposal;
  proposeRemove(position: GroupPosition, leafIndex: number): SignedProposal;
}

/** Creates an external sender with a new P-256 key. */
export function createExternalSender(): ExternalSender {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  const propose = (position: GroupPosition, proposal: Uint8Array): SignedProposal => {
    const content = Buffer.concat([
      vector(position.groupId),
      u64(position.epoch),
      u8(SENDER_EXTERNAL),
      u32(0),
      vector(),
      u8(CONTENT_PROPOSAL),
      proposal,
    ]);
    // FramedContentTBS of an external sender has no group context (RFC 9420 §6.1).
    const signed = Buffer.concat([u16(MLS_VERSION), u16(WIRE_FORMAT_PUBLIC), content]);
    const signature = vector(signWithLabel(privateKey, 'FramedContentTBS', signed));
    const authenticated = Buffer.concat([u16(WIRE_FORMAT_PUBLIC), content, signature]);
    return {
      message: Buffer.concat([u16(MLS_VERSION), authenticated]),
      ref: refHash('Proposal Reference', authenticated),
    };
  };

  return {
    announcement: Buffer.concat([vector(rawPoint(publicKey)), u16(CREDENTIAL_BASIC), vector(Buffer.from('mynah'))]),
    proposeAdd: (position, keyPackage) => propose(position, Buffer.concat([u16(PROPOSAL_ADD), keyPackage])),
    proposeRemove: (position, leafIndex) => propose(position, Buffer.concat([u16(PROPOSAL_REMOVE), u32(leafIndex)])),
  };
}

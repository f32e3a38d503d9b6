/** The MLS structures (RFC 9420) that the delivery service handles, parsed as far as it needs. */
import { refHash, verifyWithLabel } from './mls-signature.ts';
import { PresentationReader, u16, vector } from './presentation.ts';

/** MLS protocol version 1.0 (RFC 9420 §17). */
export const MLS_VERSION = 1;
/** DHKEMP256_AES128GCM_SHA256_P256, the only suite of DAVE protocol version 1. */
const CIPHER_SUITE = 2;
/** `mls_public_message` (RFC 9420 §17.2). */
export const WIRE_FORMAT_PUBLIC = 1;
/** `basic` (RFC 9420 §17.5). */
export const CREDENTIAL_BASIC = 1;

const CONTENT_COMMIT = 3;
const SENDER_MEMBER = 1;
const PROPOSAL_BY_REFERENCE = 2;
const LEAF_KEY_PACKAGE = 1;
const LEAF_UPDATE = 2;
const LEAF_COMMIT = 3;
const LIFETIME_FOREVER = 2n ** 64n - 1n;

export interface KeyPackage {
  readonly bytes: Buffer;
  /** Its reference in a Welcome. */
  readonly ref: Buffer;
  readonly userId: string;
}

export interface Commit {
  /** The whole MLSMessage. */
  readonly bytes: Buffer;
  readonly groupId: Buffer;
  readonly epoch: bigint;
  readonly senderLeaf: number;
  /** References of the proposals it applies, in order. */
  readonly proposalRefs: readonly Buffer[];
  /** Identity in the committer's new leaf, if the commit has an update path. */
  readonly pathUserId: string | undefined;
}

export interface Welcome {
  /** One entry per welcomed member: the reference of its key package and the whole structure. */
  readonly secrets: readonly { readonly ref: Buffer; readonly bytes: Buffer }[];
  readonly encryptedGroupInfo: Buffer;
}

interface LeafNode {
  readonly userId: string;
  readonly signatureKey: Buffer;
  readonly lifetime: { readonly notBefore: bigint; readonly notAfter: bigint } | undefined;
}

/**
 * Reads a bare KeyPackage and checks what Discord's voice gateway checks: version, suite, a basic credential with the
 * user's id, unlimited lifetime, and its signature.
 * @throws {RangeError} if any of it is wrong
 */
export function readKeyPackage(bytes: Uint8Array): KeyPackage {
  const reader = new PresentationReader(bytes);
  if (reader.u16() !== MLS_VERSION || reader.u16() !== CIPHER_SUITE) {
    throw new RangeError('A key package is of another MLS version or cipher suite.');
  }
  reader.vector();
  const leaf = readLeafNode(reader);
  reader.vector();
  const signed = reader.since(0);
  const signature = reader.vector();
  if (!reader.ended) throw new RangeError('A key package has bytes after its end.');
  if (leaf.lifetime?.notBefore !== 0n || leaf.lifetime.notAfter !== LIFETIME_FOREVER) {
    throw new RangeError('A key package has a limited lifetime.');
  }
  if (!verifyWithLabel(leaf.signatureKey, 'KeyPackageTBS', signed, signature)) {
    throw new RangeError('A key package is not signed by its own key.');
  }
  const whole = Buffer.from(bytes);
  return { bytes: whole, ref: refHash('KeyPackage Reference', whole), userId: leaf.userId };
}

/**
 * Reads what op 28 carries: a commit as an MLSMessage with a PublicMessage, then, if it adds members, a bare Welcome.
 * @throws {RangeError} if it is malformed, not sent by a member, or contains proposals by value
 */
export function readCommitWelcome(bytes: Uint8Array): { commit: Commit; welcome: Welcome | undefined } {
  const reader = new PresentationReader(bytes);
  const commit = readCommit(reader);
  const welcome = reader.ended ? undefined : readWelcome(reader);
  if (!reader.ended) throw new RangeError('A commit message has bytes after its end.');
  return { commit, welcome };
}

function readCommit(reader: PresentationReader): Commit {
  if (reader.u16() !== MLS_VERSION || reader.u16() !== WIRE_FORMAT_PUBLIC) {
    throw new RangeError('A commit is not an MLS public message.');
  }
  const groupId = reader.vector();
  const epoch = reader.u64();
  if (reader.u8() !== SENDER_MEMBER) throw new RangeError('A commit is not sent by a member.');
  const senderLeaf = reader.u32();
  reader.vector();
  if (reader.u8() !== CONTENT_COMMIT) throw new RangeError('A commit message contains something else.');
  const proposalRefs = readProposalRefs(reader.vector());
  const pathUserId = readOptionalPath(reader);
  // Signature, confirmation tag and membership tag: only members have the keys to verify them.
  for (let tag = 0; tag < 3; tag++) reader.vector();
  return { bytes: reader.since(0), groupId, epoch, senderLeaf, proposalRefs, pathUserId };
}

function readProposalRefs(list: Buffer): Buffer[] {
  const reader = new PresentationReader(list);
  const refs: Buffer[] = [];
  while (!reader.ended) {
    if (reader.u8() !== PROPOSAL_BY_REFERENCE) throw new RangeError('A commit contains a proposal by value.');
    refs.push(reader.vector());
  }
  return refs;
}

function readOptionalPath(reader: PresentationReader): string | undefined {
  if (reader.u8() === 0) return undefined;
  const leaf = readLeafNode(reader);
  reader.vector();
  return leaf.userId;
}

/** A LeafNode (RFC 9420 §7.2): keys, credential, capabilities, source, extensions, signature. */
function readLeafNode(reader: PresentationReader): LeafNode {
  reader.vector();
  const signatureKey = reader.vector();
  if (reader.u16() !== CREDENTIAL_BASIC) throw new RangeError('A leaf has a credential that is not basic.');
  const identity = reader.vector();
  if (identity.length !== 8) throw new RangeError("A leaf's identity is not a user id.");
  for (let capability = 0; capability < 5; capability++) reader.vector();
  const lifetime = readLeafSource(reader);
  reader.vector();
  reader.vector();
  return { userId: identity.readBigUInt64BE().toString(), signatureKey, lifetime };
}

function readLeafSource(reader: PresentationReader): LeafNode['lifetime'] {
  const source = reader.u8();
  if (source === LEAF_KEY_PACKAGE) return { notBefore: reader.u64(), notAfter: reader.u64() };
  if (source === LEAF_COMMIT) reader.vector();
  else if (source !== LEAF_UPDATE) throw new RangeError('A leaf has an unknown source.');
  return undefined;
}

function readWelcome(reader: PresentationReader): Welcome {
  if (reader.u16() !== CIPHER_SUITE) throw new RangeError('A welcome is of another cipher suite.');
  const list = new PresentationReader(reader.vector());
  const secrets: { ref: Buffer; bytes: Buffer }[] = [];
  while (!list.ended) {
    const start = list.offset;
    const ref = list.vector();
    list.vector();
    list.vector();
    secrets.push({ ref, bytes: list.since(start) });
  }
  return { secrets, encryptedGroupInfo: reader.vector() };
}

/** The Welcome for one member, with only the secrets for its key package; `undefined` if there are none. */
export function welcomeFor(welcome: Welcome, keyPackageRef: Uint8Array): Buffer | undefined {
  const secret = welcome.secrets.find(({ ref }) => ref.equals(keyPackageRef));
  if (secret === undefined) return undefined;
  return Buffer.concat([u16(CIPHER_SUITE), vector(secret.bytes), vector(welcome.encryptedGroupInfo)]);
}

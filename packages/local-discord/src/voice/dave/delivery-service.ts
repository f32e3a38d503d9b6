import { VoiceOpcodes } from 'discord-api-types/voice/v8';
import type { ExternalSender, SignedProposal } from './external-sender.ts';
import {
  type Commit,
  type KeyPackage,
  readCommitWelcome,
  readKeyPackage,
  type Welcome,
  welcomeFor,
} from './mls-messages.ts';
import { u8, u16, u64, vector } from './presentation.ts';
import { createTransitions, type Transitions } from './transitions.ts';

/** DAVE protocol version of the service. */
export const DAVE_VERSION = 1;

/** A message of the service to one client, on its voice socket. */
export type DaveMessage =
  | { readonly kind: 'json'; readonly op: VoiceOpcodes; readonly data: unknown }
  | { readonly kind: 'binary'; readonly op: VoiceOpcodes; readonly payload: Buffer };

export interface DeliveryServiceOptions {
  readonly channelId: string;
  readonly sender: ExternalSender;
  send(userId: string, message: DaveMessage): void;
  readonly log?: (line: string) => void;
  /** How long a transition waits for clients that are not ready; default 2,000 ms, roughly Discord's. */
  readonly readyTimeoutMs?: number;
}

type Group =
  | { readonly status: 'none' }
  | { readonly status: 'established'; epoch: bigint; leaves: (string | undefined)[] };

type PendingProposal = SignedProposal &
  ({ readonly kind: 'add'; readonly keyPackage: KeyPackage } | { readonly kind: 'remove'; readonly leaf: number });

const APPEND = u8(0);
const REVOKE = u8(1);

/**
 * The MLS delivery service of one channel, like Discord's voice gateway: it proposes who is added and removed,
 * picks the winning commit of every epoch and leads the transitions. It has no group secrets. Users connect once their
 * media session is ready (after op 4); messages from users who are not connected are ignored.
 */
export class DeliveryService {
  readonly #options: DeliveryServiceOptions;
  readonly #groupId: Buffer;
  readonly #transitions: Transitions;
  readonly #connected = new Set<string>();
  #group: Group = { status: 'none' };
  #proposals: PendingProposal[] = [];

  constructor(options: DeliveryServiceOptions) {
    this.#options = options;
    this.#groupId = u64(BigInt(options.channelId));
    this.#transitions = createTransitions({
      timeoutMs: options.readyTimeoutMs ?? 2_000,
      execute: (userId, id) => this.#sendJson(userId, VoiceOpcodes.DaveExecuteTransition, { transition_id: id }),
    });
  }

  /** The group's epoch and members by leaf; epoch 0 and no members before it is established. */
  get group(): { readonly epoch: bigint; readonly leaves: readonly (string | undefined)[] } {
    return this.#group.status === 'established' ? this.#group : { epoch: 0n, leaves: [] };
  }

  connect(userId: string): void {
    this.#connected.add(userId);
    this.#sendBinary(userId, VoiceOpcodes.DaveMlsExternalSender, this.#options.sender.announcement);
    // An established group adds the newcomer itself; before that, any pending member may found it.
    if (this.#group.status === 'none') this.#sendProposals([userId], this.#proposals);
  }

  disconnect(userId: string): void {
    if (!this.#connected.delete(userId)) return;
    this.#transitions.forget(userId);
    this.#revokeAdd(userId);
    if (this.#group.status === 'none') return;
    const [sole] = this.#connected;
    if (this.#connected.size <= 1) this.#resetTo(sole);
    else this.#proposeRemoval(userId);
  }

  /** Op 26: proposes to add the user, replacing their previous leaf and proposals. */
  keyPackage(userId: string, bytes: Uint8Array): void {
    if (!this.#connected.has(userId)) return;
    const keyPackage = this.#tryRead('key package', userId, () => readKeyPackage(bytes));
    if (keyPackage === undefined) return;
    if (keyPackage.userId !== userId) {
      this.#log(`key package of ${userId} names another user`);
      return;
    }
    this.#revokeAdd(userId);
    if (!this.#canCommitAbout(userId)) this.#startAnew();
    const replaced = this.#removalOf(userId);
    const add: PendingProposal = {
      kind: 'add',
      keyPackage,
      ...this.#options.sender.proposeAdd(this.#position(), keyPackage.bytes),
    };
    this.#propose(replaced === undefined ? [add] : [replaced, add], userId);
  }

  /** Op 28: accepts the commit if it is the first valid one of the epoch, and forwards it. */
  commitWelcome(userId: string, bytes: Uint8Array): void {
    const message = this.#tryRead('commit', userId, () => readCommitWelcome(bytes));
    if (message === undefined) return;
    const refusal = this.#refusal(userId, message.commit, message.welcome);
    if (refusal === undefined) this.#accept(userId, message.commit, message.welcome);
    else this.#log(`commit of ${userId} dropped: ${refusal}`);
  }

  /** Op 23. */
  ready(userId: string, transitionId: number): void {
    this.#transitions.ready(userId, transitionId);
  }

  /** Op 31: the user could not process a commit or welcome and starts over; they will send a new key package. */
  invalid(userId: string, transitionId: number): void {
    this.#log(`${userId} flagged transition ${transitionId} as invalid`);
    this.#transitions.forget(userId);
    if (this.#group.status === 'none' || !this.#group.leaves.includes(userId)) return;
    this.#proposeRemoval(userId);
  }

  /** Stops the timers of pending transitions. */
  close(): void {
    this.#transitions.clear();
    this.#connected.clear();
  }

  #position(): { groupId: Buffer; epoch: bigint } {
    return { groupId: this.#groupId, epoch: this.group.epoch };
  }

  /** Users whose local group is the one that proposals are for. */
  #recipients(): string[] {
    if (this.#group.status === 'none') return [...this.#connected];
    return this.#group.leaves.filter(
      (userId, leaf): userId is string =>
        userId !== undefined && this.#connected.has(userId) && !this.#isRemovalPending(leaf),
    );
  }

  #isRemovalPending(leaf: number): boolean {
    return this.#proposals.some((proposal) => proposal.kind === 'remove' && proposal.leaf === leaf);
  }

  #removalOf(userId: string): PendingProposal | undefined {
    const leaf = this.group.leaves.indexOf(userId);
    if (leaf === -1 || this.#isRemovalPending(leaf)) return undefined;
    return { kind: 'remove', leaf, ...this.#options.sender.proposeRemove(this.#position(), leaf) };
  }

  /** True if the group has another member who can commit a change about this user. */
  #canCommitAbout(userId: string): boolean {
    return this.#group.status === 'none' || this.#recipients().some((other) => other !== userId);
  }

  #proposeRemoval(userId: string): void {
    // If nobody can commit it, all remaining users have reset or never joined: only a new group helps.
    if (!this.#canCommitAbout(userId)) {
      this.#startAnew();
      return;
    }
    const removal = this.#removalOf(userId);
    if (removal !== undefined) this.#propose([removal], userId);
  }

  /** Broadcasts proposals about a user to everyone else who may commit them. */
  #propose(proposals: readonly PendingProposal[], about: string): void {
    this.#proposals.push(...proposals);
    const others = this.#recipients().filter((userId) => userId !== about);
    this.#sendProposals(others, proposals);
  }

  #revokeAdd(userId: string): void {
    const revoked = this.#proposals.find((one) => one.kind === 'add' && one.keyPackage.userId === userId);
    if (revoked === undefined) return;
    this.#proposals = this.#proposals.filter((one) => one !== revoked);
    const payload = Buffer.concat([REVOKE, vector(vector(revoked.ref))]);
    for (const other of this.#recipients()) {
      if (other !== userId) this.#sendBinary(other, VoiceOpcodes.DaveMlsProposals, payload);
    }
  }

  /** Why a commit is not valid for this epoch; `undefined` if it is. */
  #refusal(userId: string, commit: Commit, welcome: Welcome | undefined): string | undefined {
    if (!this.#connected.has(userId)) return 'not connected';
    if (!commit.groupId.equals(this.#groupId)) return 'of another group';
    if (commit.epoch !== this.group.epoch) return 'of another epoch';
    const isFounding = this.#group.status === 'none';
    if (isFounding ? commit.senderLeaf !== 0 : this.group.leaves[commit.senderLeaf] !== userId) return 'not their leaf';
    if (commit.pathUserId !== undefined && commit.pathUserId !== userId) return 'it changes the credential';
    const expected = this.#expectedOf(userId, isFounding);
    if (expected.length === 0 || commit.proposalRefs.length !== expected.length) return 'other proposals';
    if (!expected.every(({ ref }) => commit.proposalRefs.some((other) => other.equals(ref)))) return 'other proposals';
    const added = expected.filter((one) => one.kind === 'add');
    const isWelcomed = (one: { keyPackage: KeyPackage }): boolean =>
      welcome?.secrets.some(({ ref }) => ref.equals(one.keyPackage.ref)) ?? false;
    return added.every(isWelcomed) ? undefined : 'a welcome is missing';
  }

  /** All proposals that were not revoked; the founder omits the one that would add themselves. */
  #expectedOf(userId: string, isFounding: boolean): PendingProposal[] {
    if (!isFounding) return this.#proposals;
    return this.#proposals.filter((one) => one.kind !== 'add' || one.keyPackage.userId !== userId);
  }

  #accept(committer: string, commit: Commit, welcome: Welcome | undefined): void {
    const leaves = this.#group.status === 'none' ? [committer] : [...this.#group.leaves];
    const inOrder = commit.proposalRefs.flatMap((ref) => this.#proposals.filter((one) => one.ref.equals(ref)));
    for (const one of inOrder) if (one.kind === 'remove') leaves[one.leaf] = undefined;
    const staying = leaves.filter((userId) => userId !== undefined);
    const added = inOrder.flatMap((one) => (one.kind === 'add' ? [one.keyPackage] : []));
    for (const { userId } of added) fillLeftmostBlank(leaves, userId);

    this.#group = { status: 'established', epoch: commit.epoch + 1n, leaves };
    this.#proposals = [];
    const id = this.#transitions.begin([...staying, ...added.map(({ userId }) => userId)]);
    this.#log(`epoch ${commit.epoch + 1n} by ${committer}: ${staying.length} stay, ${added.length} added`);
    for (const userId of staying) {
      this.#sendBinary(userId, VoiceOpcodes.DaveMlsAnnounceCommitTransition, Buffer.concat([u16(id), commit.bytes]));
    }
    for (const { userId, ref } of added) {
      const part = welcome === undefined ? undefined : welcomeFor(welcome, ref);
      if (part !== undefined) {
        this.#sendBinary(userId, VoiceOpcodes.DaveMlsWelcome, Buffer.concat([u16(id), part]));
      }
    }
  }

  /** Sole member reset: nobody keeps control of an established group alone. */
  #resetTo(sole: string | undefined): void {
    const wasMember = sole !== undefined && this.group.leaves.includes(sole);
    this.#startAnew();
    if (sole === undefined || !wasMember) return;
    this.#sendJson(sole, VoiceOpcodes.DavePrepareEpoch, { protocol_version: DAVE_VERSION, epoch: 1 });
    this.#sendJson(sole, VoiceOpcodes.DavePrepareTransition, { protocol_version: DAVE_VERSION, transition_id: 0 });
  }

  /** Resets to no group. Proposals of pending members are repeated for the new group's first epoch. */
  #startAnew(): void {
    const waiting = this.#proposals.flatMap((one) => (one.kind === 'add' ? [one.keyPackage] : []));
    this.#group = { status: 'none' };
    this.#proposals = [];
    this.#transitions.clear();
    for (const { userId, bytes } of waiting) this.keyPackage(userId, bytes);
  }

  #tryRead<T>(what: string, userId: string, read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.#log(`${what} of ${userId} dropped: ${error.message}`);
      return undefined;
    }
  }

  #sendProposals(recipients: readonly string[], proposals: readonly PendingProposal[]): void {
    if (proposals.length === 0) return;
    const payload = Buffer.concat([APPEND, vector(...proposals.map(({ message }) => message))]);
    for (const userId of recipients) this.#sendBinary(userId, VoiceOpcodes.DaveMlsProposals, payload);
  }

  #sendJson(userId: string, op: VoiceOpcodes, data: unknown): void {
    if (this.#connected.has(userId)) this.#options.send(userId, { kind: 'json', op, data });
  }

  #sendBinary(userId: string, op: VoiceOpcodes, payload: Buffer): void {
    if (this.#connected.has(userId)) this.#options.send(userId, { kind: 'binary', op, payload });
  }

  #log(line: string): void {
    this.#options.log?.(`dave ${this.#options.channelId}: ${line}`);
  }
}

/** An added member takes the leftmost blank leaf, or a new one at the right (RFC 9420 §12.1.1). */
function fillLeftmostBlank(leaves: (string | undefined)[], userId: string): void {
  const blank = leaves.indexOf(undefined);
  if (blank === -1) leaves.push(userId);
  else leaves[blank] = userId;
}

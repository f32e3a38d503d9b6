import davey from '@snazzah/davey';
import { describe, expect, it } from 'vitest';
import { createExternalSender } from '../../../../src/voice/dave/external-sender.ts';
import { readCommitWelcome, readKeyPackage, welcomeFor } from '../../../../src/voice/dave/mls-messages.ts';
import { PresentationReader, u64, vector } from '../../../../src/voice/dave/presentation.ts';

const CHANNEL = '700000000000000001';
const ANNA = '800000000000000001';
const BEN = '800000000000000002';
const CLEO = '800000000000000003';

/** Anna founds a group with Ben and Cleo; returns her op 28. */
function founding() {
  const sender = createExternalSender();
  const position = { groupId: u64(BigInt(CHANNEL)), epoch: 0n };
  const [anna, ben, cleo] = [ANNA, BEN, CLEO].map((userId) => new davey.DAVESession(1, userId, CHANNEL));
  if (anna === undefined || ben === undefined || cleo === undefined) throw new Error('three sessions');
  for (const session of [anna, ben, cleo]) session.setExternalSender(sender.announcement);
  const packages = [ben, cleo].map((session) => readKeyPackage(session.getSerializedKeyPackage()));
  const proposals = packages.map(({ bytes }) => sender.proposeAdd(position, bytes));
  const answer = anna.processProposals(0, vector(...proposals.map(({ message }) => message)), [ANNA, BEN, CLEO]);
  const bytes = Buffer.concat([answer.commit ?? Buffer.alloc(0), answer.welcome ?? Buffer.alloc(0)]);
  return { anna, ben, cleo, packages, proposals, bytes };
}

describe('presentation language', () => {
  it.each([0, 63, 64, 16_383, 16_384, 70_000])('writes and reads a vector of %i bytes', (length) => {
    const reader = new PresentationReader(vector(Buffer.alloc(length, 7)));
    expect(reader.vector()).toHaveLength(length);
    expect(reader.ended).toBe(true);
  });

  it("reads RFC 9420's own examples of lengths", () => {
    expect(vector(Buffer.alloc(37)).subarray(0, 1).toString('hex')).toBe('25');
    expect(vector(Buffer.alloc(15_293)).subarray(0, 2).toString('hex')).toBe('7bbd');
  });

  it('throws when the bytes end too early, or a length prefix is invalid', () => {
    expect(() => new PresentationReader(Buffer.from([5, 1])).vector()).toThrow(RangeError);
    expect(() => new PresentationReader(Buffer.from([0xff, 1, 1, 1])).vector()).toThrow(RangeError);
  });
});

describe('MLS messages', () => {
  it("reads davey's key packages and checks their signatures", () => {
    const bytes = new davey.DAVESession(1, ANNA, CHANNEL).getSerializedKeyPackage();
    expect(readKeyPackage(bytes)).toMatchObject({ userId: ANNA, bytes });
    const forged = Buffer.from(bytes);
    forged.writeUInt8(forged.readUInt8(10) ^ 1, 10);
    expect(() => readKeyPackage(forged)).toThrow('not signed by its own key');
    expect(() => readKeyPackage(Buffer.concat([bytes, Buffer.alloc(1)]))).toThrow('bytes after its end');
  });

  it('separates a commit from the welcome after it, and lists what it applies', () => {
    const { bytes, proposals, packages } = founding();
    const { commit, welcome } = readCommitWelcome(bytes);
    expect(commit).toMatchObject({ groupId: u64(BigInt(CHANNEL)), epoch: 0n, senderLeaf: 0 });
    expect(commit.proposalRefs).toEqual(proposals.map(({ ref }) => ref));
    expect(welcome?.secrets.map(({ ref }) => ref)).toEqual(packages.map(({ ref }) => ref));
  });

  it("reduces a welcome to one member's part, which that member can use and the other cannot", () => {
    const { anna, ben, cleo, bytes, packages } = founding();
    const { commit, welcome } = readCommitWelcome(bytes);
    const [forBen] = packages.map(({ ref }) => (welcome === undefined ? undefined : welcomeFor(welcome, ref)));
    if (forBen === undefined) throw new Error('a welcome for Ben');
    anna.processCommit(commit.bytes);
    ben.processWelcome(forBen);
    expect(ben.getEpochAuthenticator()).toEqual(anna.getEpochAuthenticator());
    expect(() => cleo.processWelcome(forBen)).toThrow();
  });

  it.each([0, 1, 40, 200])('rejects a commit that is truncated after %i bytes', (length) => {
    expect(() => readCommitWelcome(founding().bytes.subarray(0, length))).toThrow(RangeError);
  });
});

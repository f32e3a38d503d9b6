import { describe, expect, it } from 'vitest';
import type { ShareRight } from '../../../../src/captions/overlay/maker-checks.ts';
import { openScene } from '../captions-scene.ts';
import { ADA, BOB, GUILD, settle } from '../fakes.ts';
import { MAKER, makeLink, openOverlay, Viewer } from './overlay-scene.ts';

/** What Discord says of people; everyone may share at first. */
class Rights {
  readonly of = new Map<string, ShareRight>();
  readonly asked: { userId: string; isFresh: boolean }[] = [];

  readonly ask = async (_session: unknown, userId: string, isFresh: boolean): Promise<ShareRight> => {
    this.asked.push({ userId, isFresh });
    return this.of.get(userId) ?? 'yes';
  };
}

async function openShared() {
  const rights = new Rights();
  const shared = await openOverlay(false, { mayShare: rights.ask });
  return { rights, ...shared };
}

describe('an address whose maker may no longer share the captions', () => {
  it.each([
    ['channels or roles change', undefined],
    ['their voice state, roles or membership change', MAKER],
  ])(
    'ends as soon as %s; those of others stay',
    { meta: { promises: ['address-lives-maker-read'] } },
    async (_, userId) => {
      const { rights, scene, secret, viewer } = await openShared();
      const others = await makeLink(scene, BOB);
      const other = new Viewer();
      await other.watch(scene, others.secret);
      rights.of.set(MAKER, 'no');
      scene.captions.overlays.onRightsChanged(GUILD, userId);
      await settle();
      expect(viewer.state).toBe('ended');
      await scene.speak(ADA, 'Not for them.');
      expect(viewer.texts).toEqual([]);
      expect(other.texts).toEqual(['Ada: Not for them.']);
      expect(scene.captions.overlays.guildOf(secret)).toBeUndefined();
      expect([...scene.database.links.stored.values()].map(({ createdBy }) => createdBy)).toEqual([BOB]);
    },
  );

  it('ends within a minute when Discord reports nothing, by asking who the member is now', {
    meta: { promises: ['address-lives-maker-read'] },
  }, async () => {
    const { rights, scene, viewer } = await openShared();
    rights.of.set(MAKER, 'no');
    await scene.pass(70_000);
    expect(viewer.state).toBe('ended');
    expect(rights.asked).toContainEqual({ userId: MAKER, isFresh: true });
  });

  it('ends when Discord says nothing of them for five minutes, and not before', async () => {
    const { rights, scene, viewer } = await openShared();
    rights.of.set(MAKER, 'unknown');
    await scene.pass(4 * 60_000);
    expect(viewer.state).toBe('live');
    rights.of.set(MAKER, 'yes');
    await scene.pass(3 * 60_000);
    rights.of.set(MAKER, 'unknown');
    await scene.pass(4 * 60_000);
    expect(viewer.state).toBe('live');
    await scene.pass(3 * 60_000);
    expect(viewer.state).toBe('ended');
  });

  it('does not go on after a restart', { meta: { promises: ['address-lives-maker-read'] } }, async () => {
    const { rights, scene, secret } = await openShared();
    const closing = scene.captions.close();
    await scene.pass(5_000);
    await closing;
    rights.of.set(MAKER, 'no');
    const after = openScene({ lasting: scene, mayShare: rights.ask });
    await after.captions.recover();
    const viewer = new Viewer();
    await viewer.watch(after, secret);
    await after.begin();
    await settle();
    await after.speak(ADA, 'Not for them.');
    expect(viewer.state).toBe('ended');
    expect(viewer.texts).toEqual([]);
    expect(after.database.links.stored.size).toBe(0);
  });

  it('waits after a restart while Discord does not say, and goes on when it does', async () => {
    const { rights, scene, secret } = await openShared();
    const closing = scene.captions.close();
    await scene.pass(5_000);
    await closing;
    rights.of.set(MAKER, 'unknown');
    const after = openScene({ lasting: scene, mayShare: rights.ask });
    await after.captions.recover();
    const viewer = new Viewer();
    await viewer.watch(after, secret);
    await after.begin();
    await settle();
    expect(viewer.state).toBe('waiting');
    rights.of.set(MAKER, 'yes');
    await scene.pass(10_000);
    expect(viewer.state).toBe('live');
  });

  it('ends when they have everything about them erased', async () => {
    const { scene, viewer } = await openShared();
    await scene.captions.erasePerson(MAKER, { messages: false });
    expect(viewer.state).toBe('ended');
  });
});

it('changes that concern nobody with an address ask Discord nothing', async () => {
  const { rights, scene } = await openShared();
  scene.captions.overlays.onRightsChanged(GUILD, ADA);
  scene.captions.overlays.onRightsChanged('another guild');
  await settle();
  expect(rights.asked).toEqual([]);
});

it('an address of captions that a crash interrupted more than a day after they began is not handed on', async () => {
  const { scene, secret } = await openOverlay();
  await scene.pass(25 * 60 * 60_000);
  const after = openScene({ lasting: scene });
  await after.captions.recover();
  expect(after.captions.overlays.guildOf(secret)).toBeUndefined();
  expect(after.database.links.stored.size).toBe(0);
});

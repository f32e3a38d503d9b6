import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { LINK_WAIT_MS } from '../../../../src/captions/overlay/overlays.ts';
import { openScene, type Scene } from '../captions-scene.ts';
import { ADA, BOB, clipOf, FakeDisk, GUILD, LOUNGE, settle, TEXT } from '../fakes.ts';
import { MAKER, makeLink, openOverlay, Viewer } from './overlay-scene.ts';

/** The same bot after a restart or a crash, which has recovered. */
async function restart(scene: Scene, options: Parameters<typeof openScene>[0] = {}): Promise<Scene> {
  const after = openScene({ ...options, lasting: scene });
  await after.captions.recover();
  return after;
}

const startIn = (scene: Scene, textChannelId: string) =>
  scene.captions.start({ guildId: GUILD, voiceChannelId: LOUNGE, textChannelId, startedBy: ADA, interim: false });

describe('a link', () => {
  it('has a secret of 192 bits, of which only a hash is stored', {
    meta: { promises: ['nothing-read-without-secret'] },
  }, async () => {
    const { scene, secret } = await openOverlay();
    const other = await makeLink(scene);
    expect(secret).toMatch(/^[\w-]{32}$/);
    expect(other.secret).not.toBe(secret);
    const stored = [...scene.database.links.stored.values()];
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(stored[0]?.secretHash).toBe(createHash('sha256').update(secret).digest('hex'));
  });

  it('is made for running captions only, at most ten of them, also when many are made at once', async () => {
    const scene = openScene();
    const nothing = { guildId: GUILD, sessionId: 's', userId: ADA };
    expect(await scene.captions.overlays.create(nothing)).toEqual({ kind: 'not-running' });
    const { sessionId } = await scene.begin();
    expect(await scene.captions.overlays.create({ ...nothing, sessionId: 'another' })).toEqual({ kind: 'not-running' });
    const made = await Promise.all(
      Array.from({ length: 12 }, () => scene.captions.overlays.create({ ...nothing, sessionId })),
    );
    expect(made.map(({ kind }) => kind)).toEqual([...Array(10).fill('created'), 'too-many', 'too-many']);
    expect(await scene.captions.overlays.list(sessionId)).toHaveLength(10);
  });

  it('is listed with its maker and viewers, and revoked: its viewers are cut off at once, those of others are not', async () => {
    const { scene, secret, linkId, viewer } = await openOverlay();
    const other = await makeLink(scene);
    const remaining = new Viewer();
    await remaining.watch(scene, other.secret);
    const { sessionId = '' } = (await scene.captions.status(GUILD))?.session ?? {};
    expect(await scene.captions.overlays.list(sessionId)).toMatchObject([
      { linkId, createdBy: MAKER, viewers: 1 },
      { linkId: other.linkId, viewers: 1 },
    ]);
    expect(await scene.captions.overlays.revoke(linkId)).toBe(true);
    expect(viewer.state).toBe('ended');
    await scene.speak(BOB, 'After that.');
    expect(viewer.texts).toEqual([]);
    expect(remaining.texts).toEqual(['Bob: After that.']);
    expect(await new Viewer().watch(scene, secret)).toBe(false);
    expect(await scene.captions.overlays.revoke(linkId)).toBe(false);
  });

  it('that another process revokes ends within seconds', {
    meta: { promises: ['address-ends-once-revoked'] },
  }, async () => {
    const { scene, linkId, viewer } = await openOverlay();
    scene.database.links.stored.delete(linkId);
    await scene.pass(6_000);
    expect(viewer.state).toBe('ended');
  });

  it.each(['stopped', 'emptied', 'voice-ended', 'moved'])(
    'ends at once when captions end: %s',
    { meta: { promises: ['address-ends-once-revoked'] } },
    async (reason) => {
      const { scene, secret, viewer } = await openOverlay();
      const { sessionId = '' } = (await scene.captions.status(GUILD))?.session ?? {};
      if (reason === 'stopped') void scene.captions.stop(GUILD);
      else if (reason === 'emptied') scene.captions.end(sessionId, 'emptied');
      else if (reason === 'moved') {
        scene.captions.onVoiceEvent({ type: 'session-moved', guildId: GUILD, channelId: 'elsewhere' } as never);
      } else scene.captions.onVoiceEvent({ type: 'session-ended', guildId: GUILD } as never);
      expect(viewer.state).toBe('ended');
      expect(scene.captions.overlays.guildOf(secret) !== undefined).toBe(false);
      await scene.pass(15_000);
      expect(scene.database.links.stored.size).toBe(0);
      await scene.begin();
      expect(scene.captions.overlays.guildOf(secret) !== undefined).toBe(false);
    },
  );

  it('ends at once with its captions also while the bot has not recovered yet', async () => {
    const scene = openScene();
    await scene.begin();
    const { secret } = await makeLink(scene);
    void scene.captions.stop(GUILD);
    expect(scene.captions.overlays.guildOf(secret) !== undefined).toBe(false);
  });

  it('is not the link of a text that is no secret', async () => {
    const { scene, secret } = await openOverlay();
    for (const wrong of ['', 'x', `${secret}x`, secret.slice(1), `${secret.slice(1)}!`, `${secret}\n`]) {
      expect(scene.captions.overlays.guildOf(wrong) !== undefined).toBe(false);
      expect(await new Viewer().watch(scene, wrong)).toBe(false);
    }
  });
});

describe('a viewer', () => {
  it('sees interim text become final under one id, and dropped interim text vanish', async () => {
    const { scene, viewer } = await openOverlay(true);
    const guildId = GUILD;
    scene.service.mode = 'waits';
    scene.captions.onVoiceEvent({ type: 'speaker-unknown', guildId, userId: ADA });
    scene.captions.onVoiceEvent({ type: 'speech-started', guildId, userId: ADA, utteranceId: 'u' });
    await settle();
    scene.engine.underWay.set('u', { ...clipOf(ADA, 'Good mor', { utteranceId: 'u' }) });
    await scene.pass(1_300);
    scene.service.request('Good mor').succeed();
    await settle();
    expect(viewer.texts).toEqual(['Ada: Good mor…']);
    const [lineId] = viewer.lines.keys();
    scene.service.mode = 'answers';
    const clip = await scene.speak(ADA, 'Good morning.', { utteranceId: 'u', ...(lineId && { clipId: lineId }) });
    expect([...viewer.lines]).toEqual([[clip.clipId, 'Ada: Good morning.']]);
    scene.captions.onVoiceEvent({ type: 'speech-started', guildId, userId: ADA, utteranceId: 'v' });
    await settle();
    scene.engine.underWay.set('v', clipOf(ADA, 'Hm', { utteranceId: 'v' }));
    await scene.pass(1_300);
    expect(viewer.texts).toEqual(['Ada: Good morning.', 'Ada: Hm…']);
    scene.captions.onVoiceEvent({ type: 'speech-ended', guildId, userId: ADA, utteranceId: 'v', clips: 0 });
    expect(viewer.texts).toEqual(['Ada: Good morning.']);
  });

  it('who comes later sees what was said before, from the transcript, and then what follows', async () => {
    const scene = openScene();
    await scene.begin();
    await scene.speak(ADA, 'Before the link.');
    const { secret } = await makeLink(scene);
    await scene.speak(BOB, 'Before the viewer.');
    const viewer = new Viewer();
    await viewer.watch(scene, secret);
    expect(viewer.texts).toEqual(['Ada: Before the link.', 'Bob: Before the viewer.']);
    await scene.speak(ADA, 'Afterwards.');
    expect(viewer.texts.at(-1)).toBe('Ada: Afterwards.');
  });

  it('no longer sees anything of a person who opts out, also what was said before the link, and nobody else loses a line', {
    meta: { promises: ['opting-out-erasing-take'] },
  }, async () => {
    const scene = openScene();
    await scene.begin();
    await scene.speak(ADA, 'Before the link.');
    await scene.speak(BOB, 'Mine stays.');
    const { secret } = await makeLink(scene);
    const viewer = new Viewer();
    await viewer.watch(scene, secret);
    await scene.speak(ADA, 'After it.');
    expect(viewer.texts).toHaveLength(3);
    const opting = scene.captions.setConsent(ADA, 'opted-out');
    expect(viewer.texts).toEqual(['Bob: Mine stays.']);
    await opting;
    const later = new Viewer();
    await later.watch(scene, secret);
    expect(later.texts).toEqual(['Bob: Mine stays.']);
  });

  it('no longer sees anything of a person who is erased, whose next words are shown again', async () => {
    const { scene, secret, viewer } = await openOverlay();
    await scene.speak(ADA, 'Forget this.');
    await scene.speak(BOB, 'Mine stays.');
    await scene.captions.erasePerson(ADA, { messages: false });
    expect(viewer.texts).toEqual(['Bob: Mine stays.']);
    await scene.pass(10_000);
    await scene.speak(ADA, 'Next words.');
    expect(viewer.texts).toEqual(['Bob: Mine stays.', 'Ada: Next words.']);
    const later = new Viewer();
    await later.watch(scene, secret);
    expect(later.texts).toEqual(viewer.texts);
  });

  it.each(['opts out', 'is erased'])('no longer sees a person who %s in another process', async (what) => {
    const { scene, viewer } = await openOverlay();
    await scene.speak(ADA, 'Forget this.');
    await scene.speak(BOB, 'Mine stays.');
    const other = openScene({ lasting: { database: scene.database, disk: new FakeDisk() } });
    await other.captions.recover();
    if (what === 'opts out') await other.captions.setConsent(ADA, 'opted-out');
    else await other.captions.erasePerson(ADA, { messages: false });
    await settle();
    expect(viewer.texts).toEqual(['Bob: Mine stays.']);
  });
});

describe('lines that are only in the transcript', () => {
  /** The bot after a restart, with a viewer of what was said before; nobody has spoken since. */
  async function openRestarted(): Promise<{ scene: Scene; secret: string; viewer: Viewer }> {
    const { scene: before, secret } = await openOverlay();
    await before.speak(ADA, 'Forget this.');
    await before.speak(BOB, 'Mine stays.');
    const scene = await restart(before);
    await scene.begin();
    await settle();
    const viewer = new Viewer();
    await viewer.watch(scene, secret);
    expect(viewer.texts).toEqual(['Ada: Forget this.', 'Bob: Mine stays.']);
    return { scene, secret, viewer };
  }

  it.each(['opts out', 'is erased', 'opts out in another process', 'is erased in another process'])(
    'leave the screens at once when their speaker %s',
    { meta: { promises: ['opting-out-erasing-take'] } },
    async (what) => {
      const { scene, viewer } = await openRestarted();
      const isElsewhere = what.includes('another');
      const other = isElsewhere ? openScene({ lasting: { database: scene.database, disk: new FakeDisk() } }) : scene;
      const acting = what.startsWith('opts')
        ? other.captions.setConsent(ADA, 'opted-out')
        : other.captions.erasePerson(ADA, { messages: false });
      if (!isElsewhere) expect(viewer.texts).toEqual(['Bob: Mine stays.']);
      await acting;
      await settle();
      expect(viewer.texts).toEqual(['Bob: Mine stays.']);
    },
  );

  it('are shown to nobody who comes after an opt-out, also not after another restart', {
    meta: { promises: ['opting-out-erasing-take'] },
  }, async () => {
    const { scene, secret } = await openRestarted();
    await scene.captions.setConsent(ADA, 'opted-out');
    expect([...scene.database.stored.values()].map(({ text }) => text)).toContain('Forget this.');
    const after = await restart(scene);
    const viewer = new Viewer();
    await viewer.watch(after, secret);
    expect(viewer.texts).toEqual(['Bob: Mine stays.']);
  });
});

describe('a link after a restart', () => {
  it('waits for captions of the same channels, whose viewers catch up on what was said, and on what comes late', async () => {
    const { scene, secret, viewer } = await openOverlay();
    await scene.speak(ADA, 'Before.');
    scene.service.mode = 'waits';
    await scene.speak(BOB, 'Late.');
    const closing = scene.captions.close();
    expect(viewer.state).toBe('waiting');
    await scene.pass(5_000);
    await closing;
    const after = await restart(scene);
    expect(await viewer.watch(after, secret)).toBe(true);
    expect(viewer.state).toBe('waiting');
    expect(new Set(viewer.texts)).toEqual(new Set(['Ada: Before.', 'Bob: Late.']));
    await after.begin();
    await settle();
    expect(viewer.state).toBe('live');
    await after.speak(ADA, 'Again.');
    expect(viewer.texts.at(-1)).toBe('Ada: Again.');
    const fresh = new Viewer();
    await fresh.watch(after, secret);
    expect(new Set(fresh.texts)).toEqual(new Set(['Ada: Before.', 'Bob: Late.', 'Ada: Again.']));
  });

  it('that was a crash waits too, once the bot has recovered', async () => {
    const { scene, secret, viewer } = await openOverlay();
    await scene.speak(ADA, 'Before.');
    const after = openScene({ lasting: scene });
    expect(after.captions.overlays.isLoaded).toBe(false);
    await after.captions.recover();
    expect(after.captions.overlays.isLoaded).toBe(true);
    expect(await viewer.watch(after, secret)).toBe(true);
    expect(viewer.state).toBe('waiting');
    await after.begin();
    await settle();
    expect(viewer.state).toBe('live');
    expect(viewer.texts).toEqual(['Ada: Before.']);
  });

  it('ends when captions do not start again in time', {
    meta: { promises: ['restart-crash-lets-address'] },
  }, async () => {
    const { scene, secret, viewer } = await openOverlay();
    const after = await restart(scene);
    await viewer.watch(after, secret);
    await after.pass(LINK_WAIT_MS - 10_000);
    expect(viewer.state).toBe('waiting');
    await after.pass(20_000);
    expect(viewer.state).toBe('ended');
    expect(after.database.links.stored.size).toBe(0);
    await after.begin();
    expect(after.captions.overlays.guildOf(secret) !== undefined).toBe(false);
  });

  it('does not show captions of other channels', { meta: { promises: ['restart-crash-lets-address'] } }, async () => {
    const { scene, secret, viewer } = await openOverlay();
    const after = await restart(scene);
    await viewer.watch(after, secret);
    expect(await startIn(after, 'another channel')).toMatchObject({ kind: 'started' });
    await after.pass(6_000);
    await after.speak(ADA, 'Not for this screen.');
    expect(viewer.state).toBe('waiting');
    expect(viewer.texts).toEqual([]);
    await after.captions.stop(GUILD);
    await startIn(after, TEXT);
    await settle();
    expect(viewer.state).toBe('live');
  });

  it('survives several restarts, and ends with the captions that it shows then', async () => {
    const { scene, secret, viewer } = await openOverlay();
    await scene.speak(ADA, 'One.');
    let latest = scene;
    for (const text of ['Two.', 'Three.']) {
      latest = await restart(latest);
      await latest.begin();
      await settle();
      await latest.speak(ADA, text);
    }
    await viewer.watch(latest, secret);
    expect(viewer.texts).toEqual(['Ada: One.', 'Ada: Two.', 'Ada: Three.']);
    void latest.captions.stop(GUILD);
    expect(viewer.state).toBe('ended');
  });

  it('is not revived when its captions had ended before, although the process could not remove it', {
    meta: { promises: ['restart-crash-lets-address'] },
  }, async () => {
    const { scene, secret } = await openOverlay();
    const [stored] = scene.database.links.stored.values();
    await scene.captions.stop(GUILD);
    await scene.pass(6_000);
    if (stored !== undefined) scene.database.links.stored.set(stored.linkId, stored);
    const after = await restart(scene);
    await after.begin();
    await settle();
    expect(after.captions.overlays.guildOf(secret) !== undefined).toBe(false);
    expect(after.database.links.stored.size).toBe(0);
  });

  it('is unknown to a process that does not serve its server', async () => {
    const { scene, secret } = await openOverlay();
    const closing = scene.captions.close();
    await scene.pass(5_000);
    await closing;
    const other = await restart(scene, { serves: () => false });
    expect(other.captions.overlays.guildOf(secret) !== undefined).toBe(false);
    expect(scene.database.links.stored.size).toBe(1);
  });
});

describe('a link to captions that start by themselves, in a new thread each time', () => {
  /** Threads `a1`, `a2`… are in the channel `a`. */
  const parentChannelOf = (channelId: string): string | undefined => channelId[0];
  const begin = (scene: Scene, textChannelId: string, startedBy: string | undefined) =>
    scene.captions.start({ guildId: GUILD, voiceChannelId: LOUNGE, textChannelId, startedBy, interim: false });

  async function openIn(startedBy: string | undefined): Promise<{ scene: Scene; secret: string; viewer: Viewer }> {
    const scene = openScene({ parentChannelOf });
    await scene.captions.recover();
    await scene.begin();
    await scene.captions.stop(GUILD);
    await begin(scene, 'a1', startedBy);
    const { secret } = await makeLink(scene);
    await scene.speak(ADA, 'One.');
    return { scene, secret, viewer: new Viewer() };
  }

  it('continues after each restart, with all that was said since it was made, and nothing of other captions', async () => {
    const { scene, secret, viewer } = await openIn(undefined);
    const second = await restart(scene, { parentChannelOf });
    await begin(second, 'b1', BOB);
    await second.speak(BOB, 'Elsewhere.');
    await second.captions.stop(GUILD);
    await begin(second, 'a2', undefined);
    await settle();
    await second.speak(ADA, 'Two.');
    const third = await restart(second, { parentChannelOf });
    await begin(third, 'a3', undefined);
    await settle();
    await third.speak(ADA, 'Three.');
    await viewer.watch(third, secret);
    expect(viewer.texts).toEqual(['Ada: One.', 'Ada: Two.', 'Ada: Three.']);
    expect(viewer.state).toBe('live');
  });

  it.each([
    ['of another channel', undefined, 'b1', undefined],
    ['that somebody chose', undefined, 'a2', BOB],
    ['after captions that somebody started', ADA, 'a2', undefined],
  ])('does not continue in a thread %s', async (_, before, textChannelId, startedBy) => {
    const { scene, secret, viewer } = await openIn(before);
    const after = await restart(scene, { parentChannelOf });
    await viewer.watch(after, secret);
    await begin(after, textChannelId, startedBy);
    await after.pass(6_000);
    await after.speak(BOB, 'Not for this screen.');
    expect(viewer.state).toBe('waiting');
    expect(viewer.texts).toEqual(['Ada: One.']);
  });
});

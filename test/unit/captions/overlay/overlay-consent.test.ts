import { describe, expect, it } from 'vitest';
import { DEFAULT_CAPTION_SETTINGS } from '../../../../src/captions/caption-settings.ts';
import { openScene } from '../captions-scene.ts';
import { ADA, BOB, GUILD, settle } from '../fakes.ts';
import { makeLink, openOverlay, Viewer } from './overlay-scene.ts';

describe('captions of people who opt in', () => {
  it('show nothing more of people who did not when the rule changes, also of what was said before a restart', async () => {
    const { scene: before, secret } = await openOverlay();
    await before.captions.setConsent(BOB, { guildId: GUILD });
    await before.speak(ADA, 'Undecided.');
    await before.speak(BOB, 'Opted in.');
    const scene = openScene({ lasting: before });
    await scene.captions.recover();
    await scene.begin();
    await settle();
    const viewer = new Viewer();
    await viewer.watch(scene, secret);
    expect(viewer.texts).toEqual(['Ada: Undecided.', 'Bob: Opted in.']);
    await scene.setSettings(GUILD, { ...DEFAULT_CAPTION_SETTINGS, consent: 'opt-in' });
    const fresh = new Viewer();
    await fresh.watch(scene, secret);
    expect([viewer.texts, fresh.texts]).toEqual([['Bob: Opted in.'], ['Bob: Opted in.']]);
  });

  it.each(['before', 'after'])(
    'show nothing of a person who opts in elsewhere only, %s the first viewer',
    async (when) => {
      const scene = openScene();
      await scene.captions.recover();
      await scene.setSettings(GUILD, { ...DEFAULT_CAPTION_SETTINGS, consent: 'opt-in' });
      await scene.captions.setConsent(ADA, 'opted-in');
      await scene.begin();
      const { secret } = await makeLink(scene);
      const viewer = new Viewer();
      if (when === 'after') await viewer.watch(scene, secret);
      await scene.speak(ADA, 'For now.');
      await scene.pass(60_000);
      if (when === 'after') expect(viewer.texts).toEqual(['Ada: For now.']);
      await scene.captions.setConsent(ADA, { guildId: 'another guild', elsewhere: 'undecided' });
      if (when === 'before') await viewer.watch(scene, secret);
      expect(viewer.state).toBe('live');
      expect(viewer.texts).toEqual([]);
    },
  );
});

import { expect, test } from 'vitest';
import { DEFAULT_CAPTION_SETTINGS } from '../../../src/captions/caption-settings.ts';
import { openScene } from './captions-scene.ts';
import { ADA, clipOf, GUILD, settle } from './fakes.ts';
import { openOverlay } from './overlay/overlay-scene.ts';

const SHOWN = { ...DEFAULT_CAPTION_SETTINGS, soundCues: true };

test('what several people say in one clip is a line for each of their turns, in the message and in the transcript', async () => {
  const scene = openScene();
  await scene.begin();
  await scene.speak(ADA, 'Before.');
  await scene.speak(ADA, 'Hello there. / Hi!');
  expect(scene.channel.read).toEqual(['Ada: Before.\nHello there.\nHi!']);
  expect(scene.database.texts).toEqual(['Before.', 'Hello there.\nHi!']);
});

test('so is what is understood of it while it is said', async () => {
  const scene = openScene();
  await scene.begin(true);
  scene.captions.onVoiceEvent({ type: 'speech-started', guildId: GUILD, userId: ADA, utteranceId: 'u' });
  scene.engine.underWay.set('u', clipOf(ADA, 'Hello there. / Hi', { utteranceId: 'u', durationMs: 1_100 }));
  await scene.pass(1_300);
  expect(scene.channel.read).toEqual(['Ada: [Hello there.\nHi]']);
});

test('the overlay has the turns of a clip as lines of its line', async () => {
  const { scene, viewer } = await openOverlay();
  await scene.speak(ADA, 'Hello there. / Hi!');
  expect(viewer.texts).toEqual(['Ada: Hello there.\nHi!']);
});

test('captions ask for one speaker, and for sounds only where the server shows them, from the next clip on', async () => {
  const scene = openScene();
  await scene.begin(true);
  await scene.speak(ADA, 'One.');
  await scene.setSettings(GUILD, SHOWN);
  await settle();
  await scene.speak(ADA, 'Two.');
  scene.captions.onVoiceEvent({ type: 'speech-started', guildId: GUILD, userId: ADA, utteranceId: 'u' });
  scene.engine.underWay.set('u', clipOf(ADA, 'Three', { utteranceId: 'u', durationMs: 1_100 }));
  await scene.pass(1_300);
  const asked = scene.service.requests.map(({ text, diarize, soundCues }) => [text, diarize ?? false, soundCues]);
  expect(asked).toEqual([
    ['One.', false, false],
    ['Two.', false, true],
    ['Three', false, true],
  ]);
});

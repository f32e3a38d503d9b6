import { expect, test } from 'vitest';
import type { CaptionBudget, CaptionBudgetUsedUp } from '../../../src/captions/captions-ports.ts';
import { openScene, type Scene } from './captions-scene.ts';
import { ADA, BOB, clipOf, GUILD, LOUNGE, settle, TEXT } from './fakes.ts';

const usedUp: CaptionBudgetUsedUp = { whose: 'guild', limit: 60_000, resetsAtMs: 1_800_000_000_000 };

/** A budget whose end the test decides; `counted` has the milliseconds of each upload. */
function openBudget() {
  const counted: number[] = [];
  const listeners = new Set<Parameters<CaptionBudget['onUsedUp']>[0]>();
  const state: { full: CaptionBudgetUsedUp | undefined } = { full: undefined };
  const budget: CaptionBudget = {
    usedUp: async () => state.full,
    count: ({ guildId, textChannelId }, durationMs) => {
      expect([guildId, textChannelId]).toEqual([GUILD, TEXT]);
      counted.push(durationMs);
    },
    onUsedUp: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const end = (guildId: string | undefined): void => {
    for (const listener of listeners) listener(guildId, usedUp);
  };
  return { budget, counted, state, end };
}

/** A person speaks for 2 s, of which there is interim text. */
async function speakWithInterim(scene: Scene): Promise<void> {
  scene.captions.onVoiceEvent({ type: 'speech-started', guildId: GUILD, userId: ADA, utteranceId: 'u' });
  scene.engine.underWay.set(
    'u',
    clipOf(ADA, 'hello', { utteranceId: 'u', durationMs: 1_100, startedAtMs: Date.now() }),
  );
  await scene.pass(1_300);
}

test('captions cannot start when their budget is used up', async () => {
  const { budget, state } = openBudget();
  state.full = usedUp;
  const scene = openScene({ budget });
  const request = { guildId: GUILD, voiceChannelId: LOUNGE, textChannelId: TEXT, startedBy: ADA, interim: true };
  expect(await scene.captions.start(request)).toEqual({ kind: 'over-budget', usedUp });
  expect(scene.engine.policy).toBeUndefined();
  state.full = undefined;
  expect(await scene.captions.start(request)).toMatchObject({ kind: 'started' });
});

test.each([
  ['the guild', GUILD],
  ['the account', undefined],
])('captions end with what was said until then when the budget of %s is used up', async (_, guildId) => {
  const { budget, end } = openBudget();
  const scene = openScene({ budget });
  await scene.begin();
  await scene.speak(ADA, 'Hello.');
  end(guildId);
  end(guildId);
  await scene.pass(5_000);
  expect(scene.ended).toMatchObject([{ reason: 'budget', usedUp, lines: 1 }]);
  expect(scene.engine.policy).toBeUndefined();
});

test('captions of other guilds go on when the budget of one is used up', async () => {
  const { budget, end } = openBudget();
  const scene = openScene({ budget });
  await scene.begin();
  end('another');
  await scene.pass(5_000);
  expect(scene.ended).toEqual([]);
});

test('final captions count once, as soon as they are recorded, however often the service fails', async () => {
  const { budget, counted } = openBudget();
  const scene = openScene({ budget });
  await scene.begin();
  scene.service.mode = 'SPEECH_UNAVAILABLE';
  await scene.speak(ADA, 'Hello.', { durationMs: 4_000 });
  await scene.pass(5_000);
  expect(counted).toEqual([4_000]);
  scene.service.mode = 'answers';
  await scene.pass(60_000);
  expect(counted).toEqual([4_000]);
});

test('final captions that nobody wants any more count when the service transcribed them', async () => {
  const { budget, counted } = openBudget();
  const scene = openScene({ budget });
  await scene.begin();
  await scene.speak(BOB, 'Hello.', { durationMs: 4_000 });
  await scene.captions.erasePerson(BOB, { messages: false });
  expect(counted).toEqual([4_000]);
});

test('final captions that the service never gets are given back', async () => {
  const { budget, counted } = openBudget();
  const scene = openScene({ budget });
  await scene.begin();
  scene.service.mode = 'SPEECH_UNAVAILABLE';
  await scene.speak(BOB, 'Hello.', { durationMs: 4_000 });
  await scene.captions.setConsent(BOB, 'opted-out');
  expect(counted).toEqual([4_000, -4_000]);
});

test('interim captions count each upload with its length', {
  meta: { promises: ['interim-captions-count-upload'] },
}, async () => {
  const { budget, counted } = openBudget();
  const scene = openScene({ budget });
  await scene.begin(true);
  await speakWithInterim(scene);
  const longer = clipOf(ADA, 'hello there', { utteranceId: 'u', durationMs: 2_300, startedAtMs: Date.now() });
  scene.engine.underWay.set('u', longer);
  await scene.pass(1_300);
  expect(counted).toEqual([1_100, 2_300]);
});

test('interim captions whose answer came too late count what had been said, and refused ones nothing', {
  meta: { promises: ['interim-captions-count-upload'] },
}, async () => {
  const { budget, counted } = openBudget();
  const scene = openScene({ budget, timings: { interimTimeoutMs: 3_000 } });
  scene.service.mode = 'waits';
  await scene.begin(true);
  await speakWithInterim(scene);
  await scene.pass(3_000);
  await settle();
  expect(counted).toHaveLength(1);
  expect(counted[0]).toBeGreaterThanOrEqual(1_200);
  expect(counted[0]).toBeLessThanOrEqual(1_400);
});

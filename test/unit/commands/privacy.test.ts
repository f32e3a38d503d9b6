import { describe, expect, it } from 'vitest';
import { createPrivacy } from '../../../commands/privacy.ts';
import type { PersonSummary } from '../../../src/captions/captions-api.ts';
import type { VoiceModels } from '../../../src/voice-models/voice-models-api.ts';
import { fakeVoices } from '../../support/fake-voices.ts';
import { choiceBy, createScene, interactionBy } from './command-scene.ts';

const elsewhere = { kind: 'elsewhere', channelId: 'dm' } as const;
const known: PersonSummary = {
  ...{ consent: 'opted-in', decidedAtMs: 1_000_000, lines: 3, oldestAtMs: 2_000_000, clips: 1 },
};

function sceneFor(summary?: PersonSummary, voices: Partial<VoiceModels> = {}) {
  const scene = createScene({ services: { voices: fakeVoices([], voices) } });
  if (summary === undefined) return scene;
  return { ...scene, captions: { ...scene.captions, personSummary: async () => summary } };
}

const made = { voices: 2, confirmations: 3, choices: 1 };

async function ask(scene: ReturnType<typeof createScene>, subcommand: string) {
  const context = interactionBy(elsewhere, {}, subcommand);
  await createPrivacy(scene).run(context);
  return context.answers[0];
}

describe('/privacy', () => {
  it('tells what is stored, in a direct message too', async () => {
    const answer = await ask(sceneFor(known), 'show');
    expect(answer?.visibility).toBe('ephemeral');
    expect(answer?.content).toContain('You opted in to captions (since <t:1000:f>)');
    expect(answer?.content).toContain('3 lines of you, the oldest from <t:2000:f>. 1 recording of you still waits');
  });

  it('tells that nothing is stored', async () => {
    expect((await ask(sceneFor(), 'show'))?.content).toMatch(/decided nothing .*\nNo line of you is stored\./);
  });

  it.each([
    ['opt-out', '1 opted-out'],
    ['opt-in', '1 opted-in'],
  ])('%s holds for whoever asks', async (subcommand, act) => {
    const scene = sceneFor();
    await ask(scene, subcommand);
    expect(scene.acts).toEqual([act]);
  });

  it('erases only after one has said yes', async () => {
    const scene = sceneFor(known);
    const answer = await ask(scene, 'erase');
    expect(scene.acts).toEqual([]);
    expect(JSON.stringify(answer?.components)).toMatch(/privacy:erase.*privacy:keep/);
    const yes = choiceBy(elsewhere, [], 'erase');
    await createPrivacy(scene).component?.(yes);
    expect(scene.acts).toEqual(['erase 1']);
    expect(yes.updates[0]?.content).toContain('Deleted: 3 lines and 1 recording of you.');
    expect(yes.updates[0]?.components).toBeUndefined();
  });

  it('keeps everything when one thinks better of it', async () => {
    const scene = sceneFor(known);
    const no = choiceBy(elsewhere, [], 'keep');
    await createPrivacy(scene).component?.(no);
    expect(scene.acts).toEqual([]);
    expect(no.updates[0]?.content).toBe('Nothing was deleted.');
  });

  it('tells of voices that one made, confirmed the right to, and chose', async () => {
    const answer = await ask(sceneFor(undefined, { personSummary: async () => made }), 'show');
    expect(answer?.content).toContain(
      'You made 2 voices. Kept: 3 confirmations of yours that you may use the voice in a recording. You chose your own voice for `/say` in 1 place.',
    );
  });

  it('erases voices too, and tells what the service could not delete', async () => {
    const erased: string[] = [];
    const scene = sceneFor(undefined, {
      personSummary: async () => made,
      erasePerson: async (userId) => {
        erased.push(userId);
        return { voices: 1, confirmations: 2, choices: 1, remaining: 1 };
      },
    });
    expect((await ask(scene, 'erase'))?.content).toContain(
      '0 lines, 0 recordings, 2 voices, 3 confirmations, and 1 choice of you, from every transcript and every server, for good. The voices that you made go for everybody',
    );
    const yes = choiceBy(elsewhere, [], 'erase');
    await createPrivacy(scene).component?.(yes);
    expect(erased).toEqual(['1']);
    expect(yes.updates[0]?.content).toContain(
      '1 voice, 2 confirmations, and 1 choice of you. The speech service did not delete 1 voice now',
    );
  });

  it('says so when there is nothing to erase', async () => {
    expect((await ask(sceneFor(), 'erase'))?.content).toContain('nothing to delete');
  });
});

import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPrivacy } from '../../../commands/privacy.ts';
import type { MessagesErased, PersonSummary } from '../../../src/captions/captions-api.ts';
import type { Reply } from '../../../src/discord/client/replies.ts';
import type { VoiceModels } from '../../../src/voice-models/voice-models-api.ts';
import { fakeVoices } from '../../support/fake-voices.ts';
import { choiceBy, createScene, inLounge, interactionBy } from './command-scene.ts';

const elsewhere = { kind: 'elsewhere', channelId: 'dm' } as const;
const known: PersonSummary = {
  ...{ consent: 'opted-in', decidedAtMs: 1_000_000, optedInGuilds: [], lines: 3, oldestAtMs: 2_000_000, clips: 1 },
  messages: 0,
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
  it('shows what is stored, in a direct message too', async () => {
    const answer = await ask(sceneFor(known), 'show');
    expect(answer?.visibility).toBe('ephemeral');
    expect(answer?.content).toBe(
      [
        'You opted in to captions in every server on <t:1000:f>.',
        '3 captions of yours are stored, the oldest from <t:2000:f>. A recording of your speech is still to be transcribed.',
        'You have no voices. `/usage` shows what you used today.',
        'Use `/privacy opt-out` or `/privacy erase` to change this.',
      ].join('\n'),
    );
  });

  it('names how somebody is called aloud, and their proxies with voices of their own first', async () => {
    const scene = sceneFor();
    const named = (name: string, voice?: string, guildId = 'one') => ({ guildId, name, voice });
    const reading = {
      ...scene.reading,
      summary: async () => ({
        nicknames: [named('Captain')],
        identities: [...Array.from({ length: 12 }, (_, index) => named(`Sol ${index}`)), named('Luna', 'Moon', 'far')],
        mutedIn: 0,
      }),
    };
    const answer = await ask({ ...scene, reading }, 'show');
    expect(answer?.content).toContain('I say **Captain** (in **Guild\\_one**).');
    expect(answer?.content).toContain(
      'as **Luna** (in 1 server, with the voice **Moon**), **Sol 0** (in **Guild\\_one**), ',
    );
    expect(answer?.content).toContain('**Sol 3** (in **Guild\\_one**), and 8 others.');
  });

  it('counts automatic captions that the person set up, and removes their name', async () => {
    const scene = sceneFor();
    const erased: string[] = [];
    const erasePerson = async (userId: string): Promise<number> => erased.push(userId);
    const parts = { ...scene, autoCaptions: { ...scene.autoCaptions, countOf: async () => 2, erasePerson } };
    expect((await ask(parts, 'show'))?.content).toContain('You set up automatic captions of 2 voice channels.');
    expect((await ask(parts, 'erase'))?.content).toMatch(
      /^Delete your name at the automatic captions of 2 voice channels\? /,
    );
    const context = choiceBy(elsewhere, [], 'erase');
    await createPrivacy(parts).component?.(context);
    expect(context.updates[0]?.content).toContain('and name at the automatic captions of 1 voice channel.');
    expect(erased).toEqual(['1']);
  });

  it('shows that nothing is stored', async () => {
    expect((await ask(sceneFor(), 'show'))?.content).toMatch(
      /^You haven't opted in or out: .*\nNo captions of yours are stored\.\nYou have no voices\. `\/usage` shows what you used today\.\nUse `\/privacy opt-out` or `\/privacy opt-in` to change this\.$/,
    );
  });

  it.each([
    [
      'opt-out',
      '1 opted-out',
      "You're opted out: you won't be captioned in any server. Use `/privacy erase` to delete your stored captions.",
    ],
    [
      'opt-in',
      '1 opted-in',
      "You're opted in for every server: you're captioned wherever captions are on. Use `/privacy opt-out` to opt out.",
    ],
  ])('%s applies to the person who uses it', async (subcommand, act, words) => {
    const scene = sceneFor();
    expect((await ask(scene, subcommand))?.content).toBe(words);
    expect(scene.acts).toEqual([act]);
  });

  it.each([
    [
      'opted-out',
      ['one', 'far'],
      'You opted out of captions on <t:1000:f>, in every server except **Guild\\_one** and 1 other server, where you opted in.',
    ],
    [
      'undecided',
      ['one', 'two'],
      "You opted in to captions in **Guild\\_one** and **Guild\\_two** only. In other servers, you're captioned unless a server asks people to opt in.",
    ],
    [
      'undecided',
      ['far'],
      "You opted in to captions in 1 server only. In other servers, you're captioned unless a server asks people to opt in.",
    ],
  ] as const)(
    'shows where decisions hold: %s, with an opt-in for %j',
    { meta: { promises: ['privacy-show-lists-decisions'] } },
    async (consent, guilds, words) => {
      const optedInGuilds = guilds.map((guildId) => ({ guildId, decidedAtMs: 2 }));
      const lines = (await ask(sceneFor({ ...known, consent, optedInGuilds }), 'show'))?.content.split('\n');
      expect(lines?.[0]).toBe(words);
      expect(lines?.at(-1)).toBe('Use `/privacy opt-out`, `/privacy opt-in`, or `/privacy erase` to change this.');
    },
  );

  it('names ten servers at most, and counts the rest', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `s${index}`);
    const optedInGuilds = [...ids, 'far'].map((guildId) => ({ guildId, decidedAtMs: 2 }));
    const answer = await ask(sceneFor({ ...known, consent: 'undecided', optedInGuilds }), 'show');
    expect(answer?.content).toContain('**Guild\\_s9**, and 3 other servers only. ');
    expect(answer?.content).not.toContain('s10');
  });

  it.each([
    ['opted-out', 'I keep your opt-out and your opt-ins, so that I can honor them.'],
    ['undecided', 'I keep your opt-in, so that I can honor it.'],
  ] as const)('keeps opt-ins for single servers when it erases (elsewhere %s)', async (consent, words) => {
    const yes = choiceBy(elsewhere, [], 'erase');
    const optedInGuilds = [{ guildId: 'one', decidedAtMs: 2 }];
    await createPrivacy(sceneFor({ ...known, consent, optedInGuilds })).component?.(yes);
    expect(yes.updates[0]?.content).toContain(words);
  });

  describe('opt-in', () => {
    const idsIn = (reply: Reply | undefined): unknown =>
      reply?.components?.flatMap((row) => ('components' in row ? row.components : [])).map((each) => ({ ...each }));

    it('in a server says that it holds in every server, and offers only this one', {
      meta: { promises: ['button-under-notice-opts'] },
    }, async () => {
      const scene = sceneFor({ ...known, consent: 'opted-out' });
      const context = interactionBy(inLounge, {}, 'opt-in');
      await createPrivacy(scene).run(context);
      expect(scene.acts).toEqual(['1 opted-in']);
      expect(context.answers[0]?.content).toContain('for every server');
      expect(idsIn(context.answers[0])).toMatchObject([
        { custom_id: 'privacy:only-here:opted-out', label: 'Only this server' },
      ]);
    });

    it('is limited to this server by that button, with what held elsewhere before', async () => {
      const scene = sceneFor();
      const pressed = choiceBy(inLounge, [], 'only-here:opted-out');
      await createPrivacy(scene).component?.(pressed);
      expect(scene.acts).toEqual(['1 {"guildId":"g","elsewhere":"opted-out"}']);
      expect(pressed.updates[0]?.content).toMatch(/^You're opted in for this server only\. /);
      expect(idsIn(pressed.updates[0])).toMatchObject([
        { custom_id: 'privacy:opt-in', label: 'Opt in for every server' },
      ]);
    });

    it('is widened to every server by its button', async () => {
      const scene = sceneFor({ ...known, consent: 'undecided' });
      const pressed = choiceBy(inLounge, [], 'opt-in');
      await createPrivacy(scene).component?.(pressed);
      expect(scene.acts).toEqual(['1 opted-in']);
      expect(pressed.updates[0]?.content).toContain('for every server');
      expect(idsIn(pressed.updates[0])).toMatchObject([{ custom_id: 'privacy:only-here:undecided' }]);
    });
  });

  it('offers everything that changes something', async () => {
    const stored = { personSummary: async () => ({ voices: 0, confirmations: 1, choices: 1 }) };
    const content = (await ask(sceneFor(undefined, stored), 'show'))?.content;
    expect(content).toContain('1 rights confirmation is stored. 1 choice of a voice is stored.');
    expect(content).toContain('Use `/privacy opt-out`, `/privacy opt-in`, or `/privacy erase` to change this.');
  });

  it('offers only to opt in where that is all that changes something', async () => {
    const out: PersonSummary = { ...known, consent: 'opted-out', lines: 0, oldestAtMs: undefined, clips: 0 };
    expect((await ask(sceneFor(out), 'show'))?.content).toMatch(/\nUse `\/privacy opt-in` to change this\.$/);
  });

  it('keeps an opt-out, and says so', async () => {
    const yes = choiceBy(elsewhere, [], 'erase');
    await createPrivacy(sceneFor({ ...known, consent: 'opted-out' })).component?.(yes);
    expect(yes.updates[0]?.content).toContain('I keep your opt-out, so that I can honor it.');
  });

  it('erases only after a confirmation', async () => {
    const scene = sceneFor(known);
    const answer = await ask(scene, 'erase');
    expect(scene.acts).toEqual([]);
    expect(answer?.content).toBe(
      "Delete your 3 captions and 1 pending recording? This removes your captions from every server's transcripts. This can't be undone.",
    );
    expect(JSON.stringify(answer?.components)).toMatch(/privacy:erase.*privacy:keep/);
    const yes = choiceBy(elsewhere, [], 'erase');
    await createPrivacy(scene).component?.(yes);
    expect(scene.acts).toEqual(['erase 1']);
    expect(yes.updates[0]?.content).toBe(
      "Deleted your 3 captions and 1 pending recording. I keep your opt-in, so that I can honor it. I can't delete transcript files that were posted or downloaded.",
    );
    expect(yes.updates[0]?.components).toBeUndefined();
  });

  it('deletes nothing without a confirmation', async () => {
    const scene = sceneFor(known);
    const no = choiceBy(elsewhere, [], 'keep');
    await createPrivacy(scene).component?.(no);
    expect(scene.acts).toEqual([]);
    expect(no.updates[0]?.content).toBe('Nothing was deleted.');
  });

  it('shows voices that a person made, confirmed the rights to, and chose', async () => {
    const answer = await ask(sceneFor(undefined, { personSummary: async () => made }), 'show');
    expect(answer?.content).toContain(
      'You made 2 voices. 3 rights confirmations are stored. 1 choice of a voice is stored.',
    );
  });

  it('erases voices too, and names what the service could not delete', async () => {
    const erased: string[] = [];
    const scene = sceneFor(undefined, {
      personSummary: async () => made,
      erasePerson: async (userId) => {
        erased.push(userId);
        return { voices: 1, confirmations: 2, choices: 1, remaining: 1 };
      },
    });
    expect((await ask(scene, 'erase'))?.content).toBe(
      "Delete your 2 voices, 3 rights confirmations, and 1 voice choice? Anyone who uses these voices loses them. This can't be undone.",
    );
    const yes = choiceBy(elsewhere, [], 'erase');
    await createPrivacy(scene).component?.(yes);
    expect(erased).toEqual(['1']);
    expect(yes.updates[0]?.content).toContain(
      "3 captions, 1 pending recording, 1 voice, 2 rights confirmations, and 1 voice choice. The speech service couldn't delete 1 voice. Use `/privacy erase` again in a few minutes. I can't delete transcript files that were posted or downloaded.",
    );
    expect(yes.updates[0]?.content).not.toContain('I keep your');
  });

  it.each([
    [
      { voices: 1, confirmations: 1, choices: 0 },
      'Delete your 1 voice and its rights confirmation? Anyone who uses this voice loses it. ',
    ],
    [{ voices: 1, confirmations: 2, choices: 0 }, 'Delete your 1 voice and its 2 rights confirmations? '],
    [{ voices: 2, confirmations: 2, choices: 0 }, 'Delete your 2 voices and their 2 rights confirmations? '],
    [{ voices: 0, confirmations: 0, choices: 2 }, 'Delete your 2 voice choices? '],
  ])('asks without zeros: %j', async (counts, words) => {
    const answer = await ask(sceneFor(undefined, { personSummary: async () => counts }), 'erase');
    expect(answer?.content.startsWith(words)).toBe(true);
    expect(answer?.content).not.toContain('0');
  });

  it('says so when there is nothing to erase', async () => {
    expect((await ask(sceneFor(), 'erase'))?.content).toBe('I have nothing of yours to delete.');
  });

  describe('with messages at Discord', () => {
    const shown: PersonSummary = { ...known, messages: 40 };
    /** Erases with a button; `outcome` is what becomes of the messages. */
    async function press(argument: string, outcome: Promise<MessagesErased> | undefined, isGone = false) {
      const scene = sceneFor(shown);
      const direct: string[] = [];
      const captions: typeof scene.captions = {
        ...scene.captions,
        erasePerson: async (_userId, { messages }) => ({
          lines: 3,
          clips: 0,
          messages: messages ? outcome : undefined,
        }),
      };
      const lateAnswers: typeof scene.lateAnswers = {
        post: async (_asked, reply) => {
          direct.push(reply.content);
          return 'direct';
        },
      };
      const pressed = choiceBy(elsewhere, [], argument);
      const context = isGone ? { ...pressed, tryAnswer: async () => false } : pressed;
      await createPrivacy({ ...scene, captions, lateAnswers }).component?.(context);
      return { text: pressed.updates[0]?.content ?? '', answers: pressed.answers, direct };
    }

    it('shows how many there are, and asks whether they shall go too', async () => {
      expect((await ask(sceneFor(shown), 'show'))?.content).toContain('40 messages in Discord show captions of yours.');
      const question = await ask(sceneFor(shown), 'erase');
      expect(question?.content).toBe(
        "Delete your 3 captions and 1 pending recording? This removes your captions from every server's transcripts. 40 messages in Discord show captions of yours: I can delete them too. This can't be undone.",
      );
      expect(JSON.stringify(question?.components)).toMatch(
        /Delete, messages too.*privacy:erase-all.*Delete, leave messages.*privacy:erase.*Keep.*privacy:keep/,
      );
    });

    it('asks about them alone where nothing else is stored', async () => {
      const only: PersonSummary = { ...shown, lines: 0, clips: 0, oldestAtMs: undefined, messages: 1 };
      const question = await ask(sceneFor(only), 'erase');
      expect(question?.content).toBe("Delete your 1 caption message? This can't be undone.");
      expect(JSON.stringify(question?.components)).not.toMatch(/"privacy:erase"/);
    });

    it('says how many were deleted, and what is out of reach', async () => {
      const { text } = await press('erase-all', Promise.resolve({ deleted: 37, refused: 2, remaining: 1 }));
      expect(text).toBe(
        "Deleted your 3 captions and 37 caption messages. 2 caption messages are out of reach: I left their servers or can't use their channels. Discord didn't respond for 1 caption message. I'll keep trying. I keep your opt-in, so that I can honor it. I can't delete transcript files that were posted or downloaded.",
      );
    });

    it('says that they stayed, and how to delete them later', async () => {
      const { text } = await press('erase', undefined);
      expect(text).toContain(
        'Deleted your 3 captions. 40 caption messages in Discord stayed. Use `/privacy erase` again to delete them.',
      );
    });

    it.each([
      ['in the channel', false],
      ['in a direct message once Discord takes no more answers', true],
    ])('tells %s when a deletion that takes long is over', async (_where, isGone) => {
      vi.useFakeTimers();
      onTestFinished(() => void vi.useRealTimers());
      const deleting = Promise.withResolvers<MessagesErased>();
      const pressing = press('erase-all', deleting.promise, isGone);
      await vi.advanceTimersByTimeAsync(11_000);
      const { text, answers, direct } = await pressing;
      expect(text).toContain(
        "Deleted your 3 captions. Deleting 40 caption messages in Discord. I'll tell you when that's done.",
      );
      deleting.resolve({ deleted: 40, refused: 0, remaining: 0 });
      await vi.advanceTimersByTimeAsync(1);
      const report = 'Deleted your 40 caption messages in Discord.';
      expect([answers.map(({ content }) => content), direct]).toEqual(isGone ? [[], [report]] : [[report], []]);
    });
  });
});

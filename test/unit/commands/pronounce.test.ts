import { describe, expect, it } from 'vitest';
import { createPrivacy } from '../../../commands/privacy.ts';
import { createPronounce } from '../../../commands/pronounce.ts';
import { createQueue } from '../../../commands/queue.ts';
import { createSay } from '../../../commands/say.ts';
import { type Reply, toMessageFields } from '../../../src/discord/client/replies.ts';
import type { GuildPlace, Place } from '../../../src/discord/interactions/command.ts';
import type { Services } from '../../../src/discord/services.ts';
import { annotate } from '../../../src/text/pronunciation/phonemes.ts';
import { memoryPronunciations } from '../../support/memory-pronunciations.ts';
import { choiceBy, createScene, inLounge, interactionBy, type Options, typingBy } from './command-scene.ts';

const manager: GuildPlace = { ...inLounge, managesGuild: true };
const direct: Place = { kind: 'elsewhere', channelId: 'dm' };

type Who = { readonly place?: Place; readonly userId?: string };

function sceneWith(file = '', services: Partial<Services> = {}) {
  const bytes = new TextEncoder().encode(file);
  const pronunciations = memoryPronunciations({ language: 'en' });
  const attachments: Services['attachments'] = {
    async *stream() {
      yield bytes;
    },
    read: async () => bytes,
  };
  const scene = createScene({ at: 'lounge', services: { pronunciations, attachments, ...services } });
  const command = createPronounce(scene);
  const use = async (subcommand: string, options: Options = {}, { place = inLounge, userId = '1' }: Who = {}) => {
    const context = { ...interactionBy(place, options, subcommand), userId };
    await command.run(context);
    const [answer] = context.answers;
    if (answer === undefined) throw new Error('no answer');
    expect(answer.visibility).toBe('ephemeral');
    return answer;
  };
  const press = async (argument: string, { place = inLounge, userId = '1' }: Who = {}) => {
    const context = { ...choiceBy(place, [], argument), userId };
    await command.component?.(context);
    return context.updates[0];
  };
  return { scene, command, use, press, pronunciations };
}

const file = {
  id: '1',
  name: 'words.csv',
  url: 'https://cdn',
  contentType: 'text/csv',
  sizeBytes: 10,
  durationS: undefined,
  isVoiceMessage: false,
};
const listOf = (reply: Reply | undefined): string => reply?.embeds?.[0]?.description ?? '';
const buttonsOf = (reply: Reply | undefined): unknown[] =>
  (reply?.components ?? []).flatMap(({ components }) =>
    components.map((each) => 'custom_id' in each && each.custom_id),
  );

describe('/pronounce', () => {
  it('adds, changes and removes a word, and says how it sounds', async () => {
    const { use } = sceneWith();
    const gg = (as: string) => use('add', { word: 'gg', as });
    expect((await gg('good game')).content).toBe('I now say **gg** as “good game” in your texts.');
    expect((await gg('good game')).content).toBe('I already say **gg** as “good game” in your texts.');
    expect((await gg('well done')).content).toBe(
      'I now say **gg** as “well done” in your texts, instead of “good game”.',
    );
    expect(listOf(await use('list'))).toBe('**gg** → well done');
    expect((await use('remove', { word: 'GG' })).content).toBe('Removed **gg** from your dictionary.');
    await expect(use('remove', { word: 'gg' })).rejects.toThrow("There's no pronunciation for **gg**.");
  });

  it('works in direct messages for the person, and has no server there', async () => {
    const { use } = sceneWith();
    await use('add', { word: 'gg', as: 'good game' }, { place: direct });
    expect(listOf(await use('list', {}, { place: direct }))).toBe('**gg** → good game');
    for (const [subcommand, options] of [
      ['add', { word: 'a', as: 'b', scope: 'server' }],
      ['list', { scope: 'server' }],
      ['export', { scope: 'server' }],
    ] as const) {
      await expect(use(subcommand, options, { place: direct })).rejects.toThrow("There's no server dictionary here.");
    }
  });

  it('takes phonemes, and says what happens where they are rejected', async () => {
    const { use } = sceneWith();
    const { content } = await use('add', { word: 'tomato', as: '{T AH0 M EY1 T OW0}' });
    expect(content).toContain('“{T AH0 M EY1 T OW0}”');
    expect(content).toContain('I say the word as it is spelled.');
    await expect(use('add', { word: 'tomato', as: '{təˈmeɪtəʊ}' })).rejects.toThrow("I don't know these phonemes.");
  });

  it.each([
    ['control tokens', 'a <|speaker:1|> b'],
    ['style marks', 'a [shouting] b'],
    ['mentions', 'a @everyone'],
  ])('refuses %s', async (_, as) => {
    await expect(sceneWith().use('add', { word: 'x', as })).rejects.toThrow("can't have mentions");
  });

  it('never pings, and shows no formatting of others', async () => {
    const { use } = sceneWith();
    const answer = await use('add', { word: 'a*b', as: '**x** https://x.y </say:123456789012345678>' });
    expect(answer.content).not.toMatch(/<\/say:1|https:\/\//);
    expect(toMessageFields(answer).allowedMentions).toEqual({ parse: [] });
    const list = await use('list');
    expect(listOf(list)).not.toMatch(/<\/say:1|https:\/\//);
  });

  it('says what to add instead of an emoji, which texts no longer have', async () => {
    const { use } = sceneWith();
    await expect(use('add', { word: '❤️', as: 'love' })).rejects.toThrow('such as “red heart”');
  });

  it('suggests the words that can be removed', async () => {
    const { use, command } = sceneWith();
    await use('add', { word: 'gg', as: 'good game' });
    await use('add', { word: 'egg', as: 'ei', scope: 'server' });
    await use('add', { word: 'ggwp', as: 'theirs', scope: 'server' }, { userId: '2' });
    expect(await command.autocomplete?.(typingBy(inLounge, 'word', 'G', 'remove'))).toEqual([
      { name: 'gg → good game', value: 'gg' },
      { name: 'egg → ei (server)', value: 'egg' },
    ]);
  });

  it('pages a long list', async () => {
    const { use, press } = sceneWith(
      Array.from({ length: 25 }, (_, index) => `w${String(index).padStart(2, '0')},x`).join('\n'),
    );
    await use('import', { file });
    const first = await use('list');
    expect(listOf(first).split('\n')).toHaveLength(10);
    expect(first.embeds?.[0]?.footer?.text).toBe('Page 1 of 3 · 25 of 200 entries');
    expect(buttonsOf(first)).toEqual(['pronounce:show:me:2']);
    const last = await press('show:me:99');
    expect(listOf(last)).toBe(['20', '21', '22', '23', '24'].map((each) => `**w${each}** → x`).join('\n'));
    expect(buttonsOf(last)).toEqual(['pronounce:show:me:2']);
  });

  it('the longest entries fit on a page', async () => {
    const { use, pronunciations } = sceneWith();
    for (let index = 0; index < 10; index += 1) {
      const requester = { userId: '1', guildId: 'g', isManager: true };
      await pronunciations.add(requester, 'server', `${index}${'*a'.repeat(29)}`, 'a*'.repeat(100));
    }
    const list = listOf(await use('list', { scope: 'server' }, { place: manager }));
    expect(list.length).toBeLessThanOrEqual(4_096);
    expect(list.split('\n')).toHaveLength(10);
    expect(list).not.toMatch(/…$/);
  });
});

describe("a server's dictionary", () => {
  it('shows managers who added what, and others not', async () => {
    const { use } = sceneWith();
    await use('add', { word: 'gg', as: 'ours', scope: 'server' }, { userId: '2' });
    expect(listOf(await use('list', { scope: 'server' }))).toBe('**gg** → ours');
    expect(listOf(await use('list', { scope: 'server' }, { place: manager }))).toMatch(
      /^\*\*gg\*\* → ours \(<@2>, <t:\d+:d>\)$/,
    );
  });

  it('is locked and unlocked by managers alone; meanwhile nobody else changes it', async () => {
    const { use, press } = sceneWith();
    const add = (who: Who) => use('add', { word: 'gg', as: 'x', scope: 'server' }, who);
    expect(buttonsOf(await use('list', { scope: 'server' }))).toEqual([]);
    expect(buttonsOf(await use('list', { scope: 'server' }, { place: manager }))).toEqual(['pronounce:lock:server:1']);
    await expect(press('lock:server:1')).rejects.toThrow('is locked');
    const locked = await press('lock:server:1', { place: manager });
    expect(listOf(locked)).toContain('Locked: only people who manage the server can change it.');
    expect(buttonsOf(locked)).toEqual(['pronounce:unlock:server:1']);
    await expect(add({})).rejects.toThrow("This server's dictionary is locked");
    expect((await add({ place: manager })).content).toContain('in this server.');
    await press('unlock:server:1', { place: manager });
    await expect(add({})).resolves.toBeDefined();
  });

  it('counts people with a role that may change settings among its managers', async () => {
    const { scene, use, press } = sceneWith();
    await scene.settings.change('g', '9', (all) => ({
      ...all,
      access: { ...all.access, managers: ['12345678901234567'] },
    }));
    const place: Place = { ...inLounge, roleIds: ['12345678901234567'] };
    await use('add', { word: 'gg', as: 'ours', scope: 'server' }, { userId: '2' });
    expect(listOf(await use('list', { scope: 'server' }, { place }))).toContain('<@2>');
    expect(buttonsOf(await press('lock:server:1', { place }))).toEqual(['pronounce:unlock:server:1']);
    await expect(use('add', { word: 'gg', as: 'mine', scope: 'server' }, { place })).resolves.toBeDefined();
    await expect(press('unlock:server:1')).rejects.toThrow('is locked');
  });

  it('keeps a word to the member who added it, and to managers', async () => {
    const { use } = sceneWith();
    const gg = { word: 'gg', as: 'x', scope: 'server' };
    await use('add', gg, { userId: '2' });
    await expect(use('add', { ...gg, as: 'y' })).rejects.toThrow('Someone else added **gg**');
    await expect(use('remove', { word: 'gg' })).rejects.toThrow('Someone else added **gg**');
    expect((await use('remove', { word: 'gg' }, { place: manager })).content).toContain(
      "from this server's dictionary",
    );
  });
});

describe('a file', () => {
  it('adds its good lines, and says which lines were not added and why', async () => {
    const { use } = sceneWith('\ufeffword;as\r\ngg;good game\r\nonly\r\nx;[shout]\r\n;y\r\n');
    expect((await use('import', { file })).content).toBe(
      [
        'In your dictionary, I added 1 entry.',
        "3 lines weren't added:",
        "Line 3: it doesn't have two cells, or a quote isn't closed",
        'Line 4: it has mentions, style marks in square brackets, or `<|`: use words only',
        'Line 5: the word is empty',
      ].join('\n'),
    );
  });

  it('with many bad lines is answered in one message', async () => {
    const { use } = sceneWith('x\n'.repeat(400));
    const { content } = await use('import', { file });
    expect(content.length).toBeLessThan(2_000);
    expect(content).toContain('Nothing was added.');
    expect(content).toContain('… and 390 more lines');
  });

  it('that is no CSV, or is too large, is refused in words', async () => {
    await expect(sceneWith('a\0b').use('import', { file })).rejects.toThrow('CSV UTF-8');
    await expect(sceneWith('word,as').use('import', { file })).rejects.toThrow('has no entries');
    await expect(sceneWith('a,b\n'.repeat(5_001)).use('import', { file })).rejects.toThrow('5,000 lines');
    await expect(sceneWith().use('import', { file: { ...file, sizeBytes: 256 * 1_024 + 1 } })).rejects.toThrow(
      '256 kB',
    );
  });

  it('comes from an export, which an import takes back unchanged', async () => {
    const { use } = sceneWith();
    await expect(use('export')).rejects.toThrow('Your dictionary is empty.');
    await use('add', { word: '=1+1', as: 'two' });
    const { content, files = [] } = await use('export');
    expect(content).toBe('Here is 1 entry. Use `/pronounce import` to load this file again.');
    const written = new TextDecoder('utf-8', { ignoreBOM: true }).decode(files[0]?.bytes);
    expect(written).toBe('\ufeff"word","as"\r\n"\'=1+1","two"\r\n');
    const other = sceneWith(written);
    await other.use('import', { file });
    expect(listOf(await other.use('list'))).toBe(listOf(await use('list')));
  });
});

describe('what is spoken', () => {
  const say = async (setting: ReturnType<typeof sceneWith>, text: string) => {
    await createSay(setting.scene).run(interactionBy(inLounge, { text }));
    return setting.scene.spoken.at(-1)?.text;
  };

  it('of a /say has the words of the dictionaries, but not in the names of people', {
    meta: { promises: ['names-are-nobody-elses'] },
  }, async () => {
    const setting = sceneWith();
    expect(await say(setting, 'brb')).toBe('be right back');
    await setting.use('add', { word: 'name of 123456789012345678', as: 'Ada' });
    await setting.use('add', { word: 'name', as: 'Bo' });
    await setting.use('add', { word: 'brb', as: 'back soon', scope: 'server' });
    expect(await say(setting, 'BRB <@123456789012345678>, name')).toBe('back soon name of 123456789012345678, Bo');
    await setting.use('add', { word: 'hi', as: '{HH AY1}' });
    expect(await say(setting, 'hi there')).toBe(`${annotate('hi', 'HH AY1')} there`);
  });

  it('with phonemes is shown in /queue as it was written', async () => {
    const text = `${annotate('hi', 'HH AY1')} there`;
    const item = { textId: '1', userId: '1', text, state: 'playing', voiceId: undefined } as const;
    const context = interactionBy(inLounge);
    await createQueue(createScene({ at: 'lounge', items: [item as never] })).run(context);
    expect(JSON.stringify(context.answers)).toContain('hi there');
    expect(JSON.stringify(context.answers)).not.toMatch(/[\ufff9-\ufffb]|HH AY1/);
  });
});

describe('/privacy', () => {
  const privacy = async (setting: ReturnType<typeof sceneWith>, subcommand: string) => {
    const context = interactionBy(direct, {}, subcommand);
    await createPrivacy(setting.scene).run(context);
    return context.answers[0];
  };

  it('shows and erases the pronunciations of a person; what they added to servers stays without their name', async () => {
    const setting = sceneWith();
    await setting.use('add', { word: 'gg', as: 'mine' });
    await setting.use('add', { word: 'brb', as: 'ours', scope: 'server' });
    const shown = (await privacy(setting, 'show'))?.content;
    expect(shown).toContain('You have 1 pronunciation. You added 1 pronunciation to a server.');
    expect((await privacy(setting, 'erase'))?.content).toBe(
      "Delete your 1 pronunciation and name on 1 pronunciation of a server? Pronunciations that you added to servers stay, without your name. This can't be undone.",
    );
    const pressed = choiceBy(direct, [], 'erase');
    await createPrivacy(setting.scene).component?.(pressed);
    expect(pressed.updates[0]?.content).toContain('1 pronunciation, and name on 1 pronunciation of a server.');
    const empty = await setting.use('list');
    expect(listOf(empty)).toContain('Your dictionary is empty.');
    expect(empty.embeds?.[0]?.footer).toBeUndefined();
    const list = listOf(await setting.use('list', { scope: 'server' }, { place: manager }));
    expect(list).toContain('someone whose data was deleted');
    expect((await privacy(setting, 'erase'))?.content).toBe('I have nothing of yours to delete.');
  });
});

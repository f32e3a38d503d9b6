import { describe, expect, it } from 'vitest';
import { createVoiceList } from '../../../../commands/voice/list.ts';
import type { Reply } from '../../../../src/discord/client/replies.ts';
import type { KnownVoice, VoicePage, VoiceQuery } from '../../../../src/voice-models/voice-models-api.ts';
import { fakeVoices, knownVoice, lastPage } from '../../../support/fake-voices.ts';
import { choiceBy, inLounge, interactionBy, type Options } from '../command-scene.ts';

/** A list over one page of voices; `asked` keeps the queries. */
function createScene(voices: readonly KnownVoice[], more: Partial<VoicePage> = {}) {
  const asked: VoiceQuery[] = [];
  const list = createVoiceList({
    voices: fakeVoices([], {
      page: async (_requester, query) => {
        asked.push(query);
        return { ...lastPage(query.page, voices), ...more };
      },
    }),
  });
  const run = async (options: Options = {}): Promise<Reply | undefined> => {
    const context = interactionBy(inLounge, options);
    await list.run(context);
    return context.answers[0];
  };
  const use = async (argument: string, values: readonly string[] = []): Promise<Reply | undefined> => {
    const context = choiceBy(inLounge, values, argument);
    await list.component?.(context);
    return context.updates[0];
  };
  return { asked, run, use };
}

function customIds(reply: Reply | undefined): string[] {
  const parts = (reply?.components ?? []).flatMap((row): readonly object[] => row.components);
  return parts.flatMap((part) => ('custom_id' in part ? [String(part.custom_id)] : []));
}

describe('/voice list', () => {
  it('shows title, status unless it is ready, owner, languages and likes, to the caller alone', async () => {
    const voices = [
      knownVoice('1', 'Mine', { ownership: 'mine', model: { languages: ['en', 'de'], like_count: 3 } }),
      knownVoice('2', 'Ours', { ownership: 'guild', status: 'training', model: { like_count: 1 } }),
      knownVoice('3', 'House', { ownership: 'operator', status: 'failed' }),
      knownVoice('4', 'Theirs'),
    ];
    const reply = await createScene(voices).run();
    expect(reply?.visibility).toBe('ephemeral');
    expect(reply?.embeds?.[0]?.description?.split('\n')).toEqual([
      '**Mine** · yours · English, German · 3 likes',
      "**Ours** · *in training* · this server's · 1 like",
      "**House** · *training failed* · the bot operator's · 0 likes",
      '**Theirs** · Ann · 0 likes',
    ]);
  });

  it('asks for the person’s own voices by default, and passes on the options', async () => {
    const scene = createScene([knownVoice('1', 'One')]);
    await scene.run();
    await scene.run({ scope: 'public', query: ' lady ', language: 'German', tag: 'calm', sort: 'used' });
    expect(scene.asked).toEqual([
      { scope: 'mine', query: undefined, language: undefined, tag: undefined, isLicensed: false, page: 1 },
      { scope: 'public', query: 'lady', language: 'de', tag: 'calm', isLicensed: false, sort: 'used', page: 1 },
    ]);
    await expect(scene.run({ language: 'klingonese' })).rejects.toThrow('language called');
  });

  it('keeps its order from page to page', async () => {
    const scene = createScene([knownVoice('1', 'One')], { hasMore: true });
    const [, next = ''] = customIds(await scene.run({ sort: 'title' }));
    await scene.use(next.replace('voice:list:', ''));
    expect(scene.asked.map(({ page, sort }) => [page, sort])).toEqual([
      [1, 'title'],
      [2, 'title'],
    ]);
  });

  it('says that public voices have no order by title', async () => {
    const run = createScene([knownVoice('1', 'One')]).run({ scope: 'public', sort: 'title' });
    await expect(run).rejects.toThrow('Public voices can only be sorted by popularity, use, or age.');
  });

  it('sanitizes what others wrote', async () => {
    const model = { author: { _id: 'a', nickname: '@here' }, languages: ['<@1>'] };
    const reply = await createScene([knownVoice('1', '# @everyone\n<@1> https://x.example', { model })]).run();
    const shown = reply?.embeds?.[0]?.description ?? '';
    expect(shown.split('\n')).toHaveLength(1);
    expect(shown).not.toMatch(/@everyone|@here|<@|:\/\//);
  });

  it('offers the pages that there are', async () => {
    const voices = [knownVoice('1', 'One')];
    expect(customIds(await createScene(voices).run())).toEqual(['voice:list:c1m::0:']);
    const first = createScene(voices, { hasMore: true, total: 2, pages: 2 });
    const reply = await first.run();
    expect(customIds(reply)).toEqual(['voice:list:c1m::0:', 'voice:list:s2m::0:']);
    expect(reply?.embeds?.[0]?.footer?.text).toBe('Page 1 of 2 · 2 voices');
    expect(customIds(await first.use('s2m::0:'))).toEqual([
      'voice:list:c2m::0:',
      'voice:list:s1m::0:',
      'voice:list:s3m::0:',
    ]);
    expect(first.asked[1]).toMatchObject({ page: 2 });
  });

  it.each<[Partial<VoicePage>, string]>([
    [{ total: 25, pages: 3 }, 'Page 1 of 3 · 25 voices'],
    [{ total: 1_200, totalIs: 'about', pages: undefined }, 'Page 1 · about 1,200 voices'],
    [{ total: 10, totalIs: 'more-than', pages: undefined }, 'Page 1 · more than 10 voices'],
    [{ total: 1_000, totalIs: 'more-than', pages: 100 }, 'Page 1 of 100 · more than 1,000 voices'],
  ])('says how far the number of voices can be trusted (%o)', async (extent, words) => {
    const reply = await createScene([knownVoice('1', 'One')], { hasMore: true, ...extent }).run({ scope: 'public' });
    expect(reply?.embeds?.[0]?.footer?.text).toBe(words);
  });

  it('says on the last page that can be had that there are more, and how to find them', async () => {
    const reply = await createScene([knownVoice('1', 'One')], { cutOffAt: 1_000 }).run({ scope: 'public' });
    expect(reply?.embeds?.[0]?.description).toContain(
      'The speech service lists only the first 1,000 voices. Use `query`, `language` or `tag` to find others.',
    );
  });

  it('marks voices that the service will remove, with the day', async () => {
    const reply = await createScene([
      knownVoice('1', 'Soon', { model: { pvc_retire_effective_at: '2027-02-01T00:00:00Z' } }),
      knownVoice('2', 'Sometime', { status: 'training', model: { pvc_release_state: 'retiring' } }),
      knownVoice('3', 'Stays', { model: { pvc_release_state: 'released' } }),
    ]).run({ scope: 'public' });
    expect(reply?.embeds?.[0]?.description?.split('\n')).toEqual([
      '**Soon** · *will be removed on <t:1801440000:D>* · Ann · 0 likes',
      '**Sometime** · *in training · to be removed* · Ann · 0 likes',
      '**Stays** · Ann · 0 likes',
    ]);
  });

  it.each<Options>([{ scope: 'public', licensed: true }, { licensed: true }])(
    'lists licensed voices, which are public, from page to page (%o)',
    async (options) => {
      const scene = createScene([knownVoice('1', 'One')], { hasMore: true });
      const reply = await scene.run(options);
      expect(reply?.embeds?.[0]?.title).toBe('Public voices · licensed');
      const [, next = ''] = customIds(reply);
      await scene.use(next.replace('voice:list:', ''));
      expect(scene.asked).toMatchObject([
        { scope: 'public', isLicensed: true, page: 1 },
        { scope: 'public', isLicensed: true, page: 2 },
      ]);
    },
  );

  it('refuses to look for licensed voices among one’s own', async () => {
    const run = createScene([]).run({ scope: 'mine', licensed: true });
    await expect(run).rejects.toThrow(
      'Only public voices can be licensed. Use `scope: Public`, or leave out `licensed`.',
    );
    expect((await createScene([]).run({ scope: 'public', licensed: true }))?.content).toBe(
      'No voices match. Change or leave out a filter.',
    );
  });

  it('continues after a page on which nothing may be shown', async () => {
    const reply = await createScene([], { hasMore: true, total: 30 }).run({ scope: 'public' });
    expect(customIds(reply)).toEqual(['voice:list:s2p::0:']);
  });

  it('shows what can be done with the voice that is chosen', async () => {
    const scene = createScene([knownVoice('1', 'One'), knownVoice('2', 'Two', { status: 'failed' })]);
    expect(customIds(await scene.use('c1m::0:', ['1']))).toEqual([
      'voice:list:c1m::0:',
      'voice:info:show:1',
      'voice:use:1',
      'voice:info:sample:1',
    ]);
    expect(customIds(await scene.use('c1m::0:', ['2']))).toEqual(['voice:list:c1m::0:', 'voice:info:show:2']);
  });

  it.each<[Options, RegExp]>([
    [{}, /`\/voice create`, or find public voices with `scope: Public`\.$/],
    [
      { tag: 'calm' },
      /^No voices match\. Change or leave out a filter, or use `scope: Public` to search public voices\.$/,
    ],
    [{ scope: 'public' }, /has no public voices/],
    [{ scope: 'public', query: 'x' }, /^No voices match\. Change or leave out a filter\.$/],
  ])('says what to do when the list is empty: %o', async (options, words) => {
    expect((await createScene([]).run(options))?.content).toMatch(words);
  });

  it('rejects a button that it did not make', async () => {
    await expect(createScene([]).use('what')).rejects.toThrow('out of date');
  });
});

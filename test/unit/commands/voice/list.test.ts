import { describe, expect, it } from 'vitest';
import { createVoiceList } from '../../../../commands/voice/list.ts';
import type { Reply } from '../../../../src/discord/interactions/replies.ts';
import type { KnownVoice, VoicePage, VoiceQuery } from '../../../../src/voice-models/voice-models-api.ts';
import { fakeVoices, knownVoice } from '../../../support/fake-voices.ts';
import { choiceBy, inLounge, interactionBy, type Options } from '../command-scene.ts';

/** A list over one page of voices; `asked` keeps the queries. */
function createScene(voices: readonly KnownVoice[], more: Partial<VoicePage> = {}) {
  const asked: VoiceQuery[] = [];
  const list = createVoiceList({
    voices: fakeVoices([], {
      page: async (_requester, query) => {
        asked.push(query);
        return { page: query.page, voices, hasMore: false, total: voices.length, ...more };
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
      { scope: 'mine', query: undefined, language: undefined, tag: undefined, page: 1 },
      { scope: 'public', query: 'lady', language: 'de', tag: 'calm', sort: 'used', page: 1 },
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
    const model = { author: { _id: 'a', nickname: '@here', avatar: '' }, languages: ['<@1>'] };
    const reply = await createScene([knownVoice('1', '# @everyone\n<@1> https://x.example', { model })]).run();
    const shown = reply?.embeds?.[0]?.description ?? '';
    expect(shown.split('\n')).toHaveLength(1);
    expect(shown).not.toMatch(/@everyone|@here|<@|:\/\//);
  });

  it('offers the pages that there are', async () => {
    const voices = [knownVoice('1', 'One')];
    expect(customIds(await createScene(voices).run())).toEqual(['voice:list:c1m::0:']);
    const first = createScene(voices, { hasMore: true, total: 0 });
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

  it.each([0, 1, 125])('counts the voices by the last page, whatever the service says: %i', async (total) => {
    const reply = await createScene([knownVoice('1', 'One')], { total }).run();
    expect(reply?.embeds?.[0]?.footer?.text).toBe('Page 1 of 1 · 1 voice');
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

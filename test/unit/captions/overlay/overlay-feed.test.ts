import { describe, expect, it } from 'vitest';
import type { WatchedLine } from '../../../../src/captions/overlay/line-watcher.ts';
import type { NumberedEvent } from '../../../../src/captions/overlay/overlay-api.ts';
import { MAX_FEED_CHARACTERS, MAX_FEED_LINES, OverlayFeed } from '../../../../src/captions/overlay/overlay-feed.ts';

const lineOf = (lineId: string, more: Partial<WatchedLine> = {}): WatchedLine => ({
  ...{ lineId, userId: 'ada', speaker: 'Ada', text: `text of ${lineId}`, isFinal: true, startedAtMs: 1 },
  ...more,
});

/** The page: what is on a screen after these events. */
class Screen {
  readonly lines = new Map<string, string>();
  readonly kinds: string[] = [];
  lastId: string | undefined;
  state: string | undefined;

  readonly show = ({ id, event }: NumberedEvent): void => {
    this.lastId = id;
    this.kinds.push(event.kind);
    if (event.kind === 'line') this.lines.set(event.lineId, event.text);
    else if (event.kind === 'remove') this.lines.delete(event.lineId);
    else if (event.kind === 'reset') this.lines.clear();
    else this.state = event.state;
  };

  /** Connects, and catches up from where it was. */
  watch(feed: OverlayFeed): { close(): void; end(): void } {
    const stream = feed.subscribe(this.lastId, this.show);
    for (const event of stream.backlog) this.show(event);
    return stream;
  }

  get texts(): string[] {
    return [...this.lines.values()];
  }
}

function screenOf(feed: OverlayFeed): Screen {
  const screen = new Screen();
  screen.watch(feed);
  return screen;
}

describe('the id of a speaker', () => {
  const idsOf = (key: string, ...lines: Parameters<OverlayFeed['show']>[0][]): (string | undefined)[] => {
    const feed = new OverlayFeed('live', key);
    for (const line of lines) feed.show(line);
    const { backlog } = feed.subscribe(undefined, () => undefined);
    return backlog.flatMap(({ event }) => (event.kind === 'line' ? [event.speakerId] : []));
  };

  it('stays when they take another name, also after a restart, and nobody else has it', {
    meta: { promises: ['screens-go-by-speaker-ids'] },
  }, () => {
    const ada = lineOf('a', { userId: '1', speaker: 'Ada' });
    const renamed = lineOf('b', { userId: '1', speaker: 'Countess' });
    const eve = lineOf('c', { userId: '2', speaker: 'Ada' });
    const [first, second, third] = idsOf('session', ada, renamed, eve);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(idsOf('session', ada)).toEqual([first]);
  });

  it('says nothing about who they are at Discord, nor in other captions', {
    meta: { promises: ['screens-go-by-speaker-ids'] },
  }, () => {
    const line = lineOf('a', { userId: '123456789012345678' });
    const [id = ''] = idsOf('session', line);
    expect(id).toMatch(/^[\w-]{11}$/);
    expect(idsOf('another', line)).not.toEqual([id]);
  });
});

describe('a feed', () => {
  it('shows a line as it grows, under one id, until its final text', () => {
    const feed = new OverlayFeed('live', 'session');
    const screen = screenOf(feed);
    feed.show(lineOf('a', { text: 'Good', isFinal: false }));
    feed.show(lineOf('a', { text: 'Good morning', isFinal: false }));
    feed.show(lineOf('a', { text: 'Good morning.' }));
    feed.show(lineOf('a', { text: 'Good morn', isFinal: false }));
    expect(screen.kinds).toEqual(['reset', 'state', 'line', 'line', 'line']);
    expect(screen.texts).toEqual(['Good morning.']);
  });

  it('sends nothing when nothing changed, and removes interim text without final text', () => {
    const feed = new OverlayFeed('live', 'session');
    const screen = screenOf(feed);
    feed.show(lineOf('a', { isFinal: false }));
    feed.show(lineOf('a', { isFinal: false }));
    feed.remove('a');
    feed.remove('a');
    feed.remove('never shown');
    expect(screen.kinds).toEqual(['reset', 'state', 'line', 'remove']);
  });

  it('lets a viewer catch up by id on the newest state of what was missed, and on nothing else', () => {
    const feed = new OverlayFeed('live', 'session');
    const screen = new Screen();
    const stream = screen.watch(feed);
    feed.show(lineOf('a'));
    feed.show(lineOf('b', { text: 'interim', isFinal: false }));
    stream.close();
    feed.show(lineOf('b', { text: 'more interim', isFinal: false }));
    feed.show(lineOf('b', { text: 'final' }));
    feed.show(lineOf('c', { isFinal: false }));
    feed.remove('c');
    feed.setState('waiting');
    screen.kinds.length = 0;
    screen.watch(feed);
    expect(screen.kinds).toEqual(['line', 'remove', 'state']);
    expect(screen.texts).toEqual(['text of a', 'final']);
    expect(screen.state).toBe('waiting');
  });

  it('lets a viewer who was cut off in the middle of catching up go on from there', () => {
    const feed = new OverlayFeed('live', 'session');
    for (const id of ['a', 'b', 'c']) feed.show(lineOf(id));
    feed.show(lineOf('a', { text: 'changed' }));
    for (const cut of [1, 2, 3, 4]) {
      const screen = new Screen();
      for (const event of feed.subscribe(undefined, () => undefined).backlog.slice(0, cut)) screen.show(event);
      screen.watch(feed);
      expect(new Set(screen.texts)).toEqual(new Set(['text of b', 'text of c', 'changed']));
    }
  });

  it.each(['', 'nonsense', 'AAAAAAAA-1', 'AAAAAAAA-', '\n'])(
    'starts over for a viewer with the unknown id %j',
    (after) => {
      const feed = new OverlayFeed('live', 'session');
      feed.show(lineOf('a'));
      const kinds = feed.subscribe(after, () => undefined).backlog.map(({ event }) => event.kind);
      expect(kinds).toEqual(['reset', 'line', 'state']);
    },
  );

  it('starts over for a viewer with an id that is still to come', () => {
    const feed = new OverlayFeed('live', 'session');
    const [first] = feed.subscribe(undefined, () => undefined).backlog;
    const future = first?.id.replace(/\d+$/, '99');
    expect(feed.subscribe(future, () => undefined).backlog[0]?.event.kind).toBe('reset');
  });

  it('keeps the newest lines within its bounds, and starts over for those who missed older ones', () => {
    const feed = new OverlayFeed('live', 'session');
    const screen = new Screen();
    screen.watch(feed).close();
    for (let index = 0; index < MAX_FEED_LINES + 10; index += 1) feed.show(lineOf(`${index}`));
    screen.watch(feed);
    expect(screen.kinds.filter((kind) => kind === 'reset')).toHaveLength(2);
    expect(screen.lines.size).toBe(MAX_FEED_LINES);
    expect(screen.texts.at(-1)).toBe(`text of ${MAX_FEED_LINES + 9}`);
    const long = 'x'.repeat(4_000);
    for (let index = 0; index < 2 * MAX_FEED_LINES; index += 1) feed.show(lineOf(`long ${index}`, { text: long }));
    const characters = screenOf(feed).texts.reduce((sum, text) => sum + text.length, 0);
    expect(characters).toBeLessThanOrEqual(MAX_FEED_CHARACTERS);
    expect(characters).toBeGreaterThan(MAX_FEED_CHARACTERS - 8_000);
  });

  it('takes all lines of a person off the screens at once, or those that are named, and no one else’s', () => {
    const feed = new OverlayFeed('live', 'session');
    const screen = screenOf(feed);
    feed.seed([lineOf('earlier')]);
    feed.show(lineOf('a', { isFinal: false }));
    feed.show(lineOf('b', { userId: 'bob', speaker: 'Bob' }));
    feed.show(lineOf('c', { startedAtMs: 9 }));
    feed.forget('ada', ({ startedAtMs }) => startedAtMs < 9);
    expect(screen.texts).toEqual(['text of b', 'text of c']);
    feed.forget('ada');
    expect(screen.texts).toEqual(['text of b']);
    expect(screenOf(feed).texts).toEqual(['text of b']);
  });

  it('lets the screens start over when lines of an erased person may be on them that are forgotten here', {
    meta: { promises: ['opting-out-erasing-take'] },
  }, () => {
    const feed = new OverlayFeed('live', 'session');
    const screen = screenOf(feed);
    const away = new Screen();
    away.watch(feed).close();
    feed.show(lineOf('oldest'));
    for (let index = 0; index < MAX_FEED_LINES; index += 1) feed.show(lineOf(`${index}`, { userId: 'bob' }));
    const late = new Screen();
    late.watch(feed).close();
    late.lines.set('oldest', 'as on a screen that was there before');
    expect(screen.lines.has('oldest')).toBe(true);
    feed.forget('ada');
    expect(screen.lines.has('oldest')).toBe(false);
    expect(screen.lines.size).toBe(MAX_FEED_LINES);
    for (const viewer of [away, late]) {
      viewer.watch(feed);
      expect(viewer.texts).toEqual(screen.texts);
    }
  });

  it('puts earlier lines before those that came meanwhile, except what was removed', () => {
    const feed = new OverlayFeed('live', 'session');
    feed.show(lineOf('b', { text: 'newer' }));
    feed.show(lineOf('c'));
    feed.remove('c');
    feed.seed([lineOf('a'), lineOf('b'), lineOf('c')]);
    expect(screenOf(feed).texts).toEqual(['text of a', 'newer']);
  });

  it('ends for one viewer, who gets nothing more, and goes on for others', () => {
    const feed = new OverlayFeed('live', 'session');
    const other = screenOf(feed);
    const screen = new Screen();
    const stream = screen.watch(feed);
    stream.end();
    stream.end();
    feed.show(lineOf('a'));
    expect(screen.kinds).toEqual(['reset', 'state', 'state']);
    expect(screen.state).toBe('ended');
    expect(other.texts).toEqual(['text of a']);
    expect(feed.viewers).toBe(1);
  });

  it('truncates what is too long for a line without breaking a character', () => {
    const feed = new OverlayFeed('live', 'session');
    feed.show(lineOf('a', { text: `x${'🙂'.repeat(5_000)}` }));
    const [text = ''] = screenOf(feed).texts;
    expect(text.length).toBeLessThanOrEqual(4_000);
    expect(text.isWellFormed()).toBe(true);
  });
});

// @module-tag pocketsphinx
import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';

import { type CaptionsTestSession, joinForCaptions, words } from '../support/captions-session.ts';
import { has, LONG_SPEECH, PARK, WEATHER } from '../support/sentences.ts';
import { Panel } from '../support/settings-panel.ts';
import { shareEnvironment } from '../support/shared-environment.ts';
import { patience } from '../support/test-session.ts';

let session: CaptionsTestSession;
shareEnvironment({
  join: joinForCaptions,
  use: (joined) => {
    session = joined;
  },
});

describe('live captions', () => {
  it('stop immediately for somebody who opts out in mid-sentence, and stay off after a restart', async () => {
    await session.start();
    const grace = await session.speaker('Grace');
    const enough = new AbortController();
    const speaking = grace.say(`${LONG_SPEECH} `.repeat(3).trim(), { signal: enough.signal });
    await session.untilLines('Grace', (text) => words(text).length > 2);
    const askedAtMs = Date.now();
    const reply = await (await grace.person.type('/privacy opt-out')).reply(patience());
    expect(reply.ephemeral).toBe(true);
    const asked = session.transcribed().length;
    enough.abort();
    await speaking;
    // On a busy machine, a sentence may have ended before.
    const kept = await session.exportedLines();
    expect(kept.filter(({ endedAt }) => Date.parse(endedAt) > askedAtMs)).toEqual([]);
    const shown = (): string[] => words(session.linesOf('Grace').join(' '));
    const before = kept.flatMap(({ text }) => words(text));
    expect(shown()).toEqual(before);
    await session.environment.restartBot('stop', patience());
    await session.start({ interim: false });
    await grace.say(PARK);
    const linus = await session.speaker('Linus');
    await linus.say(WEATHER);
    await session.untilLines('Linus', has(WEATHER));
    expect(shown()).toEqual(before);
    expect(session.transcribed().slice(asked)).toHaveLength(1);
  });

  it('of a server that requires opt-in show only people who opted in, also when it stops requiring that meanwhile', {
    meta: { promises: ['captions-keep-consent-rule'] },
  }, async () => {
    const { environment, guild } = session;
    const boss = environment.discord.addPerson({ name: 'Boss', guild, permissions: P.ManageGuild });
    const panel = new Panel(boss, guild);
    await panel.choose('captions', 'captions.consent', ['opt-in']);
    const notice = await session.start({ interim: false });
    const [grace, linus] = [await session.speaker('Grace'), await session.speaker('Linus')];
    const told = await (await grace.person.click(notice, 'captions:opt-in')).reply(patience());
    expect(told.content).toMatch(/^You're opted in for this server only\. /);
    await panel.choose('captions', 'captions.consent', ['opt-out']);
    await Promise.all([grace.say(PARK), linus.say(WEATHER)]);
    await session.untilLines('Grace', has(PARK));
    expect(session.linesOf('Linus')).toEqual([]);
    expect(session.transcribed()).toHaveLength(1);
  });

  it('are erased on request', async () => {
    await session.start({ interim: false });
    const grace = await session.speaker('Grace');
    await grace.say(PARK);
    await session.untilLines('Grace', has(PARK));
    const shown = await (await grace.person.type('/privacy show')).reply(patience());
    expect(shown.content).toMatch(/1/);
    const asked = await (await grace.person.type('/privacy erase')).reply(patience());
    const [row] = asked.components;
    const button = row !== undefined && 'components' in row ? row.components?.[0] : undefined;
    const customId = button !== undefined && 'custom_id' in button ? String(button.custom_id) : '';
    await (await grace.person.click(asked, customId)).acknowledged(patience());
    // Nobody may export more than 12 times a minute.
    await expect.poll(() => session.exportedLines(), { interval: 4_000, timeout: 30_000 }).toEqual([]);
  });
});

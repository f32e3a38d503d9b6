import { describe, expect, it } from 'vitest';
import { createAllowedPlaces, type PlaceSettings } from '../../../../src/discord/client/allowed-places.ts';

const placesOf = (settings: Partial<PlaceSettings> = {}) =>
  createAllowedPlaces({ guildId: undefined, allowedGuilds: undefined, allowDirect: true, ...settings });

const direct = { guildId: undefined, isServerInstall: false, isUserInstall: false };
const inServer = (guildId: string) => ({ guildId, isServerInstall: true, isUserInstall: false });
const asPersonalApp = (guildId: string) => ({ guildId, isServerInstall: false, isUserInstall: true });
const asBoth = (guildId: string) => ({ guildId, isServerInstall: true, isUserInstall: true });

describe('where the bot may be used', () => {
  it('is everywhere by default', () => {
    const places = placesOf();
    expect(places.judge(direct)).toEqual({ kind: 'direct' });
    expect(places.judge(asPersonalApp('1'))).toEqual({ kind: 'direct' });
    expect(places.judge(inServer('1'))).toEqual({ kind: 'server' });
    expect([places.mayStayIn('1'), places.mayWorkIn('1')]).toEqual([true, true]);
  });

  it('is one server only with DISCORD_GUILD_ID, but the bot stays in the others', () => {
    const places = placesOf({ guildId: '1' });
    const refused = { kind: 'refused', why: 'outside-only-server' };
    expect(places.judge(inServer('1'))).toEqual({ kind: 'server' });
    expect(places.judge(inServer('2'))).toEqual(refused);
    expect(places.judge(asBoth('2'))).toEqual(refused);
    expect(places.judge(direct)).toEqual(refused);
    expect([places.mayStayIn('2'), places.mayWorkIn('2')]).toEqual([true, false]);
  });

  it('is certain servers only with ALLOWED_GUILDS, and the bot may not stay in the others', () => {
    const places = placesOf({ allowedGuilds: ['1'] });
    expect(places.judge(inServer('1'))).toEqual({ kind: 'server' });
    expect(places.judge(inServer('2'))).toEqual({ kind: 'refused', why: 'server' });
    expect(places.judge(direct)).toEqual({ kind: 'direct' });
    expect([places.mayStayIn('2'), places.mayWorkIn('2')]).toEqual([false, false]);
  });

  it('counts a personal app in a server that is not allowed as direct', () => {
    const places = placesOf({ allowedGuilds: ['1'] });
    expect(places.judge(asPersonalApp('2'))).toEqual({ kind: 'direct' });
    // The server has the bot too: it is not served, the person is.
    expect(places.judge(asBoth('2'))).toEqual({ kind: 'direct' });
  });

  it('excludes direct messages and personal apps without ALLOW_DIRECT, in allowed servers too', () => {
    const places = placesOf({ allowedGuilds: ['1'], allowDirect: false });
    const refused = { kind: 'refused', why: 'direct' };
    expect(places.judge(direct)).toEqual(refused);
    expect(places.judge(asPersonalApp('1'))).toEqual(refused);
    expect(places.judge(asPersonalApp('2'))).toEqual(refused);
    expect(places.judge(asBoth('1'))).toEqual({ kind: 'server' });
    expect(places.judge(asBoth('2'))).toEqual({ kind: 'refused', why: 'server' });
  });
});

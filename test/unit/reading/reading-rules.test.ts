import { describe, expect, it } from 'vitest';
import { NO_CHOICE } from '../../../src/reading/reading-ports.ts';
import { silenceReason } from '../../../src/reading/reading-rules.ts';
import { messageOf, settings } from './reading-scene.ts';

const withReading = (more: Partial<typeof settings.reading>) => ({
  ...settings,
  reading: { ...settings.reading, ...more },
});

describe('who is read', () => {
  it.each(['bot', 'webhook', 'identity'] as const)('is a %s by the server’s setting', (authorKind) => {
    const setting = { bot: 'bots', webhook: 'webhooks', identity: 'proxied' }[authorKind];
    const message = messageOf('Hello.', { authorKind });
    expect(silenceReason(message, withReading({ [setting]: true }), NO_CHOICE)).toBeUndefined();
    expect(silenceReason(message, withReading({ [setting]: false }), NO_CHOICE)).toBe('author');
  });

  it('is nobody whose message a proxy bot posted, as long as it is not known who wrote it', () => {
    const all = withReading({ proxied: true, webhooks: true, bots: true });
    expect(silenceReason(messageOf('Hello.', { authorKind: 'proxied' }), all, NO_CHOICE)).toBe('author');
  });

  it('is nobody whom managers muted, or who has a muted role', () => {
    const muted = { userIds: ['1'], roleIds: ['9'] };
    expect(silenceReason(messageOf('Hi.'), { ...settings, muted }, NO_CHOICE)).toBe('muted');
    const byRole = messageOf('Hi.', { authorId: '2', authorRoleIds: ['9'] });
    expect(silenceReason(byRole, { ...settings, muted }, NO_CHOICE)).toBe('muted');
    expect(silenceReason(messageOf('Hi.', { authorId: '2' }), { ...settings, muted }, NO_CHOICE)).toBeUndefined();
  });

  it('is nobody who muted themselves, and no silent message', () => {
    expect(silenceReason(messageOf('Hi.'), settings, { ...NO_CHOICE, isMuted: true })).toBe('muted-self');
    expect(silenceReason(messageOf('Hi.', { isSilent: true }), settings, NO_CHOICE)).toBe('silent');
  });

  it('is no message that begins with the prefix, which may be empty', () => {
    expect(silenceReason(messageOf(';Hi.'), settings, NO_CHOICE)).toBe('prefix');
    expect(silenceReason(messageOf(';Hi.'), withReading({ skipPrefix: '' }), NO_CHOICE)).toBeUndefined();
  });

  it('is who has a required role, where there is one', () => {
    const needed = withReading({ requiredRoleIds: ['7'] });
    expect(silenceReason(messageOf('Hi.'), needed, NO_CHOICE)).toBe('role');
    expect(silenceReason(messageOf('Hi.', { authorRoleIds: ['7'] }), needed, NO_CHOICE)).toBeUndefined();
  });
});

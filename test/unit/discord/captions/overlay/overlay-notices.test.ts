import { describe, expect, it } from 'vitest';
import type { ResumedLink } from '../../../../../src/captions/overlay/overlay-api.ts';
import { announceResumedLinks } from '../../../../../src/discord/captions/overlay/overlay-notices.ts';
import { createLogger } from '../../../../../src/log/log.ts';
import { settle } from '../../../captions/fakes.ts';
import { sessionBy } from '../../../commands/command-scene.ts';

describe('a link that a restart hands on', () => {
  it.each([
    [true, []],
    [false, ['link']],
  ])('is revoked unless everyone can be told (told: %s)', async (isPosted, expected) => {
    const revoked: string[] = [];
    let resume: (resumed: ResumedLink) => void = () => undefined;
    const overlays = {
      onResumed: (listener: typeof resume) => {
        resume = listener;
        return () => undefined;
      },
      revoke: async (linkId: string) => revoked.push(linkId) > 0,
    };
    announceResumedLinks(overlays, { announce: async () => isPosted }, createLogger('silent'));
    resume({ linkId: 'link', session: sessionBy('9'), createdBy: '9' });
    await settle();
    expect(revoked).toEqual(expected);
  });
});

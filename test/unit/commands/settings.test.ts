import { expect, it } from 'vitest';
import { createSettings } from '../../../commands/settings.ts';
import { english } from '../../../src/messages/english.ts';
import { createScene, inLounge, interactionBy } from './command-scene.ts';

it('/settings is shown to everyone, so that chosen roles find it, and refuses others', async () => {
  const settings = createSettings(createScene({}));
  expect(settings.define(english).default_member_permissions).toBeUndefined();
  await expect(settings.run(interactionBy(inLounge))).rejects.toThrow('Manage Server');
});

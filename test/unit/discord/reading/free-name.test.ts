import { describe, expect, it } from 'vitest';
import { isSuspended, requireFreeName } from '../../../../src/discord/reading/free-name.ts';
import { CATALOGUES } from '../../../../src/messages/catalogues.ts';
import { createEmojiNames } from '../../../../src/text/spoken/emoji-names.ts';
import { createSpokenTexts } from '../../../../src/text/spoken/spoken-texts.ts';

const messages = CATALOGUES['en-US'];
const texts = createSpokenTexts({ emojiNames: createEmojiNames() });

/** Ada (1) wants a name in a German server in which others chose these. */
function asAda(chosen: Readonly<Record<string, string>> = {}) {
  const parts = {
    reading: {
      namesChosen: async () => new Map(Object.entries(chosen)),
      namesOfOthers: async () => Object.entries(chosen).flatMap(([id, name]) => (id === '1' ? [] : [name])),
    },
    memberNames: {
      say: async (_guildId: string, name: string) => texts.name([name], CATALOGUES.de.spoken),
      isOfMember: async (_guildId: string, _userId: string, name: string) => name === 'Cleo',
      isOfListener: async (_guildId: string, _userId: string, _name: string, of: (id: string) => string | undefined) =>
        of('2') === 'Captain',
    },
    publicMessages: async () => CATALOGUES.de,
  };
  const who = { guildId: 'g', userId: '1' };
  const services = parts as unknown as Parameters<typeof requireFreeName>[0];
  return {
    choose: (name: string) => requireFreeName(services, who, name, messages),
    isSuspended: (name: string) => isSuspended(services, who, name),
  };
}

describe('a name that somebody chooses', () => {
  it.each(['Ada', "D'Ada", 'Ada-Lou', 'Ada 2', 'アダ・ラブレス', '李明', 'Ádá', 'Here Comes Ada', 'L’Ada'])(
    'may be %s',
    async (name) => {
      await expect(asAda().choose(name)).resolves.toBeTypeOf('string');
    },
  );

  it.each([
    '...',
    '<@123>',
    'https://a.example',
    'Cleo says: hello. Bob',
    'Bob!',
    'a, b',
    '🎀',
    '[laughing]',
    '-a',
    'a\nb',
  ])(
    'may not be %s, which would be said otherwise or end a sentence',
    { meta: { promises: ['names-are-nobody-elses'] } },
    async (name) => {
      await expect(asAda().choose(name)).rejects.toThrow(messages.reading.nameNotSayable);
    },
  );

  it.each(['someone', 'Everyone', 'Jemand', 'every one'])(
    'may not be %s, which is nobody',
    { meta: { promises: ['names-are-nobody-elses'] } },
    async (name) => {
      await expect(asAda().choose(name)).rejects.toThrow(messages.reading.nameTaken);
    },
  );

  it('may not be a member’s, nor sound like what another one chose or have that in it', {
    meta: { promises: ['names-are-nobody-elses'] },
  }, async () => {
    const { choose } = asAda({ 2: 'Captain', 1: 'Own' });
    await expect(choose('Cleo')).rejects.toThrow(messages.reading.nameTaken);
    await expect(choose('Kaptain')).rejects.toThrow(messages.reading.nameTaken);
    await expect(choose('The Captain says')).rejects.toThrow(messages.reading.nameTaken);
    await expect(choose('Own')).resolves.toBeTypeOf('string');
  });

  it('is suspended while it is that of a listener, who may have chosen it', async () => {
    expect(await asAda({ 2: 'Captain' }).isSuspended('Captain')).toBe(true);
    expect(await asAda().isSuspended('Captain')).toBe(false);
  });
});

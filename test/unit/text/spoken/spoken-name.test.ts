import { describe, expect, test } from 'vitest';
import { CATALOGUES } from '../../../../src/messages/catalogues.ts';
import { createEmojiNames } from '../../../../src/text/spoken/emoji-names.ts';
import { createSpokenTexts } from '../../../../src/text/spoken/spoken-texts.ts';

const words = CATALOGUES['en-US'].spoken;

const texts = createSpokenTexts({ emojiNames: createEmojiNames() });

describe('the name that is said for somebody', () => {
  test.each([
    ['Ada Lovelace', 'Ada Lovelace'],
    ['xX_Dark-Lord_Xx™ 🎮', 'Dark Lord'],
    ['xXProGamerXx', 'Pro Gamer'],
    ['TheDarkLord', 'The Dark Lord'],
    ['McDonald', 'McDonald'],
    ['_ada_', 'ada'],
    ['ada.lovelace', 'ada.lovelace'],
    ["O'Brien", "O'Brien"],
    ['Jean-Luc', 'Jean Luc'],
    ['ada1815', 'ada1815'],
    ['!!!ada', 'ada'],
    ['[ADMIN] Bob', 'ADMIN Bob'],
    ['Max | GER', 'Max GER'],
    ['Ada (she/her)', 'Ada'],
    ['🇬🇧 Tom', 'Tom'],
    ['さくら🌸', 'さくら'],
    ['김민수', '김민수'],
    ['𝓓𝓪𝓻𝓴', 'Dark'],
    ['ᴅᴀʀᴋ ʟᴏʀᴅ', 'dark lord'],
    ['Ⓐⓓⓐ', 'Ada'],
    ['Z̸̢̛̖a̵̡͓͊l̶̛̯g̷̰̈́o̸̞͝', 'Zalgo'],
    ['Maaaaaaaaax', 'Maaax'],
    ['📜︱rules', 'rules'],
    ['general-chat', 'general chat'],
    ['🎮🔥', 'video game fire'],
    ['<|speaker:1|>Eve', 'speaker 1 Eve'],
    ['[whispering] Eve', 'whispering Eve'],
    ['xX', 'xX'],
    ['Cleo says: hello. Bob', 'Cleo says hello Bob'],
    ['Dr. Ada B. Jones', 'Dr. Ada B Jones'],
    ['ok.. Ada', 'ok Ada'],
    ['Bob came 1st. Ada', 'Bob came 1st Ada'],
    ['quit.ʹ Ada', 'quitʹ Ada'],
    ['ok.² Ada', 'ok² Ada'],
    ['It was I. Ada', 'It was I Ada'],
    ['ok.’ Ada', 'ok’ Ada'],
    ['I quit\u2028Ada', 'I quit Ada'],
    ['v1.2 bot', 'v1.2 bot'],
  ])('%s is %s', async (name, said) => {
    expect(await texts.name([name, 'fallback'], words)).toBe(said);
  });

  test('is the next one where nothing of one can be said, and in the end a word for somebody', async () => {
    expect(await texts.name([undefined, '~~~', 'ada_l'], words)).toBe('ada l');
    expect(await texts.name(['___', ''], words)).toBe('someone');
    expect(await texts.name([], words)).toBe('someone');
  });

  test('has a bound', async () => {
    expect((await texts.name(['name '.repeat(50)], words)).length).toBeLessThanOrEqual(60);
  });
});

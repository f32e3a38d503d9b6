import { describe, expect, test } from 'vitest';
import { readSpeakerTurns } from '../../../../src/speech/asr/transcript-text.ts';

/** Turns as `speaker: text`. */
const read = (text: string, soundCues = false): string[] =>
  readSpeakerTurns(text, soundCues).map(({ speaker, text: said }) => `${speaker}: ${said}`);

describe('speaker markers in a text', () => {
  test.each([
    [
      '<|speaker:0|> Thanks for joining. <|speaker:1|> Happy to be here.',
      ['0: Thanks for joining.', '1: Happy to be here.'],
    ],
    ['without spaces: <|speaker:0|>One.<|speaker:12|>Two.', ['0: without spaces: One.', '12: Two.']],
    ['No marker is the first speaker.', ['0: No marker is the first speaker.']],
    ['Before one. <|speaker:3|> After it.', ['0: Before one.', '3: After it.']],
    ['<|speaker:1|> One <|speaker:1|> two. <|speaker:0|> Three.', ['1: One two.', '0: Three.']],
    ['<|speaker:1|> A. <|speaker:0|> <|speaker:1|> B.', ['1: A. B.']],
    ['<|speaker:0|> <|speaker:1|>', []],
    ['', []],
    ['<|speaker:0|>你好。 <|speaker:1|> 你好！<|speaker:1|> 再见。', ['0: 你好。', '1: 你好！再见。']],
    ['<| Speaker : 2 |> Spaced, and in capitals.', ['2: Spaced, and in capitals.']],
  ])('become turns: %s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test.each([
    ['Hello <|speaker:', ['0: Hello']],
    ['Hello <|speaker', ['0: Hello']],
    ['Hello <|', ['0: Hello']],
    ['Hello <|speaker:1', ['0: Hello']],
    ['<|speaker:1 Hello there. <|speaker:0|> Hi.', ['1: Hello there.', '0: Hi.']],
    ['speaker:1|> Hello there.', ['1: Hello there.']],
    ['|> Hello there.', ['0: Hello there.']],
    ['<|speaker:|> Hello.', ['0: Hello.']],
    ['<|speaker:one|> Hello.', ['0: Hello.']],
    ['<|speaker:99999999999999999999|> Hello.', ['0: Hello.']],
    ['<|phoneme_start|>HH AH L OW1<|phoneme_end|>, Ada. <|endoftext|>', ['0: HH AH L OW1, Ada.']],
    ['One <|phoneme_start two', ['0: One two']],
    ['<|<|speaker:1|>|> Hello.', ['1: Hello.']],
    ['<|speaker:1> Hello.', ['1: Hello.']],
    ['<|speaker:1| Hello.', ['1: Hello.']],
    ['|speaker:1|> Hello.', ['1: Hello.']],
    ['<speaker:1> Hello.', ['1: Hello.']],
    ['<speaker:1|> Hello.', ['1: Hello.']],
    ['|speaker:1> Hello.', ['1: Hello.']],
    ['<speaker:1 Hello.', ['1: Hello.']],
    ['<|Speaker：2|> Hello.', ['2: Hello.']],
    ['<|Speaker： Hello.', ['0: Hello.']],
    ['Hello <|speak', ['0: Hello']],
    ['Hello <|s', ['0: Hello']],
    ['Hello <|endof', ['0: Hello']],
    ['Hello <|speaker:1|', ['0: Hello']],
  ])('leave nothing of themselves where they are odd: %s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test('what only looks like one is something that was said', () => {
    expect(read('The speaker: 1 of 2, a < b | c > d.')).toEqual(['0: The speaker: 1 of 2, a < b | c > d.']);
  });
});

describe('sound cues in a text', () => {
  test.each([
    ['[laughter] Happy to be here.', '0: Happy to be here.'],
    ['Hi [laughter], you.', '0: Hi, you.'],
    ['Hi [laughter] , you.', '0: Hi, you.'],
    ['Hello. [laughter]. You.', '0: Hello. You.'],
    ['Hello [laughter].', '0: Hello.'],
    ['Really [gasp]? Yes.', '0: Really? Yes.'],
    ['Really? [gasp], yes.', '0: Really? yes.'],
    ['[sigh]... yes.', '0: yes.'],
    ['Bonjour [rires] ! Ça va ?', '0: Bonjour ! Ça va ?'],
    ['It costs [noise] .5 percent.', '0: It costs .5 percent.'],
    ['Hi[laughter]you', '0: Hi you'],
    ['Hi [laughter] [applause] you', '0: Hi you'],
    ['我 [笑声] 们很好[掌声]。', '0: 我们很好。'],
    ['今日は［笑い］いい天気【拍手】ですね', '0: 今日はいい天気ですね'],
    ['Well [[laughter]] then', '0: Well then'],
    ['Well [laughter [loud]] then', '0: Well then'],
    ['Well [♪♪] then []', '0: Well then'],
    ['Well [heavy\nbreathing] then', '0: Well then'],
    ['He said "yes [laughter]" and left. (So [cough] it goes [laughter]).', '0: He said "yes" and left. (So it goes).'],
    ['„Ja [Lachen]“, sagte sie', '0: „Ja“, sagte sie'],
    ['« Oui [rires] », dit-il', '0: « Oui », dit-il'],
    ['He said [laughter] "yes"', '0: He said "yes"'],
    ['He said [laughter]"yes"', '0: He said "yes"'],
    ['"[laughter] Yes," she said', '0: "Yes," she said'],
    ['She said "yes." [laughter]. Then', '0: She said "yes." Then'],
    ['"[laughter]" Hi', '0: Hi'],
    ['Hi ([laughter]) there', '0: Hi there'],
    ['Hi ("[laughter]"), there', '0: Hi, there'],
    ['([laughter] [applause]). Hi', '0: Hi'],
    ['« [rires] » Oui', '0: Oui'],
    ['Hi ( [laughter] ) there', '0: Hi there'],
    ['"[laughter] [applause] Hi"', '0: "Hi"'],
    ['¿[risa] Qué?', '0: ¿Qué?'],
    ['Wait—[laughter]—what', '0: Wait—what'],
    ['Wait [laughter]—what', '0: Wait—what'],
    ['Wait — [laughter] — what', '0: Wait — what'],
    ['It is [noise] -5', '0: It is -5'],
    ['so-[laughter]-called', '0: so-called'],
    ['so-[laughter]called', '0: so-called'],
    ['so[laughter]-called', '0: so-called'],
    ['안녕[웃음]하세요', '0: 안녕하세요'],
    ['안녕[웃음][박수]하세요', '0: 안녕하세요'],
    ['안녕 [웃음]하세요', '0: 안녕 하세요'],
  ])('go, with the gap and the punctuation that they leave: %s', (text, expected) => {
    expect(read(text)).toEqual([expected]);
  });

  test.each(['[laughter]', ' [laughter] ', '[laughter].', '[music] - [applause]!', '<|speaker:1|> [laughter]'])(
    'alone are no text: %s',
    (text) => {
      expect(read(text)).toEqual([]);
    },
  );

  test('alone in a turn leave no turn', () => {
    const text = '<|speaker:0|> One. <|speaker:1|> [laughter] <|speaker:0|> Two.';
    expect(read(text)).toEqual(['0: One. Two.']);
    expect(read(text, true)).toEqual(['0: One.', '1: [laughter]', '0: Two.']);
  });

  test.each([
    ['Not closed: [laughter and so on.'],
    ['Not opened: laughter] and so on.'],
    ['The item a[0] and [1, 2].'],
    [`Too long: [${'a word '.repeat(10)}].`],
    ['(Other brackets) are {no} cues.'],
  ])('are no other brackets: %s', (text) => {
    expect(read(text)).toEqual([`0: ${text}`]);
  });

  test('are found in spite of a bracket before them that is not closed', () => {
    expect(read('Well [ then [laughter] yes')).toEqual(['0: Well [ then yes']);
  });

  test('stay where they are wanted, and markers go all the same', () => {
    const text = '<|speaker:0|> Thanks. <|speaker:1|> [laughter] Happy to be here. <|endoftext|>';
    expect(read(text, true)).toEqual(['0: Thanks.', '1: [laughter] Happy to be here.']);
    expect(read('[laughter]', true)).toEqual(['0: [laughter]']);
  });
});

test('what nobody changed is as it was, but for white space', () => {
  const said = 'Hello , you !  "Quoted", 3.5 % …  ¿Qué?\n- no';
  expect(read(said)).toEqual([`0: ${said.replace(/\s+/g, ' ')}`]);
});

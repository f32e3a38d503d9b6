/** Sentences for speaking: `|` where a phrase ends, `~` where somebody may look for a word. */
const MARKED = [
  'if the weather stays | we could meet ~ at the lake on saturday',
  'i talked to her yesterday | and she said that ~ the plan has changed',
  'the second level is much harder | because you can not see | where they come from',
  'my brother lives in the big city | and works ~ at night',
  'we are going to the park after lunch',
  'when i opened the door | the cat was ~ already on the table',
  'please bring something to eat | and tell the others ~ that they are welcome',
  'nobody knows | what the old house looked like ~ before the fire',
  'that is not what i meant',
  'first we need the wood | then the stone | and after that ~ some iron',
  'she has forgotten where she put her keys | and now the door ~ does not open',
  'i think the sound is too low | can you turn it up ~ a little',
  'the train was late again | so i missed ~ the first half of the meeting',
  'he bought a new keyboard | but it is so loud | that everybody hears it',
  'would you like ~ a cup of tea',
  'the government announced new rules | for companies that sell ~ electricity',
  'as far as i remember | the key is under the ~ flower pot',
  'you go left | i go right | and we meet ~ behind the tower',
  'it was a good film | although the end ~ was a bit strange',
  'let us wait for the others | before we start ~ the next round',
  'i had the same problem last week | and a restart ~ was enough',
  'the children play in the garden | until it gets dark',
  'on the way home | i saw three ~ enormous birds',
  'yes | but not today',
  'well ~ it ~ depends',
  'we can try again tomorrow | if you have ~ time in the evening',
  'what they built there | is the longest bridge ~ in the country',
  'there is a shop at the corner | which sells ~ almost everything',
  'give me a second',
  'i would rather take the small one | since it is cheaper | and lighter',
  'after the second glass | he told us the story ~ about the boat',
] as const;

/** A part of a sentence that is spoken without a pause. */
export interface Phrase {
  readonly text: string;
  /** Where the speaker looks for a word; else a phrase ends. */
  readonly hesitates: boolean;
}

/** Sentences as their phrases. What stands before the first and after the last is not among these. */
export const SENTENCES: readonly (readonly Phrase[])[] = MARKED.map((marked) =>
  marked
    .split(/(?=[|~])/u)
    .map((part) => ({ text: part.replace(/^[|~]/u, '').trim(), hesitates: part.startsWith('~') })),
);

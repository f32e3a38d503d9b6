import type { MessageView, PersonView } from '../../protocol.ts';
import type { PageState } from '../state.ts';

/** The steps of the tour, in their order. */
export const STEPS = ['lounge', 'join', 'say', 'captions', 'speak', 'overlay', 'transcribe', 'faults', 'tabs'] as const;

export type StepId = (typeof STEPS)[number];

/** Commands of the steps, by their canonical paths. */
export const STEP_COMMANDS = {
  join: 'join',
  say: 'say',
  captions: 'captions start',
  overlay: 'captions overlay',
  transcribe: 'transcribe',
} as const satisfies Partial<Record<StepId, string>>;

/** What was there when the tour began: only what is newer counts. */
export interface TourStart {
  readonly startedAtMs: number;
  /** Ids of the people of all servers. */
  readonly people: ReadonlySet<string>;
}

/** The start of a tour, now. */
export function startOfTour({ servers }: Pick<PageState, 'servers'>, startedAtMs: number): TourStart {
  return { startedAtMs, people: new Set(servers.flatMap(({ members }) => members).map(({ id }) => id)) };
}

/** The voice channel that somebody is in. */
export function voiceChannelOf({ servers }: Pick<PageState, 'servers'>, personId: string): string | undefined {
  const channels = servers.flatMap((server) => server.channels);
  return channels.find(({ voiceMembers }) => voiceMembers.includes(personId))?.id;
}

/** Someone whom the page can let speak. */
export function scriptedPerson({ servers }: Pick<PageState, 'servers'>): PersonView | undefined {
  return servers.flatMap(({ members }) => members).find(({ isScripted }) => isScripted);
}

/** The sample sentence of a step; `undefined` where there are no samples. */
export function sentenceOf(step: 'say' | 'speak', { welcome }: Pick<PageState, 'welcome'>): string | undefined {
  const sentences = welcome?.samples.sentences ?? [];
  return step === 'say' ? sentences[0] : (sentences[1] ?? sentences[0]);
}

/** What decides about steps besides the page's state. */
export interface StepFacts {
  /** The names of commands in the visitor's language, by canonical path. */
  readonly names: ReadonlyMap<string, string>;
  /** The sample sentence that somebody speaks. */
  readonly sentence: string | undefined;
  /** Whether the page is open in another tab of this browser. */
  readonly hasOtherTab: boolean;
}

/** The steps that the state shows to be done. */
export function doneSteps(
  state: PageState,
  { startedAtMs, people }: TourStart,
  { names, sentence, hasOtherTab }: StepFacts,
): Set<StepId> {
  const { welcome, servers, speaking, faults } = state;
  if (welcome === undefined) return new Set();
  const bot = servers.flatMap(({ members }) => members).find(({ isBot }) => isBot);
  const voiceChannel = voiceChannelOf(state, welcome.visitor.id);
  const isBotHere = bot !== undefined && voiceChannel !== undefined && voiceChannelOf(state, bot.id) === voiceChannel;
  const messages = [...state.messages.values()].flat();
  const fresh = messages.filter(({ createdAtMs, author }) => createdAtMs >= startedAtMs && author.isApp);
  const answersTo = (path: string): MessageView[] =>
    fresh.filter((message) => isAnswerTo(message, names.get(path) ?? path));
  const scripted = servers.flatMap(({ members }) => members).filter(({ isScripted }) => isScripted);
  const isNewcomer = (person: PersonView): boolean =>
    !person.isBot && !person.isScripted && person.id !== welcome.visitor.id && !people.has(person.id);
  const checks: Readonly<Record<StepId, boolean>> = {
    lounge: voiceChannel !== undefined,
    join: isBotHere,
    say: bot !== undefined && speaking.has(bot.id),
    captions: isBotHere && answersTo(STEP_COMMANDS.captions).length > 0,
    speak: welcome.speech.recognizes
      ? sentence !== undefined && fresh.some((message) => repeats(message, sentence))
      : scripted.some(({ id }) => speaking.has(id)),
    overlay: fresh.some((message) => textOf(message).includes('/overlay/')),
    transcribe: answersTo(STEP_COMMANDS.transcribe).some(
      ({ content, attachments }) => !welcome.speech.recognizes || QUOTE.test(content) || attachments.length > 0,
    ),
    faults: faults.active.length > 0,
    tabs: hasOtherTab || servers.some(({ members }) => members.some(isNewcomer)),
  };
  return new Set(STEPS.filter((step) => checks[step]));
}

function isAnswerTo({ command, isLoading }: MessageView, name: string): boolean {
  return !isLoading && command?.name.replace(/^\//u, '') === name;
}

/** Everything that a message says, wherever it stands. */
function textOf({ content, embeds, components }: MessageView): string {
  return `${content} ${JSON.stringify(embeds)} ${JSON.stringify(components)}`;
}

/** A transcript in a message; while it is made, there is none. */
const QUOTE = /^> /mu;

/** Shorter words are in too many messages. */
const LETTERS_THAT_COUNT = 4;
/** Share of a sentence's longer words that a caption of it has at least: recognition may miss some. */
const SHARE_OF_WORDS = 0.5;

/** Whether a message is no answer to a command and has the words of a sentence, as its caption. */
function repeats(message: MessageView, sentence: string): boolean {
  if (message.command !== undefined) return false;
  const wanted = wordsOf(sentence);
  const said = new Set(wordsOf(textOf(message)));
  return wanted.length > 0 && wanted.filter((word) => said.has(word)).length >= wanted.length * SHARE_OF_WORDS;
}

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
  return words.filter(({ length }) => length >= LETTERS_THAT_COUNT);
}

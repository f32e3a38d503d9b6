import type { RecognizedSpeech, TimedSpeech } from '../recognition/recognized-speech.ts';

/** What a request to the larger model asks for, and what is heard in its recording. */
export interface ProAnswerForm {
  readonly timestamps: boolean;
  readonly diarize: boolean;
  readonly tagAudioEvents: boolean;
  /** So many people take turns, one region of speech each. */
  readonly speakers: number;
  /** A sound before the last region, such as `laughter`. */
  readonly sound: string | undefined;
}

interface AsrAnswer {
  readonly text: string;
  readonly duration: number;
  readonly segments: readonly TimedSpeech[];
}

interface ProAnswer extends AsrAnswer {
  readonly speaker_turns?: readonly (TimedSpeech & { readonly speaker: string })[];
}

const SOUND_CUE = /\[[^[\]]*\]/g;

/** The answer of the smaller model: text without speakers and sounds. */
export function plainAnswer({ text, duration, segments }: RecognizedSpeech, timestamps: boolean): AsrAnswer {
  return { text: withoutSounds(text), duration, segments: timestamps ? wordsOf(segments) : [] };
}

/**
 * The answer of `transcribe-1-pro`: markers in the text unless `diarize` is false, sounds unless they are not wanted, and
 * `speaker_turns` only with timestamps. `segments` never have either.
 */
export function proAnswer(recognized: RecognizedSpeech, form: ProAnswerForm): ProAnswer {
  const { timestamps, diarize, tagAudioEvents, speakers } = form;
  const regions = withSound(regionsOf(recognized), form.sound, recognized.duration).flatMap((region) => {
    const text = tagAudioEvents ? region.text : withoutSounds(region.text);
    return text === '' ? [] : [{ ...region, text }];
  });
  const turns = turnsOf(regions, speakers);
  const written = turns.map(({ speaker, text }) => (diarize ? `<|${speaker}|> ${text}` : text));
  return {
    text: written.join(' '),
    duration: recognized.duration,
    segments: timestamps ? wordsOf(recognized.segments) : [],
    ...(timestamps && diarize && turns.length > 0 ? { speaker_turns: turns } : {}),
  };
}

function withoutSounds(text: string): string {
  return text.replace(SOUND_CUE, ' ').replace(/\s+/g, ' ').trim();
}

function wordsOf(segments: readonly TimedSpeech[]): TimedSpeech[] {
  return segments.map((word) => ({ ...word, text: withoutSounds(word.text) })).filter(({ text }) => text !== '');
}

/** The regions of speech; for a recognizer that doesn't say, the sentences of its text. */
function regionsOf({ text, duration, regions }: RecognizedSpeech): readonly TimedSpeech[] {
  if (regions !== undefined) return regions;
  const sentences = text.trim() === '' ? [] : text.trim().split(/(?<=[.!?])\s+/);
  const secondsEach = duration / Math.max(1, sentences.length);
  return sentences.map((sentence, index) => {
    const start = index * secondsEach;
    return { text: sentence, start, end: start + secondsEach };
  });
}

function withSound(regions: readonly TimedSpeech[], sound: string | undefined, duration: number): TimedSpeech[] {
  if (sound === undefined) return [...regions];
  const cue = `[${sound}]`;
  const last = regions.at(-1);
  if (last === undefined) return [{ text: cue, start: 0, end: duration }];
  return [...regions.slice(0, -1), { ...last, text: `${cue} ${last.text}` }];
}

/** Regions by speaker, those of one speaker in a row together. */
function turnsOf(regions: readonly TimedSpeech[], speakers: number): (TimedSpeech & { readonly speaker: string })[] {
  const turns: (TimedSpeech & { readonly speaker: string })[] = [];
  for (const [index, region] of regions.entries()) {
    const speaker = `speaker:${index % speakers}`;
    const last = turns.at(-1);
    if (last?.speaker !== speaker) turns.push({ speaker, ...region });
    else turns[turns.length - 1] = { ...last, text: `${last.text} ${region.text}`, end: region.end };
  }
  return turns;
}

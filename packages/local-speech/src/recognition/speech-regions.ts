/** A part of a recording with speech and some silence around it; `endSample` is exclusive. */
export interface SpeechRegion {
  readonly startSample: number;
  readonly endSample: number;
}

const FRAME_MS = 10;
/** Below this loudness (RMS of 16-bit samples) nothing counts as speech, however quiet the rest is. */
const MIN_SPEECH_RMS = 60;
/** Speech exceeds this share of the recording's 95th-percentile loudness. */
const SPEECH_SHARE = 0.05;
/** Shorter pauses belong to a sentence. */
const PAUSE_FRAMES = 50;
/** Shorter sounds are clicks. */
const MIN_REGION_FRAMES = 6;
/** Silence that the recognizer needs around speech. */
const PADDING_FRAMES = 20;
/** Longer regions are cut at their quietest point: recognition gets slower and worse with length. */
const MAX_REGION_FRAMES = 1_500;

/** Finds the speech in mono samples by loudness alone; regions are in order and do not overlap. */
export function findSpeechRegions(pcm: Int16Array, sampleRateHz: number): SpeechRegion[] {
  const frameSamples = Math.round((sampleRateHz * FRAME_MS) / 1000);
  const loudness = frameLoudness(pcm, frameSamples);
  const loud = loudness.toSorted();
  const threshold = Math.max(MIN_SPEECH_RMS, (loud[Math.floor(loud.length * 0.95)] ?? 0) * SPEECH_SHARE);
  return mergeLoudFrames(loudness, threshold)
    .flatMap((span) => cutLong(span, loudness))
    .map(({ start, end }) => ({
      startSample: Math.max(start - PADDING_FRAMES, 0) * frameSamples,
      endSample: Math.min((end + PADDING_FRAMES) * frameSamples, pcm.length),
    }))
    .map((region, index, regions) => ({
      ...region,
      startSample: Math.max(region.startSample, regions[index - 1]?.endSample ?? 0),
    }));
}

interface FrameSpan {
  readonly start: number;
  readonly end: number;
}

function frameLoudness(pcm: Int16Array, frameSamples: number): Float64Array {
  const loudness = new Float64Array(Math.floor(pcm.length / frameSamples));
  for (let frame = 0; frame < loudness.length; frame += 1) {
    let energy = 0;
    for (let at = frame * frameSamples; at < (frame + 1) * frameSamples; at += 1) energy += (pcm[at] ?? 0) ** 2;
    loudness[frame] = Math.sqrt(energy / frameSamples);
  }
  return loudness;
}

function mergeLoudFrames(loudness: Float64Array, threshold: number): FrameSpan[] {
  const spans: FrameSpan[] = [];
  for (const [frame, value] of loudness.entries()) {
    if (value < threshold) continue;
    const last = spans.at(-1);
    if (last !== undefined && frame - last.end < PAUSE_FRAMES) spans[spans.length - 1] = { ...last, end: frame + 1 };
    else spans.push({ start: frame, end: frame + 1 });
  }
  return spans.filter(({ start, end }) => end - start >= MIN_REGION_FRAMES);
}

function cutLong(span: FrameSpan, loudness: Float64Array): FrameSpan[] {
  const parts: FrameSpan[] = [];
  let { start } = span;
  while (span.end - start > MAX_REGION_FRAMES) {
    const searchFrom = start + Math.floor(MAX_REGION_FRAMES * 0.7);
    const window = loudness.subarray(searchFrom, start + MAX_REGION_FRAMES);
    const cut = searchFrom + window.indexOf(Math.min(...window));
    parts.push({ start, end: cut });
    start = cut;
  }
  return [...parts, { start, end: span.end }];
}

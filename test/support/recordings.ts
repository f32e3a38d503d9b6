import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { PersonFile } from '@mynah/local-discord/people/option-values';
import { declaredProgram } from './needs.ts';

/** Sample rate of the sound that recordings are made from: 16-bit, mono. */
export const SOUND_RATE_HZ = 16_000;

const DEADLINE_MS = 120_000;
/** Grey pictures of 64 × 64, five a second: the smallest video that every player accepts. */
const PICTURE = 'color=c=gray:s=64x64:r=5';
const WITH_PICTURE = ['-map', '0:a', '-map', '1:v', '-pix_fmt', 'yuv420p'];
const SILENT_VIDEO_S = 2;
const AAC = ['-c:a', 'aac', '-b:a', '48k'];
const OPUS = ['-c:a', 'libopus', '-b:a', '32k', '-ar', '48000', '-frame_duration', '20'];
/** Any key: nothing decrypts what is encrypted with it. */
const ENCRYPTION = ['cenc-aes-ctr', '76a6c65c5ea762046bd749a2e632ccbb', 'a7e61c373e219033c21091fa607bf3b8'];

interface RecordingRecipe {
  readonly extension: string;
  readonly contentType: string;
  readonly args: readonly string[];
  readonly picture?: boolean;
}

const RECIPES = {
  wav: { extension: 'wav', contentType: 'audio/wav', args: ['-c:a', 'pcm_s16le'] },
  'wav of 24 bits, stereo': { extension: 'wav', contentType: 'audio/wav', args: ['-c:a', 'pcm_s24le', '-ac', '2'] },
  mp3: { extension: 'mp3', contentType: 'audio/mpeg', args: ['-c:a', 'libmp3lame', '-b:a', '48k'] },
  'mp3 of variable bitrate': { extension: 'mp3', contentType: 'audio/mpeg', args: ['-c:a', 'libmp3lame', '-q:a', '4'] },
  m4a: { extension: 'm4a', contentType: 'audio/mp4', args: [...AAC, '-movflags', '+faststart'] },
  'm4a with ALAC': { extension: 'm4a', contentType: 'audio/mp4', args: ['-c:a', 'alac'] },
  'aac (ADTS)': { extension: 'aac', contentType: 'audio/aac', args: [...AAC, '-f', 'adts'] },
  mp4: { extension: 'mp4', contentType: 'video/mp4', args: [...AAC, '-c:v', 'libx264'], picture: true },
  'mp4 in fragments': {
    extension: 'mp4',
    contentType: 'video/mp4',
    args: [...AAC, '-c:v', 'libx264', '-movflags', 'frag_keyframe+empty_moov'],
    picture: true,
  },
  mov: { extension: 'mov', contentType: 'video/quicktime', args: [...AAC, '-c:v', 'libx264'], picture: true },
  'ogg opus': { extension: 'ogg', contentType: 'audio/ogg', args: OPUS },
  'ogg vorbis': { extension: 'ogg', contentType: 'audio/ogg', args: ['-c:a', 'libvorbis', '-q:a', '3'] },
  'webm opus': { extension: 'webm', contentType: 'audio/webm', args: [...OPUS, '-f', 'webm'] },
  'webm with video': {
    extension: 'webm',
    contentType: 'video/webm',
    args: [...OPUS, '-c:v', 'libvpx', '-deadline', 'realtime'],
    picture: true,
  },
  flac: { extension: 'flac', contentType: 'audio/flac', args: ['-c:a', 'flac', '-compression_level', '2'] },
  'mp4 that is encrypted': {
    extension: 'm4a',
    contentType: 'audio/mp4',
    args: [
      ...[...AAC, '-f', 'mp4', '-encryption_scheme', ENCRYPTION[0] ?? ''],
      ...['-encryption_key', ENCRYPTION[1] ?? '', '-encryption_kid', ENCRYPTION[2] ?? ''],
    ],
  },
  'm4a that claims to be short': {
    extension: 'm4a',
    contentType: 'audio/mp4',
    args: [...AAC, '-bsf:a', 'setts=pts=N*64:dts=N*64:duration=64'],
  },
  'webm of Vorbis that claims to be short': {
    extension: 'webm',
    contentType: 'audio/webm',
    args: ['-c:a', 'libvorbis', '-q:a', '3', '-bsf:a', 'setts=pts=N:dts=N:duration=1', '-f', 'webm'],
  },
  'm4a that claims to be short, at 60 %': {
    extension: 'm4a',
    contentType: 'audio/mp4',
    args: [...AAC, '-bsf:a', 'setts=pts=N*614:dts=N*614:duration=614'],
  },
  'webm of Vorbis that claims to be short, at a quarter': {
    extension: 'webm',
    contentType: 'audio/webm',
    args: ['-c:a', 'libvorbis', '-q:a', '3', '-bsf:a', 'setts=pts=PTS/4:dts=DTS/4:duration=DURATION/4', '-f', 'webm'],
  },
  'webm of Vorbis': { extension: 'webm', contentType: 'audio/webm', args: ['-c:a', 'libvorbis', '-f', 'webm'] },
  'mkv of FLAC': { extension: 'mkv', contentType: 'video/x-matroska', args: ['-c:a', 'flac'] },
  'mkv of mp3': { extension: 'mkv', contentType: 'video/x-matroska', args: ['-c:a', 'libmp3lame'] },
} as const satisfies Record<string, RecordingRecipe>;

/** A container, with its contents where they are not obvious. */
export type RecordingKind = keyof typeof RECIPES;

/** Every kind whose sound a speech service must understand; of sound in Matroska, Opus stands for all. */
export const AUDIBLE_KINDS = (Object.keys(RECIPES) as RecordingKind[]).filter(
  (kind) => kind !== 'mp4 that is encrypted' && !kind.includes('claims to be short') && !/^(webm|mkv) of /.test(kind),
);

/**
 * A real recording of mono samples at 16 kHz, which people of the local Discord can attach as it is. ffmpeg makes it, as it
 * does the ones below.
 */
export async function makeRecording(kind: RecordingKind, sound: Int16Array): Promise<PersonFile> {
  const recipe: RecordingRecipe = RECIPES[kind];
  const picture = [...pictureInput(sound.length / SOUND_RATE_HZ), ...WITH_PICTURE];
  const file = await run([...(recipe.picture ? picture : []), ...recipe.args], recipe.extension, sound);
  return { file, name: `recording.${recipe.extension}`, contentType: recipe.contentType };
}

/** A recording of Discord's client: Ogg Opus, 48 kHz mono; send it with `voiceMessage`. */
export async function makeVoiceMessage(sound: Int16Array): Promise<PersonFile> {
  const file = await run([...OPUS, '-application', 'voip'], 'ogg', sound);
  const durationSecs = sound.length / SOUND_RATE_HZ;
  return { file, name: 'voice-message.ogg', contentType: 'audio/ogg', durationSecs };
}

/** An mp4 without an audio track. */
export async function makeSilentVideo(): Promise<PersonFile> {
  const file = await run([...pictureInput(SILENT_VIDEO_S), '-c:v', 'libx264', '-pix_fmt', 'yuv420p'], 'mp4');
  return { file, name: 'silent.mp4', contentType: 'video/mp4' };
}

/** A grey PNG of 64 × 64. */
export async function makePicture(): Promise<PersonFile> {
  const file = await run([...pictureInput(1), '-frames:v', '1'], 'png');
  return { file, name: 'picture.png', contentType: 'image/png' };
}

/** The first part of a file, as an interrupted upload leaves it; default: half of it. */
export function truncated({ file, ...rest }: PersonFile, share = 0.5): PersonFile {
  return { ...rest, file: file.subarray(0, Math.floor(file.length * share)), name: `truncated-${rest.name}` };
}

/** An empty file, named and described as an mp3. */
export const EMPTY_RECORDING: PersonFile = { file: new Uint8Array(), name: 'empty.mp3', contentType: 'audio/mpeg' };

function pictureInput(durationS: number): string[] {
  return ['-f', 'lavfi', '-t', String(durationS), '-i', PICTURE];
}

/** Writes to a file, not a pipe: several containers are completed at their start. */
async function run(args: readonly string[], extension: string, sound?: Int16Array): Promise<Uint8Array> {
  const program = declaredProgram('ffmpeg', 'ffmpeg');
  const folder = await mkdtemp(join(tmpdir(), 'mynah-recordings-'));
  try {
    const path = join(folder, `recording.${extension}`);
    const input = sound === undefined ? [] : ['-f', 's16le', '-ar', String(SOUND_RATE_HZ), '-ac', '1', '-i', 'pipe:0'];
    await encode(program, ['-v', 'error', '-y', ...input, ...args, path], sound);
    return new Uint8Array(await readFile(path));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function encode(program: string, args: readonly string[], sound: Int16Array | undefined): Promise<void> {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'pipe'], signal, killSignal: 'SIGKILL' });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<void>((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => (code === 0 ? done() : fail(new Error(`ffmpeg: ${stderr}`))));
  });
  const bytes =
    sound === undefined ? new Uint8Array() : new Uint8Array(sound.buffer, sound.byteOffset, sound.byteLength);
  // ffmpeg may end before it has read everything; its exit code tells whether it failed.
  const written = pipeline([bytes], child.stdin).catch(() => undefined);
  await Promise.all([ended, written]);
}

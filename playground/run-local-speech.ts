import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { startLocalSpeech } from '@mynah/local-speech/local-speech';
import type { LocalSpeech } from '@mynah/local-speech/local-speech-api';
import { PLAYGROUND_PATH } from '@mynah/local-speech/models/voice-documents';
import { FFMPEG_HINT } from '@mynah/local-speech/recognition/ffmpeg';
import { INSTALL_HINT } from '@mynah/local-speech/recognition/recognizer';
import { FLITE_VOICES } from '@mynah/local-speech/synthesis/flite-voices';

const DEFAULT_PORT = 8790;
const USAGE = 'Usage: npm run playground -- speech [--host 127.0.0.1] [--port 8790] [--key KEY] [--data FOLDER]';

/**
 * Runs the local speech service alone until SIGINT, SIGTERM or `signal`: `npm run playground -- speech`. Resolves with the
 * exit code. If it cannot start, prints the reason as one line on standard error.
 */
export async function runLocalSpeech(argv: readonly string[], signal?: AbortSignal): Promise<number> {
  const options = readOptions(argv);
  if (options === 'help') {
    console.log(USAGE);
    return 0;
  }
  if (options === undefined) {
    console.error(USAGE);
    return 1;
  }
  let service: LocalSpeech;
  try {
    service = await startLocalSpeech({ pacing: {}, ...options });
  } catch (error) {
    console.error(explain(error, options.port));
    return 1;
  }
  console.log(describe(service));
  await untilStopped(signal);
  await service.close();
  return 0;
}

function readOptions(
  argv: readonly string[],
): { port: number; host?: string; apiKey?: string; dataDir?: string } | 'help' | undefined {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        help: { type: 'boolean', short: 'h' },
        host: { type: 'string' },
        port: { type: 'string', default: String(DEFAULT_PORT) },
        key: { type: 'string' },
        data: { type: 'string' },
      },
    });
    if (values.help) return 'help';
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) return undefined;
    return {
      port,
      ...(values.host === undefined ? {} : { host: values.host }),
      ...(values.key === undefined ? {} : { apiKey: values.key }),
      ...(values.data === undefined ? {} : { dataDir: values.data }),
    };
  } catch {
    return undefined;
  }
}

async function untilStopped(signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted === true) return;
  const ended = new AbortController();
  try {
    await Promise.race([
      once(process, 'SIGINT', { signal: ended.signal }),
      once(process, 'SIGTERM', { signal: ended.signal }),
      ...(signal === undefined ? [] : [once(signal, 'abort', { signal: ended.signal })]),
    ]);
  } finally {
    ended.abort();
  }
}

function describe(service: LocalSpeech): string {
  return [
    'The local speech service is up:',
    `  SPEECH_API_URL=${service.url}`,
    `  SPEECH_API_KEY=${service.apiKey}`,
    ...FLITE_VOICES.map((name) => `  voice ${name.padEnd(5)} ${service.voices[name]}`),
    `  recognition ${service.recognizes ? 'PocketSphinx, English' : `off. ${INSTALL_HINT}`}`,
    `  recordings ${service.readsEverything ? 'all that ffmpeg reads' : `WAV, mp3 and Ogg Opus. ${FFMPEG_HINT}`}`,
    `  faults ${service.url}${PLAYGROUND_PATH}/faults`,
    'Ctrl+C ends it.',
  ].join('\n');
}

function explain(error: unknown, port: number): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE') return `Port ${port} is taken: choose another with --port, or 0 for a free one.`;
  return `The local speech service cannot start: ${error instanceof Error ? error.message : String(error)}`;
}

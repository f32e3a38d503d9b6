import { opusImplementation } from '@mynah/opus/opus-codec';
import {
  FREE_TTS_MODEL,
  isLiveModel,
  RETIRING_TTS_MODEL,
  TTS_FALLBACK_MODEL,
  TTS_MODELS,
} from '@mynah/speech-wire/wire';
import { linkSignals } from '../../concurrency/async.ts';
import { type Config, withoutSecrets } from '../../config.ts';
import type { Logger } from '../../log/log.ts';
import { createProxyRoutes } from '../../proxy/proxy-routes.ts';
import { connectLive } from '../../speech/live/live-connection.ts';
import { type Credit, checkContext, checkCredit, checkKey } from '../../speech/service-checks.ts';
import { SpeechError } from '../../speech/speech-error.ts';
import { createSpeechService, type SpeechService } from '../../speech/speech-service.ts';
import { DEFAULT_TIMINGS } from '../../speech/speech-timings.ts';
import { retirementOf } from '../../voice-models/retirement.ts';
import { noteOfRetirement } from '../retiring-model.ts';
import { type SpeechProblem, speechProblemOf } from '../speech-check.ts';
import { standingOf } from '../speech-model.ts';
import { checkTranscriptionModel } from '../transcription-model.ts';
import { proxyVariables, speechOptions } from '../voice-thread-data.ts';
import { type Check, type Finding, failed, ok, warning } from './checks.ts';

/** No request is repeated: the operator waits. */
const REQUEST_TIMEOUT_MS = 8_000;

/** The checks of the speech service. None of them is billed. `parts` closes the client. */
export function speechChecks(config: Config, parts: AsyncDisposableStack, log: Logger): Check[] {
  const { apiUrl, model, asrModel, defaultVoiceId, format } = config.speech;
  const speech = parts.adopt(createSpeechService({ ...speechOptions(config), log }), (made) => made.close());
  const asking = (name: string, purpose: string, run: Check['run'], needs = ['speech key']): Check => ({
    ...{ name, purpose, needs, run: callService(run, model) },
  });
  return [
    asking('speech key', 'speaks and transcribes on your account', findKey(speech, apiUrl), []),
    asking('speech credit', 'pays for it', async (signal) =>
      explainCredit(await checkCredit(speech, model, signal), model),
    ),
    { name: 'speech model', purpose: 'decides on quality and price', run: () => checkModel(model) },
    {
      name: 'transcription model',
      purpose: 'writes captions and transcripts',
      run: () => checkTranscriptionModel(asrModel),
    },
    asking('speech voice', 'speaks unless another is chosen', (signal) => checkVoice(speech, defaultVoiceId, signal)),
    asking('speech stream', 'lets speech start early', (signal) => checkStream(config, signal)),
    { name: 'speech format', purpose: 'what the service sends', run: () => checkFormat(format) },
  ];
}

/** Runs a check with a deadline of its own, and explains the service's failures to those who use this speech model. */
function callService(run: Check['run'], model: string): Check['run'] {
  return async (signal) => {
    using limited = linkSignals([signal], {
      afterMs: REQUEST_TIMEOUT_MS,
      reason: () => new SpeechError('SPEECH_TIMEOUT', 'no answer in time'),
    });
    try {
      return await run(limited.signal);
    } catch (error) {
      if (!(error instanceof SpeechError)) throw error;
      const problem = speechProblemOf(error, model);
      return failed(`not usable (${reasonOf(problem)})`, problem.proxy?.advice ?? problem.advice);
    }
  };
}

function findKey(speech: SpeechService, apiUrl: string): Check['run'] {
  return async (signal) => {
    const total = await checkKey(speech, signal);
    return ok(`accepted by ${new URL(apiUrl).origin}, ${total ?? 'some'} voices on the account`);
  };
}

const TOP_UP = "top up the API credit of the speech service, which is separate from the platform's credit";

function explainCredit(credit: Credit, model: string): Finding {
  switch (credit.kind) {
    case 'unknown':
      return ok('the service has no wallet that can be read');
    case 'left':
      return ok(credit.amount);
    case 'speech-only':
      return warning(
        `${credit.amount}: enough to speak with ${model}, but not for captions, /transcribe or another model`,
        TOP_UP,
      );
    case 'used-up':
      return failed(
        `${credit.amount}: used up`,
        `${TOP_UP}, or set SPEECH_MODEL=${FREE_TTS_MODEL} to speak without credit; captions and /transcribe stay off`,
      );
  }
}

function checkModel(model: string): Finding {
  const standing = standingOf(model);
  switch (standing) {
    case 'known':
      return ok(model);
    case 'retires':
    case 'retired': {
      const from = standing === 'retires' ? 'from then on the service' : 'the service';
      return warning(
        `${noteOfRetirement(RETIRING_TTS_MODEL).words}: ${from} uses and bills ${TTS_FALLBACK_MODEL}`,
        `set SPEECH_MODEL=${TTS_FALLBACK_MODEL}`,
      );
    }
    case 'unknown':
      return warning(
        `${withoutSecrets(model) ?? 'the name (not shown)'} is not a known model: unless it is new, the service uses and bills ${TTS_FALLBACK_MODEL}`,
        `set SPEECH_MODEL to one of ${TTS_MODELS.join(', ')}`,
      );
  }
}

async function checkVoice(
  { voices }: SpeechService,
  voiceId: string | undefined,
  signal: AbortSignal,
): Promise<Finding> {
  if (voiceId === undefined) return ok("the service's default voice");
  try {
    const voice = await voices.get(voiceId, checkContext(signal));
    const { title, state } = voice;
    if (state !== 'trained') {
      return warning(`${title} (${voiceId}) is ${state}`, 'wait until it is trained, or set another SPEECH_VOICE_ID');
    }
    const retirement = retirementOf(voice);
    if (retirement === undefined) return ok(`${title} (${voiceId})`);
    const when = retirement.atMs === undefined ? 'soon' : `on ${new Date(retirement.atMs).toISOString().slice(0, 10)}`;
    return warning(`the service removes ${title} (${voiceId}) ${when}`, 'set another SPEECH_VOICE_ID before that');
  } catch (error) {
    if (!(error instanceof SpeechError) || error.code !== 'SPEECH_NOT_FOUND') throw error;
    return failed(`${voiceId} does not exist`, 'set SPEECH_VOICE_ID to the id of a voice, or empty it');
  }
}

/** Opens the socket and closes it: nothing is spoken. Without it, texts are requested one by one, which starts later. */
async function checkStream(config: Config, signal: AbortSignal): Promise<Finding> {
  const { wsUrl, apiKey, model } = config.speech;
  if (!isLiveModel(model)) return ok('not used: it does not serve the model');
  const proxy = proxyVariables(config);
  const routes = proxy && createProxyRoutes(proxy);
  const { liveHandshakeMs: handshakeMs, probeMs } = DEFAULT_TIMINGS;
  const endpoint = { wsUrl, apiKey: apiKey.reveal(), model, routes, handshakeMs, probeMs };
  try {
    const socket = await connectLive(endpoint, { signal, onAnswer: () => undefined });
    socket.terminate();
    return ok(`${new URL(wsUrl).origin} opens`);
  } catch (error) {
    if (!(error instanceof SpeechError)) throw error;
    const problem = speechProblemOf(error, model);
    return warning(
      `does not open (${reasonOf(problem)}): speech starts later`,
      problem.proxy?.advice ?? 'check SPEECH_WS_URL and proxies on the way',
    );
  }
}

function reasonOf({ code, cause, proxy }: SpeechProblem): string {
  if (proxy !== undefined) return proxy.message;
  return cause === undefined ? code : `${code}, ${cause}`;
}

function checkFormat(format: Config['speech']['format']): Finding {
  if (format === 'opus') return ok('opus, passed on unchanged');
  const found = `${format}, which is converted with ${opusImplementation()}`;
  return warning(found, 'set SPEECH_TTS_FORMAT=opus unless the service lacks it: it costs no processor time');
}

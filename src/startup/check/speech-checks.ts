import { opusImplementation } from '../../audio/opus/opus-codec.ts';
import { linkSignals } from '../../concurrency/async.ts';
import { type Config, withoutSecrets } from '../../config.ts';
import type { Logger } from '../../log/log.ts';
import { createProxyRoutes } from '../../proxy/proxy-routes.ts';
import type { CallContext } from '../../speech/call-context.ts';
import { connectLive } from '../../speech/live/live-connection.ts';
import { SpeechError } from '../../speech/speech-error.ts';
import { createSpeechService, type SpeechService } from '../../speech/speech-service.ts';
import { DEFAULT_TIMINGS } from '../../speech/speech-timings.ts';
import { FREE_TTS_MODEL, isLiveModel, RETIRING_TTS_MODEL, TTS_FALLBACK_MODEL, TTS_MODELS } from '../../speech/wire.ts';
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
  const { speech: settings } = config;
  const speech = parts.adopt(createSpeechService({ ...speechOptions(config), log }), (made) => made.close());
  const needs = ['speech key'];
  const calling = (run: (context: CallContext) => Promise<Finding>) => callService(run, settings.model);
  return [
    {
      name: 'speech key',
      purpose: 'speaks and transcribes on your account',
      run: calling((context) => checkKey(speech, settings.apiUrl, context)),
    },
    {
      name: 'speech credit',
      purpose: 'pays for it',
      needs,
      run: calling((context) => checkCredit(speech, settings.model, context)),
    },
    { name: 'speech model', purpose: 'decides on quality and price', run: () => checkModel(settings.model) },
    {
      name: 'transcription model',
      purpose: 'writes captions and transcripts',
      run: () => checkTranscriptionModel(settings.asrModel),
    },
    {
      name: 'speech voice',
      purpose: 'speaks unless another is chosen',
      needs,
      run: calling((context) => checkVoice(speech, settings.defaultVoiceId, context)),
    },
    {
      name: 'speech stream',
      purpose: 'lets speech start early',
      needs,
      run: calling((context) => checkStream(config, context.signal)),
    },
    { name: 'speech format', purpose: 'what the service sends', run: () => checkFormat(settings.format) },
  ];
}

/** Runs a check with a deadline of its own, and explains the service's failures to those who use this speech model. */
function callService(run: (context: CallContext) => Promise<Finding>, model: string): Check['run'] {
  return async (signal) => {
    using limited = linkSignals([signal], {
      afterMs: REQUEST_TIMEOUT_MS,
      reason: () => new SpeechError('SPEECH_TIMEOUT', 'no answer in time'),
    });
    try {
      return await run({ tenant: 'operator', priority: 'listings', retries: false, signal: limited.signal });
    } catch (error) {
      if (!(error instanceof SpeechError)) throw error;
      const problem = speechProblemOf(error, model);
      return failed(`not usable (${reasonOf(problem)})`, problem.proxy?.advice ?? problem.advice);
    }
  };
}

async function checkKey({ voices }: SpeechService, apiUrl: string, context: CallContext): Promise<Finding> {
  const { total } = await voices.list({ self: true, pageSize: 1 }, context);
  return ok(`accepted by ${new URL(apiUrl).origin}, ${total ?? 'some'} voices on the account`);
}

const TOP_UP = "top up the API credit of the speech service, which is separate from the platform's credit";

async function checkCredit(speech: SpeechService, model: string, context: CallContext): Promise<Finding> {
  const credit = await speech.credit(context).catch((error: unknown) => {
    // The wallet is optional: one that cannot be read keeps nobody from speaking.
    if (error instanceof SpeechError && error.code === 'SPEECH_MALFORMED_ANSWER') return undefined;
    throw error;
  });
  if (credit === undefined) return ok('the service has no wallet that can be read');
  if (Number(credit) > 0) return ok(credit);
  return model === FREE_TTS_MODEL
    ? warning(`${credit}: enough to speak with ${model}, but not for captions, /transcribe or another model`, TOP_UP)
    : failed(
        `${credit}: used up`,
        `${TOP_UP}, or set SPEECH_MODEL=${FREE_TTS_MODEL} to speak without credit; captions and /transcribe stay off`,
      );
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
  context: CallContext,
): Promise<Finding> {
  if (voiceId === undefined) return ok("the service's default voice");
  try {
    const voice = await voices.get(voiceId, context);
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

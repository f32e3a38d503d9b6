import { expect, test } from 'vitest';
import { createLogger } from '../../../../src/log/log.ts';
import { type AsrDialect, createAsrDialects } from '../../../../src/speech/asr/asr-dialects.ts';
import { codeOfStatus, SpeechError } from '../../../../src/speech/speech-error.ts';

const refusal = (status: number, serviceCode?: string) =>
  new SpeechError(codeOfStatus(status), 'refused', { status, serviceCode });

/** A service that answers each dialect so; `undefined` is a transcript. */
function start(answers: Partial<Record<AsrDialect, SpeechError>>) {
  const dialects = createAsrDialects('transcribe-1-pro', createLogger('silent'));
  const sent: AsrDialect[] = [];
  const send = async (): Promise<void> => {
    const answer = dialects.send(async (dialect) => {
      sent.push(dialect);
      if (answers[dialect] !== undefined) throw answers[dialect];
    });
    await answer.catch(() => undefined);
  };
  return { send, sent, answers };
}

test.each([
  ['503', refusal(503)],
  ['429', refusal(429)],
  ['silence', new SpeechError('SPEECH_TIMEOUT', 'silent')],
  ['audio_too_short', refusal(400, 'audio_too_short')],
])('a smaller dialect that fails with %s has been understood: the larger one is not sent again', async (_, named) => {
  const { send, sent } = start({ pro: refusal(400), named });
  await send();
  await send();
  expect(sent).toEqual(['pro', 'named', 'named']);
});

test('what failed for another reason was not accepted: the smallest dialect is still tried', async () => {
  const { send, sent, answers } = start({ pro: refusal(400), named: refusal(503) });
  await send();
  answers.named = refusal(400);
  await send();
  await send();
  expect(sent).toEqual(['pro', 'named', 'named', 'plain', 'plain']);
});

test.each([
  ['was not reached', new SpeechError('SPEECH_CONNECTION', 'gone')],
  ['refused the account', refusal(402)],
])('a smaller dialect says nothing where the service %s', async (_, named) => {
  const { send, sent } = start({ pro: refusal(400), named });
  await send();
  await send();
  expect(sent).toEqual(['pro', 'named', 'pro', 'named']);
});

test.each(['payload_too_large', 'request_too_large', 'file_too_large'])(
  'a request that is refused as %s is not uploaded again',
  async (code) => {
    const { send, sent } = start({ pro: refusal(400, code) });
    await send();
    expect(sent).toEqual(['pro']);
  },
);

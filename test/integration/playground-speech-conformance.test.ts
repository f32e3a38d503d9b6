/**
 * The local speech service, and the bot's client of it, against the service's own examples and types, entry by entry: the
 * file `conformance.json` beside the repository. Without it, these tests are skipped.
 */
import { encode } from '@msgpack/msgpack';
import { startLocalSpeech } from '@mynah/local-speech/local-speech';
import type { LocalSpeech } from '@mynah/local-speech/local-speech-api';
import { writeWav } from '@mynah/pcm/wav';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf, valuesOf } from '../support/conformance.ts';
import { createMadeRecognizer } from '../support/made-recognizer.ts';
import { call, toForm } from '../support/speech-client.ts';
import {
  clientOf,
  conformance,
  type Described,
  entry,
  expectRefusals,
  isFileThere,
  named,
  type Refusals,
  SKIPPED,
  withKnownVoices,
  withService,
} from './conformance-fixture.ts';
import { context } from './speech-fixture.ts';

const FORM = {
  type: 'tts',
  title: 'My voice',
  train_mode: 'fast',
  voices: writeWav(new Int16Array(24_000), 16_000, 1),
};
const PICTURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47);
const TEXT = 'Hi there.';

describe.skipIf(!isFileThere)(`the speech service (${SKIPPED})`, () => {
  let service: LocalSpeech;
  beforeAll(async () => {
    service = await startLocalSpeech({ recognizer: createMadeRecognizer() });
  });
  afterEach(() => {
    service.faults.clear();
    service.voiceSwitches.shapeLists({});
  });
  afterAll(() => service.close());

  const tts = (json: unknown, headers = {}): Promise<Response> => call(service, '/v1/tts', { json, headers });
  it('has an entry for nothing that is not tried here', () => {
    expect(Object.keys(conformance)).toEqual([
      ...['POST /v1/tts', 'WS /v1/tts/live', 'WS /v1/tts/live/with-timestamp audio'],
      ...['POST /v1/tts/stream/with-timestamp data', 'POST /v1/asr', 'ModelEntity', 'GET /model', 'POST /model'],
      ...['PATCH /model/{id}', 'DELETE /model/{id}', 'GET /wallet/self/api-credit', 'POST /v1/voice-design'],
    ]);
  });

  describe('POST /v1/tts', () => {
    it('answers the examples with audio, in pieces', async () => {
      for (const example of entry('POST /v1/tts')['request_examples'] as Described[]) {
        const response = await tts(withKnownVoices(example, service));
        expect(response.status, JSON.stringify(example)).toBe(200);
        expect(response.headers.get('transfer-encoding')).toBe('chunked');
        expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100);
      }
    });

    it('accepts every field, at the ends of its range', async () => {
      const fields = entry('POST /v1/tts')['request_fields'] as Described;
      const { 'prosody?': prosody, ...others } = fields;
      const bodies = [
        ...mergedVariants(others),
        ...mergedVariants(prosody as Described).map((inner) => ({ prosody: inner })),
      ];
      expect(bodies.length).toBeGreaterThan(5);
      for (const body of bodies) {
        const response = await tts({ text: TEXT, ...body });
        expect(response.status, JSON.stringify(body)).toBe(200);
        await response.arrayBuffer();
      }
    });

    it('has the legal rates of each format, and no others', async () => {
      for (const [formats, rates] of Object.entries(entry('POST /v1/tts')['legal_rates'] as Described)) {
        for (const format of formats.split(',')) {
          for (const sample_rate of [...(rates as number[]), 22_050]) {
            const response = await tts({ text: TEXT, format, sample_rate });
            expect(response.status, `${format} ${sample_rate}`).toBe(sample_rate === 22_050 ? 400 : 200);
            await response.arrayBuffer();
          }
        }
      }
    });

    it('refuses as was measured', async () => {
      const spoken = { text: TEXT };
      const asked = new Map<string, () => Promise<Response>>([
        ['Reference not found', () => tts({ ...spoken, reference_id: 'f'.repeat(32) })],
        ['text: missing field', () => tts({ format: 'mp3' })],
        ['text: unknown variant', () => tts({ ...spoken, format: 'flac' })],
        ['Invalid sample rate 22050 for format audio/mpeg.', () => tts({ ...spoken, sample_rate: 22_050 })],
        ['speed must be in [0.5, 2.0]', () => tts({ ...spoken, prosody: { speed: 3 } })],
        ['Invalid Token', () => tts(spoken, { authorization: 'Bearer wrong' })],
        [
          'Insufficient API credit.',
          () => withService({ credit: '0' }, (poor) => call(poor, '/v1/tts', { json: spoken })),
        ],
        ['422', () => tts({ ...spoken, chunk_length: 5 })],
        [
          '429',
          () => {
            service.faults.add({ endpoint: 'tts', times: 1, status: 429 });
            return tts(spoken);
          },
        ],
        [
          '503',
          () => {
            service.faults.add({ endpoint: 'tts', times: 1, status: 503 });
            return tts(spoken);
          },
        ],
      ]);
      await expectRefusals(entry('POST /v1/tts')['refusals_measured'] as Refusals, asked);
    });
  });

  it.each(['POST /v1/tts/stream/with-timestamp data', 'POST /v1/voice-design'])(
    '%s is what it has not, which hides the feature',
    async (name) => {
      const [, path = ''] = /^POST (\S+)/.exec(name) ?? [];
      expect((await call(service, path, { json: {} })).status).toBe(404);
    },
  );

  describe('POST /v1/asr', () => {
    const audio = writeWav(new Int16Array(16_000), 16_000, 1);
    const asr = (fields: Parameters<typeof toForm>[0], headers = {}, target = service): Promise<Response> =>
      call(target, '/v1/asr', { form: toForm(fields), headers });

    it.each(['transcribe-1', 'transcribe-1-pro'])(
      'takes a form and MessagePack, and answers as in an example (%s)',
      async (model) => {
        const { multipart, msgpack, answers } = entry('POST /v1/asr') as Record<string, Described>;
        const bodies = [
          { audio },
          ...Object.keys({ ...multipart, ...msgpack })
            .filter((name) => name !== 'audio')
            .map((name) => ({ audio, [name.replace('?', '')]: name === 'language?' ? 'en' : 'false' })),
        ];
        for (const body of bodies) {
          const packed = { ...body, ...('ignore_timestamps' in body && { ignore_timestamps: false }) };
          for (const send of [() => asr(body, { model }), () => postMessagePack(service, packed, model)]) {
            const response = await send();
            const answer: unknown = await response.json();
            expect(response.status, JSON.stringify(answer)).toBe(200);
            const faults = (answers as unknown as Described[]).map((example) => faultsOf(answer, example));
            expect(faults).toContainEqual([]);
          }
        }
      },
    );

    it('refuses as described', async () => {
      const asked = new Map<string, () => Promise<Response>>([
        [
          '400',
          () =>
            withService({ asrLimits: { maxDurationMs: 500, minDurationMs: 1 } }, (short) => asr({ audio }, {}, short)),
        ],
        [
          '<html>',
          () => {
            service.faults.add({ endpoint: 'asr', times: 1, status: 413, body: 'html' });
            return asr({ audio });
          },
        ],
        ['415', () => call(service, '/v1/asr', { json: {}, headers: { 'content-type': 'text/plain' } })],
        [
          '429',
          () => {
            service.faults.add({ endpoint: 'asr', times: 1, status: 429 });
            return asr({ audio });
          },
        ],
        [
          '503',
          () => {
            service.faults.add({ endpoint: 'asr', times: 1, status: 503 });
            return asr({ audio });
          },
        ],
      ]);
      await expectRefusals(entry('POST /v1/asr')['refusals'] as Refusals, asked);
    });
  });

  describe('/model', () => {
    const create = async (fields: Parameters<typeof toForm>[0] = {}): Promise<Described> => {
      const response = await call(service, '/model', { form: toForm({ ...FORM, ...fields }) });
      expect(response.status).toBe(201);
      return (await response.json()) as Described;
    };
    const read = async (path: string): Promise<Described> => {
      const response = await call(service, path);
      expect(response.status, path).toBe(200);
      return (await response.json()) as Described;
    };

    it('POST takes every field of the form, and answers with an entity', async () => {
      const { multipart, answer } = entry('POST /model') as { multipart: Described; answer: [number, string] };
      const { 'visibility?': visibility, ...others } = multipart;
      const formOf = (name: string): Parameters<typeof toForm>[0] => {
        if (name === 'cover_image') return { cover_image: PICTURE };
        const [value = 'words'] = valuesOf(String(multipart[`${name}?`] ?? multipart[name]));
        return { [name]: String(value) };
      };
      const given = { type: true, title: true, train_mode: true, voices: true };
      const extras = Object.keys(others)
        .map((name) => name.replace('?', ''))
        .filter((name) => !(name in given));
      for (const fields of [{}, ...extras.map(formOf)]) {
        expect(faultsOf(await create(fields), answer[1], { named })).toEqual([]);
      }
      for (const asked of valuesOf(String(visibility)) as string[]) {
        const document = await create({ visibility: asked, cover_image: PICTURE });
        expect(faultsOf(document, answer[1], { named })).toEqual([]);
        // "visibility may be private although public was asked".
        expect(document['visibility']).toBe(asked === 'public' ? 'private' : asked);
      }
      expect(await create()).toMatchObject({ visibility: 'private' });
    });

    it('GET takes every filter, and answers with a page of entities', async () => {
      const { query, answer, measured_empty: empty } = entry('GET /model') as Record<string, Described>;
      await create();
      const queries = Object.entries(query ?? {}).flatMap(([name, as]) => {
        const values = valuesOf(String(as));
        const found = String(as).startsWith('>=') ? [1] : values.length === 0 ? ['en'] : values;
        return found.map((value) => `${name.replace('?', '')}=${String(value)}`);
      });
      expect(queries.length).toBeGreaterThan(12);
      for (const each of ['', ...queries, 'tag=male&tag=american', 'language=en&language=de']) {
        expect(faultsOf(await read(`/model?${each}`), answer, { named }), each).toEqual([]);
      }
      expect(await read('/model?title=nobody%20at%20all')).toMatchObject(empty ?? {});
      expect((await call(service, '/model?page_size=101')).status).toBe(422);
    });

    it('GET by its id gives an entity, also of a voice that is licensed, to be removed, or taken down', async () => {
      const own = String((await create({ generate_sample: 'true' }))['_id']);
      const signed = service.voiceSwitches.addOthers({ title: 'Signed', isLicensed: true });
      for (const release of ['released', 'retiring']) {
        const times = { pvc_released_at: '2026-11-20T12:00:00Z', pvc_retire_effective_at: '2027-02-01T00:00:00Z' };
        service.voiceSwitches.reshape(signed, { pvc_release_state: release, pvc_notice_period_months: 3, ...times });
        expect(faultsOf(await read(`/model/${signed}`), 'ModelEntity', { named })).toEqual([]);
      }
      for (const category of ['dmca', 'policy'] as const) {
        service.voiceSwitches.takeDown(own, true, category);
        const document = await read(`/model/${own}`);
        expect(document).toMatchObject({ takedown_category: category });
        expect(faultsOf(document, 'ModelEntity', { named })).toEqual([]);
      }
    });

    it('PATCH changes what it is sent, and DELETE ends in 404', async () => {
      const id = String((await create())['_id']);
      const { json, answer } = entry('PATCH /model/{id}') as { json: Described; answer: [number] };
      expect((await call(service, `/model/${id}`, { method: 'PATCH', json })).status).toBe(answer[0]);
      expect(await read(`/model/${id}`)).toMatchObject(json);
      const [status] = entry('DELETE /model/{id}')['answer'] as [number];
      expect((await call(service, `/model/${id}`, { method: 'DELETE' })).status).toBe(status);
      expect((await call(service, `/model/${id}`)).status).toBe(404);
    });

    const audio = { filename: 'a.wav', duration_ms: 1, language: 'en' };
    const times = { created_at: '2026-11-20T12:00:00Z', updated_at: '2026-11-20T12:00:00Z' };
    const survivable: Readonly<Record<string, Described>> = {
      'one item with duration_ms 1234.5': { quality: { ...times, audios: [{ ...audio, duration_ms: 1234.5 }] } },
      'one with quality without audios': { quality: times },
      'one with quality null': { quality: null },
      'one with samples of other fields': { samples: [{ url: 'a.mp3', words: ['x'] }] },
      'one with quality.audios[0].quality {"verdict":"good"}': {
        quality: { ...times, audios: [{ ...audio, quality: { verdict: 'good' } }] },
      },
      'one with an unknown train_mode': { train_mode: 'slow' },
      'a 4,000-character cover_image': { cover_image: `https://x.example/${'a'.repeat(4_000)}` },
    };

    it('has nothing to survive that is not tried here', () => {
      expect(Object.keys(survivable)).toEqual(entry('ModelEntity')['must_survive_in_a_page_of_ten']);
    });

    it.each(Object.entries(survivable))(
      'our client survives %s, in a page of ten, by its id and created',
      async (what, odd) => {
        const ids = Array.from({ length: 10 }, () => service.voiceSwitches.addOthers({ title: `Ten ${what}` }));
        const [id = ''] = ids;
        service.voiceSwitches.reshape(id, odd);
        const { voices } = clientOf(service);
        const { items, odd: unreadable } = await voices.list(
          { title: `Ten ${what}`, pageSize: 10 },
          context('listings'),
        );
        expect(items.map(({ _id }) => _id).toSorted()).toEqual(ids.toSorted());
        expect(unreadable).toEqual([]);
        expect(await voices.get(id, context('listings'))).toMatchObject({ _id: id, state: 'trained' });
        service.faults.add({ endpoint: 'model', times: 1, document: odd });
        const recording = { bytes: FORM.voices, filename: 'a.wav' };
        const made = { title: 'Made', visibility: 'private', voices: [recording] } as const;
        expect(await voices.create(made, context('files'))).toMatchObject({ title: 'Made', state: 'trained' });
      },
    );
  });

  describe('GET /wallet/self/api-credit', () => {
    const described = (): Described => {
      const { measured: _, ...fields } = entry('GET /wallet/self/api-credit');
      return fields;
    };

    it('gives a wallet', async () => {
      const wallet: unknown = await (await call(service, '/wallet/self/api-credit')).json();
      expect(faultsOf(wallet, described(), { meaning: 'types' })).toEqual([]);
    });

    it('gives one without credit, as it was measured, which our client reads as a plain number', async () => {
      const { measured } = entry('GET /wallet/self/api-credit');
      const credits = await Promise.all(
        ['0', '0E-10'].map((credit) =>
          withService({ credit }, async (poor) => {
            const wallet: unknown = await (await call(poor, '/wallet/self/api-credit')).json();
            expect(wallet).toMatchObject({ ...(measured as Described), credit });
            return clientOf(poor).credit(context('listings'));
          }),
        ),
      );
      expect(credits).toEqual(['0', '0']);
    });
  });
});

/** As few objects as have each legal value of each field. */
function mergedVariants(fields: Described): Described[] {
  const all = Object.entries(fields).flatMap(([name, as]) => {
    const values = valuesOf(String(as));
    return values.length === 0 ? [] : [{ name: name.replace('?', ''), values }];
  });
  const most = Math.max(...all.map(({ values }) => values.length));
  return Array.from({ length: most }, (_, index) =>
    Object.fromEntries(all.map(({ name, values }) => [name, values[index % values.length]])),
  );
}

function postMessagePack({ url, apiKey }: LocalSpeech, fields: object, model: string): Promise<Response> {
  return fetch(`${url}/v1/asr`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/msgpack', model },
    body: Uint8Array.from(encode(fields)),
  });
}

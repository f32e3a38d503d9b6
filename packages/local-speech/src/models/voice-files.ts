import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { VISIBILITIES } from '@mynah/speech-wire/wire';
import { z } from 'zod';

/** A custom voice model as stored. The rest of its document is computed. */
const storedModelSchema = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  title: z.string(),
  description: z.string(),
  visibility: z.enum(VISIBILITIES),
  tags: z.array(z.string()),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
  defaultText: z.string(),
  hasSample: z.boolean(),
  recordings: z.array(z.object({ filename: z.string(), durationMs: z.int(), loudnessDb: z.number() })),
  /** Base64 of the image. */
  cover: z.object({ contentType: z.string(), base64: z.string() }).optional(),
  training: z.object({
    durationMs: z.number(),
    /** The fault found with the recordings; when set, the training ends as `failed`. */
    failsBecause: z.string().optional(),
  }),
});
export type StoredModel = z.output<typeof storedModelSchema>;

/** Storage of voice models. */
export interface VoiceFiles {
  load(): Promise<StoredModel[]>;
  save(model: StoredModel): Promise<void>;
  remove(id: string): Promise<void>;
}

/** Stores one JSON file per voice in `folder`, each written atomically; without a folder, stores nothing. */
export function createVoiceFiles(folder: string | undefined): VoiceFiles {
  if (folder === undefined) {
    return { load: async () => [], save: async () => undefined, remove: async () => undefined };
  }
  const fileOf = (id: string): string => join(folder, `${id}.json`);
  return {
    async load() {
      await mkdir(folder, { recursive: true });
      const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
      return await Promise.all(names.map((name) => read(join(folder, name))));
    },
    async save(model) {
      const temporary = `${fileOf(model.id)}.${crypto.randomUUID()}.tmp`;
      await writeFile(temporary, JSON.stringify(model));
      await rename(temporary, fileOf(model.id));
    },
    remove: (id) => rm(fileOf(id), { force: true }),
  };
}

async function read(path: string): Promise<StoredModel> {
  const result = storedModelSchema.safeParse(JSON.parse(await readFile(path, 'utf8')));
  if (!result.success) throw new Error(`${path} is not a voice of the local speech service.`, { cause: result.error });
  return result.data;
}

import { z } from 'zod';

/** A server's settings of captions. */
export const CAPTION_SETTINGS = z.object({
  /**
   * `opt-out`: everyone is captioned except people who opted out. `opt-in`: only people who opted in, also where the setting
   * cannot be read.
   */
  consent: z.enum(['opt-out', 'opt-in']).default('opt-out').meta({ unreadable: 'opt-in' }),
  /** A code of the speech service; `undefined` to detect the language. */
  language: z.string().min(1).max(35).optional(),
  /** Transcripts are deleted after this many days. */
  retentionDays: z.int().min(1).max(3_650).default(30),
  captionBots: z.boolean().default(false),
  /** What `/captions start` does unless its options say otherwise. */
  interim: z.boolean().default(true),
  /** Whether captions show sounds such as `[laughter]`. */
  soundCues: z.boolean().default(false),
});

export type CaptionSettings = Readonly<z.output<typeof CAPTION_SETTINGS>>;

/** What applies to a server that has set nothing. */
export const DEFAULT_CAPTION_SETTINGS: CaptionSettings = CAPTION_SETTINGS.parse({});

/** The settings of servers, as captions need them. Rejects with MynahError STORE_UNAVAILABLE or STORE_FAILED. */
export interface CaptionSettingsSource {
  of(guildId: string): Promise<{ readonly captions: CaptionSettings }>;
  /** Those of every server that has set something, also of servers that another process serves: by guild id. */
  partOfAll(part: 'captions'): Promise<ReadonlyMap<string, CaptionSettings>>;
}

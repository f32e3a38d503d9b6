/** The part of webvtt-parser that is used here; it comes without types. */
declare module 'webvtt-parser' {
  interface CueNode {
    readonly type?: 'text' | 'object';
    /** Name of a tag. */
    readonly name?: string;
    /** Of a text its characters, of a `v` tag its annotation, which is left escaped. */
    readonly value?: string;
    readonly children?: readonly CueNode[];
  }
  interface ParsedWebVtt {
    /** Times in seconds. */
    readonly cues: readonly { readonly startTime: number; readonly endTime: number; readonly tree: CueNode }[];
    readonly errors: readonly { readonly message: string; readonly line: number }[];
  }
  export class WebVTTParser {
    /** `entities` maps `&name;` to what it stands for. */
    constructor(entities: Readonly<Record<string, string>>);
    parse(file: string, mode: 'subtitles'): ParsedWebVtt;
  }
}

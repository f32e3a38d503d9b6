// Loaded into the bot's process before the bot: final captions ask the service for timestamps, which they don't need.
import { registerHooks } from 'node:module';

const FILE = '/src/captions/clips/clip-transcription.ts';
const [WITHOUT, WITH] = ['timestamps: false', 'timestamps: true'];

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith(FILE)) return loaded;
    const source = Buffer.from(loaded.source).toString();
    if (!source.includes(WITHOUT)) throw new Error(`${FILE} has no “${WITHOUT}”`);
    return { ...loaded, source: source.replace(WITHOUT, WITH) };
  },
});

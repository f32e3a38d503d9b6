/** Mynah as it runs after a change: from its sources instead of the bundle. */
import { launch } from '../src/launch.ts';

await launch(process.argv.slice(2));

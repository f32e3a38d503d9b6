/**
 * Who may import whom. `npm run check` holds every file to this table, type-only imports included; a file without a row fails too.
 */

/** Each row may import the rows below it, never its neighbours or a row above. */
const LAYERS = [
  ['commands/'],
  ['src/discord/'],
  ['src/settings/'],
  [
    ...['src/budgets/', 'src/captions/', 'src/files/', 'src/handover/', 'src/pronunciations/', 'src/reading/'],
    'src/voice-models/',
  ],
  ['src/voice/'],
  ['src/speech/'],
  ['src/audio/', 'src/text/'],
  ['packages/opus/src/', 'packages/pcm/src/', 'packages/speech-wire/src/'],
  ['src/messages/'],
  [
    ...['src/bounded-map.ts', 'src/concurrency/', 'src/errors.ts', 'src/log/', 'src/network-code.ts', 'src/proxy/'],
    ...['src/secret.ts', 'src/snowflake.ts', 'src/telemetry/'],
  ],
];
const FOUNDATION = LAYERS.at(-1);
const PORTS = [
  ...['budgets', 'captions', 'files', 'handover', 'pronunciations', 'reading', 'settings', 'voice-models'].map(
    (room) => `src/${room}/[a-z-]+-ports.ts`,
  ),
  'src/speech/limiter/limiter-ports.ts',
];

/**
 * The rooms of src/discord in their order: each row may import the rows below it, never its neighbours, a row above or the
 * files that put the rooms together, which lie beside them.
 */
const DISCORD_ROOMS = [
  ['doctor', 'inspection', 'privacy', 'voice-messages'],
  ['settings'],
  ['reading'],
  ['captions'],
  ['playback', 'transcription'],
  ['voice-models'],
  ['core'],
  ['interactions'],
  ['client'],
].map((row) => row.map((room) => `src/discord/${room}/`));

/** What is outside the layers, or narrower than its layer, and all that it may import. */
const OTHERS = {
  'src/main.js': ['src/launch.ts', 'src/startup/'],
  'src/main.ts': ['src/main.js'],
  'src/launch.ts': ['src/bot-process.ts', 'src/config.ts', 'src/proxy/', 'src/startup/'],
  'src/bot-process.ts': ['src/', 'commands/', 'packages/opus/src/', 'packages/speech-wire/src/'],
  'src/startup/': ['src/', 'packages/opus/src/', 'packages/speech-wire/src/'],
  'src/voice-thread.ts': [
    'src/voice/',
    'src/speech/',
    'src/audio/',
    'packages/opus/src/',
    'packages/pcm/src/',
    'packages/speech-wire/src/',
    'src/crash-handlers.ts',
    'src/telemetry/open-telemetry.ts',
    ...FOUNDATION,
  ],
  'src/config.ts': ['packages/speech-wire/src/', ...FOUNDATION],
  'src/crash-handlers.ts': FOUNDATION,
  'src/store/': [...PORTS, ...FOUNDATION],
  'src/web/': ['src/captions/overlay/', 'src/messages/', ...FOUNDATION],
  'src/messages/': [],
  ...Object.fromEntries(FOUNDATION.map((file) => [file, FOUNDATION])),
  'packages/opus/src/': [],
  'packages/pcm/src/': [],
  'packages/speech-wire/src/': [],
  'packages/loopback/src/': [],
  'packages/local-speech/src/': [
    'packages/loopback/src/',
    'packages/opus/src/',
    'packages/pcm/src/',
    'packages/speech-wire/src/',
  ],
  'packages/local-speech/test/': ['packages/', 'test/support/'],
  'packages/local-speech/example/': ['packages/local-speech/src/'],
  'packages/local-discord/src/': ['packages/loopback/src/', 'packages/opus/src/'],
  'packages/speech-wire/test/': ['packages/speech-wire/src/'],
  'packages/opus/test/': ['packages/opus/src/', 'test/support/'],
  'packages/local-discord/test/': [
    'packages/local-discord/example/',
    'packages/local-discord/src/',
    'packages/loopback/src/',
    'test/support/',
  ],
  'packages/local-discord/example/': ['packages/local-discord/src/'],
  'packages/pcm/test/': ['packages/pcm/src/', 'test/support/'],
  'playground/': [
    'packages/',
    'src/audio/',
    'src/messages/locales.ts',
    'src/messages/texts.ts',
    'src/proxy/proxy-routes.ts',
    'src/store/data-folder-lock.ts',
    'src/web/page-files.ts',
  ],
  'playground/page/client/': [
    'playground/page/locales/',
    'playground/page/protocol.ts',
    'playground/page/voice-frames.ts',
    'src/messages/locales.ts',
    'src/messages/texts.ts',
  ],
  'src/web/overlay/client/': ['src/web/overlay/overlay-events.ts'],
  'build/': ['src/startup/'],
  'bench/': ['src/', 'packages/', 'playground/', 'test/support/'],
  'test/support/': ['src/', 'packages/', 'playground/'],
  'test/pages/': ['packages/', 'playground/', 'src/', 'test/support/'],
  'test/e2e/': ['packages/', 'playground/', 'test/support/', 'src/audio/', 'src/text/'],
  'test/integration/': ['src/', 'commands/', 'packages/', 'playground/', 'bench/meter/'],
  'test/unit/[^/]+.test.ts': ['src/', 'commands/', 'packages/', 'playground/'],
  'test/unit/deploy/': ['src/startup/bundle.js'],
  'vitest.config.ts': ['test/support/'],
};

/** Packages that only these folders may import. Benchmarks and tests may import any. */
const PACKAGES = {
  'discord.js': ['src/discord/', 'commands/'],
  '@discordjs/builders': ['src/discord/', 'commands/'],
  '@discordjs/core': ['src/discord/', 'commands/'],
  '@discordjs/rest': ['src/discord/', 'commands/'],
  '@discordjs/ws': ['src/discord/', 'commands/'],
  '@discordjs/formatters': ['src/messages/', 'src/discord/', 'commands/'],
  'intl-messageformat': ['src/messages/'],
  '@discordjs/voice': ['src/voice/'],
  '@snazzah/davey': ['src/voice/', 'packages/local-discord/src/'],
  'rate-limiter-flexible': ['src/discord/', 'src/web/'],
  undici: ['src/proxy/', 'src/speech/'],
  ws: ['src/speech/', 'packages/local-(discord|speech)/src/', 'playground/'],
  '@msgpack/msgpack': ['src/speech/', 'packages/local-speech/src/'],
  mediabunny: ['src/audio/'],
  'prism-media': ['packages/opus/src/'],
  '@discordjs/opus': ['packages/opus/src/'],
  opusscript: ['packages/opus/src/'],
  'mpg123-decoder': ['packages/pcm/src/'],
  '@alexanderolsen/libsamplerate-js': ['packages/pcm/src/'],
  amaro: ['src/web/'],
  'prom-client': ['src/web/'],
  '@opentelemetry/[a-z-]+': ['src/telemetry/open-telemetry.ts'],
  preact: ['playground/page/client/'],
  htm: ['playground/page/client/'],
  'discord-markdown-parser': ['playground/page/'],
  open: ['playground/'],
  'any-ascii': ['src/text/'],
  'csv-parse': ['src/text/'],
  'csv-stringify': ['src/text/'],
  kysely: ['src/store/'],
  'better-sqlite3': ['src/store/'],
  pg: ['src/store/'],
};

const layerRows = LAYERS.flatMap((row, index) => row.map((from) => ({ from, to: LAYERS.slice(index + 1).flat() })));
const otherRows = Object.entries(OTHERS).map(([from, to]) => ({ from, to }));
const sourceRows = [...layerRows.filter(({ from }) => !(from in OTHERS)), ...otherRows];
/** Unit tests mirror the source: the tests of a folder may import the folder and what it may import itself. */
const unitRows = sourceRows
  .filter(({ from }) => from.endsWith('/') && !/^(test|packages)[/]/.test(from))
  .map(({ from, to }) => ({ from: `test/unit/${from.replace('src/', '')}`, to: [from, ...to] }));
/** Custom voices are tested with a real SQLite store. */
unitRows.find(({ from }) => from === 'test/unit/voice-models/')?.to.push('src/store/');
/** Lines of the log are told apart by the errors of the speech service, too. */
unitRows.find(({ from }) => from === 'test/unit/log/')?.to.push('src/speech/speech-error.ts');
const rows = [...sourceRows, ...unitRows];

const OURS = '^(src|commands|packages|build|playground|bench|test)/|^vitest[.]config[.]ts$';
/** Tests share what is not a test: support, fixtures and fakes. */
const TEST_HELPERS = '^test/(?!.*[.]test[.]ts$)';
const matching = (paths) => paths.map((path) => `^${path.replaceAll('.', '[.]')}`);

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

export default {
  forbidden: [
    ...rows.map(({ from, to }) => {
      const helpers = from.startsWith('test/unit/') || from === 'test/integration/' ? [TEST_HELPERS] : [];
      const comment = `${from} may import ${['itself', ...to].join(', ')}${helpers.length > 0 ? ', test helpers' : ''}`;
      const allowed = [...matching([from, ...to]), ...helpers];
      return forbid('directions', comment, { path: matching([from]) }, { path: OURS, pathNot: allowed });
    }),
    forbid(
      'no-row',
      'Add the file or its folder to the table in .dependency-cruiser.mjs',
      { path: OURS, pathNot: matching(rows.map(({ from }) => from)) },
      {},
    ),
    ...DISCORD_ROOMS.flatMap((row, index) => {
      const below = DISCORD_ROOMS.slice(index + 1).flat();
      return row.map((room) =>
        forbid(
          'discord-rooms',
          'A room of src/discord may import the rooms below it in DISCORD_ROOMS of .dependency-cruiser.mjs',
          { path: matching([room]) },
          { path: '^src/discord/', pathNot: matching([room, ...below]) },
        ),
      );
    }),
    forbid(
      'no-discord-room',
      'Add the folder to DISCORD_ROOMS in .dependency-cruiser.mjs',
      { path: '^src/discord/[^/]+/', pathNot: matching(DISCORD_ROOMS.flat()) },
      {},
    ),
    forbid(
      'store-types-only',
      'The store knows the shapes that its users need, not their code: use `import type`',
      { path: '^src/store/' },
      { path: matching(PORTS), dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'held-discord',
      "End-to-end tests start a Discord with test/support, which holds it to Discord's document",
      { path: '^test/e2e/' },
      {
        path: '^(playground/environment|packages/local-discord/src/local-discord)[.]ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'telemetry-at-start',
      'OpenTelemetry is loaded where a process or thread begins, and only if it is wanted',
      { path: '^(src|commands)/', pathNot: matching(['src/bot-process.ts', 'src/voice-thread.ts', 'src/startup/']) },
      { path: '^src/telemetry/open-telemetry[.]ts$' },
    ),
    ...Object.entries(PACKAGES).map(([name, owners]) =>
      forbid(
        'package-owner',
        `Only ${owners.join(', ')} may import ${name}`,
        { path: '^(src|commands|packages/[^/]+/src|playground)/', pathNot: matching(owners) },
        { path: `^node_modules/(@types/)?${name.replaceAll('.', '[.]')}/` },
      ),
    ),
    forbid(
      'unlisted-package',
      'List the package in package.json: what another package brings may go with its next version',
      // The tests of a package run with what the project lists.
      { path: OURS, pathNot: '^packages/[^/]+/test/' },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
    forbid('unresolvable', 'The file or package does not exist', { path: OURS }, { couldNotResolve: true }),
    forbid(
      'no-dev-dependencies',
      'The container has no devDependencies: move the package to dependencies, or use `import type`',
      { path: '^(src|commands|packages/(opus|pcm|speech-wire)/src)/' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
    forbid('no-cycles', 'Modules must not depend on themselves, not even for a type', {}, { circular: true }),
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};

const { dirname, join } = require('node:path');

/** The path of the compiled codec, by that of the manifest of @discordjs/opus. */
exports.find = (manifest) => join(dirname(manifest), 'prebuild', 'opus.node');

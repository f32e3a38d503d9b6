// Loaded into a process before the program: makes @discordjs/opus unresolvable, as on a machine that could not build it.
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier !== '@discordjs/opus') return nextResolve(specifier, context);
    throw Object.assign(new Error('@discordjs/opus is hidden'), { code: 'MODULE_NOT_FOUND' });
  },
});

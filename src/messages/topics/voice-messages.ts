import type { Language } from '../language.ts';
import type { Texts } from '../text-types.ts';

/** Voice messages that are answered with their text. All of it is public. */
export function voiceMessageMessages(catalogue: Texts['voiceMessages'], { format, names: { command } }: Language) {
  const optOut = command('privacy opt-out');
  return {
    ...catalogue,
    /** Posted in a channel before its voice messages are answered. */
    switchedOn: catalogue.switchedOn({ optOut }),
    /** For managers: names of permissions. */
    missingPermissions: ({ permissions }: { readonly permissions: readonly string[] }) =>
      catalogue.missingPermissions({
        ...format.permissions(permissions),
      }),
  };
}

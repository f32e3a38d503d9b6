import type { Language } from '../language.ts';
import type { Texts } from '../text-types.ts';

/** The name of each setting, and what it does in a line. */
export function settingFields(catalogue: Texts['settings']['fields'], { names: { command, menu } }: Language) {
  const say = command('say');
  return {
    ...catalogue,
    'access.managers': {
      ...catalogue['access.managers'],
      about: catalogue['access.managers'].about({ settings: command('settings') }),
    },
    'access.speak': {
      ...catalogue['access.speak'],
      about: catalogue['access.speak'].about({ say, join: command('join'), Speak: menu('Speak') }),
    },
    'lengths.say': {
      ...catalogue['lengths.say'],
      about: catalogue['lengths.say'].about({ say }),
    },
    'captions.language': {
      ...catalogue['captions.language'],
      about: catalogue['captions.language'].about({ captionsStart: command('captions start') }),
    },
  };
}

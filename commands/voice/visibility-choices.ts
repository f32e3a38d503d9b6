import type { Visibility } from '../../src/speech/wire.ts';

/** What people choose from as a voice's visibility. */
export const VISIBILITY_CHOICES: { name: string; value: Visibility }[] = [
  { name: 'public: in the public list of the speech service (needs a cover)', value: 'public' },
  { name: 'unlist: everybody who has its id', value: 'unlist' },
  { name: 'private: only here', value: 'private' },
];

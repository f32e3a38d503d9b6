import type { Person } from '../../playground/discord/people/person.ts';
import type { PersonVoice } from '../../playground/discord/voice/person-voice-api.ts';
import { type Environment, type EnvironmentOptions, startEnvironment } from '../../playground/environment.ts';
import type { LocalSpeech } from '../../playground/speech/local-speech-api.ts';

/** Longest wait for anything that a test expects to happen. */
const PATIENCE_MS = 30_000;

/** A signal that gives up what a test waits for. */
export function patience(): AbortSignal {
  return AbortSignal.timeout(PATIENCE_MS);
}

/** The bot as a process, with a person in the voice channel Lounge who listens. */
export interface TestSession extends AsyncDisposable {
  readonly house: Environment;
  readonly speech: LocalSpeech;
  readonly ada: Person;
  readonly voice: PersonVoice;
  readonly loungeId: string;
}

/** Starts a house and lets Ada enter the Lounge. Dispose of it at the end. */
export async function openTestSession(options: EnvironmentOptions = {}): Promise<TestSession> {
  const house = await startEnvironment({ signal: patience(), ...options });
  if (house.speech.kind !== 'local') throw new Error('a visit uses the local speech service');
  const ada = house.discord.addPerson({ name: 'Ada' });
  const loungeId = house.discord.guild.channel('Lounge').id;
  const voice = await ada.joinVoice(loungeId, patience());
  return {
    house,
    speech: house.speech.service,
    ada,
    voice,
    loungeId,
    [Symbol.asyncDispose]: async () => {
      await house.close();
    },
  };
}

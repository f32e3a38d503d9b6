import { bold, userMention } from '@discordjs/formatters';
import type { Language } from '../language.ts';
import type { Texts } from '../text-types.ts';

interface Sound {
  /** Sanitized; empty where the voice has none. */
  readonly title: string | undefined;
  readonly speed: number | undefined;
  readonly volumeDb: number | undefined;
}

interface Sounding {
  readonly sound: string;
}

/** How texts write voices. */
export function createVoiceNames({ parts }: Texts['voiceModels']['use'], { format }: Language) {
  /** A title as it is written in texts. */
  const named = (title: string): string => bold(title === '' ? parts.named.withoutTitle : title);
  /** A voice with how fast and loud it speaks; `undefined` for the default voice, and for what nobody chose. */
  const sound = ({ title, speed = 1, volumeDb = 0 }: Sound): string => {
    const name = title === undefined ? parts.sound.byDefault : parts.sound.voice({ title: named(title) });
    const gain = `${volumeDb > 0 ? '+' : ''}${format.number(volumeDb, 2)}`;
    const details = [
      ...(speed === 1 ? [] : [parts.sound.speed({ speed: format.number(speed, 2) })]),
      ...(volumeDb === 0 ? [] : [parts.sound.volume({ gain })]),
    ];
    if (details.length === 0) return name;
    return parts.sound.detailed({ name, details: details.join(parts.sound.separator) });
  };
  return { named, sound };
}

/** The answers to `/voice use`. `sound` is a voice with its speed and volume. */
export function useMessages(catalogue: Texts['voiceModels']['use'], { names: { command } }: Language) {
  const { parts: _, ...own } = catalogue;
  return {
    ...own,
    /** Of somebody else, by a manager. */
    forMember: ({ userId, sound }: Sounding & { readonly userId: string }) =>
      catalogue.forMember({ user: userMention(userId), sound, voiceUse: command('voice use') }),
  };
}

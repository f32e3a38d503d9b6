import type { StartChoice } from './start-choices.ts';

/** Questions remembered per guild; pressing one that was forgotten still says that captions are on. */
const MAX_PER_GUILD = 10;

/** The question that a choice belongs to. */
type QuestionKey = Pick<StartChoice, 'voiceChannelId' | 'startedBy' | 'expiresAtMs'>;

/** The public questions in this process that nobody has confirmed and that haven't expired. */
export interface OpenQuestions {
  /** `overtake` takes the buttons off the question; its failure is ignored. */
  add(guildId: string, question: QuestionKey, overtake: () => Promise<void>): void;
  /** Call it when captions have started in the guild: overtakes all its questions but the one that was `confirmed`. */
  close(guildId: string, confirmed?: QuestionKey): void;
}

interface OpenQuestion {
  readonly key: QuestionKey;
  readonly overtake: () => Promise<void>;
}

/** Creates the questions of all guilds. */
export function createOpenQuestions(): OpenQuestions {
  const byGuild = new Map<string, readonly OpenQuestion[]>();

  const forgetExpired = (): void => {
    for (const [guildId, questions] of byGuild) {
      const open = questions.filter(({ key }) => key.expiresAtMs > Date.now());
      if (open.length === 0) byGuild.delete(guildId);
      else byGuild.set(guildId, open);
    }
  };

  return {
    add: (guildId, key, overtake) => {
      forgetExpired();
      byGuild.set(guildId, [...(byGuild.get(guildId) ?? []), { key, overtake }].slice(-MAX_PER_GUILD));
    },
    close: (guildId, confirmed) => {
      const questions = byGuild.get(guildId) ?? [];
      byGuild.delete(guildId);
      for (const { key, overtake } of questions) {
        const isConfirmed = confirmed !== undefined && isSame(key, confirmed);
        // Who presses it nevertheless learns the same.
        if (!isConfirmed && key.expiresAtMs > Date.now()) void overtake().catch(() => undefined);
      }
    },
  };
}

function isSame(one: QuestionKey, other: QuestionKey): boolean {
  const isSameStart = one.voiceChannelId === other.voiceChannelId && one.startedBy === other.startedBy;
  return isSameStart && one.expiresAtMs === other.expiresAtMs;
}

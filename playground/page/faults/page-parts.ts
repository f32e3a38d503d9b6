import type { Person } from '@mynah/local-discord/people/person';
import type { BotFaults } from '../../bot-faults.ts';
import type { Environment } from '../../environment.ts';
import type { PageParts } from '../ports.ts';
import { createVisitFigures, type VisitFigures } from '../voice/visit-figures.ts';
import { VisitorVoice } from '../voice/visitor-voice.ts';
import { createBotMetrics } from './bot-metrics.ts';
import { createFaultSwitches } from './fault-switches.ts';

/** Visitors whose figures are kept, for tabs that come back. */
const MAX_VISITORS = 100;

/** What the parts are made for: an environment, as far as they need it. */
type PlayedEnvironment = Pick<Environment, 'discord' | 'speech'> & {
  readonly bot: Pick<Environment['bot'], 'httpUrl'> & { readonly faults: Pick<BotFaults, 'endVoiceThreads'> };
};

/** Creates voice, faults and figures of a page. They end with the environment, and with the tabs' own voices. */
export function createPageParts(environment: PlayedEnvironment): PageParts {
  const { discord, speech } = environment;
  const visits = createVisits(environment);
  const metrics = createBotMetrics(() => environment.bot.httpUrl);
  return {
    openVoice: (options) =>
      new VisitorVoice({
        ...options,
        onJoin: (person) => visits.watch(person),
        onSent: (userId) => visits.of(userId).sent(),
        onSpoken: (userId) => visits.of(userId).spoke(),
      }),
    openFaults: (onChange) =>
      createFaultSwitches(
        {
          discord,
          speech: speech.kind === 'local' ? speech.service : undefined,
          endVoiceThreads: () => environment.bot.faults.endVoiceThreads(),
        },
        onChange,
      ),
    openFigures: (visitorId) => {
      const visit = visits.of(visitorId);
      return {
        typed: (path) => visit.typed(path),
        heard: (packet) => visit.heard(packet),
        read: async () => ({ ...visit.figures(), ...(await metrics.read()) }),
      };
    },
  };
}

/** Figures by visitor: their voice and their tab add to the same ones. */
function createVisits({ discord }: Pick<Environment, 'discord'>) {
  const visits = new Map<string, VisitFigures>();
  const watches = new Map<string, Disposable>();
  const nameOf = (userId: string): string | undefined =>
    discord.guilds.flatMap((guild) => discord.people(guild)).find(({ id }) => id === userId)?.name;
  const of = (visitorId: string): VisitFigures => {
    const known = visits.get(visitorId);
    if (known !== undefined) return known;
    const made = createVisitFigures({ botId: discord.botId, visitorId, nameOf, now: () => performance.now() });
    visits.set(visitorId, made);
    const [oldest] = visits.keys();
    if (visits.size > MAX_VISITORS && oldest !== undefined) {
      visits.delete(oldest);
      watches.get(oldest)?.[Symbol.dispose]();
      watches.delete(oldest);
    }
    return made;
  };
  /** A person sees what happens in all their servers, so that one watch is enough. */
  const watch = (person: Person): void => {
    if (!watches.has(person.id))
      watches.set(
        person.id,
        person.watch((message) => of(person.id).saw(message)),
      );
  };
  return { of, watch };
}

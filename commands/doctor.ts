import type { Reply } from '../src/discord/client/replies.ts';
import { AGAIN, doctorReport } from '../src/discord/doctor/report.ts';
import {
  type Command,
  type CommandDefinition,
  GUILD_ONLY,
  type InteractionContext,
} from '../src/discord/interactions/command.ts';
import { requireGuild } from '../src/discord/interactions/member-rights.ts';
import type { Services } from '../src/discord/services.ts';
import { UserError } from '../src/errors.ts';
import type { Messages } from '../src/messages/messages.ts';
import { DOCTOR_LIMIT } from './command-limits.ts';

const NAME = 'doctor';

const define = ({ doctor: { command } }: Messages): CommandDefinition => ({
  name: NAME,
  description: command.description,
  ...GUILD_ONLY,
});

/** `/doctor`: why the bot is silent or deaf here, and what to do. */
export function createDoctorCommand({ doctor }: Pick<Services, 'doctor'>): Command {
  const report = async (context: InteractionContext): Promise<Reply> => {
    const { userId, messages } = context;
    const findings = await doctor.examine({ userId, place: requireGuild(context) }, messages);
    return doctorReport(findings, messages, Date.now());
  };
  return {
    name: NAME,
    define,
    runLimit: () => DOCTOR_LIMIT,
    componentLimit: () => DOCTOR_LIMIT,
    run: async (context) => context.answer(await report(context)),
    component: async (context) => {
      if (context.argument !== AGAIN) throw new UserError(context.messages.interactions.oldButton);
      await context.update(await report(context));
    },
  };
}

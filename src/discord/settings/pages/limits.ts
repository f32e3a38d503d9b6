import { operatorLimits } from '../../../budgets/budget-limits.ts';
import type { BudgetSettings } from '../../../budgets/budget-settings.ts';
import { UserError } from '../../../errors.ts';
import type { Messages } from '../../../messages/messages.ts';
import type { ServerSettings } from '../../../settings/server-settings.ts';
import type { VoiceSettings } from '../../../voice-models/voice-settings.ts';
import type { ReadingServices } from '../../reading/reading-services.ts';
import type { FormEntry, Page } from '../controls.ts';
import { numberEntry, setting } from '../fields.ts';

type Values = Messages['settings']['values'];

/** Where the name of the setting says the unit. */
const bare = (count: number, values: Values): string => values.count({ count });
const minutes = (count: number, values: Values): string => values.minutes({ count });

/** How many voices there may be, and what a day may use. A form takes at most five lines. */
export function limitsPage(services: Pick<ReadingServices, 'budgets'>): Page {
  const daily = (name: keyof BudgetSettings, unit: typeof bare): FormEntry => dailyLimit(services, name, unit);
  return {
    topic: 'limits',
    controls: [
      { kind: 'form', id: 'voices', entries: [voiceLimit('maxPerPerson'), voiceLimit('maxPerGuild')] },
      {
        kind: 'form',
        id: 'budgets',
        entries: [
          daily('charactersPerPerson', bare),
          daily('characters', bare),
          daily('captionMinutes', bare),
          daily('transcribeMinutesPerPerson', minutes),
          daily('transcribeMinutes', minutes),
        ],
      },
    ],
  };
}

function voiceLimit(name: keyof VoiceSettings): FormEntry {
  return numberEntry(setting('voices', name), (count, values) => values.count({ count }));
}

/** A limit that can only lower the operator's; empty for none of the server's own. */
function dailyLimit(
  { budgets }: Pick<ReadingServices, 'budgets'>,
  name: keyof BudgetSettings,
  unit: typeof bare,
): FormEntry {
  const { id, get, set } = setting('budgets', name);
  const highest = (): number => operatorLimits(budgets.limits)[name];
  // The operator may have lowered theirs since.
  const effective = (all: ServerSettings): number => Math.min(highest(), get(all) ?? highest());
  return {
    field: {
      ...{ id, get },
      show: (all, { messages: { settings } }) => {
        const limit = effective(all);
        return limit === Number.POSITIVE_INFINITY ? settings.values.noLimit : unit(limit, settings.values);
      },
    },
    input: (all, messages) => ({
      ...{ style: 'short', required: false, maxLength: 9 },
      // One above what the operator has set since would make the whole form invalid.
      value: get(all) === undefined ? '' : String(effective(all)),
      placeholder: messages.budgets.settings.placeholder({ max: highest() }),
    }),
    read: async (typed, { messages }) => {
      const value = readLimit(typed.trim(), { field: messages.settings.fields[id].label, max: highest(), messages });
      return (all) => set(all, value);
    },
  };
}

/** @throws {UserError} unless it is empty or a number that is not above the operator's. */
function readLimit(
  typed: string,
  { field, max, messages }: { readonly field: string; readonly max: number; readonly messages: Messages },
): number | undefined {
  const { settings } = messages.budgets;
  if (typed === '') return undefined;
  if (!/^\d{1,9}$/.test(typed)) throw new UserError(settings.invalid({ field }));
  if (Number(typed) > max) throw new UserError(settings.tooHigh({ field, max }));
  return Number(typed);
}

import { sanitize } from '../../src/discord/client/replies.ts';
import { UserError } from '../../src/errors.ts';
import type { Messages } from '../../src/messages/messages.ts';
import type {
  AddOutcome,
  ChangeRefusal,
  ImportOutcome,
  RemoveOutcome,
  Scope,
} from '../../src/pronunciations/pronunciations-api.ts';
import { MAX_CSV_LINES } from '../../src/text/pronunciation/csv.ts';

/** Lines of a file that are reported one by one. */
const MAX_PROBLEMS = 10;

/** What to say of a word that was added. @throws {UserError} when it was not. */
export function addedMessage(messages: Messages, scope: Scope, outcome: AddOutcome): string {
  const { pronunciation } = messages;
  switch (outcome.kind) {
    case 'added':
    case 'unchanged':
    case 'changed': {
      const entry = { word: sanitize(outcome.entry.word), as: sanitize(outcome.entry.as), scope };
      const message =
        outcome.kind === 'changed'
          ? pronunciation.changed({ ...entry, before: sanitize(outcome.before) })
          : outcome.kind === 'added'
            ? pronunciation.added(entry)
            : pronunciation.unchanged(entry);
      return outcome.entry.as.startsWith('{') ? `${message} ${pronunciation.phonemesNote}` : message;
    }
    case 'fault':
      throw new UserError(pronunciation.fault({ fault: outcome.fault }));
    default:
      throw refusal(messages, outcome);
  }
}

/** What to say of a word that was removed. @throws {UserError} when it was not. */
export function removedMessage(messages: Messages, typed: string, outcome: RemoveOutcome): string {
  const { pronunciation } = messages;
  switch (outcome.kind) {
    case 'removed':
      return pronunciation.removed({ word: sanitize(outcome.entry.word), scope: outcome.scope });
    case 'unknown':
      throw new UserError(pronunciation.unknown({ word: sanitize(typed) }));
    default:
      throw refusal(messages, outcome);
  }
}

/** What to say of a file: how many lines were added, and which were not. @throws {UserError} when it cannot be used at all. */
export function importedMessage(messages: Messages, scope: Scope, outcome: ImportOutcome): string {
  const { import: texts } = messages.pronunciation;
  switch (outcome.kind) {
    case 'imported': {
      const { problems } = outcome;
      const left = problems.length - MAX_PROBLEMS;
      return [
        texts.added({ ...outcome, scope }),
        ...(problems.length === 0 ? [] : [texts.skipped({ lines: problems.length })]),
        ...problems.slice(0, MAX_PROBLEMS).map((problem) => texts.problem(problem)),
        ...(left > 0 ? [texts.moreProblems({ lines: left })] : []),
      ].join('\n');
    }
    case 'not-text':
      throw new UserError(texts.notText);
    case 'too-many-lines':
      throw new UserError(texts.tooManyLines({ most: MAX_CSV_LINES }));
    case 'empty':
      throw new UserError(texts.empty);
    default:
      throw refusal(messages, outcome);
  }
}

function refusal({ pronunciation }: Messages, outcome: ChangeRefusal): UserError {
  switch (outcome.kind) {
    case 'no-server':
      return new UserError(pronunciation.noServer);
    case 'locked':
      return new UserError(pronunciation.locked);
    case 'not-yours':
      return new UserError(pronunciation.notYours({ word: sanitize(outcome.word) }));
    case 'full':
      return new UserError(pronunciation.full(outcome));
  }
}

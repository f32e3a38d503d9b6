import { type APIApplicationCommandSubcommandOption, ApplicationCommandOptionType } from 'discord.js';
import { ephemeral, oneLine, type Reply, truncate } from '../src/discord/client/replies.ts';
import {
  ANYWHERE,
  type Choice,
  type Command,
  type CommandContext,
  type CommandDefinition,
  type InteractionContext,
} from '../src/discord/interactions/command.ts';
import type { Services } from '../src/discord/services.ts';
import { UserError } from '../src/errors.ts';
import type { Messages } from '../src/messages/messages.ts';
import type { Scope } from '../src/pronunciations/pronunciations-api.ts';
import { MAX_CSV_BYTES } from '../src/text/pronunciation/csv.ts';
import { ENTRY_LIMITS } from '../src/text/pronunciation/entry.ts';
import { PRONOUNCE_CHANGE_LIMIT, PRONOUNCE_FILE_LIMIT, PRONOUNCE_LIST_LIMIT } from './command-limits.ts';
import { type ListPage, listReply } from './pronounce/list-reply.ts';
import { addedMessage, importedMessage, removedMessage } from './pronounce/replies.ts';
import { readScope, requesterOf, scopeOption } from './pronounce/scope.ts';

const { Subcommand, String: Text, Attachment } = ApplicationCommandOptionType;
const NAME = 'pronounce';

/** Discord's bounds on the suggestions of an autocomplete. */
const MAX_CHOICES = 25;
const MAX_CHOICE_LENGTH = 100;

type Parts = Pick<Services, 'access' | 'pronunciations' | 'attachments'>;

/** `/pronounce`: how words are spoken, for a person's texts and for a server's. A person's own work everywhere. */
export function createPronounce(parts: Parts): Command {
  const { pronunciations } = parts;
  return {
    name: NAME,
    define,
    runLimit: ({ subcommand }) =>
      subcommand === 'list'
        ? PRONOUNCE_LIST_LIMIT
        : subcommand === 'import' || subcommand === 'export'
          ? PRONOUNCE_FILE_LIMIT
          : PRONOUNCE_CHANGE_LIMIT,
    componentLimit: () => PRONOUNCE_LIST_LIMIT,
    autocomplete: async (context) => {
      const found = await pronunciations.suggest(await requesterOf(parts, context), context.typed, MAX_CHOICES);
      return found.map((entry): Choice => {
        const name = context.messages.pronunciation.choice({ ...entry, as: oneLine(entry.as) });
        return { name: truncate(name, MAX_CHOICE_LENGTH), value: entry.word };
      });
    },
    run: (context) => runSubcommand(parts, context),
    component: async (context) => {
      const { act, page } = readArgument(context.argument, context.messages);
      const { place, messages } = context;
      if (act !== 'show') {
        if (place.kind !== 'guild' || !(await parts.access.isManager(place))) {
          throw new UserError(messages.pronunciation.locked);
        }
        await pronunciations.setLocked(place.guildId, act === 'lock');
      }
      await context.update(await pageReply(parts, context, page));
    },
  };
}

function define(messages: Messages): CommandDefinition {
  const { command } = messages.pronunciation;
  const { add, remove, list, import: adopt, export: give } = command;
  const word = { type: Text, name: 'word', required: true, min_length: 1, max_length: ENTRY_LIMITS.wordUnits } as const;
  const as = { type: Text, name: 'as', required: true, min_length: 1, max_length: ENTRY_LIMITS.asUnits } as const;
  const file = { type: Attachment, name: 'file', required: true } as const;
  const sub = (
    name: string,
    description: string,
    options: NonNullable<APIApplicationCommandSubcommandOption['options']>,
  ): APIApplicationCommandSubcommandOption => ({ type: Subcommand, name, description, options });
  return {
    name: NAME,
    description: command.description,
    ...ANYWHERE,
    options: [
      sub('add', add.description, [
        { ...word, description: add.word },
        { ...as, description: add.as },
        scopeOption(messages, add.scope),
      ]),
      sub('remove', remove.description, [
        { ...word, description: remove.word, autocomplete: true },
        scopeOption(messages, remove.scope),
      ]),
      sub('list', list.description, [scopeOption(messages, list.scope)]),
      sub('import', adopt.description, [{ ...file, description: adopt.file }, scopeOption(messages, adopt.scope)]),
      sub('export', give.description, [scopeOption(messages, give.scope)]),
    ],
  };
}

async function runSubcommand(parts: Parts, context: CommandContext): Promise<void> {
  const { options, messages } = context;
  const requester = await requesterOf(parts, context);
  const entered = readScope(options.string('scope'));
  const scope = entered ?? 'me';
  const word = options.string('word') ?? '';
  switch (options.subcommand) {
    case 'add': {
      const outcome = await parts.pronunciations.add(requester, scope, word, options.string('as') ?? '');
      return context.answer(ephemeral(addedMessage(messages, scope, outcome)));
    }
    case 'remove': {
      const outcome = await parts.pronunciations.remove(requester, entered, word);
      return context.answer(ephemeral(removedMessage(messages, word, outcome)));
    }
    case 'import':
      return context.answer(ephemeral(await importFile(parts, context, scope)));
    case 'export':
      return context.answer(await exportReply(parts, context, scope));
    default:
      return context.answer(await pageReply(parts, context, { scope, page: 1 }));
  }
}

async function pageReply(
  { access, pronunciations }: Pick<Parts, 'access' | 'pronunciations'>,
  context: InteractionContext,
  page: ListPage,
): Promise<Reply> {
  const requester = await requesterOf({ access }, context);
  const view = await pronunciations.list(requester, page.scope);
  if (view === undefined) throw new UserError(context.messages.pronunciation.noServer);
  const limit = page.scope === 'me' ? pronunciations.limits.person : pronunciations.limits.server;
  return listReply(context.messages, view, page, { requester, limit });
}

async function importFile(
  { access, pronunciations, attachments }: Parts,
  context: CommandContext,
  scope: Scope,
): Promise<string> {
  const { options, messages, signal } = context;
  const file = options.attachment('file');
  if (file === undefined || file.sizeBytes > MAX_CSV_BYTES) {
    throw new UserError(messages.pronunciation.import.tooLarge({ maxBytes: MAX_CSV_BYTES }));
  }
  const bytes = await attachments.read(file, { maxBytes: MAX_CSV_BYTES, signal });
  const requester = await requesterOf({ access }, context);
  return importedMessage(messages, scope, await pronunciations.importCsv(requester, scope, bytes));
}

async function exportReply(
  parts: Pick<Parts, 'access' | 'pronunciations'>,
  context: CommandContext,
  scope: Scope,
): Promise<Reply> {
  const { pronunciation } = context.messages;
  const requester = await requesterOf(parts, context);
  const view = await parts.pronunciations.list(requester, scope);
  if (view === undefined) throw new UserError(pronunciation.noServer);
  const bytes = await parts.pronunciations.exportCsv(requester, scope);
  if (bytes === undefined) throw new UserError(pronunciation.list.empty[scope]);
  const name = scope === 'me' ? 'pronunciations.csv' : 'server-pronunciations.csv';
  return { ...ephemeral(pronunciation.exported({ entries: view.entries.length })), files: [{ name, bytes }] };
}

function readArgument(
  argument: string,
  { interactions }: Messages,
): { readonly act: 'show' | 'lock' | 'unlock'; readonly page: ListPage } {
  const [, act, scope, page] = /^(show|lock|unlock):(me|server):(\d{1,4})$/.exec(argument) ?? [];
  const read = readScope(scope);
  if (read === undefined || (act !== 'show' && act !== 'lock' && act !== 'unlock')) {
    throw new UserError(interactions.oldButton);
  }
  return { act, page: { scope: read, page: Number(page) } };
}

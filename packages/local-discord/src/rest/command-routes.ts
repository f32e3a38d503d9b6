import { type CommandScope, commandPayload } from '../commands.ts';
import { refusal } from '../discord-error.ts';
import { parseForm } from '../form.ts';
import { commandSchema, commandsSchema } from '../rules/command-rules.ts';
import { botGuild, type Services } from '../services.ts';
import { noContent, ok, type RestRequest, type Route } from './route.ts';

/** The application's commands, global and of one guild. */
export function commandRoutes(services: Services): Route[] {
  const places = ['/applications/:applicationId/commands', '/applications/:applicationId/guilds/:guildId/commands'];
  return places.flatMap((pattern) => [
    ...listRoutes(services, pattern),
    ...singleRoutes(services, `${pattern}/:commandId`),
  ]);
}

function listRoutes(services: Services, pattern: string): Route[] {
  const { commands } = services;
  return [
    {
      method: 'GET',
      pattern,
      auth: 'bot',
      handle: (request) => ok(commands.list(scopeOf(services, request)).map(commandPayload)),
    },
    {
      method: 'PUT',
      pattern,
      auth: 'bot',
      handle: (request) => {
        const scope = scopeOf(services, request);
        return ok(commands.overwrite(scope, parseForm(commandsSchema, request.body)).map(commandPayload));
      },
    },
    {
      method: 'POST',
      pattern,
      auth: 'bot',
      handle: (request) => {
        const scope = scopeOf(services, request);
        const { command, isNew } = commands.upsert(scope, parseForm(commandSchema, request.body));
        return { status: isNew ? 201 : 200, body: commandPayload(command) };
      },
    },
  ];
}

function singleRoutes(services: Services, pattern: string): Route[] {
  const { commands } = services;
  return [
    {
      method: 'GET',
      pattern,
      auth: 'bot',
      handle: (request) => ok(commandPayload(commands.find(scopeOf(services, request), request.param('commandId')))),
    },
    {
      method: 'PATCH',
      pattern,
      auth: 'bot',
      handle: (request) => {
        const scope = scopeOf(services, request);
        const { definition } = commands.find(scope, request.param('commandId'));
        const changed = { ...definition, ...(request.body as object) };
        return ok(commandPayload(commands.upsert(scope, parseForm(commandSchema, changed)).command));
      },
    },
    {
      method: 'DELETE',
      pattern,
      auth: 'bot',
      handle: (request) => {
        commands.remove(scopeOf(services, request), request.param('commandId'));
        return noContent();
      },
    },
  ];
}

function scopeOf(services: Services, request: RestRequest): CommandScope {
  if (request.param('applicationId') !== services.applicationId) throw refusal('missingAccess');
  const guildId = request.param('guildId');
  return guildId === '' ? 'global' : botGuild(services, guildId).id;
}

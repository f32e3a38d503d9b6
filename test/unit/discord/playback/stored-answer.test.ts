import { DiscordAPIError } from 'discord.js';
import { expect, test } from 'vitest';
import { storedAnswer } from '../../../../src/discord/playback/stored-answer.ts';

const ANSWER = { token: 'secret', locale: 'de' };

function errorOf(status: number, route: string): DiscordAPIError {
  const body = { code: 10_015, message: 'Unknown Webhook' };
  return new DiscordAPIError(body, body.code, status, 'PATCH', route, { body: undefined, files: undefined });
}

/** A client whose changes are refused with `status`, or made; and the changes. */
function clientWith(status: number | undefined) {
  const changes: unknown[] = [];
  const patch = async (route: string, options?: { readonly body?: unknown }): Promise<unknown> => {
    changes.push([route, options?.body]);
    if (status === undefined) return {};
    throw errorOf(status, route);
  };
  return { client: { rest: { patch }, application: { id: '7' } }, changes };
}

test('the answer of another process is changed, and mentions nobody', async () => {
  const { client, changes } = clientWith(undefined);
  const show = storedAnswer(client, { answer: ANSWER });
  await show('Spoken.');
  await show('Done.');
  const body = { content: 'Done.', allowed_mentions: { parse: [] } };
  expect(changes).toHaveLength(2);
  expect(changes[1]).toEqual(['/webhooks/7/secret/messages/@original', body]);
});

test.each([401, 404])('an answer that Discord has forgotten (%i) is asked for once', async (status) => {
  const { client, changes } = clientWith(status);
  const show = storedAnswer(client, { answer: ANSWER });
  await expect(show('Spoken.')).rejects.toThrow('Unknown Webhook');
  await show('Done.');
  expect(changes).toHaveLength(1);
});

test('an answer that Discord has forgotten stays forgotten, whatever becomes of changes under way', async () => {
  let refuse: ((status: number) => void)[] = [];
  const asked: string[] = [];
  const patch = (route: `/${string}`) => {
    asked.push(route);
    const { promise, reject } = Promise.withResolvers<unknown>();
    refuse = [...refuse, (status) => reject(errorOf(status, route))];
    return promise;
  };
  const show = storedAnswer({ rest: { patch }, application: { id: '7' } }, { answer: ANSWER });
  const changes = [show('Spoken.'), show('Done.')];
  refuse[0]?.(404);
  refuse[1]?.(500);
  expect((await Promise.allSettled(changes)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await show('Later.');
  expect(asked).toHaveLength(2);
});

test('an answer that Discord could not change for the moment is changed the next time', async () => {
  const { client, changes } = clientWith(500);
  const show = storedAnswer(client, { answer: ANSWER });
  await expect(show('Spoken.')).rejects.toThrow();
  await expect(show('Done.')).rejects.toThrow();
  expect(changes).toHaveLength(2);
});

test('a text without an answer changes none', async () => {
  const { client, changes } = clientWith(undefined);
  await storedAnswer(client, { answer: undefined })('Done.');
  expect(changes).toEqual([]);
});

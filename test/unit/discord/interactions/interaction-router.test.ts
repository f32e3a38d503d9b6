import { ApplicationCommandType } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createAllowedPlaces } from '../../../../src/discord/client/allowed-places.ts';
import { ephemeral, type Reply } from '../../../../src/discord/client/replies.ts';
import { type AnswerPort, INTERACTION_GONE } from '../../../../src/discord/interactions/answers.ts';
import {
  type Attachment,
  type Command,
  type CommandContext,
  createOptions,
  type MenuContext,
  type MessageMenu,
  type Modal,
} from '../../../../src/discord/interactions/command.ts';
import { createExplainer } from '../../../../src/discord/interactions/explain-failure.ts';
import { createRouter, type Incoming } from '../../../../src/discord/interactions/interaction-router.ts';
import { MynahError, UserError } from '../../../../src/errors.ts';
import { createLogger } from '../../../../src/log/log.ts';
import { english } from '../../../../src/messages/english.ts';

const log = createLogger('silent');
const everywhere = createAllowedPlaces({ guildId: undefined, allowedGuilds: undefined, allowDirect: true });
const asked = {
  id: 'interaction-1',
  userId: '1',
  place: { kind: 'elsewhere', channelId: 'dm' },
  source: { guildId: undefined, isServerInstall: false, isUserInstall: true },
  token: 'a-token',
  uploadLimitBytes: 10,
  mayAnswerWithVoice: false,
  locale: 'en-US',
} as const;

/** Keeps the calls to Discord, in order. */
function recordingPort(failing: Partial<AnswerPort> = {}): { port: AnswerPort; calls: string[] } {
  const calls: string[] = [];
  const note = async (what: string): Promise<void> => void calls.push(what);
  const port: AnswerPort = {
    reply: (reply) => note(`reply ${reply.visibility}: ${reply.content}`),
    replyWithVoice: ({ durationS }) => note(`voice message of ${durationS} s`),
    answerId: async () => 'original',
    defer: (visibility) => note(`defer ${visibility}`),
    edit: (reply, messageId) => note(`edit ${messageId ?? 'original'}: ${reply.content}`),
    remove: () => note('remove'),
    followUp: async (reply) => {
      await note(`follow-up ${reply.visibility}: ${reply.content}`);
      return 'f1';
    },
    deferUpdate: undefined,
    update: undefined,
    openModal: async (modal) => void calls.push(`modal ${modal.customId}: ${modal.title}`),
    ...failing,
  };
  return { port, calls };
}

function componentPort(): { port: AnswerPort; calls: string[] } {
  const { port, calls } = recordingPort();
  return {
    calls,
    port: {
      ...port,
      deferUpdate: async () => void calls.push('defer update'),
      update: async (reply: Reply) => void calls.push(`update: ${reply.content}`),
    },
  };
}

function routerOf(command: Partial<Command>, menus: readonly MessageMenu[] = []) {
  const named = { name: 'test', define: () => ({ name: 'test', description: 'A test' }) };
  const run = (context: CommandContext) => context.answer(ephemeral('done'));
  const commands = { commands: [{ ...named, run, ...command }], menus };
  const explain = createExplainer({ log });
  const limits = { secondsToWait: async () => 0 };
  const access = { admit: async () => undefined };
  return createRouter({ commands, places: everywhere, access, limits, explain, messagesFor: () => english, log });
}

function commandTo(port: AnswerPort, name = 'test'): Incoming {
  return { kind: 'command', name, options: createOptions({}), port, ...asked };
}

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a command that is received after a connection broke', () => {
  const ran = vi.fn((context: CommandContext) => context.answer(ephemeral('done')));
  const gone = (): Promise<void> => Promise.reject(new MynahError(INTERACTION_GONE, 'unknown interaction'));
  const replay = async (port: AnswerPort) => {
    ran.mockClear();
    await routerOf({ run: ran }).handle(commandTo(port), { isReplayed: true });
  };

  it('does nothing when Discord has given it up: its person read that nobody answers', async () => {
    const { port, calls } = recordingPort({ defer: gone });
    await replay(port);
    expect(ran).not.toHaveBeenCalled();
    expect(calls).toEqual([]);
  });

  it('runs when Discord still takes its acknowledgement', async () => {
    const { port, calls } = recordingPort();
    await replay(port);
    expect(ran).toHaveBeenCalledOnce();
    expect(calls).toEqual(['defer ephemeral', 'edit original: done']);
  });

  it('does nothing, and says so if it can, when the acknowledgement fails otherwise', async () => {
    const defer = () => Promise.reject(new MynahError('DISCORD_REFUSED', 'Discord refused an answer'));
    const { port, calls } = recordingPort({ defer });
    await replay(port);
    expect(ran).not.toHaveBeenCalled();
    expect(calls).toHaveLength(1);
  });
});

describe('a command', () => {
  it('that answers quickly is answered without a deferral', async () => {
    const { port, calls } = recordingPort();
    await routerOf({}).handle(commandTo(port));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(calls).toEqual(['reply ephemeral: done']);
  });

  it('that takes long is acknowledged for it well within 3 s', async () => {
    const { port, calls } = recordingPort();
    const run = (context: CommandContext) => later(60_000).then(() => context.answer(ephemeral('done')));
    const handled = routerOf({ run }).handle(commandTo(port));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(calls).toEqual(['defer ephemeral']);
    await vi.advanceTimersByTimeAsync(58_000);
    await handled;
    expect(calls).toEqual(['defer ephemeral', 'edit original: done']);
  });

  it('that answers while its deferral is still under way waits for it', async () => {
    const { port, calls } = recordingPort();
    const slowDefer = { ...port, defer: () => later(500).then(() => void calls.push('defer')) };
    const run = (context: CommandContext) => later(1_600).then(() => context.answer(ephemeral('done')));
    const handled = routerOf({ run }).handle(commandTo(slowDefer));
    await vi.advanceTimersByTimeAsync(3_000);
    await handled;
    expect(calls).toEqual(['defer', 'edit original: done']);
  });

  it('that answers again changes its answer', async () => {
    const { port, calls } = recordingPort();
    const run = async (context: CommandContext) => {
      await context.answer(ephemeral('one'));
      await context.answer(ephemeral('two'));
    };
    await routerOf({ run }).handle(commandTo(port));
    expect(calls).toEqual(['reply ephemeral: one', 'edit original: two']);
  });

  it('knows the id of its answer, also of one that took the place of a deferral of another visibility', async () => {
    const { port } = recordingPort();
    const ids: string[] = [];
    const run = async (context: CommandContext) => {
      await context.defer('ephemeral');
      ids.push(await context.voiceAnswers.answerId());
      await context.answer({ content: 'here', visibility: 'public' });
      ids.push(await context.voiceAnswers.answerId());
    };
    await routerOf({ run }).handle(commandTo(port));
    expect(ids).toEqual(['original', 'f1']);
  });

  it('that answers with a file announces the upload first', async () => {
    const { port, calls } = recordingPort();
    const files = [{ name: 'a.ogg', bytes: new Uint8Array(1) }];
    const run = (context: CommandContext) => context.answer({ content: 'here', visibility: 'public', files });
    await routerOf({ run }).handle(commandTo(port));
    expect(calls).toEqual(['defer public', 'edit original: here']);
  });

  it('that fails says why to the person alone', async () => {
    const { port, calls } = recordingPort();
    const run = () => Promise.reject(new UserError('No such voice.'));
    await routerOf({ run }).handle(commandTo(port));
    expect(calls).toEqual(['reply ephemeral: No such voice.']);
  });

  it('that fails after a public deferral removes it and says why to the person alone', async () => {
    const { port, calls } = recordingPort();
    const run = async (context: CommandContext) => {
      await context.defer('public');
      throw new UserError('Too long.');
    };
    await routerOf({ run }).handle(commandTo(port));
    expect(calls).toEqual(['defer public', 'remove', 'follow-up ephemeral: Too long.']);
  });

  it('that ends without an answer is answered with a reference for the operator', async () => {
    const { port, calls } = recordingPort();
    await routerOf({ run: async () => {} }).handle(commandTo(port));
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatch(/reference: `[0-9a-f]{8}`/);
  });

  it('that no longer exists is answered so', async () => {
    const { port, calls } = recordingPort();
    await routerOf({}).handle(commandTo(port, 'gone'));
    expect(calls).toEqual(['reply ephemeral: This command no longer exists.']);
  });

  it('whose interaction Discord has forgotten is dropped without a second try', async () => {
    const calls: string[] = [];
    const reply = () => {
      calls.push('reply');
      return Promise.reject(new MynahError(INTERACTION_GONE, 'unknown interaction'));
    };
    await routerOf({}).handle(commandTo(recordingPort({ reply }).port));
    expect(calls).toEqual(['reply']);
  });

  it('is aborted before Discord takes no more answers', async () => {
    const { port, calls } = recordingPort();
    const run = (context: CommandContext) =>
      new Promise<void>((_resolve, reject) => {
        context.signal.addEventListener('abort', () => reject(context.signal.reason as Error));
      });
    const handled = routerOf({ run }).handle(commandTo(port));
    await vi.advanceTimersByTimeAsync(15 * 60_000);
    await handled;
    expect(calls).toEqual(['defer ephemeral', 'edit original: That took too long, so I stopped. Try again.']);
  });

  it('has no more answers after Discord stopped taking them', async () => {
    const { port, calls } = recordingPort();
    let late = async (): Promise<boolean> => true;
    const run = async (context: CommandContext) => {
      await context.answer(ephemeral('now'));
      late = () => context.tryAnswer(ephemeral('late'));
    };
    await routerOf({ run }).handle(commandTo(port));
    await vi.advanceTimersByTimeAsync(15 * 60_000);
    expect(await late()).toBe(false);
    expect(calls).toEqual(['reply ephemeral: now']);
  });

  it('knows until when Discord takes answers, and whether it took one', async () => {
    const { port } = recordingPort();
    const seen: unknown[] = [];
    const run = async (context: CommandContext) => {
      seen.push(context.answerableUntilMs - performance.now(), await context.tryAnswer(ephemeral('now')));
    };
    await routerOf({ run }).handle(commandTo(port));
    expect(seen).toEqual([14.5 * 60_000, true]);
  });
});

describe('a component', () => {
  const pressed = (port: AnswerPort, customId = 'test:remove:7'): Incoming => {
    return { kind: 'component', customId, values: ['3'], port, ...asked };
  };

  it('reaches the command in its custom id, with the rest of it', async () => {
    const { port, calls } = componentPort();
    const component: Command['component'] = (context) =>
      context.update(ephemeral(`${context.argument} ${context.values.join()}`));
    await routerOf({ component }).handle(pressed(port));
    expect(calls).toEqual(['update: remove:7 3']);
  });

  it('that takes long is acknowledged and changes its message later', async () => {
    const { port, calls } = componentPort();
    const component: Command['component'] = (context) => later(4_000).then(() => context.update(ephemeral('done')));
    const handled = routerOf({ component }).handle(pressed(port));
    await vi.advanceTimersByTimeAsync(4_000);
    await handled;
    expect(calls).toEqual(['defer update', 'edit original: done']);
  });

  it('that fails late leaves its message unchanged and says why to the person', async () => {
    const { port, calls } = componentPort();
    const component = () => later(4_000).then(() => Promise.reject(new UserError('Not yours.')));
    const handled = routerOf({ component }).handle(pressed(port));
    await vi.advanceTimersByTimeAsync(4_000);
    await handled;
    expect(calls).toEqual(['defer update', 'follow-up ephemeral: Not yours.']);
  });

  it('of an older release is answered so', async () => {
    const { port, calls } = componentPort();
    await routerOf({}).handle(pressed(port, 'other'));
    expect(calls).toEqual(['reply ephemeral: This button is out of date. Use the command again.']);
  });
});

const modal: Modal = {
  customId: 'test:form:7',
  title: 'Edit',
  fields: [{ id: 'title', label: 'Title', style: 'short', required: true }],
};

describe('an entry of a message’s menu', () => {
  const recording: Attachment = {
    ...{ id: '5', name: 'voice.ogg', url: 'https://cdn.discordapp.com/attachments/1/5/voice.ogg', sizeBytes: 9 },
    ...{ contentType: 'audio/ogg', durationS: 2, isVoiceMessage: true },
  };
  const message = {
    spoken: async () => undefined,
    authorId: '7',
    attachments: [recording],
    forwarded: [],
  };
  const chosen = (port: AnswerPort, name = 'Test'): Incoming => ({ kind: 'menu', name, message, port, ...asked });
  const menuThat = (run: MessageMenu['run']): MessageMenu => {
    return { name: 'Test', define: () => ({ name: 'Test', type: ApplicationCommandType.Message }), run };
  };

  it('receives the message that it was used on', async () => {
    const { port, calls } = recordingPort();
    const run = (context: MenuContext) =>
      context.answer(ephemeral(`${context.message.authorId} ${context.message.attachments[0]?.name}`));
    await routerOf({}, [menuThat(run)]).handle(chosen(port));
    expect(calls).toEqual(['reply ephemeral: 7 voice.ogg']);
  });

  it('that takes long is acknowledged for it, and explained when it fails', async () => {
    const { port, calls } = recordingPort();
    const run = () => later(60_000).then(() => Promise.reject(new UserError('Not audio.')));
    const handled = routerOf({}, [menuThat(run)]).handle(chosen(port));
    await vi.advanceTimersByTimeAsync(60_000);
    await handled;
    expect(calls).toEqual(['defer ephemeral', 'edit original: Not audio.']);
  });

  it('is not taken for a command of the same name', async () => {
    const { port, calls } = recordingPort();
    await routerOf({}, [menuThat((context) => context.answer(ephemeral('menu')))]).handle(chosen(port, 'test'));
    expect(calls).toEqual(['reply ephemeral: This command no longer exists.']);
  });

  it('is answered with a restart by a router that drains', async () => {
    const { port, calls } = recordingPort();
    const router = routerOf({}, [menuThat((context) => context.answer(ephemeral('menu')))]);
    await router.drain(0);
    await router.handle(chosen(port));
    expect(calls).toEqual(["reply ephemeral: I'm restarting. Try again in a moment."]);
  });
});

describe('a form', () => {
  it('opens as the first answer, and nothing is deferred behind it', async () => {
    const { port, calls } = recordingPort();
    await routerOf({ run: (context) => context.openModal(modal) }).handle(commandTo(port));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(calls).toEqual(['modal test:form:7: Edit']);
  });

  it('opens from a component', async () => {
    const { port, calls } = componentPort();
    const pressed: Incoming = { kind: 'component', customId: 'test:edit', values: [], port, ...asked };
    await routerOf({ component: (context) => context.openModal(modal) }).handle(pressed);
    expect(calls).toEqual(['modal test:form:7: Edit']);
  });

  it('that comes after the deferral is not tried: the person is asked to try again', async () => {
    const { port, calls } = recordingPort();
    const run = (context: CommandContext) => later(2_000).then(() => context.openModal(modal));
    const handled = routerOf({ run }).handle(commandTo(port));
    await vi.advanceTimersByTimeAsync(2_000);
    await handled;
    expect(calls[0]).toBe('defer ephemeral');
    expect(calls[1]).toMatch(/^edit original: I was too slow to open the form.*Try again\.$/);
  });

  it('leaves room for new messages only, once it is open', async () => {
    const { port, calls } = componentPort();
    const component: Command['component'] = async (context) => {
      await context.openModal(modal);
      await context.update(ephemeral('changed'));
      await context.answer(ephemeral('and again'));
    };
    const pressed: Incoming = { kind: 'component', customId: 'test:edit', values: [], port, ...asked };
    await routerOf({ component }).handle(pressed);
    expect(calls).toEqual(['modal test:form:7: Edit', 'follow-up ephemeral: changed', 'edit f1: and again']);
  });

  const sent = (port: AnswerPort, customId = 'test:form:7'): Incoming => {
    const field = (id: string): string => (id === 'title' ? 'New name' : '');
    return { kind: 'submit', customId, field, port: { ...port, openModal: undefined }, ...asked };
  };

  it('that is sent reaches the command in its custom id, with what was filled in', async () => {
    const { port, calls } = recordingPort();
    const submit: Command['submit'] = (context) =>
      context.answer(ephemeral(`${context.argument} ${context.field('title')} ${context.field('none')}.`));
    await routerOf({ submit }).handle(sent(port));
    expect(calls).toEqual(['reply ephemeral: form:7 New name .']);
  });

  it('changes the message whose button opened it, and answers where there is none', async () => {
    const submit: Command['submit'] = (context) => context.update(ephemeral('changed'));
    const fromMessage = componentPort();
    await routerOf({ submit }).handle(sent(fromMessage.port));
    expect(fromMessage.calls).toEqual(['update: changed']);
    const fromCommand = recordingPort();
    await routerOf({ submit }).handle(sent(fromCommand.port));
    expect(fromCommand.calls).toEqual(['reply ephemeral: changed']);
  });

  it('that takes long once it is sent is acknowledged, and explained when it fails', async () => {
    const { port, calls } = componentPort();
    const submit = () => later(4_000).then(() => Promise.reject(new UserError('No such voice.')));
    const handled = routerOf({ submit }).handle(sent(port));
    await vi.advanceTimersByTimeAsync(4_000);
    await handled;
    expect(calls).toEqual(['defer update', 'follow-up ephemeral: No such voice.']);
  });

  it('of an older release is answered so', async () => {
    const { port, calls } = recordingPort();
    await routerOf({}).handle(sent(port));
    expect(calls).toEqual(['reply ephemeral: This form is out of date. Use the command again.']);
  });
});

describe('an autocomplete', () => {
  const complete = async (autocomplete: Command['autocomplete']): Promise<unknown[]> => {
    const responses: unknown[] = [];
    const respond = async (choices: unknown): Promise<void> => void responses.push(choices);
    const typing = { kind: 'autocomplete', name: 'test', option: 'voice', typed: 'sl', respond } as const;
    const asking = { ...asked, subcommand: undefined, ...typing };
    const handled = routerOf(autocomplete === undefined ? {} : { autocomplete }).handle(asking);
    await vi.advanceTimersByTimeAsync(1_500);
    const responsesInTime = [...responses];
    await vi.runAllTimersAsync();
    await handled;
    return responsesInTime;
  };

  it('gives at most 25 choices', async () => {
    const many = Array.from({ length: 40 }, (_, index) => ({ name: `n${index}`, value: `v${index}` }));
    const [choices] = await complete(async () => many);
    expect(choices).toEqual(many.slice(0, 25));
  });

  it('that fails gives none', async () => {
    expect(await complete(() => Promise.reject(new Error('no list')))).toEqual([[]]);
  });

  it('that takes too long gives none while half of the 3 s is left for the network', async () => {
    expect(await complete(() => new Promise(() => {}))).toEqual([[]]);
  });

  it('of a command without any gives none', async () => {
    expect(await complete(undefined)).toEqual([[]]);
  });

  it('leaves no listener behind, however many come', async () => {
    const added = vi.spyOn(AbortSignal.prototype, 'addEventListener');
    const removed = vi.spyOn(AbortSignal.prototype, 'removeEventListener');
    const combined = vi.spyOn(AbortSignal, 'any');
    onTestFinished(() => void vi.restoreAllMocks());
    const router = routerOf({ autocomplete: async () => [{ name: 'Slt', value: 'slt' }] });
    const respond = async (): Promise<void> => {};
    const typing = { kind: 'autocomplete', name: 'test', option: 'voice', typed: 'sl', respond } as const;
    for (let key = 0; key < 100; key += 1) await router.handle({ ...asked, subcommand: undefined, ...typing });
    expect(added.mock.calls.length).toBeGreaterThanOrEqual(100);
    expect(removed.mock.calls.length).toBe(added.mock.calls.length);
    expect(combined).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a drain', () => {
  it('answers new commands with a restart', async () => {
    const { port, calls } = recordingPort();
    const router = routerOf({});
    await router.drain(1_000);
    await router.handle(commandTo(port));
    expect(calls).toEqual(["reply ephemeral: I'm restarting. Try again in a moment."]);
  });

  it('lets those under way end, and aborts them when they take too long', async () => {
    const { port, calls } = recordingPort();
    const run = (context: CommandContext) =>
      new Promise<void>((_resolve, reject) => {
        context.signal.addEventListener('abort', () => reject(context.signal.reason as Error));
      });
    const router = routerOf({ run });
    void router.handle(commandTo(port));
    const drained = router.drain(1_000);
    await vi.advanceTimersByTimeAsync(999);
    expect(calls).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await drained;
    expect(calls).toEqual(["reply ephemeral: I'm restarting. Try again in a moment."]);
  });

  it('continues without those that ignore the abort', async () => {
    const router = routerOf({ run: () => new Promise(() => {}) });
    void router.handle(commandTo(recordingPort().port));
    const drained = router.drain(1_000);
    await vi.advanceTimersByTimeAsync(2_000);
    await expect(drained).resolves.toBeUndefined();
  });
});

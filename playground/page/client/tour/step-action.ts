import type { OptionDraft } from '../commands/command-draft.ts';
import { type OfferedCommand, offeredCommands } from '../commands/offered-commands.ts';
import { putCommand } from '../composer/composer-state.ts';
import { attempt, type Page } from '../page.ts';
import { type PageState, withNotice } from '../state.ts';
import { STEP_COMMANDS, type StepId, scriptedPerson, sentenceOf } from './tour-steps.ts';

const TEXT_CHANNEL = 0;
const VOICE_CHANNEL = 2;

/** Does a step for the visitor. Resolves when it is done, or told as a notice why not. */
export async function actFor(step: StepId, page: Page): Promise<void> {
  const { store, texts } = page;
  const { welcome } = store.state;
  switch (step) {
    case 'lounge':
      return joinLounge(page);
    case 'speak':
      return letSomeoneSpeak(page, sentenceOf('speak', store.state) ?? '');
    case 'faults':
      return store.update(() => ({ side: 'faults', pane: 'side' }));
    case 'say':
      return put(page, STEP_COMMANDS.say, { text: { text: sentenceOf('say', store.state) ?? '' } });
    case 'transcribe': {
      const [sample] = welcome?.samples.files ?? [];
      const file = sample === undefined ? undefined : await fetchFile(sample).catch(() => undefined);
      if (file !== undefined) return put(page, STEP_COMMANDS.transcribe, { file: { text: '', file } });
      return store.update((state) => withNotice(state, texts.tour.failed));
    }
    case 'tabs':
      // Without an opener the new tab gets no copy of this one's key, so that it is somebody else.
      window.open(location.href, '_blank', 'noopener');
      // The newcomer is to be seen there; on a phone the panel would hide the conversation.
      return store.update(() => ({ side: 'members' }));
    default:
      return put(page, STEP_COMMANDS[step]);
  }
}

async function joinLounge(page: Page): Promise<void> {
  const channel = page.store.state.servers[0]?.channels.find(({ type }) => type === VOICE_CHANNEL);
  if (channel !== undefined) await attempt(page, { kind: 'join-voice', channelId: channel.id });
}

async function letSomeoneSpeak(page: Page, text: string): Promise<void> {
  const person = scriptedPerson(page.store.state);
  if (person !== undefined) await attempt(page, { kind: 'let-speak', personId: person.id, text });
}

/** Puts a command into the box of a text channel: the one that is open, or the first of the first server. */
function put({ store }: Page, path: string, values: Readonly<Record<string, OptionDraft>> = {}): void {
  store.update(toTextChannel);
  const command = offeredIn(store.state).find((candidate) => candidate.path === path);
  if (command !== undefined) store.update(putCommand(command, values));
}

function toTextChannel(state: PageState): Partial<PageState> {
  const { servers, channelId } = state;
  const open = servers.flatMap(({ channels }) => channels).find(({ id }) => id === channelId);
  if (open !== undefined && open.type === TEXT_CHANNEL) return { pane: 'conversation' };
  const [server] = servers;
  const channel = server?.channels.find(({ type }) => type === TEXT_CHANNEL);
  return { serverId: server?.id, channelId: channel?.id, pane: 'conversation' };
}

/** The commands of the server that is open. */
function offeredIn({ serverId, commands, welcome }: PageState): OfferedCommand[] {
  return offeredCommands(commands.get(serverId ?? '') ?? [], welcome?.visitor.locale ?? 'en-US');
}

async function fetchFile({ name, url }: { readonly name: string; readonly url: string }): Promise<File> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the sample was answered with ${response.status}`);
  const blob = await response.blob();
  return new File([blob], name, { type: blob.type });
}

import { useRef, useState } from 'preact/hooks';
import type { MessageView } from '../../protocol.ts';
import { failureText } from '../commands/use-run.ts';
import { usePage } from '../page.ts';
import type { PageState } from '../state.ts';
import type { ComposerDraft } from './composer-draft.ts';
import { changeDraft } from './composer-state.ts';
import { addFiles, MAX_MESSAGE_CHARACTERS } from './picked-files.ts';
import { uploadFiles } from './upload.ts';

/** Sends the messages of a channel's composer. */
export interface Send {
  readonly isSending: boolean;
  /** What is wrong, each in words. */
  readonly problems: readonly string[];
  readonly send: () => Promise<void>;
  /** Adds files to the message, within Discord's limits. */
  readonly add: (files: readonly File[]) => void;
}

/** Sends what stands in the composer of a channel, one message after the other. What can't be sent comes back. */
export function useSend(channelId: string, { text, files }: ComposerDraft): Send {
  const { store, connection, texts, locale } = usePage();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [sending, setSending] = useState(0);
  const last = useRef<Promise<void>>(Promise.resolve());
  const { composer: words, problems: known } = texts.commands;
  const sendOne = async (message: SentMessage): Promise<void> => {
    try {
      const ids = await uploadFiles(message.files);
      const reply = message.replyTo === undefined ? {} : { replyTo: message.replyTo.id };
      await connection.request({ kind: 'send', channelId, content: message.text.trim(), files: ids, ...reply });
    } catch (error) {
      setProblems([failureText(error, known.upload)]);
      store.update(giveBack(channelId, message));
    }
  };
  return {
    isSending: sending > 0,
    problems,
    async send() {
      const { length } = Array.from(text.trim());
      if (length === 0 && files.length === 0) return;
      if (length > MAX_MESSAGE_CHARACTERS) {
        const number = new Intl.NumberFormat(locale);
        setProblems([words.tooLong({ max: number.format(MAX_MESSAGE_CHARACTERS), length: number.format(length) })]);
        return;
      }
      const { replyingTo } = store.state;
      const replyTo = replyingTo?.channelId === channelId ? replyingTo : undefined;
      setProblems([]);
      store.update(changeDraft(channelId, () => ({ text: '', files: [] })));
      if (replyTo !== undefined) store.update(() => ({ replyingTo: undefined }));
      setSending((count) => count + 1);
      last.current = last.current.then(() => sendOne({ text, files, replyTo }));
      await last.current;
      setSending((count) => count - 1);
    },
    add(added) {
      const picked = addFiles(files, added);
      const leftOut = picked.leftOut === 0 ? [] : [words.filesLeftOut({ count: picked.leftOut })];
      setProblems([...picked.tooLarge.map((name) => words.fileTooLarge({ name })), ...leftOut]);
      store.update(changeDraft(channelId, () => ({ files: picked.files })));
    },
  };
}

interface SentMessage extends Pick<ComposerDraft, 'text' | 'files'> {
  readonly replyTo: MessageView | undefined;
}

/** Puts a message back before what was written meanwhile. */
function giveBack(channelId: string, { text, files, replyTo }: SentMessage): (state: PageState) => Partial<PageState> {
  const restore = changeDraft(channelId, (now) => ({
    text: now.text === '' ? text : `${text}\n${now.text}`,
    files: addFiles(files, now.files).files,
  }));
  return (state) => ({ ...restore(state), replyingTo: state.replyingTo ?? replyTo });
}

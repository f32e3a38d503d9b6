import { useRef, useState } from 'preact/hooks';
import { failureText } from '../commands/use-run.ts';
import { usePage } from '../page.ts';
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

/** Sends what stands in the composer of a channel. What can't be sent stays there. */
export function useSend(channelId: string, { text, files }: ComposerDraft): Send {
  const { store, connection, texts } = usePage();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isSending, setSending] = useState(false);
  // A second press may come before the next drawing.
  const isBusy = useRef(false);
  const { composer: words, problems: known } = texts.commands;
  const sendNow = async (): Promise<void> => {
    const { replyingTo } = store.state;
    const isReply = replyingTo?.channelId === channelId;
    const reply = isReply ? { replyTo: replyingTo.id } : {};
    const ids = await uploadFiles(files);
    await connection.request({ kind: 'send', channelId, content: text.trim(), files: ids, ...reply });
    // What was written meanwhile stays.
    store.update(
      changeDraft(channelId, (now) => ({
        text: now.text === text ? '' : now.text,
        files: now.files.filter((file) => !files.includes(file)),
      })),
    );
    if (isReply) store.update((state) => (state.replyingTo === replyingTo ? { replyingTo: undefined } : {}));
  };
  return {
    isSending,
    problems,
    async send() {
      const { length } = Array.from(text.trim());
      if (isBusy.current || (length === 0 && files.length === 0)) return;
      if (length > MAX_MESSAGE_CHARACTERS) return setProblems([words.tooLong(MAX_MESSAGE_CHARACTERS, length)]);
      isBusy.current = true;
      setSending(true);
      setProblems([]);
      try {
        await sendNow();
      } catch (error) {
        setProblems([failureText(error, known.upload)]);
      } finally {
        isBusy.current = false;
        setSending(false);
      }
    },
    add(added) {
      const picked = addFiles(files, added);
      const leftOut = picked.leftOut === 0 ? [] : [words.filesLeftOut(picked.leftOut)];
      setProblems([...picked.tooLarge.map(words.fileTooLarge), ...leftOut]);
      store.update(changeDraft(channelId, () => ({ files: picked.files })));
    },
  };
}

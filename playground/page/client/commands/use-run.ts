import { useRef, useState } from 'preact/hooks';
import { UploadError } from '../composer/upload.ts';
import { usePage } from '../page.ts';
import type { CheckedCommand } from './check-command.ts';
import { runCommand } from './run-command.ts';

/** A command that is run, or was. */
export interface RunState {
  readonly isRunning: boolean;
  /** Why it failed, in words. */
  readonly failure: string | undefined;
}

interface Run extends RunState {
  /** Runs a command; resolves with whether Discord took it. Only one at a time. */
  readonly start: (
    where: { readonly channelId: string; readonly path: string },
    checked: CheckedCommand,
  ) => Promise<boolean>;
}

/** Runs commands of the composer. */
export function useRun(): Run {
  const { connection, texts } = usePage();
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<string>();
  // A second press may come before the next drawing.
  const isBusy = useRef(false);
  return {
    isRunning,
    failure,
    async start(where, checked) {
      if (isBusy.current) return false;
      isBusy.current = true;
      setFailure(undefined);
      setRunning(true);
      try {
        await runCommand(connection, where, checked);
        return true;
      } catch (error) {
        setFailure(failureText(error, texts.commands.problems.upload));
        return false;
      } finally {
        isBusy.current = false;
        setRunning(false);
      }
    },
  };
}

/** What people read when something that they sent failed. `upload`: when it was the upload of a file. */
export function failureText(error: unknown, upload: string): string {
  if (error instanceof UploadError) return upload;
  return error instanceof Error ? error.message : String(error);
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { declaredProgram } from './needs.ts';

/** Runs a program at a terminal of its own, whose other end is this script's input and output. At the end of the input, it hangs up. */
const SCRIPT = `
import fcntl, os, pty, select, struct, sys, termios
rows, columns = int(sys.argv[1]), int(sys.argv[2])
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[3], sys.argv[3:])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack('HHHH', rows, columns, 0, 0))
while True:
    ready, _, _ = select.select([terminal, 0], [], [])
    if terminal in ready:
        try:
            data = os.read(terminal, 65536)
        except OSError:
            data = b''
        if not data:
            break
        os.write(1, data)
    if 0 in ready:
        data = os.read(0, 65536)
        if not data:
            os.close(terminal)
            break
        os.write(terminal, data)
_, status = os.waitpid(pid, 0)
sys.exit(os.waitstatus_to_exitcode(status) % 256)
`;

/** A program that runs at a terminal. Disposal kills it. */
export interface TerminalProcess extends AsyncDisposable {
  /** Everything written so far, with escape sequences. */
  readonly output: string;
  /** Types; `\u0003` is Ctrl-C. */
  type(text: string): void;
  /** Closes the window. */
  hangUp(): void;
  /** Resolves once the output has these words after the `from`th sign. Rejects when the program ends without them. */
  until(words: string | RegExp, from?: number): Promise<void>;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
}

/**
 * Starts a program at a terminal of 30 rows and 120 columns.
 * @throws {Error} with the tag to add, where the test has not declared Python, which knows pseudo-terminals.
 */
export function startAtTerminal(
  command: readonly string[],
  options: { readonly cwd: string; readonly env: Record<string, string> },
): TerminalProcess {
  const child: ChildProcess = spawn(declaredProgram('python', 'python3'), ['-c', SCRIPT, '30', '120', ...command], {
    ...options,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  let hasEnded = false;
  const ended = once(child, 'close').then(([code]) => {
    hasEnded = true;
    return code as number | null;
  });
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stdin?.on('error', () => undefined);
  return {
    get output() {
      return output;
    },
    type: (text) => void child.stdin?.write(text),
    hangUp: () => void child.stdin?.end(),
    async until(words, from = 0) {
      const isThere = () =>
        typeof words === 'string' ? output.slice(from).includes(words) : words.test(output.slice(from));
      while (!isThere()) {
        if (hasEnded) throw new Error(`ended without ${String(words)}: ${output}`);
        await Promise.race([once(child.stdout ?? child, 'data'), ended]);
      }
    },
    ended,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

import type { LocalSpeech } from '@mynah/local-speech/local-speech-api';
import { spokenPackets } from '../../playground/spoken-packets.ts';
import { splitIntoPieces } from '../../src/text/split-into-pieces.ts';
import { isVoiced } from '../../test/support/holes.ts';
import { offSince } from './caption-ends.ts';
import { causesOf } from './causes.ts';
import type { FaultRunner, HappenedFault } from './fault-runner.ts';
import { compareHearing } from './hearing.ts';
import { judgeText, type TextOutcome } from './judge-text.ts';
import { judgeUtterance, type UtteranceOutcome } from './judge-utterance.ts';
import type { Case } from './ledger.ts';
import { type ServerLife, soundOf } from './server-life.ts';
import { overlaps, type Span } from './spans.ts';
import { endsOf, linesOf, readEnds, readLines } from './transcript.ts';

/** Faults this long before and after a case are named with it. */
const AROUND_MS = 30_000;

/** A run that is over. */
export interface Run {
  readonly speech: LocalSpeech;
  readonly dataDir: string;
  readonly servers: readonly ServerLife[];
  readonly faults: FaultRunner;
  /** In ms since 1970. */
  readonly startedAtMs: number;
}

/** Outcomes, and what about them must not be. */
export interface Judged<Outcome> {
  readonly outcomes: readonly Outcome[];
  readonly cases: readonly Case[];
}

/** Compares what was asked for with what was heard. */
export async function judgeTexts(run: Run): Promise<Judged<TextOutcome>> {
  const outcomes: TextOutcome[] = [];
  const cases: Case[] = [];
  for (const server of run.servers) {
    const sounds: number[][] = [];
    for (const { text } of server.asks) sounds.push(await soundsOf(run.speech, text));
    const hearings = compareHearing(sounds, server.heard);
    for (const [index, ask] of server.asks.entries()) {
      const hearing = hearings[index];
      if (hearing === undefined) continue;
      const span = { fromMs: ask.atMs, toMs: Math.max(ask.changedAtMs, ask.atMs) };
      const packets = sounds[index]?.length ?? 0;
      const faults = touching(run.faults.happened, server.number, span).length;
      const isAnswered = ask.invocation.acknowledgedAfterMs !== undefined;
      const outcome = judgeText({ isAnswered, answers: ask.answers, packets, hearing, faults });
      outcomes.push(outcome);
      if (outcome.kind !== 'LOST' && !outcome.kind.endsWith('is not over')) continue;
      const { lost } = hearing;
      const until = (ask.changedAtMs - ask.atMs) / 1_000;
      const what = `text ${outcome.kind}: ${lost} of ${packets} packets not heard; answers within ${until.toFixed(1)} s: ${ask.answers.join(' | ')}; “${ask.text}”`;
      cases.push(caseOf(run, { server: server.number, what, span }));
    }
  }
  return { outcomes, cases };
}

/** Captions that ended, and nobody was told. */
export function silentEnds(run: Run): Case[] {
  return run.servers.flatMap(({ number, captions }) =>
    captions.ends.silentEnds(Date.now()).map((atMs) => {
      const what = 'captions are off, and nobody was told';
      return caseOf(run, { server: number, what, span: { fromMs: atMs, toMs: atMs } });
    }),
  );
}

/** Compares what people said with the transcripts. */
export function judgeUtterances(run: Run): Judged<UtteranceOutcome> {
  const all = readLines(run.dataDir);
  const ends = readEnds(run.dataDir);
  const outcomes: UtteranceOutcome[] = [];
  const cases: Case[] = [];
  for (const { guild, number, captions, absences, utterances } of run.servers) {
    const off = offSince(captions.ends.off, endsOf(guild.id, ends, run.faults.happened));
    const causes = causesOf({ number, off, absences }, run.faults.happened);
    for (const { userId, sent, ...span } of utterances) {
      const lines = linesOf(userId, all, run.faults.happened);
      const outcome = judgeUtterance({ sent, lines, causes });
      outcomes.push(outcome);
      if (outcome !== 'LOST WITHOUT CAUSE') continue;
      const near = lines.filter((line) => overlaps(line, span)).map((line) => spanOf(run, line));
      const what = `utterance LOST at ${spanOf(run, span)}; lines: ${near.join(', ') || 'none'}`;
      cases.push(caseOf(run, { server: number, what, span }));
    }
  }
  return { outcomes, cases };
}

async function soundsOf(speech: LocalSpeech, text: string): Promise<number[]> {
  const sounds: number[] = [];
  for (const piece of splitIntoPieces(text)) {
    const packets = await spokenPackets(speech, piece);
    sounds.push(...packets.filter((packet) => isVoiced(packet)).map(soundOf));
  }
  return sounds;
}

function touching(faults: readonly HappenedFault[], server: number, span: Span): HappenedFault[] {
  return faults.filter((fault) => (fault.server ?? server) === server && overlaps(fault, span));
}

function caseOf(run: Run, { server, what, span }: { server: number; what: string; span: Span }): Case {
  const wide = { fromMs: span.fromMs - AROUND_MS, toMs: span.toMs + AROUND_MS };
  return {
    atS: (span.fromMs - run.startedAtMs) / 1_000,
    server,
    what,
    faults: touching(run.faults.happened, server, wide).map(
      (fault) =>
        `${fault.kind}${fault.server === undefined ? '' : ` (server ${fault.server})`} at ${spanOf(run, fault)}`,
    ),
  };
}

function spanOf({ startedAtMs }: Run, { fromMs, toMs }: Span): string {
  return [fromMs, toMs].map((ms) => `${((ms - startedAtMs) / 1_000).toFixed(1)} s`).join(' to ');
}

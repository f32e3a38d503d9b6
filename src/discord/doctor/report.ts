import { bold, HeadingLevel, heading, subtext } from 'discord.js';
import type { Messages } from '../../messages/messages.ts';
import { type Reply, truncate } from '../client/replies.ts';
import { button, panelReply, row, separator, text } from '../settings/layout.ts';
import { type Finding, type FindingGroup, findingText } from './finding.ts';

/** Told apart by their shapes, not only by their colours. */
const SIGNS = { problem: '❌', notice: 'ℹ️', ok: '✅' } as const;

/** As they are listed, whatever their importance. */
const GROUPS: readonly FindingGroup[] = ['here', 'voice', 'captions', 'speech', 'server', 'machine'];

/** Discord's bound on all texts of a message with a layout together is 4,000; this many are for what is wrong. */
const MAX_FAULTS_LENGTH = 2_400;
const MAX_FINE_LENGTH = 1_400;

/** The custom id of the button that checks again. */
export const AGAIN = 'again';

/**
 * The ephemeral answer: the verdict, which is the most important problem if there is one, then the other problems, then
 * what to know, and shorter what is fine. `findings` come with the most important first.
 */
export function doctorReport(findings: readonly Finding[], messages: Messages, nowMs: number): Reply {
  const { allWell, noProblems, again, checked } = messages.doctor;
  const lineOf = (finding: Finding): string => `${SIGNS[finding.level]} ${findingText(finding, messages)}`;
  const [worst, ...problems] = findings.filter(({ level }) => level === 'problem');
  const notices = findings.filter(({ level }) => level === 'notice');
  const well = `${SIGNS.ok} ${notices.length === 0 ? allWell : noProblems}`;
  const verdict = worst === undefined ? well : lineOf(worst);
  const faults = [...problems, ...notices].map(lineOf).join('\n');
  const fine = fineLines(findings, messages);
  return panelReply([
    text(truncate(worst === undefined ? heading(verdict, HeadingLevel.Three) : bold(verdict), MAX_FINE_LENGTH)),
    ...(faults === '' ? [] : [text(truncate(faults, MAX_FAULTS_LENGTH))]),
    ...(fine === '' ? [] : [separator(), text(truncate(fine, MAX_FINE_LENGTH))]),
    row(button(`doctor:${AGAIN}`, again)),
    text(subtext(checked({ atMs: nowMs }))),
  ]);
}

/** A small line for each group. */
function fineLines(findings: readonly Finding[], messages: Messages): string {
  const { doctor, format } = messages;
  return GROUPS.flatMap((group) => {
    const fine = findings.filter((finding) => finding.level === 'ok' && finding.group === group);
    if (fine.length === 0) return [];
    const sentences = format.sentences(fine.map((finding) => findingText(finding, messages)));
    return [subtext(`${SIGNS.ok} ${bold(doctor.groups[group])} · ${sentences}`)];
  }).join('\n');
}

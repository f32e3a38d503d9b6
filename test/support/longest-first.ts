import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, the longest first. A minute of speech takes a minute, however short the file is. */
const LONGEST = [
  'captions-minute.test.ts',
  'faults-service.test.ts',
  'faults-restart.test.ts',
  'transcribe-recordings.test.ts',
  'faults-process-threads.test.ts',
  'faults-hanging.test.ts',
  'captions.test.ts',
  'faults-discord.test.ts',
  'process.test.ts',
  'faults-machine.test.ts',
  'faults-voice-threads.test.ts',
  'voice-create.test.ts',
  'transcribe.test.ts',
  'say.test.ts',
  'captions-outage.test.ts',
  'voice-listen.test.ts',
  'process-start.test.ts',
  'recording-containers.test.ts',
  'recording.test.ts',
];

/**
 * Starts the longest files of each group first, so that no worker waits for the last one. Vitest alone would know their
 * durations only from earlier runs, of which a fresh clone has none.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => groupOf(a) - groupOf(b) || rank(a) - rank(b));
  }
}

function groupOf({ project }: TestSpecification): number {
  return project.config.sequence.groupOrder;
}

function rank({ moduleId }: TestSpecification): number {
  const index = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}`));
  return index === -1 ? LONGEST.length : index;
}

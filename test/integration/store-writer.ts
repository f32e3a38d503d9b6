/** A process that stores lines and clips as fast as it can, and prints each id once it is stored. */
import { createLogger } from '../../src/log/log.ts';
import { openDatabase } from '../../src/store/database.ts';
import { openClipSpool } from '../../src/store/spool/clip-spool.ts';

const [, , url = '', folder = '', name = ''] = process.argv;
const log = createLogger('silent');
const database = await openDatabase(url, log);
const spool = await openClipSpool({ folder, log });
const sessionId = `session of ${name}`;
const session = { sessionId, guildId: name, voiceChannelId: '2', textChannelId: '3', startedBy: '4' };
await database.transcripts.openSession({
  ...session,
  language: undefined,
  widerReaders: false,
  consent: 'opt-out',
  startedAtMs: 1,
  endedAtMs: undefined,
});

for (let number = 0; ; number += 1) {
  const id = `${name}-${number}`;
  const line = { lineId: id, sessionId, userId: '4', speaker: 'Ada', startedAtMs: number, endedAtMs: number + 1 };
  await database.transcripts.addLine({ ...line, text: `line ${number}`, late: false });
  process.stdout.write(`line ${id}\n`);
  const clip = { guildId: name, channelId: '2', userId: '4', clipId: id, utteranceId: id, part: 0 };
  const voice = { voiceStartedAtMs: number, voiceEndedAtMs: number + 1_000 };
  const times = { startedAtMs: number, durationMs: 1_000, ...voice, lostPackets: 0, lastVoiceAtMs: 0 };
  const audio = Buffer.alloc(20_000, number);
  await spool.put({ clip: { ...clip, ...times }, sessionId, speaker: 'Ada', language: undefined }, audio);
  process.stdout.write(`clip ${id}\n`);
}

import type { EncryptionDiagnosis, VoiceDiagnosis } from '../../voice/diagnosis.ts';
import { type Finding, findingsOf } from './finding.ts';

const { ok, notice, problem } = findingsOf('voice');

/** Packets of a second: a share of fewer says nothing. */
const MIN_PACKETS = 50;
/** Speech stays readable with a loss of 5 % (`test/e2e/captions-packet-loss.test.ts`); from 2 % on people notice it. */
const NOTICEABLE_LOSS = 0.02;
const GREAT_LOSS = 0.1;

/** The bot's channel, and whether the asker is in it: the privacy code is for those who can compare it. */
interface Place {
  readonly isStage: boolean;
  readonly isInside: boolean;
}

/** What the connection itself shows, the most important first. */
export function connectionFindings(session: VoiceDiagnosis, place: Place): Finding[] {
  const { channelId, phase, sinceMs, pingMs } = session;
  if (phase === 'joining') return [notice('joining', { channelId })];
  if (phase === 'repairing') return [problem('reconnecting', { channelId, sinceMs }), ...trafficFindings(session)];
  return [
    ok('connected', { channelId, sinceMs }),
    ...encryptionFindings(session.encryption, place),
    ...trafficFindings(session),
    ...(pingMs === undefined ? [] : [ok('voicePing', { pingMs })]),
  ];
}

function encryptionFindings(encryption: EncryptionDiagnosis, { isStage, isInside }: Place): Finding[] {
  switch (encryption.kind) {
    case 'none':
      return isStage ? [ok('notEndToEnd')] : [];
    case 'missing':
      return encryption.alone ? [] : [problem('keysMissing')];
    case 'changing':
      return [notice('keysChanging')];
    case 'ready': {
      const { protocolVersion: version, epoch, privacyCode: code } = encryption;
      return [
        ...(epoch === undefined ? [] : [ok('encrypted', { version, epoch })]),
        ...(code === undefined || !isInside ? [] : [ok('privacyCode', { code })]),
      ];
    }
  }
}

function trafficFindings({ traffic: { lastMinute }, undecryptable: userIds, isListening }: VoiceDiagnosis): Finding[] {
  const { packetsSent: sent, packetsReceived: received, packetsLost, packetsUnknown, holes, holeMs: ms } = lastMinute;
  const share = packetsLost / Math.max(1, received + packetsLost);
  const isMeasurable = received + packetsLost >= MIN_PACKETS;
  const loss = share >= GREAT_LOSS ? problem('loss', { share }) : notice('loss', { share });
  return [
    ...(userIds.length > 0 ? [problem('undecryptable', { userIds })] : []),
    ...(isMeasurable && share >= NOTICEABLE_LOSS ? [loss] : []),
    ...(packetsUnknown >= MIN_PACKETS ? [notice('unknownSpeakers')] : []),
    ...(holes > 0 ? [notice('holes', { holes, ms })] : []),
    ok('traffic', { sent, received }),
    ...(isListening && isMeasurable && packetsLost === 0 ? [ok('noLoss')] : []),
  ];
}

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** DER tags (X.690) used in an X.509 certificate (RFC 5280). */
const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  utcTime: 0x17,
  sequence: 0x30,
  set: 0x31,
  version: 0xa0,
  extensions: 0xa3,
  dnsName: 0x82,
  ipAddress: 0x87,
  keyIdentifier: 0x80,
} as const;

/** Object identifiers in their DER encoding. */
const OID = {
  ecdsaWithSha256: '2a8648ce3d040302',
  commonName: '550403',
  basicConstraints: '551d13',
  keyUsage: '551d0f',
  subjectAltName: '551d11',
  extendedKeyUsage: '551d25',
  subjectKeyIdentifier: '551d0e',
  authorityKeyIdentifier: '551d23',
  serverAuth: '2b06010505070301',
} as const;

const YEAR_MS = 365 * 24 * 60 * 60 * 1_000;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** A private authority's certificate and a leaf for a host's name and 127.0.0.1 signed by it, all PEM. */
export interface LocalCertificate {
  readonly caPem: string;
  readonly certPem: string;
  readonly keyPem: string;
}

/** Creates a private authority and a server certificate for localhost, the name and 127.0.0.1 signed by it, valid for a year. */
export function createLocalCertificate(hostName = 'localhost'): LocalCertificate {
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const server = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const authorityName = 'Local authority';
  const ca = certificate({
    subject: authorityName,
    issuer: authorityName,
    publicKey: authority.publicKey,
    signingKey: authority.privateKey,
    extensions: [
      extension(OID.basicConstraints, der(TAG.sequence, der(TAG.boolean, Buffer.from([0xff]))), true),
      // keyCertSign
      extension(OID.keyUsage, der(TAG.bitString, Buffer.from([0x02, 0x04])), true),
      extension(OID.subjectKeyIdentifier, der(TAG.octetString, keyIdentifier(authority.publicKey))),
    ],
  });
  const leaf = certificate({
    subject: hostName,
    issuer: authorityName,
    publicKey: server.publicKey,
    signingKey: authority.privateKey,
    extensions: [
      extension(OID.basicConstraints, der(TAG.sequence), true),
      // digitalSignature
      extension(OID.keyUsage, der(TAG.bitString, Buffer.from([0x07, 0x80])), true),
      extension(OID.extendedKeyUsage, der(TAG.sequence, oid(OID.serverAuth))),
      extension(
        OID.subjectAltName,
        der(
          TAG.sequence,
          ...[...new Set(['localhost', hostName])].map((each) => der(TAG.dnsName, Buffer.from(each))),
          der(TAG.ipAddress, Buffer.from([127, 0, 0, 1])),
        ),
      ),
      extension(
        OID.authorityKeyIdentifier,
        der(TAG.sequence, der(TAG.keyIdentifier, keyIdentifier(authority.publicKey))),
      ),
    ],
  });
  const keyPem = server.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  return { caPem: pem(ca), certPem: pem(leaf), keyPem };
}

interface CertificateFields {
  readonly subject: string;
  readonly issuer: string;
  readonly publicKey: KeyObject;
  readonly signingKey: KeyObject;
  readonly extensions: readonly Buffer[];
}

function certificate(fields: CertificateFields): Buffer {
  const algorithm = der(TAG.sequence, oid(OID.ecdsaWithSha256));
  const body = der(
    TAG.sequence,
    der(TAG.version, der(TAG.integer, Buffer.from([2]))),
    der(TAG.integer, serialNumber()),
    algorithm,
    name(fields.issuer),
    der(TAG.sequence, time(Date.now() - DAY_MS), time(Date.now() + YEAR_MS)),
    name(fields.subject),
    fields.publicKey.export({ format: 'der', type: 'spki' }),
    der(TAG.extensions, der(TAG.sequence, ...fields.extensions)),
  );
  const signature = sign('sha256', body, fields.signingKey);
  return der(TAG.sequence, body, algorithm, der(TAG.bitString, Buffer.from([0]), signature));
}

/** 16 random bytes, positive and without a leading zero. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes;
}

function extension(id: string, value: Buffer, isCritical = false): Buffer {
  const critical = isCritical ? [der(TAG.boolean, Buffer.from([0xff]))] : [];
  return der(TAG.sequence, oid(id), ...critical, der(TAG.octetString, value));
}

function keyIdentifier(publicKey: KeyObject): Buffer {
  return createHash('sha256')
    .update(publicKey.export({ format: 'der', type: 'spki' }))
    .digest()
    .subarray(0, 20);
}

function name(commonName: string): Buffer {
  const attribute = der(TAG.sequence, oid(OID.commonName), der(TAG.utf8, Buffer.from(commonName)));
  return der(TAG.sequence, der(TAG.set, attribute));
}

/** UTCTime, which RFC 5280 requires until 2050: YYMMDDHHMMSSZ. */
function time(atMs: number): Buffer {
  const digits = new Date(atMs)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[-:T]/g, '')
    .slice(2);
  return der(TAG.utcTime, Buffer.from(digits));
}

function oid(hex: string): Buffer {
  return der(TAG.oid, Buffer.from(hex, 'hex'));
}

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), derLength(body.length), body]);
}

function derLength(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  if (length < 0x100) return Buffer.from([0x81, length]);
  return Buffer.from([0x82, length >> 8, length & 0xff]);
}

function pem(bytes: Buffer): string {
  const lines = bytes.toString('base64').replaceAll(/.{64}/g, '$&\n').trimEnd();
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

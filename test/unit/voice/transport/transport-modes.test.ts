import { describe, expect, it } from 'vitest';
import { loadLibsodium } from '../../../../src/voice/transport/libsodium.ts';
import { createTransportModes } from '../../../../src/voice/transport/transport-modes.ts';

const AES = 'aead_aes256_gcm_rtpsize';
const XCHACHA = 'aead_xchacha20_poly1305_rtpsize';
/** As Discord's voice servers list them: deprecated ones follow. */
const OFFERED = [AES, XCHACHA, 'xsalsa20_poly1305_lite_rtpsize'];

/** Returns these costs, one a call: of XChaCha20 first, then of AES. */
function costs(...values: readonly number[]): (encrypt: () => void) => number {
  const left = [...values];
  return (encrypt) => {
    encrypt();
    return left.shift() ?? Number.NaN;
  };
}

describe('the order of encryption modes', () => {
  it('begins with the one that is faster here, and keeps the others', () => {
    const libsodium = loadLibsodium();
    expect(createTransportModes(libsodium, costs(1, 2)).order(OFFERED)).toEqual([XCHACHA, AES, OFFERED[2]]);
    expect(createTransportModes(libsodium, costs(2, 1)).order(OFFERED)).toEqual(OFFERED);
  });

  it('begins with AES where libsodium is missing', () => {
    expect(createTransportModes(undefined).order([XCHACHA, AES])).toEqual([AES, XCHACHA]);
  });

  it('offers nothing that the server does not', () => {
    expect(createTransportModes(loadLibsodium(), costs(1, 2)).order([AES])).toEqual([AES]);
  });
});

describe('libsodium', () => {
  it('is found by its package', () => {
    expect(loadLibsodium()).toBeDefined();
  });

  it('is missing where its package cannot be loaded', () => {
    const load = (): never => {
      throw new Error('no binary for this machine');
    };
    expect(loadLibsodium(load)).toBeUndefined();
  });
});

import type { Page } from 'playwright-core';

/**
 * For `addInitScript`: keeps the sound that the page makes. In a string, as all code for pages. A ScriptProcessor, because a
 * worklet's module would need an address that the page's policy allows.
 */
export const RECORD_SOUND = `{
  const sounds = [];
  const connect = AudioNode.prototype.connect;
  const taps = new WeakMap();
  AudioNode.prototype.connect = function (target, ...rest) {
    if (target === this.context.destination && !taps.has(this.context)) {
      const tap = this.context.createScriptProcessor(4096, 1, 1);
      tap.onaudioprocess = ({ inputBuffer }) => sounds.push(inputBuffer.getChannelData(0).slice());
      taps.set(this.context, tap);
      connect.call(tap, target);
      connect.call(this, tap);
    }
    return connect.call(this, target, ...rest);
  };
  globalThis.takeSound = async (keep) => {
    const bytes = new Uint8Array(await new Blob(keep ? sounds : sounds.splice(0)).arrayBuffer());
    let text = '';
    for (let start = 0; start < bytes.length; start += 8192) {
      text += String.fromCharCode(...bytes.subarray(start, start + 8192));
    }
    return btoa(text);
  };
}`;

/**
 * The sound that a page has made since the last call, from its first sound to its last: 48 kHz, mono. With `keep`, the next
 * call returns it too.
 */
export async function soundOf(page: Page, { keep = false } = {}): Promise<Int16Array> {
  const base64 = await page.evaluate<string>(`takeSound(${keep})`);
  const bytes = Buffer.from(base64, 'base64');
  const samples = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const [start, end] = [samples.findIndex(isSound), samples.findLastIndex(isSound)];
  const spoken = start < 0 ? samples.subarray(0, 0) : samples.subarray(start, end + 1);
  return Int16Array.from(spoken, (sample) => Math.max(-1, Math.min(1, sample)) * 32_767);
}

function isSound(sample: number): boolean {
  return sample !== 0;
}

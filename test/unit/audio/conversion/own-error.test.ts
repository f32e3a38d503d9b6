import { OpusError } from '@mynah/opus/opus-error';
import { PcmError } from '@mynah/pcm/pcm-error';
import { expect, test } from 'vitest';
import { withOwnErrors } from '../../../../src/audio/conversion/own-error.ts';
import { MynahError } from '../../../../src/errors.ts';

const thrownBy = (error: Error): unknown => {
  try {
    return withOwnErrors(() => {
      throw error;
    });
  } catch (thrown) {
    return thrown;
  }
};

test.each([
  new OpusError('OPUS_MALFORMED', 'a packet is too long'),
  new PcmError('AUDIO_MALFORMED', 'a header is cut'),
])('an error of a package is thrown as Mynah’s own, of the same code: %s', (error) => {
  const thrown = thrownBy(error);
  expect(thrown).toBeInstanceOf(MynahError);
  expect(thrown).toMatchObject({ code: error.code, cause: error });
});

test('what is thrown otherwise, and what is returned, passes', () => {
  const error = new TypeError('a bug');
  expect(thrownBy(error)).toBe(error);
  expect(withOwnErrors(() => 'sound')).toBe('sound');
});

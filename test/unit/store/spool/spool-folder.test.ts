import { expect, test } from 'vitest';
import { syncFolder } from '../../../../src/store/spool/spool-folder.ts';

const NOT_THERE = '/not/there';

test('a folder is opened to be synced, but not on Windows, which refuses that', async () => {
  await expect(syncFolder(NOT_THERE, 'linux')).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(syncFolder(NOT_THERE, 'win32')).resolves.toBeUndefined();
});

// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it, vi } from 'vitest';
import type { Logger } from './log.ts';
import { checkOpenFiles, connectionsWithinLimit, openFilesLimit } from './open-files.ts';

const warn = vi.fn();
const log = { warn } as unknown as Logger;

describe('the limit of open files', () => {
  it('is read, and leaves room for connections', () => {
    expect(openFilesLimit()).toBeGreaterThan(64);
    expect(connectionsWithinLimit(256, 20)).toBe(68);
    expect(connectionsWithinLimit(1_048_576, 20)).toBe(20_000);
    expect(connectionsWithinLimit(Number.POSITIVE_INFINITY, 20)).toBe(20_000);
  });

  it('causes a warning when low, and a refusal when too low', () => {
    checkOpenFiles(4_096, 20, log);
    expect(warn).not.toHaveBeenCalled();
    checkOpenFiles(256, 20, log);
    expect(warn).toHaveBeenCalledWith({ limit: 256, connections: 68 }, expect.stringContaining('ulimit -n'));
    expect(() => checkOpenFiles(183, 20, log)).toThrow(
      'the limit of open files is 183, and DATABASE_POOL_SIZE=20 needs 184: set it to 4096 or more',
    );
  });
});

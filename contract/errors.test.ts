// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { errorMessage, errors } from './errors.ts';

describe('errorMessage', () => {
  it('formats the amounts it names with separators', () => {
    expect(errorMessage('insufficient_coins', { needed: 22_450, balance: 1_000 })).toBe(
      'You need 22,450 GC and have 1,000. No coins were taken. Get more coins, or choose something cheaper.',
    );
  });

  it('inserts text unchanged, and nothing for a missing value', () => {
    expect(errorMessage('user_not_deletable', { why: 'since 2026' })).toContain('since 2026');
    const bare = errorMessage('user_not_deletable');
    expect(bare).toBe(errors.user_not_deletable.message.replace('{why}', ''));
    expect(errorMessage('user_not_deletable', { why: null })).toBe(bare);
  });
});

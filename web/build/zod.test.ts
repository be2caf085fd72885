// SPDX-License-Identifier: Apache-2.0

import { expect, it, vi } from 'vitest';

it('makes zod generate no code from text, not even to test whether it could', async () => {
  const made = vi.fn();
  vi.stubGlobal(
    'Function',
    class {
      constructor(...code: string[]) {
        made(code);
      }
    },
  );
  const { z } = await import('./zod.ts');
  expect(z.object({ coins: z.int() }).parse({ coins: 3 })).toEqual({ coins: 3 });
  vi.unstubAllGlobals();
  expect(made).not.toHaveBeenCalled();
});

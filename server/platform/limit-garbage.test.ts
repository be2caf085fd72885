// SPDX-License-Identifier: Apache-2.0
// @module-tag long

import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** How often a process looks for garbage outside the young generation while what it keeps grows. */
function countCollections(call: string): number {
  const module = new URL('./limit-garbage.ts', import.meta.url);
  const growing = `const { limitGarbage } = await import('${module}'); ${call}; let kept = []; for (let i = 0; i < 6e6; i++) kept.push({ i });`;
  const args = ['--trace-gc', '--max-semi-space-size=4', '--input-type=module', '--eval', growing];
  return execFileSync(process.execPath, args, { encoding: 'utf8' }).split('Mark-Compact').length - 1;
}

it('makes V8 collect garbage before the heap has grown much', () => {
  expect(countCollections('limitGarbage()')).toBeGreaterThan(countCollections(''));
});

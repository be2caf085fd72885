// SPDX-License-Identifier: Apache-2.0

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { serverFlags } from './server-flags.mjs';

const runtime = readFileSync(new URL('../runtime/package.json', import.meta.url), 'utf8');
/** Earlier versions refuse it for flags that this one allows. */
const isPinned = runtime.includes(`"${process.versions.node}"`);

it.skipIf(!isPinned)('has Node take the compiled code that it brings for its own modules', () => {
  const count = `
    require('node:http2');
    const { internalBinding } = require('internal/test/binding');
    internalBinding('builtins').getCacheUsage().compiledWithoutCache.size;`;
  const args = [...serverFlags, '--expose-internals', '--no-warnings', '--print', count];
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe('0\n');
});

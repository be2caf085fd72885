// SPDX-License-Identifier: Apache-2.0

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { serverFlags } from './server-flags.mjs';

const runtime = new URL('../runtime/', import.meta.url);
const shipped = new URL(`node_modules/node-${process.platform}-${process.arch}/bin/node`, runtime);
const pinned = readFileSync(new URL('package.json', runtime), 'utf8');
const isPinned = pinned.includes(`"${process.versions.node}"`);
/** Earlier versions refuse it for flags that the pinned one allows. */
const node = [fileURLToPath(shipped), ...(isPinned ? [process.execPath] : [])].find(existsSync);

it.skipIf(!node)('makes Node use the compiled code that it ships for its own modules', () => {
  const count = `
    require('node:http2');
    const { internalBinding } = require('internal/test/binding');
    internalBinding('builtins').getCacheUsage().compiledWithoutCache.size;`;
  const args = [...serverFlags, '--expose-internals', '--no-warnings', '--print', count];
  expect(execFileSync(node ?? '', args, { encoding: 'utf8' })).toBe('0\n');
});

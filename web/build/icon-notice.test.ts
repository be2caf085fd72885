// SPDX-License-Identifier: Apache-2.0

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { iconNotice } from './icon-notice.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'finalring-notice-'));
  writeFileSync(join(folder, 'main.js'), 'console.log(1);');
});
afterEach(() => rmSync(folder, { recursive: true }));

async function readNotices(license: { fileName: string } | false) {
  const { output } = (await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [iconNotice('notices.txt')],
    build: { write: false, license, rolldownOptions: { input: join(folder, 'main.js') } },
  })) as Rolldown.RolldownOutput;
  return output
    .map((file) => (file.fileName === 'notices.txt' && 'source' in file ? file.source : ''))
    .join('');
}

it("adds the icons' license to the list of third-party licenses", async () => {
  const notices = await readNotices({ fileName: 'notices.txt' });
  expect(notices).toMatch(/^# Licenses\n[\s\S]*^## Lucide \(ISC\)$/m);
  expect(notices).toContain('Copyright (c) 2026 Lucide Icons and Contributors');
  expect(notices).toContain('Copyright (c) 2013-present Cole Bemis');
});

it('fails the build when that list is missing', async () => {
  await expect(readNotices(false)).rejects.toThrow('notices.txt was not made');
});

// SPDX-License-Identifier: Apache-2.0

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lightenManifest } from './light-manifest.ts';

describe('lightenManifest', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'finalring-manifest-'));
    mkdirSync(join(folder, 'assets'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('drops the imports of each route', () => {
    const file = join(folder, 'assets/manifest-1a.js');
    writeFileSync(
      file,
      'window.x={"entry":{"imports":["/a.js","/b.js"],"css":[]},"routes":{"r":{"imports":[]}}};',
    );
    lightenManifest(folder);
    expect(readFileSync(file, 'utf8')).toBe(
      'window.x={"entry":{"imports":[],"css":[]},"routes":{"r":{"imports":[]}}};',
    );
  });

  it('fails the build when there is no manifest', () => {
    expect(() => lightenManifest(folder)).toThrow('The router has its manifest elsewhere');
  });
});

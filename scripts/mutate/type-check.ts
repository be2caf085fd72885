// SPDX-License-Identifier: Apache-2.0

import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copySources } from './tree.ts';

/** Tells which mutants the compiler refuses, in sources of its own: the others are full of switches. */
export class TypeCheck {
  readonly #tree: string;
  #isReady = false;

  constructor(tree: string) {
    this.#tree = tree;
  }

  #compiles(): Promise<boolean> {
    const options = [
      '-p',
      'tsconfig.json',
      '--incremental',
      '--tsBuildInfoFile',
      join(this.#tree, 'types.tsbuildinfo'),
    ];
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        [join(this.#tree, 'node_modules/typescript/bin/tsc'), ...options],
        { cwd: this.#tree, maxBuffer: 2 ** 26 },
        (error) => resolve(error === null),
      );
    });
  }

  /** Whether `file` with this text does not compile, alone or where it is used. */
  async refuses(root: string, file: string, text: string): Promise<boolean> {
    // Pages are compiled by settings of their own.
    if (file.startsWith('web/')) return false;
    if (!this.#isReady) {
      copySources(root, this.#tree);
      if (!(await this.#compiles())) throw new Error('the sources do not compile where nothing is broken');
      this.#isReady = true;
    }
    const path = join(this.#tree, file);
    const whole = readFileSync(path, 'utf8');
    writeFileSync(path, text);
    try {
      return !(await this.#compiles());
    } finally {
      writeFileSync(path, whole);
    }
  }
}

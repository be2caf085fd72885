// SPDX-License-Identifier: Apache-2.0

import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copySources } from './tree.ts';

const pages = 'web/tsconfig.json';
type Project = typeof pages | 'tsconfig.json';

/** Tells which mutants the compiler refuses, in sources of its own: the others are full of switches. */
export class TypeCheck {
  readonly #tree: string;
  #isCopied = false;
  readonly #sound = new Set<Project>();

  constructor(tree: string) {
    this.#tree = tree;
  }

  #compiles(project: Project): Promise<boolean> {
    const info = join(this.#tree, `${project.replaceAll('/', '-')}.tsbuildinfo`);
    const options = ['-p', project, '--incremental', '--tsBuildInfoFile', info];
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        [join(this.#tree, 'node_modules/typescript/bin/tsc'), ...options],
        { cwd: this.#tree, maxBuffer: 2 ** 26 },
        (error) => resolve(error === null),
      );
    });
  }

  async #prepare(root: string, project: Project): Promise<void> {
    if (this.#sound.has(project)) return;
    if (!this.#isCopied) copySources(root, this.#tree);
    this.#isCopied = true;
    if (!(await this.#compiles(project)))
      throw new Error(`${project} does not compile where nothing is broken`);
    this.#sound.add(project);
  }

  /** Whether `file` with this text does not compile, alone or where it is used. */
  async refuses(root: string, file: string, text: string): Promise<boolean> {
    const project = file.startsWith('web/') ? pages : 'tsconfig.json';
    await this.#prepare(root, project);
    const path = join(this.#tree, file);
    const whole = readFileSync(path, 'utf8');
    writeFileSync(path, text);
    try {
      return !(await this.#compiles(project));
    } finally {
      writeFileSync(path, whole);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { API, type Snapshot } from 'typescript/unstable/async';
import { copySources } from './tree.ts';

const importing = /\bfrom '(\.[^']+)'/g;

/** The files that import each file. */
function findImporters(tree: string): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const file of globSync('{contract,server,cli,web}/**/*.{ts,tsx}', { cwd: tree })) {
    for (const [, path = ''] of readFileSync(join(tree, file), 'utf8').matchAll(importing)) {
      const imported = resolve(tree, dirname(file), path);
      importers.set(imported, [...(importers.get(imported) ?? []), join(tree, file)]);
    }
  }
  return importers;
}

/** Finds the mutants that the compiler refuses, in separate sources: the instrumented ones are full of switches. */
export class TypeCheck {
  readonly #tree: string;
  #api: API | undefined;
  #snapshot: Snapshot | undefined;
  #importers = new Map<string, string[]>();

  constructor(tree: string) {
    this.#tree = tree;
  }

  async #compiles(path: string, isOfPages: boolean): Promise<boolean> {
    const config = join(this.#tree, isOfPages ? 'web/tsconfig.json' : 'tsconfig.json');
    const program = this.#snapshot?.getProject(config)?.program;
    if (!program) throw new Error(`${config} is no project`);
    const known = new Set(await program.getSourceFileNames());
    for (const file of [path, ...(this.#importers.get(path) ?? [])]) {
      if (!known.has(file)) continue;
      const faults = [
        ...(await program.getSyntacticDiagnostics(file)),
        ...(await program.getSemanticDiagnostics(file)),
      ];
      if (faults.length > 0) return false;
    }
    return true;
  }

  async #update(api: API, path: string): Promise<void> {
    const before = this.#snapshot;
    const openProjects = ['tsconfig.json', 'web/tsconfig.json'].map((config) => join(this.#tree, config));
    this.#snapshot = await api.updateSnapshot(
      before ? { fileChanges: { changed: [path] } } : { openProjects },
    );
    await before?.dispose();
  }

  async #start(root: string, path: string, isOfPages: boolean): Promise<API> {
    copySources(root, this.#tree);
    this.#importers = findImporters(this.#tree);
    const api = new API({ cwd: this.#tree });
    await this.#update(api, path);
    if (!(await this.#compiles(path, isOfPages))) {
      throw new Error(`${path} does not compile where nothing is broken`);
    }
    return api;
  }

  /** Whether `file` with this text fails to compile, itself or in the files that import it. */
  async refuses(root: string, file: string, text: string): Promise<boolean> {
    const path = join(this.#tree, file);
    // Pages are compiled with settings of their own.
    const isOfPages = file.startsWith('web/');
    this.#api ??= await this.#start(root, path, isOfPages);
    const whole = readFileSync(path, 'utf8');
    writeFileSync(path, text);
    try {
      await this.#update(this.#api, path);
      return !(await this.#compiles(path, isOfPages));
    } finally {
      writeFileSync(path, whole);
      await this.#update(this.#api, path);
    }
  }

  async close(): Promise<void> {
    await this.#api?.close();
  }
}

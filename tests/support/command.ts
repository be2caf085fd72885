// SPDX-License-Identifier: Apache-2.0

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { patient } from './patience.ts';

const program = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs `finalring` as a separate process, without this process's environment and without a terminal for questions. */
export function finalring(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, SANDBOX: '1', APP_SECRET: 'a'.repeat(32), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ends the process if its test gave up.
    timeout: patient(300_000),
    killSignal: 'SIGKILL',
  });
  const ended: Ended = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    ended.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    ended.stderr += chunk;
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ ...ended, code })));
}

/** A command's output with `--json`. */
export async function finalringJson<Result>(
  args: readonly string[],
  env?: Record<string, string>,
): Promise<{ code: number | null; ok: boolean; result: Result; error?: string }> {
  const { code, stdout, stderr } = await finalring([...args, '--json'], env);
  if (stderr) throw new Error(`beside the JSON: ${stderr}`);
  return { code, ...JSON.parse(stdout) };
}

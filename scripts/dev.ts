/** `npm run dev`: the server restarts when its sources change, the web app is built again when its sources do. */
import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { envFile, root } from './install.mjs';
import { serverFlags } from './server-flags.mjs';

const QUIET_MS = 200;

let building: ChildProcess | undefined;
let isStale = false;

function buildWeb(): Promise<void> {
  isStale = false;
  const child = spawn(process.execPath, [...envFile, 'scripts/build-web.ts'], {
    cwd: root,
    stdio: 'inherit',
  });
  building = child;
  return new Promise((resolve) => {
    child.on('exit', () => {
      building = undefined;
      resolve();
      if (isStale) void buildWeb();
    });
  });
}

await buildWeb();
let timer: NodeJS.Timeout | undefined;
for (const folder of ['web', 'contract']) {
  watch(`${root}${folder}`, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (building) isStale = true;
      else void buildWeb();
    }, QUIET_MS);
  });
}

const server = spawn(process.execPath, ['--watch', ...serverFlags, ...envFile, 'cli/main.ts', 'start'], {
  cwd: root,
  stdio: 'inherit',
});
process.on('SIGINT', () => {});
process.on('SIGTERM', () => server.kill('SIGTERM'));
server.on('exit', (code) => process.exit(code ?? 0));

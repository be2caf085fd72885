/** `npm start`: installs what is missing, builds the web app when its sources changed, becomes the server. */
import { spawnSync } from 'node:child_process';
import { becomeProgram } from './forward.mjs';
import { envFile, giveUp, installMissing, root } from './install.mjs';
import { serverEnvironment, serverFlags } from './server-flags.mjs';

Object.assign(process.env, { ...serverEnvironment, ...process.env });

try {
  const node = installMissing();
  const build = spawnSync(node, [...envFile, 'scripts/build-web.ts'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (build.status !== 0) process.exit(build.status ?? 1);
  becomeProgram(node, [...serverFlags, ...envFile, 'server/main.ts'], root);
} catch (error) {
  giveUp(error);
}

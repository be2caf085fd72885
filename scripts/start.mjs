/** `npm start`: installs what is missing, builds the web app when its sources changed, becomes the server. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { becomeProgram } from './forward.mjs';
import { envFile, giveUp, installMissing, root } from './install.mjs';
import { serverEnvironment, serverFlags } from './server-flags.mjs';

process.env.MALLOC_ARENA_MAX ??= serverEnvironment.MALLOC_ARENA_MAX;
// Node keeps what it makes of the sources: a warm start then costs half the work.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compiled');

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

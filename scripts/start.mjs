/** `npm start`: installs what is missing, builds the web app when its sources changed, becomes the server. */
import { becomeProgram } from './forward.mjs';
import { envFile, giveUp, prepare, root } from './install.mjs';
import { serverEnvironment, serverFlags } from './server-flags.mjs';

Object.assign(process.env, { ...serverEnvironment, ...process.env });

try {
  becomeProgram(prepare(), [...serverFlags, ...envFile, 'server/main.ts'], root);
} catch (error) {
  giveUp(error);
}

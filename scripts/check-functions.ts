// SPDX-License-Identifier: Apache-2.0

/**
 * Limits functions to 60 lines of their own, without nested functions and JSX. Longer functions from before the check
 * are listed, and leave the list once they are short enough. Part of `npm run check`.
 */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { measureFunctions } from './measure-functions.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const maxLines = 60;

/** Most are lists of steps or of similar items. */
const longer: ReadonlySet<string> = new Set([
  'bench/growth/fill-people.ts people',
  'bench/processes.ts benchProcesses',
  'sandbox/stripe/browser/v3-script.ts v3Script',
  'server/config.ts readConfig',
  'server/connections.ts connect',
  'server/features/challenges/routes.ts challengesRoutes',
  'server/features/notifications/feature.ts notificationsFeature',
  'server/features/promotions/seed.ts demoPromotions',
  'server/platform/http/server.ts createHttpServer',
  'server/start-process.ts startProcess',
  'web/lib/apply-live-event.ts applyLiveEvent',
]);

const files = globSync('{art,bench,cli,clients,contract,sandbox,scripts,server,web}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: (name) => /node_modules|[.]test[.]tsx?$|(^|[/])dist$/.test(name),
});
const long = new Map<string, number>(
  files
    .map((file) => ({ file, text: readFileSync(`${root}${file}`, 'utf8') }))
    // Skips parsing, because most files are shorter than the limit.
    .filter(({ text }) => text.split('\n').length > maxLines)
    .flatMap(({ file, text }) =>
      measureFunctions(text, file)
        .filter(({ lines }) => lines > maxLines)
        .map(({ name, lines }) => [`${file} ${name}`, lines]),
    ),
);
const faults = [
  ...[...long]
    .filter(([name]) => !longer.has(name))
    .map(([name, lines]) => `${name} has ${lines} lines of its own, more than ${maxLines}: split it`),
  ...[...longer]
    .filter((name) => !long.has(name))
    .map((name) => `${name} is short enough now: remove it from the list in scripts/check-functions.ts`),
];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;

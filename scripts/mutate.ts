// SPDX-License-Identifier: Apache-2.0

/**
 * `npm run mutate`: breaks the sources in ways that nobody chose and counts which of them a test notices.
 *
 *   npm run mutate -- ledger shop          these modules (scripts/mutate/modules.ts); without a name all of them
 *     --sample 50 --seed 7                 so many mutants of each language, drawn by the seed; without it all
 *     --again                              only those that survived the last run
 *     --wide                               with all tests that need no browser, not only the module's own
 *     --minutes 30                         begins nothing new of a module's language after that
 *     --only sql | typescript
 *
 * What became of each mutant stands in reports/mutate.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startTemplate } from '../tests/support/template-database.ts';
import { everyTest, modules } from './mutate/modules.ts';
import { keep, readKept, report } from './mutate/report.ts';
import { copySources } from './mutate/tree.ts';
import { type Language, type Results, tryModule } from './mutate/try-mutants.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '600' },
    only: { type: 'string' },
    again: { type: 'boolean', default: false },
    wide: { type: 'boolean', default: false },
  },
});
const names = positionals.length > 0 ? positionals : Object.keys(modules);
const unknown = names.filter((name) => !Object.hasOwn(modules, name));
if (unknown.length > 0) {
  console.error(`There is no module ${unknown.join(', ')}; there are ${Object.keys(modules).join(', ')}.`);
  process.exit(1);
}
const root = process.cwd();
const folder = 'reports/mutate';

const readSurvivors = (name: string) =>
  new Set(
    [name, `${name}-sql`].flatMap((row) =>
      (readKept(folder, row)?.outcomes ?? [])
        .filter(({ verdict }) => verdict === 'survived')
        .map(({ name: mutant }) => mutant),
    ),
  );

const template = await startTemplate();
process.env.TEST_TEMPLATE_URL = template.url;
const rows = new Map<string, Results>();
try {
  for (const name of names) {
    const module = modules[name];
    if (!module) continue;
    const tree = resolve(folder, 'trees', name);
    copySources(root, tree);
    const onTried = (language: Language, results: Results) => {
      const row = language === 'sql' ? `${name}-sql` : name;
      rows.set(row, keep(join(root, folder), row, results, values.again));
    };
    const choice = {
      sample: values.sample === undefined ? undefined : Number(values.sample),
      seed: Number(values.seed),
      only: values.only,
      minutes: Number(values.minutes),
      names: values.again ? readSurvivors(name) : undefined,
      onTried,
    };
    const tests = values.wide ? everyTest : module.tests;
    // The tests name files from where the project stands.
    process.chdir(tree);
    await tryModule({ ...module, tests }, { root, tree, url: template.url }, choice);
    process.chdir(root);
  }
} finally {
  await template.stop();
}
report(rows);

// SPDX-License-Identifier: Apache-2.0

/**
 * `npm run mutate`: breaks the sources in ways that nobody chose and counts which of them a test notices. The outcome of
 * each mutant is in reports/mutate.
 */
import { join, resolve } from 'node:path';
import { Argument, Option } from 'commander';
import { startTemplate } from '../tests/support/template-database.ts';
import { command, toCount, toWholeNumber } from './command.ts';
import { everyTest, modules } from './mutate/modules.ts';
import { keep, readKept, report } from './mutate/report.ts';
import { copySources } from './mutate/tree.ts';
import { type Language, type Results, tryModule } from './mutate/try-mutants.ts';

const mutate = command(
  'mutate',
  'Breaks the sources in ways that nobody chose, and counts what a test notices.',
)
  .addArgument(new Argument('[modules...]', 'these alone').choices(Object.keys(modules)))
  .option('--sample <n>', 'so many mutants of each language, drawn by the seed; else all', toCount)
  .option('--seed <n>', 'draws them', toWholeNumber, 1)
  .option('--again', 'only those that survived the last run')
  .option('--wide', "with all tests that need no browser, not only the module's own")
  .option('--minutes <n>', "begins nothing new of a module's language after that", toCount, 600)
  .addOption(new Option('--only <language>', 'of the two').choices(['sql', 'typescript']))
  .parse();
const {
  sample,
  seed,
  minutes,
  only,
  again = false,
  wide,
} = mutate.opts<{
  sample?: number;
  seed: number;
  minutes: number;
  only?: Language;
  again?: true;
  wide?: true;
}>();
const names = mutate.args.length > 0 ? mutate.args : Object.keys(modules);
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
// What a test waits for must fail before the test itself runs out of time, which says less of a mutant.
process.env.TEST_SLOWNESS ??= '0.3';
const rows = new Map<string, Results>();
try {
  for (const name of names) {
    const module = modules[name];
    if (!module) continue;
    const tree = resolve(folder, 'trees', name);
    copySources(root, tree);
    const onTried = (language: Language, results: Results) => {
      const row = language === 'sql' ? `${name}-sql` : name;
      rows.set(row, keep(join(root, folder), row, results, again));
    };
    const choice = {
      sample,
      seed,
      only,
      minutes,
      names: again ? readSurvivors(name) : undefined,
      onTried,
    };
    const tests = wide ? everyTest : module.tests;
    // The tests name files relative to the project's root.
    process.chdir(tree);
    await tryModule({ ...module, tests }, { root, tree, url: template.url }, choice);
    process.chdir(root);
  }
} finally {
  await template.stop();
}
report(rows);

/**
 * `npm run mutate`: breaks the sources in ways that nobody chose and counts which of them a test notices.
 *
 *   npm run mutate -- ledger shop          these modules (scripts/mutate/modules.ts); without a name all of them
 *     --sample 50 --seed 7                 so many lines and SQL mutants of each, drawn by the seed; without it all
 *     --minutes 30                         begins nothing new after that
 *     --only sql | typescript
 *
 * What became of each mutant stands in reports/mutate. Unchanged TypeScript is not tried again there.
 */
import { parseArgs } from 'node:util';
import { startTemplate } from '../tests/support/template-database.ts';
import { modules } from './mutate/modules.ts';
import { copySources, mutateSql } from './mutate/mutate-sql.ts';
import { type Row, report } from './mutate/report.ts';
import { mutateTypeScript } from './mutate/typescript-mutants.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '600' },
    only: { type: 'string' },
  },
});
const names = positionals.length > 0 ? positionals : Object.keys(modules);
const unknown = names.filter((name) => !Object.hasOwn(modules, name));
if (unknown.length > 0) {
  console.error(`There is no module ${unknown.join(', ')}; there are ${Object.keys(modules).join(', ')}.`);
  process.exit(1);
}
const options = {
  sample: values.sample === undefined ? undefined : Number(values.sample),
  seed: Number(values.seed),
  endsAt: Date.now() + Number(values.minutes) * 60_000,
};

const template = await startTemplate();
process.env.TEST_TEMPLATE_URL = template.url;
const rows: Row[] = [];
try {
  for (const name of names) {
    const module = modules[name];
    if (!module) continue;
    if (values.only !== 'sql') {
      rows.push({ module: name, ...(await mutateTypeScript(name, module, options)) });
    }
    if (values.only !== 'typescript') {
      copySources();
      rows.push({ module: `${name}-sql`, ...(await mutateSql(module, template.url, options)) });
    }
  }
} finally {
  await template.stop();
}
report(rows.filter(({ outcomes }) => outcomes.length > 0));

// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { plural } from '../../contract/amounts.ts';
import type { CardsImportReport, ImportReport } from '../../contract/code-imports.ts';
import { addCommand, addYesOption, answering, type Outcome } from '../answer.ts';
import { callerPath } from '../caller-path.ts';
import { requireConfirmation } from '../confirm.ts';

interface Options {
  by: string;
  card?: string;
  costCents?: number;
  dryRun?: boolean;
  takeUnusual?: boolean;
  yes?: boolean;
}

interface Line {
  line: number;
  why: string;
}

type Report = ImportReport & Partial<Pick<CardsImportReport, 'unknownCards'>>;

const named = (what: string, lines: readonly Line[]) =>
  lines.map(({ line, why }) => `  line ${line}: ${what}${why}`);

function toLines(report: Report, { takeUnusual = false }: Options, isDryRun: boolean): string[] {
  const { added, duplicates, soldBefore, malformed, implausible, unknownCards = [], columns, notes } = report;
  return [
    `${isDryRun ? 'Would add' : 'Added'} ${plural(added, 'code')}; ${plural(duplicates.length, 'duplicate')}, ${malformed.length} unreadable, ${implausible.length} unusual`,
    ...columns.map(({ heading, use }) => `  column "${heading}": ${use === 'unused' ? 'not used' : use}`),
    ...notes.map((note) => `  ${note}`),
    ...duplicates.map((line) => `  line ${line}: skipped, duplicate`),
    ...soldBefore.map((line) => `  line ${line}: skipped, sold before the database was restored`),
    ...named('skipped, ', malformed),
    ...named(takeUnusual ? 'unusual, ' : 'skipped, unusual (--take-unusual adds it): ', implausible),
    ...named('skipped, ', unknownCards),
  ];
}

/** Whether the import skipped lines that an operator must check. */
const hasRest = ({ malformed, implausible, unknownCards = [] }: Report, { takeUnusual }: Options) =>
  malformed.length + unknownCards.length + (takeUnusual ? 0 : implausible.length) > 0;

async function importFile(path: string, options: Options): Promise<Outcome> {
  const { importCodes, importCodesOfCards, openVault, toWorth } = await import(
    '../../server/features/shop/feature.ts'
  );
  const { findCheapestCoins } = await import('../../server/features/coins/feature.ts');
  const { systemClock: clock } = await import('../../server/platform/clock.ts');
  const { findCard } = await import('../find-card.ts');
  const { findOfficer } = await import('../find-officer.ts');
  const { unlessRefused } = await import('../refused.ts');
  const { withInstallation } = await import('../with-database.ts');
  const file = await readFile(callerPath(path));
  return withInstallation(async ({ config, appSecret, db }) => {
    const choices = {
      actorId: await findOfficer(db, options.by, ['gift-cards:write']),
      file,
      leavesImplausible: !options.takeUnusual,
      costCents: options.costCents,
      idempotencyKey: randomUUID(),
    };
    const giftCardId = options.card === undefined ? undefined : await findCard(db, options.card);
    const deps = {
      db,
      clock,
      vault: openVault(config.codes, appSecret),
      worth: toWorth(config, findCheapestCoins),
    };
    const run = async (isDryRun: boolean): Promise<Report> =>
      giftCardId === undefined
        ? unlessRefused(await importCodesOfCards({ ...choices, isDryRun }, deps))
        : unlessRefused(await importCodes({ giftCardId, ...choices, isDryRun }, deps));
    const preview = await run(true);
    const isDryRun = options.dryRun ?? false;
    if (!isDryRun && preview.added > 0) {
      if (!options.yes && process.stderr.isTTY)
        for (const line of toLines(preview, options, true)) process.stderr.write(`${line}\n`);
      await requireConfirmation(`This adds ${plural(preview.added, 'code')} to the stock.`, options);
    }
    const report = isDryRun ? preview : await run(false);
    return { lines: toLines(report, options, isDryRun), result: report, isWrong: hasRest(report, options) };
  });
}

function toCents(text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of cents.');
  return Number(text);
}

export function addCodesImport(codes: Command): void {
  const command = addCommand(
    codes,
    'import',
    'Add the codes of a CSV file to the stock, as the dashboard does. Shows a preview first.',
  );
  addYesOption(command)
    .argument('<file>', 'one code per line, or a card (id or title) and a code')
    .requiredOption('--by <administrator>', 'the administrator (address, handle or id), for the audit log')
    .option('--card <card>', 'the gift card (id or title) of every line, if the file names none')
    .option('--cost-cents <n>', 'what each code cost, in US cents', toCents)
    .option('--take-unusual', 'also add codes of an unusual form, which are skipped otherwise')
    .option('--dry-run', 'show what would be added, and change nothing')
    .action(answering(importFile));
}

// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError } from 'commander';
import type { CardsImportReport, ImportReport } from '../../contract/code-imports.ts';
import { addCommand, answering, type Outcome, withYes } from '../answer.ts';
import { callerPath } from '../caller-path.ts';
import { demandYes } from '../confirm.ts';

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
    `${isDryRun ? 'Would add' : 'Added'} ${added} codes; ${duplicates.length} known or repeated, ${malformed.length} unreadable, ${implausible.length} of an unusual form`,
    ...columns.map(({ heading, use }) => `  column "${heading}": ${use === 'unused' ? 'not used' : use}`),
    ...notes.map((note) => `  ${note}`),
    ...duplicates.map((line) => `  line ${line}: known or repeated`),
    ...soldBefore.map((line) => `  line ${line}: left out, sold before this database was restored`),
    ...named('left out, ', malformed),
    ...named(takeUnusual ? 'unusual, ' : 'left out, unusual (--take-unusual takes it): ', implausible),
    ...named('left out, ', unknownCards),
  ];
}

/** Whether lines were left out that somebody has to look at. */
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
      await demandYes(`${preview.added} codes go into stock.`, options);
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
    'Add the codes of a CSV file to the stock, as the dashboard does, once the preview is confirmed.',
  );
  withYes(command)
    .argument('<file>', 'a code in each line, or a card (its id or title) and a code')
    .requiredOption('--by <administrator>', 'in whose name (address, handle or id), for the audit log')
    .option('--card <card>', 'the gift card (its id or title) of all lines, where they name none')
    .option('--cost-cents <n>', 'what each code cost, in cents of US dollars', toCents)
    .option('--take-unusual', 'take codes of an unusual form too, which are left out otherwise')
    .option('--dry-run', 'only say what would be added')
    .action(answering(importFile));
}
